"""Running straight-line Backend IR with numpy: what a spliced body computes, by the elements that its patterns walk."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue

from neuron_opt.dialects.bir.instructions import InstructionOp
from neuron_opt.dialects.bir.structure import StructureOp

Array = NDArray[np.float64]


class Machine:
    """The memories of one function, each as the flat elements that patterns count in."""

    def __init__(self) -> None:
        self.memories: dict[SSAValue, Array] = {}

    def memory(self, value: SSAValue) -> Array:
        found = self.memories.get(value)
        if found is None:
            type = cast("MemRefType[Attribute]", value.type)
            found = self.memories[value] = np.full(prod(type.get_shape()), np.nan)
        return found

    def read(self, op: InstructionOp, index: int) -> Array:
        elements = cast(Any, op.pattern(index)).elements()
        return self.memory(op.operands[index])[elements]

    def write(self, op: InstructionOp, values: Array) -> None:
        index = op.group_range("outs")[0]
        elements = cast(Any, op.pattern(index)).elements()
        self.memory(op.operands[index])[elements] = values.reshape(elements.shape)

    def run(self, op: InstructionOp) -> None:
        sources = [self.read(op, index) for index in op.group_range("ins")]
        match op.name:
            case "bir.load" | "bir.save" | "bir.tensor_copy" | "bir.dma_copy":
                self.write(op, sources[0])
            case "bir.matmult":
                moving, stationary = (each.reshape(each.shape[0], -1) for each in sources)
                self.write(op, stationary.T @ moving)
            case "bir.activation":
                assert str(op.key("func")) == "#bir.activation_function_type<Silu>"
                self.write(op, sources[0] / (1 + np.exp(-sources[0])))
            case "bir.tensor_tensor":
                assert str(op.key("op")) == "#bir.alu_op_type<mult>"
                self.write(op, sources[0] * sources[1].reshape(sources[0].shape))
            case _:
                raise NotImplementedError(op.name)


def run_function(module: ModuleOp, arguments: Sequence[Array | None]) -> list[Array]:
    """
    Run the one func.func of a module on arrays, None for an output; the arguments as they are afterwards.

    What was never written is not a number.
    """
    function = next(op for op in module.body.block.ops if isinstance(op, FuncOp))
    machine = Machine()
    block = function.body.block
    for argument, array in zip(block.args, arguments, strict=True):
        if array is not None:
            machine.memories[argument] = array.astype(np.float64).reshape(-1).copy()
    for op in block.ops:
        if isinstance(op, InstructionOp):
            machine.run(op)
        else:
            assert isinstance(op, StructureOp) or op.name == "func.return", op.name
    return [
        machine.memory(argument).reshape(cast("MemRefType[Attribute]", argument.type).get_shape())
        for argument in block.args
    ]


def operations_called(module: Operation, name: str) -> list[Operation]:
    """Every operation of a name, in the order of the text."""
    return [op for op in module.walk() if op.name == name]
