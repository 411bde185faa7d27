"""Matrix multiplications on the systolic array: dense, two rows at once, and with a compressed operand.

Public sources: the AWS Neuron documentation of `nki.isa.nc_matmul` (tile limits, layouts, element types) and
reverse-engineering notes on neuronx_cc 2.24 (`codegenMatMulOp`, `codegenMatMulSparseOp`, their messages).
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def

from ...neuron.errors import OperationError
from ...neuron.op_format import OperandLike
from ...neuron.properties import (
    flag,
    integer,
    optional_integer,
    optional_shape,
    required_integer,
    shape_of,
    word,
)
from ...neuron.target import TargetAttr
from ..element_types import FLOAT8, FLOATS
from ..words import MatmulPerfModeAttr
from .operation import PSUM, SBUF, ComputeOp, counted
from .words import DoubleRowFlavourAttr

RESULT_IN_PSUM = "Result buffer of matmult must be psum!"
WEIGHTS_OF_RANK_2 = "A splittable NeuronWeightTensor should be of rank 2"
FIRST_DIMENSION_2 = "first F dim of LHS and RHS of the double_row matmult must be 2"
LAST_DIMENSION_2 = "The last dimension of double_row matmult must have size of 2"
ONLY_FLOAT8 = "only support fp8e4m3 and fp8e5m2"
ONLY_UINT8 = "only support uint8"
SAME_CONTRACT_DIM = "LHS, RHS and TAG should has the same number of contract dim!"
NO_MULTIBANK = "do not support psum multibank"
ILLEGAL_START = "Illegal start partition in MatMulOp: "
"""Assertions of neuronx_cc 2.24's matmul code generators; the comment beside each use says when they hold."""

INPUT_TYPES = FLOATS | FLOAT8 | {"int8", "uint8"}
WIDE_FLOATS = frozenset({"float32", "float32r"})
DOUBLE_ROW_FLOATS = frozenset({"float8e4", "float8e5", "float8_e4m3fn"})
DOUBLE_ROW_MODES = ("double_row", "double_row_gen3", "double_row_sw_interleave")
ACCUMULATION_FLAGS = frozenset({0, 1, 2, 3, 4, 6})
"""Starts (1), stops (2) or continues (4) an accumulation group in PSUM; a start that continues means nothing."""
TILE_EXTENTS = (32, 64, 128)
TAGS_PER_WORD = 4
"""The positions of four kept rows fit one 16-bit word."""
COMPRESS_RATIOS = (2, 3, 4)


class MatmulLikeOp(ComputeOp):
    """What the matmuls have in common: both factors in SBUF, the contraction across partitions, the result in PSUM."""

    SPACES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "moving": SBUF,
        "stationary": SBUF,
        "tags": SBUF,
        "dst": PSUM,
    }

    def wrong_space(self, index: int, found: str, spaces: tuple[str, ...]) -> OperationError:
        if self.operand_name(index) != "dst":
            return super().wrong_space(index, found, spaces)
        return self.assertion(RESULT_IN_PSUM, operand=index, notes=(f'operand "dst" lies in {found}',))

    def verify_element_types(self) -> None:
        moving, stationary = self.element("moving").name, self.element("stationary").name
        for name, dtype in (("moving", moving), ("stationary", stationary)):
            if dtype not in INPUT_TYPES:
                raise self.error(
                    f"has element type {self.operand_type(name).element_type}, the systolic array takes floats and "
                    "8-bit integers",
                    operand=name,
                )
        if (moving in WIDE_FLOATS) != (stationary in WIDE_FLOATS):
            wide, other = ("moving", "stationary") if moving in WIDE_FLOATS else ("stationary", "moving")
            raise self.error(
                f'has element type {self.operand_type(other).element_type}, but operand "{wide}" '
                f"{self.operand_type(wide).element_type}; 32-bit floats only mix with each other",
                operand=other,
            )
        if {moving, stationary} == {"float8e4", "float8_e4m3fn"}:
            raise self.error(
                f'has element type {self.operand_type("stationary").element_type}, but operand "moving" '
                f"{self.operand_type('moving').element_type}; the two kinds of e4m3 do not mix",
                operand="stationary",
            )

    def verify_result(self, rows: int, columns: int) -> None:
        """The result has a partition for each column of the stationary operand, an element for each of the moving."""
        if self.partitions("dst") != rows or self.free_elements("dst") != columns:
            raise self.error(
                f"accesses {self.partitions('dst')}x{self.free_elements('dst')} elements, the product of "
                f"{rows} stationary and {columns} moving columns is {rows}x{columns}",
                operand="dst",
            )

    def verify_tile(self, target: TargetAttr, rows: int, stationary: int, moving: int) -> None:
        """One instruction's worth of work on a target: contraction rows, stationary and moving columns."""
        limits = target.limits
        # A narrower result leaves room for twice the columns where one instruction may fill several banks.
        narrow = limits.has_multibank_matmul and self.element("dst").size_in_bytes == 2
        checks = (
            ("moving", "contraction rows", rows, limits.pe_rows),
            ("stationary", "columns", stationary, min(limits.pe_columns, limits.max_matmul_stationary)),
            ("moving", "columns", moving, limits.max_matmul_moving * (2 if narrow else 1)),
        )
        for name, what, found, most in checks:
            if found > most:
                raise self.error(f"has {found} {what}, one matmul on {target} takes {most}", operand=name)
        self._verify_result_type(target)
        self._verify_bank(target)
        for name in ("moving", "stationary", "dst"):
            problem = self.start_problem(name, target)
            if problem is not None:
                raise self.assertion(f"{ILLEGAL_START}{self.start_partition(name)}", operand=name, notes=(problem,))

    def _verify_result_type(self, target: TargetAttr) -> None:
        dtype = self.element("dst")
        narrow_allowed = target.limits.has_multibank_matmul or self.is_transposing
        sizes = (2, 4) if narrow_allowed else (4,)
        if dtype.size_in_bytes not in sizes:
            raise self.error(
                f"has element type {self.operand_type('dst').element_type} of {dtype.size_in_bytes} bytes, PSUM on "
                f"{target} is written in {' or '.join(map(str, sizes))} bytes",
                operand="dst",
            )

    @property
    def is_transposing(self) -> bool:
        """Whether the systolic array only passes the moving operand through, transposed."""
        return False

    def _verify_bank(self, target: TargetAttr) -> None:
        if target.limits.has_multibank_matmul:
            return
        size, bank_bytes = self.element("dst").size_in_bytes, target.limits.psum_bank_bytes
        first, last = self.free_range("dst")
        banks = first * size // bank_bytes, ((last + 1) * size - 1) // bank_bytes
        if banks[0] != banks[1]:
            raise self.assertion(
                NO_MULTIBANK,
                operand="dst",
                notes=(
                    f"bytes {first * size} to {(last + 1) * size - 1} of a partition lie in banks {banks[0]} to "
                    f"{banks[1]}; a bank of {target} has {bank_bytes}, and one accumulation stays in one",
                ),
            )


@irdl_op_definition
class MatmulOp(MatmulLikeOp):
    """
    `dst = stationary^T @ moving`, accumulated in PSUM.

    Shapes: moving [K, N], stationary [K, M], dst [M, N], with K and M across partitions. With perf_mode double_row two
    rows of one-byte elements are multiplied at once: moving [K/2, 2, N] and stationary [K/2, 2, M] hold the first half
    of K in half 0 and the second in half 1; the legacy flavour and double_row_sw_interleave have the 2 last.
    `double_row_gen3` is the older name of `double_row`.

    `accumulation_flag` starts (1), stops (2) or continues (4) an accumulation group. `is_transpose` passes the moving
    operand through transposed. `tile_position` and `tile_size` (rows, columns) use a part of the array.
    `replication_num_rows` goes to the instruction as it is.

    ```mlir
    penguin.matmul moving(%x : !kn) stationary(%w : !km) -> dst(%y : !mn)
    penguin.matmul moving(%x : !k2n) stationary(%w : !k2m) -> dst(%y : !mn) {perf_mode = double_row}
    ```
    """

    name = "penguin.matmul"

    moving = operand_def()
    stationary = operand_def()
    dst = operand_def()

    perf_mode = word(MatmulPerfModeAttr, "none")
    double_row_flavour = word(DoubleRowFlavourAttr, "gen3")
    accumulation_flag = integer(0, minimum=0, maximum=6)
    is_transpose = flag()
    tile_position = optional_shape(2, 0)
    tile_size = optional_shape(2, 1)
    replication_num_rows = optional_integer(minimum=0, maximum=2**32 - 1)

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(
        self,
        *,
        moving: OperandLike,
        stationary: OperandLike,
        dst: OperandLike,
        perf_mode: str = "none",
        double_row_flavour: str = "gen3",
        accumulation_flag: int = 0,
        is_transpose: bool = False,
        tile_position: Sequence[int] | None = None,
        tile_size: Sequence[int] | None = None,
        replication_num_rows: int | None = None,
    ):
        self.build_from(locals())

    @property
    def is_double_row(self) -> bool:
        """Whether two rows are multiplied at once."""
        return self.perf_mode.data.value in DOUBLE_ROW_MODES

    @property
    def has_halves_last(self) -> bool:
        """Whether the two halves of a double row are interleaved: their dimension is the last one."""
        return self.perf_mode.data.value == "double_row_sw_interleave" or self.double_row_flavour.data.value == "legacy"

    @property
    def is_transposing(self) -> bool:
        return bool(self.is_transpose.value.data)

    def verify_element_types(self) -> None:
        super().verify_element_types()
        if self.is_double_row:
            for name in ("moving", "stationary"):
                self._verify_double_row_type(name)

    def _verify_double_row_type(self, name: str) -> None:
        dtype = self.element(name).name
        if dtype in DOUBLE_ROW_FLOATS or dtype == "uint8":
            return
        # One-byte floats may come as their raw bytes, which have the type uint8.
        raise self.assertion(
            ONLY_UINT8 if "int" in dtype else ONLY_FLOAT8,
            operand=name,
            notes=(f'operand "{name}" has element type {self.operand_type(name).element_type}',),
        )

    def verify_shapes(self) -> None:
        rows = self.partitions("moving")
        if self.partitions("stationary") != rows:
            raise self.error(
                f'has {self.partitions("stationary")} contraction rows (partitions), operand "moving" {rows}',
                operand="stationary",
            )
        if self.is_double_row:
            self._verify_double_row_shapes()
        else:
            self._verify_weight_rank()
        halves = 2 if self.is_double_row else 1
        self.verify_result(self.free_elements("stationary") // halves, self.free_elements("moving") // halves)

    def _verify_weight_rank(self) -> None:
        dims = [size for size in self.free_shape("stationary") if size != 1]
        if len(dims) > 1:
            raise self.assertion(
                WEIGHTS_OF_RANK_2,
                operand="stationary",
                notes=(
                    f'operand "stationary" is accessed as {"x".join(map(str, self.shape("stationary")))}: besides the '
                    f"partitions, dimensions of {' and '.join(map(str, dims))} elements; a sub-tensor of one of them, "
                    "or perf_mode = double_row, is meant",
                ),
            )

    def _verify_double_row_shapes(self) -> None:
        legacy = self.has_halves_last
        for name in ("moving", "stationary"):
            free = self.free_shape(name)
            if len(free) >= 2 and free[-1 if legacy else 0] == 2:
                continue
            layout = "[K/2, N, 2]" if legacy else "[K/2, 2, N]"
            notes = [
                f'operand "{name}" has the free dimensions {list(free)}',
                f"the K rows of a double row lie in two halves, {layout}",
            ]
            if 2 not in free:
                rows, columns = self.partitions(name), prod(free)
                whole = f"[{rows // 2}, {columns}, 2]" if legacy else f"[{rows // 2}, 2, {columns}]"
                notes.append(f"if the {rows} partitions are all of K, that is {whole}")
            raise self.assertion(LAST_DIMENSION_2 if legacy else FIRST_DIMENSION_2, operand=name, notes=notes)

    def verify_contract(self) -> None:
        mode = self.perf_mode.data.value
        if mode != "none" and not self.is_double_row:
            raise self.error(
                f"is {mode}, whose operand layout is not public; expected none or {', '.join(DOUBLE_ROW_MODES)}",
                attribute="perf_mode",
                notes=("the instruction bir.matmult takes every mode",),
            )
        if not self.is_double_row and self.double_row_flavour.data.value != "gen3":
            raise self.error("is given, but perf_mode is not a double row", attribute="double_row_flavour")
        if self.accumulation_flag.value.data not in ACCUMULATION_FLAGS:
            raise self.error(
                f"is {self.accumulation_flag.value.data}, expected one of {sorted(ACCUMULATION_FLAGS)}",
                attribute="accumulation_flag",
                notes=("1 starts an accumulation group, 2 stops it, 4 continues one that was started before",),
            )
        if self.is_double_row and self.is_transposing:
            raise self.error("does not go together with a double-row perf_mode", attribute="is_transpose")
        source, result = (self.operand_type(name).element_type for name in ("moving", "dst"))
        if self.is_transposing and source != result:
            raise self.error(
                f'has element type {result}, a transpose keeps that of operand "moving", {source}', operand="dst"
            )
        self._verify_tile_attributes()

    def _verify_tile_attributes(self) -> None:
        position, size = self.tile_position, self.tile_size
        if (position is None) != (size is None):
            given = "tile_position" if size is None else "tile_size"
            raise self.error("is given alone, tile_position and tile_size go together", attribute=given)
        if position is None or size is None:
            return
        for what, start, extent in zip(("row", "column"), shape_of(position), shape_of(size), strict=True):
            if extent not in TILE_EXTENTS:
                raise self.error(
                    f"has {extent} {what}s, expected one of {', '.join(map(str, TILE_EXTENTS))}", attribute="tile_size"
                )
            if start % extent:
                raise self.error(
                    f"has {what} {start}, which is not a multiple of the {extent} {what}s of the tile",
                    attribute="tile_position",
                )
        if self.is_double_row and shape_of(size)[1] != TILE_EXTENTS[-1]:
            raise self.error("tiles columns, which a double-row perf_mode does not allow", attribute="tile_size")

    def verify_target(self, target: TargetAttr) -> None:
        """The mode exists, and the tile fits one instruction. Raises OperationError."""
        if self.is_double_row and not target.limits.has_double_row:
            mode = self.perf_mode.data.value
            raise OperationError(
                f"perf_mode=`{mode}` is not supported on {target}",
                property_name="perf_mode",
                notes=("two rows at once exist from trn2 on",),
            )
        if self.tile_size is not None and shape_of(self.tile_size)[0] == 32 and not target.limits.has_short_tiles:
            raise self.error(
                f"has 32 rows, which {target} does not have",
                attribute="tile_size",
                notes=("tiles of 32 rows exist from trn2 on",),
            )
        halves = 2 if self.is_double_row else 1
        self.verify_tile(
            target,
            self.partitions("moving"),
            self.free_elements("stationary") // halves,
            self.free_elements("moving") // halves,
        )


@irdl_op_definition
class MatmulSparseOp(MatmulLikeOp):
    """
    `dst = stationary^T @ moving` where only one in `compress_ratio` rows of the stationary operand is kept.

    Shapes: moving [K, compress_ratio, N] is dense, stationary [K, M] compressed, tags [K, M/4] say which row was kept
    (four 4-bit positions a 16-bit word), dst [M, N] lies in PSUM.

    ```mlir
    penguin.matmul_sparse moving(%x : !x) stationary(%w : !w) tags(%t : !t) -> dst(%y : !y) {compress_ratio = 4}
    ```
    """

    name = "penguin.matmul_sparse"

    moving = operand_def()
    stationary = operand_def()
    tags = operand_def()
    dst = operand_def()

    compress_ratio = required_integer()
    accumulation_flag = integer(0, minimum=0, maximum=6)

    OUTPUTS: ClassVar[tuple[str, ...]] = ("dst",)

    def __init__(
        self,
        *,
        moving: OperandLike,
        stationary: OperandLike,
        tags: OperandLike,
        dst: OperandLike,
        compress_ratio: int,
        accumulation_flag: int = 0,
    ):
        self.build_from(locals())

    def verify_element_types(self) -> None:
        super().verify_element_types()
        if self.element("tags").name != "uint16":
            raise self.error(
                f"has element type {self.operand_type('tags').element_type}, tags are ui16 words", operand="tags"
            )

    def verify_shapes(self) -> None:
        counts = {name: self.partitions(name) for name in ("moving", "stationary", "tags")}
        if len(set(counts.values())) != 1:
            odd = next(name for name in ("stationary", "tags") if counts[name] != counts["moving"])
            raise self.assertion(
                SAME_CONTRACT_DIM,
                operand=odd,
                notes=tuple(f'operand "{name}" has {counted(count, "partition")}' for name, count in counts.items()),
            )
        ratio = self.compress_ratio.value.data
        if ratio not in COMPRESS_RATIOS:
            raise self.error(
                f"is {ratio}, expected one of {', '.join(map(str, COMPRESS_RATIOS))}", attribute="compress_ratio"
            )
        moving, stationary = self.free_elements("moving"), self.free_elements("stationary")
        if moving % ratio:
            raise self.error(
                f"has {counted(moving, 'element')} a partition, not a multiple of compress_ratio = {ratio}",
                operand="moving",
            )
        if self.free_elements("tags") * TAGS_PER_WORD != stationary:
            raise self.error(
                f'has {self.free_elements("tags")} words a partition, {stationary} columns of operand "stationary" '
                f"need {stationary / TAGS_PER_WORD:g}",
                operand="tags",
                notes=(f"a word holds {TAGS_PER_WORD} positions",),
            )
        self.verify_result(stationary, moving // ratio)

    def verify_contract(self) -> None:
        if self.accumulation_flag.value.data not in ACCUMULATION_FLAGS:
            raise self.error(
                f"is {self.accumulation_flag.value.data}, expected one of {sorted(ACCUMULATION_FLAGS)}",
                attribute="accumulation_flag",
            )
        if self.element("moving").name == "float32r" and self.free_elements("dst") % 2:
            raise self.error(
                f"has {self.free_text('dst')}, a float32r product needs an even number",
                operand="dst",
            )

    def verify_target(self, target: TargetAttr) -> None:
        """Compressed operands exist, and the tile fits one instruction. Raises OperationError."""
        if not target.limits.has_sparse_matmul:
            raise self.error(
                f"is not supported on {target}", notes=("matmuls with a compressed operand exist from trn2 on",)
            )
        ratio = self.compress_ratio.value.data
        self.verify_tile(
            target,
            self.partitions("moving"),
            self.free_elements("stationary"),
            self.free_elements("moving") // ratio,
        )
