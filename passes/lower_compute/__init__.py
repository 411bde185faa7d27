"""`lower-compute`: every compute operation becomes a Backend IR instruction whose patterns are still the plain ones."""
