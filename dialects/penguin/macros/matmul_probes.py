"""The matmul probes: `penguin.row_tiled_mm`, `penguin.column_tiled_mm` and `penguin.cayman_packed_pe_transpose`.

Each names a small kernel that drives the PE array in one particular way. Public sources: reverse-engineering notes on
neuronx_cc 2.24 (names, operands, messages), the AWS Neuron documentation of `nc_matmul` (tile positions and sizes,
operand shapes, double-row packing).
"""

from collections.abc import Mapping
from math import prod
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from ...neuron.memory import memory_of
from ...neuron.op_format import OperandLike
from ...neuron.properties import flag, optional_integer, optional_shape, shape_of, word
from ...neuron.target import TargetAttr
from ..kernel_macro import KernelMacroOp
from ..words import MatmulPerfModeAttr

DOUBLE_ROW_PACK = "first F dim of LHS and RHS of the double_row matmult must be 2"
DOUBLE_ROW_UNSUPPORTED = "perf_mode=`double_row_gen3` is not supported on "
DOUBLE_ROW_INDEX_SIZE = "Unexpected double row index size"
RESULT_IN_PSUM = "Result buffer of matmult must be psum!"

PE_ROWS = 128
PE_COLUMNS = 128
TILE_EXTENTS = (32, 64, 128)
"""How many rows or columns of the PE array a tile may have."""

_SPACES = {"stationary": "sbuf", "moving": "sbuf", "psum": "psum"}


class MatmulProbeOp(KernelMacroOp):
    """
    A matmul `psum = stationary^T * moving` on a tile of the PE array.

    Shapes, partitions first and the free dimensions flattened: stationary [K, M], moving [K, N], psum [M, N].
    `tile_position` and `tile_size` are [row, column] of the array; either both are given or neither. With `transpose`
    the data pass through unchanged, so that psum has the element type of the stationary operand.
    """

    stationary = operand_def()
    moving = operand_def()
    psum = operand_def()

    tile_position = optional_shape(2, 0)
    tile_size = optional_shape(2, 1)
    transpose = flag()

    OUTPUTS: ClassVar[tuple[str, ...]] = ("psum",)
    ELEMENT_TYPES: ClassVar[Mapping[str, str]] = {
        "stationary": "a matmul type",
        "moving": "a matmul type",
        "psum": "a matmul type",
    }

    def matmul_shape(self, operand: str) -> tuple[int, int]:
        """The partitions and the free elements of a partition of what is accessed of an operand."""
        shape = self.shape(operand)
        memory = memory_of(self.operand_type(operand))
        partition_dim = 0 if memory is None else memory.partition_dim.data
        return shape[partition_dim], prod(shape) // shape[partition_dim]

    def free_shape(self, operand: str) -> tuple[int, ...]:
        """The free dimensions of what is accessed of an operand."""
        shape = self.shape(operand)
        memory = memory_of(self.operand_type(operand))
        partition_dim = 0 if memory is None else memory.partition_dim.data
        return shape[:partition_dim] + shape[partition_dim + 1 :]

    @property
    def rows_a_partition(self) -> int:
        """How many rows of the contraction one partition holds: 2 with double-row packing."""
        return 1

    def verify_operand_kinds(self) -> None:
        for name, expected in _SPACES.items():
            memory = memory_of(self.operand_type(name))
            space = "" if memory is None else memory.space.data
            if space == expected:
                continue
            if name == "psum":
                raise self.error(RESULT_IN_PSUM, notes=(f'operand "psum" lies in {space}',))
            raise self.error(f"lies in {space}, expected {expected}", operand=name)

    def verify_shapes(self) -> None:
        rows, stationary = self.matmul_shape("stationary")
        moving_rows, moving = self.matmul_shape("moving")
        pack = self.rows_a_partition
        if moving_rows != rows:
            raise self.error(
                f'contracts over {moving_rows} partitions, operand "stationary" over {rows}', operand="moving"
            )
        found, expected = self.matmul_shape("psum"), (stationary // pack, moving // pack)
        if found != expected:
            raise self.error(
                f"holds {found[0]}x{found[1]}, expected {expected[0]}x{expected[1]}: "
                "[M, N] from stationary [K, M] and moving [K, N]",
                operand="psum",
            )
        if stationary // pack > PE_COLUMNS:
            raise self.error(
                f"has M = {stationary // pack}, at most {PE_COLUMNS} fit the columns of the PE array",
                operand="stationary",
            )
        if rows > PE_ROWS:
            raise self.error(f"has K = {rows}, at most {PE_ROWS} fit the rows of the PE array", operand="stationary")

    def tile_rectangle(self) -> "tuple[tuple[int, ...], tuple[int, ...]] | None":
        """The position and the size of the tile of the PE array, None for the whole array."""
        if self.tile_position is None or self.tile_size is None:
            return None
        return shape_of(self.tile_position), shape_of(self.tile_size)

    def verify_contract(self) -> None:
        self._verify_tile()
        self._verify_types()

    def _verify_tile(self) -> None:
        given = [name for name in ("tile_position", "tile_size") if name in self.properties]
        if len(given) == 1:
            missing = "tile_size" if given == ["tile_position"] else "tile_position"
            raise self.error(f"is given without {missing}", attribute=given[0])
        rectangle = self.tile_rectangle()
        if rectangle is None:
            return
        names, limits = ("row", "column"), (PE_ROWS, PE_COLUMNS)
        for name, limit, start, size in zip(names, limits, *rectangle, strict=True):
            if size not in TILE_EXTENTS:
                allowed = ", ".join(map(str, TILE_EXTENTS))
                raise self.error(f"has {size} {name}s, expected one of {allowed}", attribute="tile_size")
            if start % size:
                raise self.error(
                    f"starts at {name} {start}, expected a multiple of the tile's {size} {name}s",
                    attribute="tile_position",
                )
            if start + size > limit:
                raise self.error(
                    f"starts at {name} {start}, a tile of {size} {name}s then leaves the {limit} of the PE array",
                    attribute="tile_position",
                )
        rows, columns = rectangle[1]
        contraction, stationary = self.matmul_shape("stationary")
        if contraction > rows:
            raise self.error(f"has K = {contraction}, the tile has {rows} rows", operand="stationary")
        if stationary // self.rows_a_partition > columns:
            found = stationary // self.rows_a_partition
            raise self.error(f"has M = {found}, the tile has {columns} columns", operand="stationary")

    def _verify_types(self) -> None:
        stationary, moving = self.element("stationary"), self.element("moving")
        wide = ("float32", "float32r")
        if (stationary.name in wide) != (moving.name in wide):
            raise self.error(
                f'has element type {moving.type}, operand "stationary" {stationary.type}: '
                "f32 and tf32 only multiply with f32 and tf32",
                operand="moving",
            )
        if self.transpose.value.data:
            found = self.operand_type("psum").element_type
            if found != stationary.type:
                raise self.error(
                    f"has element type {found}, a transpose keeps that of its data, {stationary.type}", operand="psum"
                )

    def verify_target(self, target: TargetAttr) -> None:
        """The moving operand and small tiles have limits of the target. Raises OperationError."""
        limit = target.limits.max_matmul_moving
        moving = self.matmul_shape("moving")[1] // self.rows_a_partition
        if moving > limit:
            raise self.error(f"has N = {moving}, at most {limit} are supported on {target}", operand="moving")
        rectangle = self.tile_rectangle()
        if rectangle is not None and 32 in rectangle[1] and not target.limits.has_short_tiles:
            raise self.error(
                f"has 32 rows or columns, which is not supported on {target}",
                attribute="tile_size",
                notes=("tiles of 32 exist from trn2 on",),
            )


@irdl_op_definition
class RowTiledMMOp(MatmulProbeOp):
    """
    A matmul on a part of the rows of the PE array, so that several run side by side.

    Stationary [K, M] and moving [K, N] in SBUF, psum [M, N] in PSUM.

    ```mlir
    penguin.row_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
        {tile_position = [64, 0], tile_size = [64, 128]}
    ```
    """

    name = "penguin.row_tiled_mm"

    def __init__(
        self,
        *,
        stationary: OperandLike,
        moving: OperandLike,
        psum: OperandLike,
        tile_position: "tuple[int, int] | None" = None,
        tile_size: "tuple[int, int] | None" = None,
        transpose: bool = False,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "RowTiledMM"

    @property
    def emitter(self) -> str:
        return "row_tiled_mm_kernel"


@irdl_op_definition
class ColumnTiledMMOp(MatmulProbeOp):
    """
    A matmul on a part of the columns of the PE array, so that several run side by side.

    Stationary [K, M] and moving [K, N] in SBUF, psum [M, N] in PSUM.

    ```mlir
    penguin.column_tiled_mm stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
        {tile_position = [0, 32], tile_size = [128, 32]}
    ```
    """

    name = "penguin.column_tiled_mm"

    def __init__(
        self,
        *,
        stationary: OperandLike,
        moving: OperandLike,
        psum: OperandLike,
        tile_position: "tuple[int, int] | None" = None,
        tile_size: "tuple[int, int] | None" = None,
        transpose: bool = False,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "ColumnTiledMM"

    @property
    def emitter(self) -> str:
        return "column_tiled_mm_kernel"


@irdl_op_definition
class CaymanPackedPETransposeOp(MatmulProbeOp):
    """
    A transpose through the PE array on Cayman, plain or with two rows packed into each partition.

    With `perf_mode = double_row_gen3` stationary is [K/2, 2, M] and moving [K/2, 2, N] of eight-bit elements: the
    first free dimension holds the two halves of the contraction, and `double_row_indices` may name the half that
    each of its two positions holds. Without it stationary is [K, M] and moving [K, N]. psum is [M, N] either way.
    `num_channels` is the number of partitions that are transposed.

    ```mlir
    penguin.cayman_packed_pe_transpose stationary(%w : !w) moving(%x : !x) -> psum(%y : !y)
        {perf_mode = double_row_gen3, double_row_indices = [0, 1]}
    ```
    """

    name = "penguin.cayman_packed_pe_transpose"

    perf_mode = word(MatmulPerfModeAttr, "none")
    double_row_indices = optional_shape(None, 0)
    num_channels = optional_integer(minimum=1, maximum=128)

    def __init__(
        self,
        *,
        stationary: OperandLike,
        moving: OperandLike,
        psum: OperandLike,
        tile_position: "tuple[int, int] | None" = None,
        tile_size: "tuple[int, int] | None" = None,
        transpose: bool = False,
        perf_mode: str = "none",
        double_row_indices: "tuple[int, ...] | None" = None,
        num_channels: int | None = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        sb_buf_shape: tuple[int, int] | None = None,
        psum_buf_shape: tuple[int, int, int] | None = None,
    ):
        self.build_from(locals())

    @property
    def kernel_name(self) -> str:
        return "CaymanPackedPETranspose"

    @property
    def emitter(self) -> str:
        return "packed_cayman_pe_tp_kernel"

    @property
    def is_double_row(self) -> bool:
        """Whether two rows of the contraction are packed into each partition."""
        return self.perf_mode.data == "double_row_gen3"

    @property
    def rows_a_partition(self) -> int:
        return 2 if self.is_double_row else 1

    def verify_shapes(self) -> None:
        if self.perf_mode.data not in ("none", "double_row_gen3"):
            raise self.error(f"is {self.perf_mode.data.value}, expected none or double_row_gen3", attribute="perf_mode")
        if self.is_double_row:
            for name in ("stationary", "moving"):
                free = self.free_shape(name)
                if len(free) < 2 or free[0] != 2:
                    raise self.error(
                        DOUBLE_ROW_PACK,
                        notes=(
                            f'operand "{name}" has free dimensions {list(free)}',
                            "a partition holds its two halves of the contraction one behind the other: [K/2, 2, …]",
                        ),
                    )
        super().verify_shapes()

    def verify_contract(self) -> None:
        indices = self.double_row_indices
        if indices is not None and not self.is_double_row:
            raise self.error("is given, which needs perf_mode = double_row_gen3", attribute="double_row_indices")
        if indices is not None and len(shape_of(indices)) != 2:
            raise self.error(
                DOUBLE_ROW_INDEX_SIZE,
                notes=(f"double_row_indices has {len(shape_of(indices))} entries, one for each of the two halves",),
            )
        if indices is not None and sorted(shape_of(indices)) != [0, 1]:
            raise self.error(
                f"is {list(shape_of(indices))}, expected each of the halves 0 and 1 once",
                attribute="double_row_indices",
            )
        if self.is_double_row:
            self._verify_packing()
        if self.num_channels is not None and self.num_channels.value.data > self.matmul_shape("stationary")[0]:
            raise self.error(
                f'is {self.num_channels.value.data}, operand "stationary" has '
                f"{self.matmul_shape('stationary')[0]} partitions",
                attribute="num_channels",
            )
        super().verify_contract()

    def _verify_packing(self) -> None:
        for name in ("stationary", "moving"):
            element = self.element(name)
            if not element.is_float8 and element.name != "uint8":
                raise self.error(
                    f"has element type {element.type}, double-row packing needs fp8, or ui8 for its raw bytes",
                    operand=name,
                )
        if self.transpose.value.data:
            raise self.error("is set, which does not go with double-row packing", attribute="transpose")
        rectangle = self.tile_rectangle()
        if rectangle is not None and rectangle[1][1] != PE_COLUMNS:
            raise self.error(
                f"has {rectangle[1][1]} columns, double-row packing does not go with column tiling",
                attribute="tile_size",
            )

    def verify_target(self, target: TargetAttr) -> None:
        """Double-row packing exists from Cayman on. Raises OperationError."""
        if self.is_double_row and not target.limits.has_double_row:
            raise self.error(
                f"{DOUBLE_ROW_UNSUPPORTED}{target}", notes=("double-row packing exists from trn2 (Cayman) on",)
            )
        super().verify_target(target)
