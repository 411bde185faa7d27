"""The descriptor of one operand: checked against the rules, encoded, and decoded again to the same elements."""

from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.descriptors.error import DescriptorError
from ...dialects.neuron.descriptors.layouts import MICROSCALING, Layout
from ...dialects.neuron.descriptors.microscaling import (
    SCALE_NOT_IN_SBUF,
    decode_microscaling,
    encode_microscaling,
    microscaling_descriptor,
    microscaling_offsets,
)
from ...dialects.neuron.descriptors.operands import PE_KINDS
from ...dialects.neuron.descriptors.start_word import (
    Mode,
    address_of,
    check_start_word,
    read_start_word,
    register_word,
    static_word,
)
from ...dialects.neuron.descriptors.tensor import SlotOrder, decode, encode, field_offsets, hex_text
from ...dialects.neuron.descriptors.wire_types import WireType, psum_write_tags, wire_type
from ...dialects.neuron.legality import OperandKind, Violation, Walk, check_walk
from ...dialects.neuron.strided_set import StridedSet, pattern_text
from ...dialects.neuron.target import Limits
from ..access_builders.neuron_ap import hardware_walk
from .physical import PhysicalPattern
from .places import Place


class EncodedOperand(NamedTuple):
    """What an instruction says about an operand: its descriptor, and what stands beside it."""

    kind: str
    """The type of the descriptor."""
    data: bytes
    text: str
    """The bytes as hexadecimal digits, field by field."""
    start: int
    """The start word."""
    wire_type: int
    partitions: int


@dataclass(frozen=True)
class EncodingRules:
    """What the descriptors of a run have in common; `register` is the one that run-time starts are in."""

    limits: Limits
    slot_order: SlotOrder = SlotOrder.INNERMOST_FIRST
    register: int = 0


class PlacedOperand(NamedTuple):
    """An operand whose start word is known: its walk on the chip and how the element type goes on the wire."""

    walk: Walk
    start: int
    wire_type: WireType


class ScalePlace(NamedTuple):
    """Where the scales of a microscaling operand start."""

    space: str
    partition: int
    byte: int


def scale_place(scale: PlacedOperand) -> ScalePlace | Violation:
    """Where the scales of a placed operand start; a start in a register has no place in the descriptor."""
    if not scale.walk.is_static:
        return Violation("scale", "has scales whose start is known at run time only")
    return ScalePlace(scale.walk.space, scale.walk.start_partition, read_start_word(scale.start).byte)


def place_operand(
    pattern: PhysicalPattern,
    type: "MemRefType[Attribute]",
    kind: OperandKind,
    place: Place,
    rules: EncodingRules,
) -> PlacedOperand | tuple[Violation, ...]:
    """The walk of an operand from its place on, and its start word; or every rule that it breaks."""
    limits = rules.limits
    element = pattern.access.element
    walk = hardware_walk(pattern.access, type)
    if not pattern.is_static:
        walk = walk._replace(is_static=False, start_partition=0)
    if kind.name == "mx-scale" and walk.space != "sbuf":
        return (Violation("memory", SCALE_NOT_IN_SBUF, (f"it lies in {walk.space}",)),)
    if walk.space not in kind.spaces:
        return check_walk(walk, kind, limits)
    byte = place.byte + walk.start * walk.element_size
    partition = place.partition + walk.start_partition
    try:
        address = address_of(walk.space, partition, byte)
        start = static_word(address) if walk.is_static else register_word(rules.register)
        on_wire = wire_type(element, limits, by_pe=kind.name in PE_KINDS)
    except DescriptorError as error:
        return (_violation("descriptor", error),)
    walk = walk._replace(start_partition=partition, start=byte // walk.element_size)
    # Several scale tensors may share a quadrant, four partitions apart.
    found = [
        each for each in check_walk(walk, kind, limits) if (kind.name, each.rule) != ("mx-scale", "start partition")
    ]
    tags = psum_write_tags(limits, by_matmul=kind.single_bank)
    rules_broken = {each.rule for each in found}
    if walk.space == "psum" and kind.writes and on_wire.tag not in tags and "psum dtype" not in rules_broken:
        found.append(Violation("psum dtype", f"{element.name} cannot be written to psum"))
    if not found and walk.is_static:
        found.extend(_check_place(walk, byte, limits))
        problems = check_start_word(read_start_word(start), limits, on_wire.alignment) if not found else ()
        found.extend([Violation("start", problem) for problem in problems])
    return tuple(found) or PlacedOperand(walk, start, on_wire)


def _check_place(walk: Walk, byte: int, limits: Limits) -> list[Violation]:
    """Whether all that is walked lies in partitions, and bytes of them, that there are."""
    is_psum = walk.space == "psum"
    partitions = limits.psum_partitions if is_psum else limits.sbuf_partitions
    span = 1 + StridedSet(walk.partition).maximum // walk.extent
    last_partition = walk.start_partition + span - 1
    found: list[Violation] = []
    if last_partition >= partitions:
        message = f"partitions {walk.start_partition} to {last_partition} are walked"
        found.append(Violation("partitions", f"{message}, {walk.space} of {limits.name} has {partitions}"))
    inside = StridedSet(walk.inside)
    first = byte + inside.minimum * walk.element_size
    last = byte + (inside.maximum + 1) * walk.element_size - 1
    size = limits.psum_bytes_per_partition if is_psum else limits.sbuf_bytes_per_partition
    if first < 0 or last >= size:
        found.append(
            Violation(
                "capacity",
                f"bytes {first} to {last} of a partition are walked, {walk.space} of {limits.name} has {size}",
            )
        )
    return found


def encode_operand(
    pattern: PhysicalPattern,
    type: "MemRefType[Attribute]",
    kind: OperandKind,
    layout: Layout,
    place: Place,
    rules: EncodingRules,
) -> EncodedOperand | tuple[Violation, ...]:
    """The descriptor of an operand of that kind whose memref lies at `place`; or every rule that it breaks."""
    placed = place_operand(pattern, type, kind, place, rules)
    if not isinstance(placed, PlacedOperand):
        return placed
    walk = placed.walk
    try:
        data = encode(layout, placed.start, walk.inside, rules.slot_order)
    except DescriptorError as error:
        return (_violation("descriptor", error),)
    descriptor = decode(layout, data)
    decoded = StridedSet(descriptor.pairs(rules.slot_order))
    wrong = _check_start(placed, descriptor.word) or _check_elements(walk, decoded)
    if wrong is not None:
        return (wrong,)
    text = hex_text(data, field_offsets(layout))
    return EncodedOperand(layout.name, data, text, placed.start, placed.wire_type.tag, walk.partitions)


def encode_microscaling_operand(
    data: PlacedOperand, scale: ScalePlace, pattern: PhysicalPattern, rules: EncodingRules
) -> EncodedOperand | tuple[Violation, ...]:
    """The descriptor of an operand with scales, `pattern` being that of its data; or the rule that it breaks."""
    if not rules.limits.has_microscaling:
        return (Violation("target", f"{rules.limits.name} has no descriptors of microscaling operands, trn3 has"),)
    flat = StridedSet(data.walk.inside).flatten().pairs
    step, containers = flat[0] if flat else (1, 1)
    try:
        descriptor = microscaling_descriptor(pattern.access.element, containers, step, data.start, *scale)
    except DescriptorError as error:
        return (_violation("descriptor", error),)
    made = encode_microscaling(descriptor)
    again = decode_microscaling(made)
    decoded = StridedSet([(again.step, again.extent // pattern.access.element.elements_per_container)])
    wrong = _check_start(data, again.data_word) or _check_elements(data.walk, decoded)
    if wrong is not None:
        return (wrong,)
    text = hex_text(made, microscaling_offsets(again.layout))
    return EncodedOperand(MICROSCALING, made, text, data.start, data.wire_type.tag, data.walk.partitions)


def _check_start(placed: PlacedOperand, word: int) -> Violation | None:
    """Whether a word, decoded, is where the operand starts."""
    start, walk = read_start_word(word), placed.walk
    if start.mode is Mode.REGISTER and not walk.is_static:
        return None
    found = (start.space, start.partition, start.byte // walk.element_size)
    expected = (walk.space, walk.start_partition, walk.start)
    if walk.is_static and found == expected:
        return None
    return Violation("round trip", f"its start word {word:#010x} says {start.text}", (f"it starts at {expected}",))


def _check_elements(walk: Walk, decoded: StridedSet) -> Violation | None:
    """Whether the pairs of a decoded descriptor walk the elements of the operand in their order."""
    if decoded.same_order(StridedSet(walk.inside)):
        return None
    return Violation(
        "round trip",
        f"its descriptor walks {pattern_text(decoded.pairs)}",
        (f"its pattern walks {pattern_text(walk.inside)} inside a partition",),
    )


_VERBS = ("cannot", "has", "is", "lies", "takes")
"""A message that starts with one of these is about its operand, any other is an assertion by itself."""


def about(violation: Violation, subject: str) -> str:
    """The message of a violation, with what it is about."""
    message = violation.message
    return f"{subject}{'' if message.partition(' ')[0] in _VERBS else ':'} {message}"


def _violation(rule: str, error: DescriptorError) -> Violation:
    return Violation(rule, str(error), tuple(getattr(error, "__notes__", ())))
