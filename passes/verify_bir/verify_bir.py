"""The pass `verify-bir`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.ir import Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.operation import BirOp
from ...dialects.neuron.target import TARGET_ATTRIBUTE, target_of
from ..manager.diagnostics import emit_error
from ..manager.pass_base import Pass, option
from .rules import Rule

_HAS_CODE = re.compile(r"\((BIR|birverifier )\d+\)$")


@dataclass(frozen=True)
class VerifyBirPass(Pass):
    """
    Checks the rules of the backend's own verifier that operations do not check by themselves.

    These are rules about engines, architectures, partitions, control flow and particular instructions, each with the
    code and the message that the backend has, as far as they are public; `docs/verify-bir.md` lists them, and those
    that cannot be checked with the reason. The architecture is that of the document (`bir.arch`), else that of the
    module's target. Changes nothing.
    """

    name = "verify-bir"
    summary = "Hold Backend IR against the rules of the backend's verifier"

    ignore: tuple[str, ...] = option(default=(), help="Codes of rules that are not checked, such as BIR606")
    after_unroll: bool = option(default=False, help="Check also what holds once loops are unrolled")

    def apply_to(self, context: Context, op: Operation) -> None:
        # Late: the rules bring the catalogue with them.
        from .every_rule import rules_of
        from .subject import Finding, Instruction, module_of

        module = module_of(op, target_of(op), TARGET_ATTRIBUTE in op.attributes)
        if isinstance(module, str):
            emit_error(context, op, module, property_name="bir.arch")
            return
        rules, structures = rules_of(self.after_unroll)
        ignored = frozenset(self.ignore)
        unknown = ignored - {rule.code for rule in (*rules, *structures)}
        if unknown:
            emit_error(context, op, f"verify-bir has no rule {', '.join(sorted(unknown))} that it could ignore")
            return

        def report(found: "Iterable[Finding | tuple[Operation, Finding]]", code: str, where: Operation) -> None:
            for each in found:
                culprit, finding = (where, each) if isinstance(each, Finding) else each
                message = finding.message if _HAS_CODE.search(finding.message) else f"{finding.message} ({code})"
                emit_error(
                    context,
                    culprit,
                    message,
                    operand=finding.operand,
                    property_name=finding.key,
                    notes=finding.notes,
                )

        by_name: dict[str, list[int]] = {}
        for index, structure in enumerate(structures):
            if structure.code not in ignored:
                by_name.setdefault(structure.operation, []).append(index)
        checked = [rule for rule in rules if rule.code not in ignored]
        by_opcode: dict[InstructionType, list[Rule]] = {}
        pending: list[tuple[Operation, Operation | None]] = [(op, None)]
        while pending:
            current, function = pending.pop()
            if current.name == "bir.function":
                function = current
            for index in by_name.get(current.name, ()):
                report(structures[index].check(current, module), structures[index].code, current)
            if isinstance(current, BirOp):
                instruction = Instruction(current, module, function)
                opcode = current.INSTRUCTION_TYPE
                applying = by_opcode.get(opcode)
                if applying is None:
                    applying = [rule for rule in checked if not rule.opcodes or opcode in rule.opcodes]
                    by_opcode[opcode] = applying
                for rule in applying:
                    report(rule.check(instruction), rule.code, current)
            inner = [child for region in current.regions for block in region.blocks for child in block.ops]
            pending.extend((child, function) for child in reversed(inner))
