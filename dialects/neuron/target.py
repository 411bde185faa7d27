"""`#neuron.target`, and the table of what each generation can do: capacities, limits and gates stand here only.

Public sources: AWS Neuron documentation (architecture guides of NeuronCore v2, v3 and v4) and the reverse-engineering
notes on neuronx_cc 2.24 (hardware description classes). Numbers that no public source gives are fields of the
attribute with a documented default, so that they can be set where a user knows better.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from xdsl.dialects.builtin import IntAttr, NoneAttr, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .attribute_format import NONE, Field, IntegerField, KeyedAttribute
from .errors import did_you_mean
from .xdsl_interface import position, raise_at

TARGET_ATTRIBUTE = "neuron.target"
"""The discardable attribute of a module that holds its target."""

MAX_FREE_DIMS_OF_HARDWARE = 4
"""A descriptor holds at most four free dimensions (AWS Neuron documentation, access patterns)."""


@dataclass(frozen=True)
class Limits:
    """
    What one generation can do. `class_name` is the compiler's own name of it.

    Sizes are in bytes, counts in partitions, banks, rows, columns or elements as the names say. `arch_level` is the
    ordinal that Backend IR compares targets by.
    """

    name: str
    aliases: tuple[str, ...]
    core: str
    class_name: str
    arch_level: int
    sbuf_bytes_per_partition: int
    psum_banks: int
    psum_partitions: int
    pe_columns: int
    pool_channels: int
    sbuf_partitions: int = 128
    pe_rows: int = 128
    psum_bank_bytes: int = 2048
    max_matmul_moving: int = 512
    """Free elements of the moving operand of one matmul; on v4 more with a narrower destination."""
    max_matmul_stationary: int = 128
    min_step: int = -32768
    max_step: int = 32767
    """Steps are signed 16-bit fields of a descriptor."""
    max_num: int = 65535
    """Element counts are unsigned 16-bit fields of a descriptor."""
    most_cores: int = 2
    """Physical cores of a logical NeuronCore, at most; two from Cayman on (AWS Neuron documentation, NCC_EARG001)."""
    has_double_row: bool = True
    """Double-row (fp8) matmul exists from Cayman on."""
    has_sparse_matmul: bool = True
    """Matmuls with a compressed operand exist from Cayman on."""
    has_short_tiles: bool = True
    """Tiles of the PE array with 32 rows or columns exist from Cayman on."""
    has_multibank_matmul: bool = False
    """From v4 on one matmul may fill several PSUM banks and write 16-bit results."""
    has_public_descriptors: bool = True
    """Public sources describe the descriptors of v2, v3 and v4."""
    has_microscaling: bool = False
    """Microscaling (MX) matmul exists from v4 on."""
    has_sliding_window: bool = True
    has_attention_sink: bool = True
    """Learned sinks of the softmax, like sliding windows, exist in the attention kernels from v3 on."""
    # Not given by any public source; defaults are the best reading of the evidence.
    double_row_stride_alignment: int = 16
    max_strides: int = 4
    max_reduce_dims: int = 4

    @property
    def psum_bytes_per_partition(self) -> int:
        """Bytes of one PSUM partition over all banks."""
        return self.psum_banks * self.psum_bank_bytes

    def start_partitions(self, partitions: int) -> tuple[int, ...]:
        """Where an access to so many partitions may start (AWS Neuron documentation; 32-partition quadrants)."""
        if partitions > 64:
            return (0,)
        return (0, 64) if partitions > 32 else (0, 32, 64, 96)


GENERATIONS: tuple[Limits, ...] = (
    Limits(
        "inf1", ("tonga",), "NeuronCore-v1", "Tonga", 10, 0x18000, 4, 64, 64, 64,
        most_cores=1, has_double_row=False, has_sparse_matmul=False, has_short_tiles=False,
        has_public_descriptors=False, has_sliding_window=False, has_attention_sink=False,
    ),
    Limits(
        "trn1", ("sunda", "inf2"), "NeuronCore-v2", "Sunda", 20, 0x30000, 8, 128, 128, 128,
        most_cores=1, has_double_row=False, has_sparse_matmul=False, has_short_tiles=False,
        has_sliding_window=False, has_attention_sink=False,
    ),
    Limits("trn2", ("cayman", "trn3pre"), "NeuronCore-v3", "Cayman", 30, 0x38000, 8, 128, 128, 128),
    Limits(
        "trn3", ("corev4", "mariana"), "NeuronCore-v4", "CoreV4", 40, 0x40000, 8, 128, 128, 128,
        has_microscaling=True, has_multibank_matmul=True, max_matmul_moving=4096,
    ),
)  # fmt: skip
"""The generations, oldest first."""

BY_NAME: dict[str, Limits] = {name: limits for limits in GENERATIONS for name in (limits.name, *limits.aliases)}
"""Every name a target goes by."""

DEFAULT_TARGET = "trn2"
LNC_COUNTS = (1, 2)
"""How many physical cores a logical NeuronCore can be made of."""


class TargetNameField(Field):
    """The name of a generation; an alias is read as the generation it names."""

    def may_start_with(self, word: str) -> bool:
        return True

    def parse(self, parser: AttrParser, what: str) -> Attribute:
        start = position(parser)
        word = parser.parse_optional_identifier_or_str_literal() or ""
        if word not in BY_NAME:
            found = f"unknown target '{word}'{did_you_mean(word, BY_NAME)}" if word else "expected a target"
            raise_at(parser, f"{found} (one of: {', '.join(BY_NAME)})", start, start + len(word))
        return StringAttr(BY_NAME[word].name)

    def text(self, value: StringAttr, printer: Printer) -> None:
        printer.print_string(value.data)

    def portable(self, value: StringAttr, printer: Printer) -> None:
        printer.print_string_literal(value.data)


@irdl_attr_definition
class TargetAttr(KeyedAttribute):
    """
    The target of a module: a generation and how many physical cores make a logical one.

    `lnc` is recorded and given to the kernels; nothing is multiplied by it. The numbers that public sources do not
    give can be set: `double_row_stride_alignment` (elements between the two halves of a double row, default 16),
    `max_strides` (strides of one plain DMA access, default 4) and `max_reduce_dims` (default 4, by the axis selector
    XYZW).

    ```mlir
    module attributes {neuron.target = #neuron.target<trn2, lnc = 2>} {}
    module attributes {neuron.target = #neuron.target<trn3, double_row_stride_alignment = 32>} {}
    ```
    """

    name = "neuron.target"

    generation: StringAttr
    lnc: IntAttr
    double_row_stride_alignment: IntAttr | NoneAttr
    max_strides: IntAttr | NoneAttr
    max_reduce_dims: IntAttr | NoneAttr

    FIELDS: ClassVar[tuple[Field, ...]] = (
        TargetNameField("generation", positional=True),
        IntegerField("lnc", IntAttr(1)),
        IntegerField("double_row_stride_alignment", NONE),
        IntegerField("max_strides", NONE),
        IntegerField("max_reduce_dims", NONE),
    )

    def __init__(
        self,
        generation: str = DEFAULT_TARGET,
        lnc: int = 1,
        *,
        double_row_stride_alignment: int | None = None,
        max_strides: int | None = None,
        max_reduce_dims: int | None = None,
    ):
        """Raises ValueError for an unknown generation, VerifyException for an impossible `lnc`."""
        if generation not in BY_NAME:
            raise ValueError(
                f"unknown target '{generation}'{did_you_mean(generation, BY_NAME)} (one of: {', '.join(BY_NAME)})"
            )
        optional = [
            NONE if value is None else IntAttr(value)
            for value in (double_row_stride_alignment, max_strides, max_reduce_dims)
        ]
        super().__init__(StringAttr(BY_NAME[generation].name), IntAttr(lnc), *optional)

    def verify(self) -> None:
        if self.generation.data not in BY_NAME:
            raise VerifyException(f"unknown target '{self.generation.data}' (one of: {', '.join(BY_NAME)})")
        if self.lnc.data not in LNC_COUNTS:
            raise VerifyException(
                f"lnc is {self.lnc.data}, a logical NeuronCore has {' or '.join(map(str, LNC_COUNTS))} physical cores"
            )
        if self.lnc.data > BY_NAME[self.generation.data].most_cores:
            raise VerifyException(
                f"lnc is {self.lnc.data}, on {self.generation.data} only lnc = 1 is supported (NCC_EARG001)"
            )
        for name, value in self._overrides().items():
            if value <= 0:
                raise VerifyException(f"{name} is {value}, it must be positive")

    def _overrides(self) -> dict[str, int]:
        names = ("double_row_stride_alignment", "max_strides", "max_reduce_dims")
        values = (self.double_row_stride_alignment, self.max_strides, self.max_reduce_dims)
        return {name: value.data for name, value in zip(names, values, strict=True) if isinstance(value, IntAttr)}

    @property
    def limits(self) -> Limits:
        """The row of the table, with what the attribute sets."""
        limits = BY_NAME[self.generation.data]
        overrides = self._overrides()
        return replace(limits, **overrides) if overrides else limits

    def __str__(self) -> str:
        return self.generation.data if self.lnc.data == 1 else f"{self.generation.data} with lnc {self.lnc.data}"


_DEFAULT = TargetAttr()


def target_of(op: Operation) -> TargetAttr:
    """The target of the nearest enclosing module that names one; trn2 with lnc 1 when none does."""
    ancestor: Operation | None = op
    while ancestor is not None:
        target = ancestor.attributes.get(TARGET_ATTRIBUTE)
        if isinstance(target, TargetAttr):
            return target
        ancestor = ancestor.parent_op()
    return _DEFAULT


_MOST_DIGITS = 20
"""A number of a target from a command line has no more; the limits that it may lift are far smaller."""


def parse_target(text: str) -> TargetAttr:
    """
    A target from a command line: `trn2`, `trn2:lnc=2` or `trn3:lnc=2,max_strides=5`.

    Raises ValueError with what is wrong.
    """
    name, _, settings = text.partition(":")
    values: dict[str, int] = {}
    known = [field.name for field in TargetAttr.FIELDS[1:]]
    for setting in filter(None, settings.split(",")):
        key, _, value = setting.partition("=")
        key = key.replace("-", "_")
        if key not in known:
            raise ValueError(f"'{key}' is not a setting of a target{did_you_mean(key, known)} ({', '.join(known)})")
        if not (value.isascii() and value.removeprefix("-").isdecimal() and len(value) <= _MOST_DIGITS):
            raise ValueError(f"'{key}' takes an integer, not '{value}'")
        if key in values:
            raise ValueError(f"'{key}' is given twice")
        values[key] = int(value)
    try:
        return TargetAttr(name, values.pop("lnc", 1), **values)
    except VerifyException as error:
        raise ValueError(str(error)) from None


def verify_target_gates(module: Operation) -> Sequence[tuple[Operation, VerifyException]]:
    """
    What the target of a module refuses in it: every operation that has a `verify_target(target)` method is asked.

    Run once per module, so that the operations' own verifiers do not depend on where they stand.
    """
    failures: list[tuple[Operation, VerifyException]] = []
    attribute = module.attributes.get(TARGET_ATTRIBUTE)
    if attribute is not None and not isinstance(attribute, TargetAttr):
        failures.append((module, VerifyException(f"attribute '{TARGET_ATTRIBUTE}' is not a #neuron.target attribute")))
        return failures
    target = target_of(module)
    stack: list[tuple[Operation, TargetAttr]] = [(module, target)]
    while stack:
        op, target = stack.pop()
        own = op.attributes.get(TARGET_ATTRIBUTE)
        if isinstance(own, TargetAttr):
            target = own
        gate = getattr(op, "verify_target", None)
        if gate is not None:
            try:
                gate(target)
            except VerifyException as error:
                failures.append((op, error))
        inner = [child for region in op.regions for block in region.blocks for child in block.ops]
        stack.extend((child, target) for child in reversed(inner))
    return failures
