"""Mixture of experts: the router and the experts' blocks."""

from typing import ClassVar

from xdsl.ir import Operation

from ...dialects.penguin.macros.moe import ExpertMLPsOp, RouterTopKOp
from .library import LibraryMacroPattern


class LowerRouterTopK(LibraryMacroPattern):
    """Hands a router to the generic library sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (RouterTopKOp,)


class LowerExpertMLPs(LibraryMacroPattern):
    """Hands the experts' blocks to the generic library sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (ExpertMLPsOp,)
