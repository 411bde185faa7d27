"""The other path to an access pattern: pairs in the conventions of KLR, passed through untouched.

The set algebra of the Penguin path runs while it makes patterns. A kernel that comes by way of KLR brings patterns that
are finished: its leaf copies the `(step, num)` pairs as they are, a broadcast as a step of 0 (reverse-engineering notes
on neuronx_cc 2.24, `codegenAP`; leanprover/KLR `Core/Tensor.lean` and `Core/Indexing.lean` for the conventions). These
modules model that path; a test holds that the same access by both paths visits the same elements.
"""
