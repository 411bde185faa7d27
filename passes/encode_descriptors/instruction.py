"""All descriptors of one instruction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ...dialects.bir.operation import BirOp
from ...dialects.bir.traits import OpaqueInstruction
from ...dialects.neuron.descriptors.layouts import MICROSCALING
from ...dialects.neuron.descriptors.operands import (
    descriptor_kind,
    descriptor_layout,
    has_known_descriptors,
    kind_of_rank,
)
from ...dialects.neuron.descriptors.start_word import NUM_REGISTERS
from ...dialects.neuron.descriptors.tensor import SlotOrder
from ...dialects.neuron.legality import OperandKind, Violation
from ...dialects.neuron.memory import is_tile
from ...dialects.neuron.target import Limits, TargetAttr, target_of
from ..manager.diagnostics import emit_error
from .operand import (
    EncodedOperand,
    EncodingRules,
    PlacedOperand,
    about,
    encode_microscaling_operand,
    encode_operand,
    place_operand,
    scale_place,
)
from .physical import PhysicalPattern, physical_pattern
from .places import Place, Places

DESCRIPTORS = "neuron.descriptors"
"""The discardable attribute of an instruction that holds the descriptors of its operands."""

SCALES_OF: Mapping[tuple[str, int], tuple[str, int]] = {("ins", 0): ("ins", 2), ("ins", 1): ("ins", 3)}
"""Where the scales of a microscaling matmul's data operands stand."""


@dataclass(frozen=True)
class Settings:
    """The options of the pass."""

    slot_order: SlotOrder = SlotOrder.INNERMOST_FIRST
    refuse_unallocated: bool = False
    register: int = 0
    unlisted_rank: int | None = None


class Operand(NamedTuple):
    """An operand that has a descriptor."""

    section: str
    position: int
    place: int
    """Its index in the operands of the operation."""
    entry: Attribute
    type: "MemRefType[Attribute]"
    kind: OperandKind


class InstructionEncoder:
    """Writes `neuron.descriptors` on instructions, and counts what it wrote and what it left alone."""

    def __init__(self, context: Context, settings: Settings) -> None:
        self.context = context
        self.settings = settings
        self.num_descriptors = 0
        self.num_unlisted = 0
        self._places = Places()
        self._rules: dict[TargetAttr, EncodingRules] = {}
        self._refused: set[TargetAttr] = set()
        # Models repeat their operands. Keys are identities of what the operations hold, which nothing changes here.
        self._encoded: dict[tuple[object, ...], EncodedOperand] = {}
        self._entries: dict[tuple[str, EncodedOperand], Attribute] = {}
        self._arrays: dict[tuple[int, ...], ArrayAttr[Attribute]] = {}

    def encode(self, op: BirOp) -> None:
        """Write the descriptors of an instruction, or report what keeps them from being written."""
        op.attributes.pop(DESCRIPTORS, None)
        operands = self._described(op)
        if not operands:
            return
        rules = self._rules_for(op)
        if rules is None:
            return
        entries: list[Attribute] = []
        for operand in operands:
            if operand.kind.name == "mx-scale":
                entries.append(self._scale_entry(op, operand))
                continue
            encoded = self._encode(op, operand, operands, rules)
            if isinstance(encoded, EncodedOperand):
                entries.append(self._entry(op.operand_name(operand.place), encoded))
                self.num_descriptors += 1
            else:
                self._report(op, operand, encoded, rules.limits)
        if len(entries) == len(operands):
            names = tuple([id(entry) for entry in entries])
            array = self._arrays.get(names)
            if array is None:
                array = self._arrays[names] = ArrayAttr(entries)
            op.attributes[DESCRIPTORS] = array

    def _described(self, op: BirOp) -> list[Operand]:
        rank = self.settings.unlisted_rank
        is_listed = has_known_descriptors(op.name)
        found: list[Operand] = []
        unlisted = False
        for section in op.SECTIONS:
            for position, (index, entry) in enumerate(zip(op.group_range(section), op.patterns(section), strict=True)):
                kind = descriptor_kind(op.name, section, position)
                type = op.operand_type(index)
                if not is_listed and is_tile(type) and not op.has_trait(OpaqueInstruction):
                    unlisted = True
                    kind = None if rank is None else kind_of_rank(rank, writes=section == "outs")
                if kind is not None:
                    found.append(Operand(section, position, index, entry, type, kind))
        self.num_unlisted += unlisted
        return found

    def _rules_for(self, op: Operation) -> EncodingRules | None:
        target = target_of(op)
        rules = self._rules.get(target)
        if rules is None and target not in self._refused:
            limits = target.limits
            problem = None
            if not limits.has_public_descriptors:
                problem = f"no public source describes the descriptors of {limits.name}"
            elif not 0 <= self.settings.register < NUM_REGISTERS:
                problem = f"register {self.settings.register} is outside [0, {NUM_REGISTERS - 1}]"
            if problem is not None:
                # Once is enough: it is the same for every instruction.
                self._refused.add(target)
                emit_error(self.context, op, problem)
                return None
            rules = EncodingRules(limits, self.settings.slot_order, self.settings.register)
            self._rules[target] = rules
        return rules

    def _encode(
        self, op: BirOp, operand: Operand, operands: Sequence[Operand], rules: EncodingRules
    ) -> EncodedOperand | tuple[Violation, ...]:
        pattern = self._physical(operand)
        place = self._place(op, operand)
        if isinstance(pattern, Violation) or isinstance(place, Violation):
            return tuple([each for each in (pattern, place) if isinstance(each, Violation)])
        if operand.kind.name == "mx-data":
            return self._encode_microscaling(op, operand, operands, pattern, place, rules)
        layout = descriptor_layout(op.name, operand.kind, rules.limits)
        key = (id(operand.entry), id(operand.type), operand.kind.name, layout.name, place, id(rules))
        encoded = self._encoded.get(key)
        if encoded is not None:
            return encoded
        made = encode_operand(pattern, operand.type, operand.kind, layout, place, rules)
        if isinstance(made, EncodedOperand):
            self._encoded[key] = made
        return made

    def _encode_microscaling(
        self,
        op: BirOp,
        operand: Operand,
        operands: Sequence[Operand],
        pattern: PhysicalPattern,
        place: Place,
        rules: EncodingRules,
    ) -> EncodedOperand | tuple[Violation, ...]:
        where = SCALES_OF.get((operand.section, operand.position))
        scale = next((each for each in operands if (each.section, each.position) == where), None)
        if scale is None:
            return (Violation("scale", "has no scales", (f"a microscaling matmul takes them as {_text(where)}",)),)
        placed = place_operand(pattern, operand.type, operand.kind, place, rules)
        scale_pattern, place_of_scale = self._physical(scale), self._place(op, scale)
        if isinstance(scale_pattern, Violation) or isinstance(place_of_scale, Violation):
            problems = [each for each in (scale_pattern, place_of_scale) if isinstance(each, Violation)]
            self._report(op, scale, problems, rules.limits)
            return () if isinstance(placed, PlacedOperand) else placed
        placed_scale = place_operand(scale_pattern, scale.type, scale.kind, place_of_scale, rules)
        if not isinstance(placed_scale, PlacedOperand):
            self._report(op, scale, placed_scale, rules.limits)
            return () if isinstance(placed, PlacedOperand) else placed
        if not isinstance(placed, PlacedOperand):
            return placed
        where_scales = scale_place(placed_scale)
        if isinstance(where_scales, Violation):
            return (where_scales,)
        return encode_microscaling_operand(placed, where_scales, pattern, rules)

    def _physical(self, operand: Operand) -> PhysicalPattern | Violation:
        try:
            return physical_pattern(operand.entry, operand.type)
        except VerifyException as error:
            return Violation("pattern", str(error), tuple(getattr(error, "__notes__", ())))

    def _place(self, op: BirOp, operand: Operand) -> Place | Violation:
        place = self._places.of(op.operands[operand.place])
        if place is None and self.settings.refuse_unallocated:
            return Violation("place", "has no address", ("its memory is not allocated",))
        return place or Place()

    def _entry(self, name: str, encoded: EncodedOperand) -> Attribute:
        entry = self._entries.get((name, encoded))
        if entry is None:
            entry = self._entries[name, encoded] = DictionaryAttr(
                {
                    "bytes": StringAttr(encoded.text),
                    "kind": StringAttr(encoded.kind),
                    "operand": StringAttr(name),
                    "partitions": IntegerAttr(encoded.partitions, 64),
                    "start": StringAttr(f"{encoded.start:#010x}"),
                    "wire_type": IntegerAttr(encoded.wire_type, 64),
                }
            )
        return entry

    def _scale_entry(self, op: BirOp, operand: Operand) -> Attribute:
        data = next(data for data, scale in SCALES_OF.items() if scale == (operand.section, operand.position))
        described_by = StringAttr(_text(data))
        operand_name = StringAttr(op.operand_name(operand.place))
        return DictionaryAttr({"described_by": described_by, "kind": StringAttr(MICROSCALING), "operand": operand_name})

    def _report(self, op: BirOp, operand: Operand, problems: Sequence[Violation], limits: Limits) -> None:
        for problem in problems:
            emit_error(
                self.context,
                op,
                about(problem, f'operand "{op.operand_name(operand.place)}"'),
                operand=operand.place,
                notes=(*problem.notes, f"target: {limits.name}"),
            )


def _text(place: tuple[str, int] | None) -> str:
    return "" if place is None else f"{place[0]}[{place[1]}]"
