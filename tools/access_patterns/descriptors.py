"""`neuron-ap encode` and `neuron-ap decode`: the descriptor of a pattern, and what the bytes of one say."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from xdsl.dialects.builtin import MemRefType
    from xdsl.ir import Attribute

    from ...dialects.neuron.access_pattern import Access
    from ...dialects.neuron.descriptors.layouts import Layout
    from ...dialects.neuron.descriptors.microscaling import MicroscalingDescriptor
    from ...dialects.neuron.legality import Violation
    from ...dialects.neuron.target import Limits
    from ...passes.encode_descriptors.operand import EncodedOperand, EncodingRules
    from ...passes.encode_descriptors.physical import PhysicalPattern

_KINDS = (
    "TENSOR1D", "TENSOR2D", "TENSOR3D", "TENSOR4D", "MEM_PATTERN2D", "MEM_PATTERN3D", "MEM_PATTERN4D",
    "MXMEM_PATTERN1D",
)  # fmt: skip
_KIND_HELP = f"the type of descriptor: {', '.join(_KINDS[:-1])} or {_KINDS[-1]}"
_SLOT_ORDERS = ("innermost-first", "outermost-first")


class Row(NamedTuple):
    """One field of a descriptor: where it stands, how long it is, what it is called and what it says."""

    at: int
    size: int
    name: str
    meaning: str


def add_commands(commands: Any, pattern_help: str) -> None:
    """Adds the two commands to the sub-parsers of `neuron-ap`."""
    encode = commands.add_parser("encode", help="give the bytes of a pattern's descriptor", allow_abbrev=False)
    encode.add_argument("pattern", help=pattern_help)
    encode.add_argument("--shape", metavar="128x512xbf16", help="the memref that is walked; or memref<…>")
    encode.add_argument("--memory", choices=("hbm", "sbuf", "psum"), help="where it lies (default: sbuf)")
    encode.add_argument("--kind", choices=_KINDS, metavar="kind", help=f"{_KIND_HELP} (default: the least that fits)")
    _integer(encode, "--base", "first partition of the memref (default: 0)")
    _integer(encode, "--addr", "byte in a partition where the memref starts (default: 0)")
    _integer(encode, "--bank", "bank of psum where it starts (default: 0)")
    _integer(encode, "--register", "the register that a start known at run time is in (default: 0)")
    _integer(encode, "--scale-partition", "first partition of the scales of an MX operand (default: 0)")
    _integer(encode, "--scale-byte", "byte in a partition where they start (default: 0)")
    decode = commands.add_parser("decode", help="say what the bytes of a descriptor mean", allow_abbrev=False)
    decode.add_argument("bytes", metavar="hex", help="the bytes in the order of memory: '00018000 0100 4000 2000 1000'")
    decode.add_argument("--kind", choices=_KINDS, metavar="kind", help=f"{_KIND_HELP} (default: TENSOR of that size)")
    decode.add_argument("--dtype", metavar="bf16", help="the element type, to check where the operand starts")
    for command in (encode, decode):
        command.add_argument("--target", default="trn2", help="trn2, or trn2:max_strides=5 (default: trn2)")
        command.add_argument(
            "--slot-order", choices=_SLOT_ORDERS, default=_SLOT_ORDERS[0], help="the dimension that slot 0 has"
        )


def _integer(command: ArgumentParser, name: str, help: str) -> None:
    command.add_argument(name, type=_number, default=0, metavar="number", help=help)


def _number(text: str) -> int:
    return int(text, 0)


def _limits(text: str) -> Limits:
    from ...dialects.neuron.target import parse_target
    from .reading import ReadingError

    try:
        limits = parse_target(text).limits
    except ValueError as error:
        raise ReadingError(f"--target: {error}") from None
    if not limits.has_public_descriptors:
        raise ReadingError(f"--target: no public source describes the descriptors of {limits.name}")
    return limits


# ---------------------------------------------------------------------------------------------- encode


def encode_command(options: Namespace) -> int:
    """
    Prints the descriptor of a pattern and returns the exit code, 1 when the pattern breaks a rule.

    Raises ReadingError and ReportedError for what cannot be read.
    """
    from ...dialects.neuron.descriptors.tensor import SlotOrder
    from ...dialects.neuron.legality import Violation
    from ...passes.encode_descriptors.operand import EncodedOperand, EncodingRules, about
    from ...passes.encode_descriptors.physical import physical_pattern
    from .reading import new_context, read_shape, read_subject

    rules = EncodingRules(_limits(options.target), SlotOrder(options.slot_order), options.register)
    context = new_context()
    subject = read_subject(context, options.pattern, "pattern")
    if options.shape is not None:
        type = read_shape(context, options.shape, options.memory or "sbuf", subject.pattern)
    else:
        type = subject.type or _assumed_type(subject.pattern, options.memory or "sbuf")
    problems = _bounds(subject.pattern, type)
    made: EncodedOperand | tuple[Violation, ...] = problems
    if not problems:
        physical = physical_pattern(subject.pattern, type)
        made = (physical,) if isinstance(physical, Violation) else _encode(physical, type, rules, options)
    if not isinstance(made, EncodedOperand):
        for violation in made:
            print(f"neuron-ap: error: {about(violation, 'the pattern')}", file=sys.stderr)
            for note in violation.notes:
                print(f"note: {note}", file=sys.stderr)
        return 1
    print(f"{made.kind} on {rules.limits.name}: {made.text}")
    print()
    print("\n".join(_annotation(made.kind, made.data)))
    print()
    element = subject.pattern.element.name
    print(f"beside it: {_count(made.partitions, 'partition')}, wire type {made.wire_type} ({element})")
    return 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _bounds(pattern: Access, type: MemRefType[Attribute]) -> tuple[Violation, ...]:
    from ...dialects.neuron.access_pattern import check_bounds
    from ...dialects.neuron.legality import Violation

    problem = check_bounds(pattern, type)
    return () if problem is None else (Violation("bounds", f"cannot walk {type}: {problem.message}", problem.notes),)


def _assumed_type(pattern: Access, memory: str) -> MemRefType[Attribute]:
    """The least memref that has the pattern; the step of its partition part is taken for the size of a partition."""
    from xdsl.dialects.builtin import MemRefType, NoneAttr

    from ...dialects.neuron.access_pattern import IntervalAttr
    from ...dialects.neuron.memory import MemoryAttr
    from ...dialects.neuron.strided_set import StridedSet
    from .explanation import walk_of

    if isinstance(pattern, IntervalAttr):
        shape = (1, pattern.start.data + pattern.count.data)
    else:
        walk, _ = walk_of(pattern, None, memory)
        partitions = walk.start_partition + 1 + StridedSet(walk.partition).maximum // walk.extent
        shape = (partitions, walk.extent)
        if memory == "hbm":
            shape = (pattern.set.maximum + 1,)
    return MemRefType(pattern.dtype, shape, NoneAttr(), MemoryAttr(memory))


def _encode(
    physical: PhysicalPattern, type: MemRefType[Attribute], rules: EncodingRules, options: Namespace
) -> EncodedOperand | tuple[Violation, ...]:
    from ...dialects.neuron.descriptors.layouts import LAYOUTS, MICROSCALING
    from ...dialects.neuron.descriptors.start_word import PSUM_BANK_SHIFT
    from ...dialects.neuron.legality import ON_CHIP, OPERAND_KINDS, OperandKind
    from ...passes.encode_descriptors.operand import (
        PlacedOperand,
        ScalePlace,
        encode_microscaling_operand,
        encode_operand,
        place_operand,
    )
    from ...passes.encode_descriptors.places import Place

    place = Place(options.base, options.addr + (options.bank << PSUM_BANK_SHIFT))
    if options.kind == MICROSCALING:
        placed = place_operand(physical, type, OPERAND_KINDS["mx-data"], place, rules)
        if not isinstance(placed, PlacedOperand):
            return placed
        scale = ScalePlace("sbuf", options.scale_partition, options.scale_byte)
        return encode_microscaling_operand(placed, scale, physical, rules)
    used = [num for _, num in physical.access.in_partition_pairs if num != 1]
    layout = LAYOUTS[options.kind or f"TENSOR{min(max(len(used), 1), 4)}D"]
    writes = layout.name.startswith("MEM_PATTERN")
    kind = OperandKind(layout.name, "result" if writes else "source", layout.slots, ON_CHIP, writes)
    return encode_operand(physical, type, kind, layout, place, rules)


# ---------------------------------------------------------------------------------------------- decode


def decode_command(options: Namespace) -> int:
    """
    Prints what the bytes of a descriptor say, and what a validator holds against them; returns 1 if anything.

    Raises ReadingError for what cannot be read.
    """
    from ...dialects.neuron.descriptors.error import DescriptorError
    from ...dialects.neuron.descriptors.layouts import MICROSCALING
    from .reading import ReadingError

    limits = _limits(options.target)
    data = _bytes(options.bytes)
    kind = options.kind or _kind_of_size(len(data))
    alignment = _alignment(options.dtype, limits)
    try:
        rows = _annotation(kind, data)
        if kind == MICROSCALING:
            said, problems = _microscaling(data, limits, alignment)
        else:
            said, problems = _tensor(kind, data, limits, alignment, options.slot_order)
    except DescriptorError as error:
        raise ReadingError("; ".join([str(error), *getattr(error, "__notes__", ())])) from None
    print(f"{kind}: {_text(kind, data)}")
    print()
    print("\n".join(rows))
    print()
    print("\n".join(said))
    for problem in problems:
        print(f"neuron-ap: error: {problem}", file=sys.stderr)
    return 1 if problems else 0


def _bytes(text: str) -> bytes:
    from .reading import ReadingError

    digits = text.lower().replace("0x", "").translate({ord(each): None for each in " ,_:"})
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise ReadingError(f"'{text}' is not an even number of hexadecimal digits") from None


def _kind_of_size(size: int) -> str:
    from ...dialects.neuron.descriptors.layouts import LAYOUTS
    from .reading import ReadingError

    found = next((layout.name for layout in LAYOUTS.values() if layout.size == size), None)
    if found is None:
        sizes = ", ".join([f"{layout.size} ({layout.name})" for layout in LAYOUTS.values() if layout.name[0] == "T"])
        raise ReadingError(f"a descriptor cannot have {_count(size, 'byte')}, one has {sizes}")
    return found


def _alignment(name: str | None, limits: Limits) -> int:
    from ...dialects.neuron.descriptors.wire_types import wire_type
    from ...dialects.neuron.dtypes import DTYPES
    from ...dialects.neuron.errors import did_you_mean
    from .reading import ReadingError

    if name is None:
        return 1
    known = {word: dtype for dtype in DTYPES for word in (dtype.name, str(dtype.type))}
    if name not in known:
        raise ReadingError(f"--dtype: no element type '{name}'{did_you_mean(name, known)}")
    return wire_type(known[name], limits).alignment


def _tensor(
    kind: str, data: bytes, limits: Limits, alignment: int, slot_order: str
) -> tuple[list[str], tuple[str, ...]]:
    from ...dialects.neuron.descriptors.layouts import LAYOUTS
    from ...dialects.neuron.descriptors.start_word import Mode, check_start_word, read_start_word
    from ...dialects.neuron.descriptors.tensor import SlotOrder, check_slots, decode
    from ...dialects.neuron.strided_set import StridedSet, pattern_text

    descriptor = decode(LAYOUTS[kind], data)
    start = read_start_word(descriptor.word)
    problems = (*check_start_word(start, limits, alignment), *check_slots(descriptor))
    if start.mode is Mode.INDIRECT:
        second = int.from_bytes(data[4:8], "little")
        said = [f"indirect: bytes 4 to 7 are a second start word, {read_start_word(second).text}"]
        if second >> 29:
            problems = (*problems, "the second start word of an indirect descriptor has one of its top 3 bits set")
        return said, problems
    pairs = descriptor.pairs(SlotOrder(slot_order))
    said = [f"free = {pattern_text(pairs)}, outermost first"]
    if all(num for _, num in pairs):
        walk = StridedSet(pairs)
        said.append(
            f"{_count(walk.num_input_elts, 'element')} a partition, {walk.minimum} to {walk.maximum} from the start"
        )
    return said, problems


def _microscaling(data: bytes, limits: Limits, alignment: int) -> tuple[list[str], tuple[str, ...]]:
    from ...dialects.neuron.descriptors.microscaling import check_microscaling, decode_microscaling
    from ...dialects.neuron.descriptors.start_word import check_start_word, read_start_word

    descriptor = decode_microscaling(data)
    words = [word for word in (descriptor.index_word, descriptor.data_word, descriptor.scale_word) if word is not None]
    starts = [read_start_word(word) for word in words]
    problems: list[str] = []
    for start in starts:
        problems.extend(check_start_word(start, limits, alignment if start.word == descriptor.data_word else 1))
    if starts[-1].space != "sbuf":
        from ...dialects.neuron.descriptors.microscaling import SCALE_NOT_IN_SBUF

        problems.append(SCALE_NOT_IN_SBUF)
    problems.extend(check_microscaling(descriptor))
    if not limits.has_microscaling:
        problems.append(f"{limits.name} has no descriptors of microscaling operands, trn3 has")
    quadrant = starts[-1].partition
    said = [
        f"{_count(descriptor.extent, 'element')} a partition, four to a container, "
        f"{'forwards' if descriptor.step == 1 else 'backwards'}",
        f"scales from sbuf partition {quadrant + descriptor.scale_partition} byte {starts[-1].byte:#x} on",
    ]
    return said, tuple(dict.fromkeys(problems))


# ---------------------------------------------------------------------------------------------- text


def _text(kind: str, data: bytes) -> str:
    from ...dialects.neuron.descriptors.tensor import hex_text

    return hex_text(data, [row.at for row in _rows(kind, data)])


def _annotation(kind: str, data: bytes) -> Iterator[str]:
    """The bytes, a line each field."""
    for row in _rows(kind, data):
        digits = data[row.at : row.at + row.size].hex()
        yield f"  +{row.at:#04x}  {digits:<8}  {row.name:<15}  {row.meaning}".rstrip()


def _rows(kind: str, data: bytes) -> list[Row]:
    """The fields of a descriptor. Raises DescriptorError for bytes that are not of that kind."""
    from ...dialects.neuron.descriptors.layouts import LAYOUTS, MICROSCALING
    from ...dialects.neuron.descriptors.microscaling import decode_microscaling

    if kind == MICROSCALING:
        return _microscaling_rows(decode_microscaling(data))
    return _tensor_rows(LAYOUTS[kind], data)


def _start_row(at: int, name: str, word: int) -> Row:
    from ...dialects.neuron.descriptors.start_word import read_start_word

    return Row(at, 4, name, f"{word:#010x}: {read_start_word(word).text}")


def _tensor_rows(layout: Layout, data: bytes) -> list[Row]:
    from ...dialects.neuron.descriptors.tensor import decode

    descriptor = decode(layout, data)
    rows = [_start_row(0, "start", descriptor.word)]
    for slot, (step, _) in enumerate(descriptor.slots):
        rows.append(Row(layout.steps_at[slot], 2, f"step {slot}", str(step)))
    for slot, (_, num) in enumerate(descriptor.slots):
        rows.append(Row(layout.nums_at[slot], 2, f"num {slot}", str(num)))
    return rows


def _microscaling_rows(descriptor: MicroscalingDescriptor) -> list[Row]:
    layout = descriptor.layout
    rows: list[Row] = []
    if layout.index_at is not None and descriptor.index_word is not None:
        rows.append(_start_row(layout.index_at, "index", descriptor.index_word))
    rows += [
        _start_row(layout.data_at, "data", descriptor.data_word),
        _start_row(layout.scale_at, "scales", descriptor.scale_word),
        Row(layout.extent_at, 2, "elements", str(descriptor.extent)),
        Row(layout.step_sign_at, 1, "step", {1: "1", -1: "-1"}.get(descriptor.step, "neither 1 nor -1")),
        Row(layout.scale_partition_at, 1, "scale partition", f"{descriptor.scale_partition} in its quadrant"),
    ]
    if layout.index_at is None:
        rows.append(Row(0xC, 4, "unused", ""))
    return rows
