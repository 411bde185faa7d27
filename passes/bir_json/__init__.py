"""BIR-JSON, the document that Backend IR travels in, to the `bir` dialect and back."""
