"""Splicing the bodies of kernels in place of the nodes that stand for them."""
