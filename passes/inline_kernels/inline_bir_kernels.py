"""The pass `inline-bir-kernels`."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation

from ...dialects.bir.kernel_nodes import BirKernelOp
from ..manager.diagnostics import emit_error
from ..manager.pass_base import Pass, option
from ..manager.rewriting import nested_operations
from .binding import Bound, bind_by_names, bind_by_position
from .kernel_function import KernelFunction, symbol_of
from .library import KernelLibrary, read_library, requirements_of
from .splice import Names, splice, spliced_nodes
from .splice_error import SpliceError

OPERAND_NAMES = "neuron.operands"
"""What the macro called its operands, such as `hidden gate up down -> out`."""


@dataclass(frozen=True)
class InlineBirKernelsPass(Pass):
    """
    Splices the bodies of library kernels in place of `bir.bir_kernel`.

    Bodies are functions (`bir.function`) in the `.mlir` and BIR-JSON modules of a directory, found by the kernel's
    name: the function's own, or that in its `neuron.kernel_name`. A kernel may have several bodies; the first one
    whose shapes, element types, memories and `neuron.kernel_attrs` fit the node is taken. Parameters are a body's
    external inputs and outputs. They are bound by the names that the macro gave its operands (`neuron.operands`), else
    in their order.

    Storage of a body is made anew as `<instance>:<name>`, everything else as `<instance>_<name>`; the instance is the
    node's name, else the kernel's. Kernels that a body calls are spliced in as well.
    """

    name = "inline-bir-kernels"
    summary = "Splice library kernels' bodies in place of their nodes"
    dependent_dialects: ClassVar[tuple[str, ...]] = ("bir",)
    statistics: ClassVar[Mapping[str, str]] = {"num-inlined": "Library kernels inlined"}

    kernel_library: str | None = option(default=None, help="The directory of modules that bodies are taken from")

    def apply_to(self, context: Context, op: Operation) -> None:
        nodes = [node for node in nested_operations(op) if isinstance(node, BirKernelOp)]
        if not nodes:
            return
        if self.kernel_library is None:
            emit_error(context, nodes[0], "has no body to be spliced", notes=("pass kernel-library=DIR",))
            return
        library = read_library(context, self.kernel_library)
        if library is None:
            return
        names = Names()
        # A node with the names of the kernels that it stands in the body of.
        pending: deque[tuple[BirKernelOp, tuple[str, ...]]] = deque()
        pending.extend((node, (node.kernel_name.data,)) for node in nodes)
        while pending:
            node, within = pending.popleft()
            for inner in self._inline(context, node, library, names):
                name = inner.kernel_name.data
                if name in within:
                    path = " -> ".join((*within, name))
                    emit_error(context, inner, f"stands in the body of its own kernel: {path}")
                else:
                    pending.append((inner, (*within, name)))

    def _inline(
        self, context: Context, node: BirKernelOp, library: KernelLibrary, names: Names
    ) -> tuple[BirKernelOp, ...]:
        """Replace a node by its body, or report why not; the library nodes in that body."""
        name = node.kernel_name.data
        bodies = library.bodies.get(name)
        if not bodies:
            near = library.near(name)
            notes = (f"near names: {', '.join(near)}",) if near else ()
            every = f"it has: {', '.join(sorted(library.bodies))}" if library.bodies else "it has no functions at all"
            emit_error(
                context,
                node,
                f"kernel '{name}' is not in the library '{library.directory}'",
                property_name="kernel_name",
                notes=(*notes, every),
            )
            return ()
        failures: list[tuple[KernelFunction, SpliceError]] = []
        for body in bodies:
            try:
                bound = _bind(node, body)
                placed = splice(node, body, bound, names, symbol_of(node) or name)
            except SpliceError as failure:
                failures.append((body, failure))
                continue
            self.count(context, "num-inlined")
            return tuple(spliced_nodes(placed, BirKernelOp))
        _report(context, node, failures)
        return ()


def _bind(node: BirKernelOp, body: KernelFunction) -> tuple[Bound, ...]:
    """The parameters of a body bound to a node. Raises SpliceError where the body was made for another one."""
    for key, wanted in requirements_of(body).items():
        found = _value(node, key)
        if found != wanted:
            shown = "nothing" if found is None else str(found)
            raise SpliceError(f"has {shown} for {key}, the body @{body.name} was made for {wanted}")
    names = _operand_names(node)
    if names is not None:
        return bind_by_names(node, body, names)
    return (*bind_by_position(node, body, "ins"), *bind_by_position(node, body, "outs"))


def _value(node: BirKernelOp, key: str) -> Attribute | None:
    """A field of a node, its default where it is not given, or an attribute of its bag."""
    definition = type(node).get_irdl_definition().properties.get(key)
    if definition is not None:
        return node.properties.get(key, definition.default_value)
    return node.kernel_attrs.data.get(key)


def _operand_names(node: BirKernelOp) -> dict[str, list[str]] | None:
    """What the macro called the operands of a node, a list a section; None where it does not say."""
    given = node.attributes.get(OPERAND_NAMES)
    if not isinstance(given, StringAttr):
        return None
    inputs, _, outputs = given.data.partition("->")
    names = {"ins": inputs.split(), "outs": outputs.split()}
    if any(len(names[section]) != len(node.group_range(section)) for section in names):
        return None
    return names


def _report(context: Context, node: BirKernelOp, failures: list[tuple[KernelFunction, SpliceError]]) -> None:
    """Report why no body fits: the reason, or with several bodies the reason of each."""
    if len(failures) == 1:
        failure = failures[0][1]
        emit_error(context, node, str(failure), operand=failure.operand, notes=tuple(getattr(failure, "__notes__", ())))
        return
    notes = [f"@{body.name}: {failure}" for body, failure in failures]
    emit_error(context, node, f"has {len(failures)} bodies in the library, and none fits", notes=tuple(notes))
