"""Attention of one decode step (`codegenBIRKernel`)."""

from typing import ClassVar

from xdsl.ir import Operation

from ...dialects.penguin.macros.attention_tkg import AttentionTkgFwdOp
from .library import LibraryMacroPattern


class LowerAttentionTkgFwd(LibraryMacroPattern):
    """Hands decode attention to the generic library sink, `is_tkg` in its bag."""

    roots: ClassVar[tuple[type[Operation], ...]] = (AttentionTkgFwdOp,)
