"""The macros, one file a family."""
