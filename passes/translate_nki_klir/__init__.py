"""Resolving kernels that carry their trace: BIR-JSON (form B) and KLR files (form A)."""
