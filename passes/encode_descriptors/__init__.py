"""The pass `encode-descriptors`: the bytes of the descriptors of Backend IR operands."""
