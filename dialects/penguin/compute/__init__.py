"""The compute operations: those whose lowering owns an access-pattern builder, one concept a file."""
