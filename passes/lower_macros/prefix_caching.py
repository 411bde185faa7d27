"""Attention behind a cached prefix (`codegenBIRKernel`)."""

from typing import ClassVar

from xdsl.ir import Operation

from ...dialects.penguin.macros.prefix_caching import PrefixCachingAttentionOp
from .library import LibraryMacroPattern


class LowerPrefixCachingAttention(LibraryMacroPattern):
    """Hands attention with a cached prefix to the generic library sink under the name it was called by."""

    roots: ClassVar[tuple[type[Operation], ...]] = (PrefixCachingAttentionOp,)
