"""Tracing of registry kernels: what traces them, the cache of a run, and the artefacts that traces write."""
