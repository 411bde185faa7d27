"""What the sinks have in common: operands with their access patterns, and the replacement of the macro."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr, i32
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.bir.kernel_nodes import BirKernelOp, KernelNodeOp
from ....dialects.bir.operation import BirOp
from ....dialects.neuron.access_pattern import Access as Pattern
from ....dialects.neuron.op_format import SEGMENTS, interned_segment_sizes, layout_of
from ....dialects.neuron.properties import FALSE
from ....dialects.neuron.target import target_of
from ....dialects.penguin.accesses import Access
from ....dialects.penguin.operation import MacroOp
from ...repeated_rewrites import Recipe
from ..marshalling import CAST_POLICY, Marshalled, kernel_value
from ..options import Emitted, Lowering
from ..telemetry import KernelCategory

Flavour = Callable[[Access, "MemRefType[Attribute]"], Pattern]
"""How a sink turns an operand's access into a pattern."""

LIBRARY_FIELDS: frozenset[str] = frozenset(layout_of(BirKernelOp).forms) - {"kernel_name", "kernel_attrs"}
"""The fields that a library node has of its own."""

OPERAND_NAMES = "neuron.operands"
"""The discardable attribute that keeps what a macro calls its operands."""


def operand_names(macro: MacroOp) -> str:
    """What a macro calls its operands, in order, such as `hidden norm_weight gate up down -> out`."""
    inputs = " ".join(macro.operand_name(index) for index in macro.input_indices())
    outputs = " ".join(macro.operand_name(index) for index in macro.output_indices())
    return f"{inputs} -> {outputs}"


def buffer_shapes(macro: MacroOp) -> dict[str, Attribute]:
    """The shapes of a macro's on-chip buffers, as far as they are given."""
    shapes = {"sb_buf_shape": macro.sb_buf_shape, "psum_buf_shape": macro.psum_buf_shape}
    return {name: shape for name, shape in shapes.items() if shape is not None}


def cast_policy(macro: MacroOp) -> dict[str, Attribute]:
    """The cast policy of a macro whose node has no fields for it, as discardable attributes."""
    values = {name: macro.properties.get(name) for name in CAST_POLICY}
    return {f"neuron.{name}": kernel_value(value) for name, value in values.items() if value is not None}


class Sink:
    """One way to make a kernel node. `STATISTIC` is the counter of the pass that it adds to."""

    STATISTIC: ClassVar[str]
    CATEGORY: ClassVar[KernelCategory | None] = None
    """The category under which kernels are counted by name, where they are."""

    def __init__(self, lowering: Lowering):
        self.lowering = lowering

    def replace(
        self,
        macro: MacroOp,
        rewriter: PatternRewriter,
        node: type[KernelNodeOp],
        flavour: Flavour,
        properties: Mapping[str, Attribute],
        attributes: Mapping[str, Attribute] | None = None,
    ) -> None:
        """Replace a macro by a node of a class, its operands marshalled by `flavour`; discardable attributes stay."""
        inputs, outputs = macro.input_indices(), macro.output_indices()
        indices = range(len(macro.memref_indices()), len(macro.operands))
        ins = [flavour(macro.access(index), macro.operand_type(index)) for index in inputs]
        outs = [flavour(macro.access(index), macro.operand_type(index)) for index in outputs]
        kept = dict(macro.attributes)
        if any(not group.is_variadic for group in layout_of(type(macro)).groups.values()):
            kept[OPERAND_NAMES] = StringAttr(operand_names(macro))
        operands = macro.operands
        new = node.create(
            operands=[operands[index] for index in (*inputs, *outputs, *indices)],
            properties={
                **properties,
                **BirOp.section_properties({"ins": ins, "outs": outs}),
                SEGMENTS: interned_segment_sizes((len(ins), len(outs), len(indices))),
            },
            attributes={**kept, **(attributes or {})},
        )
        metric = None if self.CATEGORY is None else (self.CATEGORY, macro.kernel_name)
        emitted = Emitted(macro, Recipe.of(macro, (new,)), self.STATISTIC, metric)
        rewriter.replace(macro, new, ())
        self.lowering.emitted = emitted
        self.lowering.record(emitted)


class LibrarySink(Sink):
    """A sink of library nodes (opcode 54): a name, fields, and a bag."""

    def emit_library(
        self,
        macro: MacroOp,
        rewriter: PatternRewriter,
        kernel_name: str,
        marshalled: Marshalled,
        flavour: Flavour,
    ) -> None:
        """Replace a macro by a library node. `lnc_size` is recorded from the target, `fused_rmsnorm` always written."""
        layout = layout_of(BirKernelOp)
        properties: dict[str, Attribute] = {"kernel_name": StringAttr(kernel_name)}
        for name, value in marshalled.fields.items():
            if value != layout.defaults[name] or name in layout.stored:
                properties[name] = value
        properties.setdefault("fused_rmsnorm", FALSE)
        properties.setdefault("lnc_size", IntegerAttr(target_of(macro).lnc.data, i32))
        bag = marshalled.bag
        if bag.data:
            properties["kernel_attrs"] = bag
        self.replace(macro, rewriter, BirKernelOp, flavour, properties)
