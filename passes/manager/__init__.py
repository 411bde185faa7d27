"""A pass manager, diagnostics and a driver for xDSL that know no dialect of this project."""
