"""The tiled matmuls and the packed transpose of the hardware micro-benchmarks."""

from typing import ClassVar

from xdsl.ir import Operation

from ...dialects.penguin.macros.matmul_probes import (
    CaymanPackedPETransposeOp,
    ColumnTiledMMOp,
    RowTiledMMOp,
)
from .library import LibraryMacroPattern


class LowerRowTiledMM(LibraryMacroPattern):
    """Hands a row-tiled matmul to the generic library sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (RowTiledMMOp,)


class LowerColumnTiledMM(LibraryMacroPattern):
    """Hands a column-tiled matmul to the generic library sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (ColumnTiledMMOp,)


class LowerCaymanPackedPETranspose(LibraryMacroPattern):
    """Hands a packed transpose to the generic library sink."""

    roots: ClassVar[tuple[type[Operation], ...]] = (CaymanPackedPETransposeOp,)
