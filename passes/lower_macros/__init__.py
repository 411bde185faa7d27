"""`lower-macros`: every macro becomes one kernel node."""
