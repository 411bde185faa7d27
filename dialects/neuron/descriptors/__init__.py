"""Descriptors: the bytes in which an instruction says where an operand starts and how it is walked.

Nothing in this package needs the IR; everything is numbers, tables and bytes.
"""
