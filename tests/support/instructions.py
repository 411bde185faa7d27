"""Small Backend IR modules made in Python, and legalising them inside the test's process."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

from xdsl.dialects import test
from xdsl.dialects.builtin import MemRefType, ModuleOp, f32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.bir.instructions import instruction_class
from neuron_opt.dialects.bir.operation import BirOp
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr
from neuron_opt.dialects.neuron.memory import MemoryAttr
from neuron_opt.dialects.neuron.op_format import Accessed
from neuron_opt.passes.legalize_access_patterns.legalize_access_patterns import LegalizeAccessPatternsPass
from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.verify_rewrites.listener import RewriteVerifier


def memref(
    shape: Sequence[int], dtype: Attribute = f32, space: str = "sbuf", partition_dim: int = 0
) -> MemRefType[Attribute]:
    """A memref in one of our memories."""
    return MemRefType(dtype, list(shape), memory_space=MemoryAttr(space, partition_dim=partition_dim))


class Instructions:
    """A module under construction: buffers and the instructions that use them."""

    def __init__(self) -> None:
        self.block = Block()

    def buffer(self, type: MemRefType[Attribute]) -> SSAValue:
        """A value of that type."""
        maker = test.TestOp(result_types=[type])
        self.block.add_op(maker)
        return maker.results[0]

    def add(
        self,
        opcode: InstructionType,
        ins: Sequence[tuple[SSAValue, Attribute]],
        outs: Sequence[tuple[SSAValue, Attribute]],
        attributes: dict[str, Attribute] | None = None,
        **keys: Any,
    ) -> BirOp:
        """An instruction at the end."""
        op: Operation = instruction_class(opcode)(
            ins=[Accessed(value, pattern) for value, pattern in ins],
            outs=[Accessed(value, pattern) for value, pattern in outs],
            attributes=attributes or {},
            **keys,
        )
        assert isinstance(op, BirOp)
        self.block.add_op(op)
        return op

    def module(self) -> ModuleOp:
        """The module, finished."""
        return ModuleOp(Region(self.block))


class Legalised:
    """What came of a run: the module, its instructions, and what was reported."""

    def __init__(self, module: ModuleOp, *, verify: bool = True, **options: Any) -> None:
        self.stream = StringIO()
        self.module = module
        self.context = OptContext(diagnostics=DiagnosticEngine(stream=self.stream, colour=False))
        self.verifier = RewriteVerifier(self.context)
        if verify:
            self.context.rewrite_listeners.append(self.verifier)
        LegalizeAccessPatternsPass(**options).apply_to(self.context, module)

    @property
    def errors(self) -> str:
        """Everything that was reported."""
        return self.stream.getvalue()

    @property
    def instructions(self) -> list[BirOp]:
        """The instructions that are there now."""
        return [op for op in self.module.walk() if isinstance(op, BirOp)]

    def pattern(self, number: int, section: str, position: int) -> AccessPatternAttr:
        """The pattern of an operand of an instruction."""
        pattern = self.instructions[number].patterns(section)[position]
        assert isinstance(pattern, AccessPatternAttr)
        return pattern
