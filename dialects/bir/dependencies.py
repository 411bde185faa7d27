"""`#bir.edge`: what one instruction says about another that has to come before it.

Source: reverse-engineering notes on neuronx_cc 2.24 (`dependencies`, `loop_carried_dependencies` and
`unroll_dependencies` of the common header; a bare name means Flow).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from ..neuron.words import parse_word
from ..neuron.xdsl_interface import next_starts_with, next_word, position, raise_at
from .affine import AffineAttr
from .forms import PlainForm


class EdgeKind(StrEnum):
    """Why one instruction has to come before another: order, write after read, write after write, read after write."""

    INVALID = "Invalid"
    ORDERED = "Ordered"
    ANTI = "Anti"
    OUTPUT = "Output"
    FLOW = "Flow"


@dataclass(frozen=True)
class Edge:
    """A dependency on an instruction, by its name; of an unrolled one, the iterations and the conditions too."""

    instruction: str
    kind: EdgeKind = EdgeKind.FLOW
    indices: tuple[AffineAttr, ...] = ()
    predicates: tuple[Attribute, ...] = ()


@irdl_attr_definition
class EdgeAttr(Data[Edge]):
    """
    A dependency on an instruction: `#bir.edge<@copy_0>`, `#bir.edge<@copy_0 Anti>`; of an unrolled instruction with
    the indices of the iteration and the predicates: `#bir.edge<@copy_0 Flow [#bir.affine<1 * axis(@i) - 1>] [{…}]>`.

    Flow, which is a read after a write, is not printed where nothing follows it.
    """

    name = "bir.edge"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Edge:
        with parser.in_angle_brackets():
            return parse_edge(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            print_edge(self.data, printer)

    def print_portable(self, printer: Printer) -> None:
        """Print the edge as ever; `mlir-opt` keeps the attributes of this dialect as text."""
        printer.print_string(f"#{self.name}")
        self.print_parameter(printer)

    @classmethod
    def of(cls, value: Any) -> "EdgeAttr":
        """An edge from an attribute, an `Edge`, a name, or a (name, kind) pair. Raises TypeError for anything else."""
        if isinstance(value, EdgeAttr):
            return value
        if isinstance(value, Edge):
            return cls(value)
        if isinstance(value, str):
            return cls(Edge(value))
        if isinstance(value, StringAttr):
            return cls(Edge(value.data))
        if isinstance(value, Sequence):
            name, kind = cast("Sequence[str]", value)
            return cls(Edge(name, EdgeKind(kind)))
        raise TypeError(f"expected a dependency, got {value!r}")


def parse_edge(parser: AttrParser) -> Edge:
    """Read `@name`, a kind, and of an unrolled edge two lists."""
    start = position(parser)
    name = parser.parse_optional_symbol_name()
    if name is None:
        raise_at(parser, "a dependency names an instruction (@name)", start)
    kind = EdgeKind.FLOW if next_word(parser) is None else parse_word(parser, EdgeKind, "kind of dependency")
    indices: list[AffineAttr] = []
    predicates: list[Attribute] = []
    if next_starts_with(parser, "["):

        def index() -> AffineAttr:
            at = position(parser)
            attr = parser.parse_attribute()
            if not isinstance(attr, AffineAttr):
                raise_at(parser, f"an index of a dependency is a #bir.affine, found {attr}", at, position(parser))
            return attr

        indices = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, index, " in a dependency")
        predicates = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_attribute, " in a dependency"
        )
    return Edge(name.data, kind, tuple(indices), tuple(predicates))


def print_edge(edge: Edge, printer: Printer) -> None:
    """Print what `parse_edge` reads."""
    printer.print_symbol_name(edge.instruction)
    unrolled = bool(edge.indices or edge.predicates)
    if edge.kind is not EdgeKind.FLOW or unrolled:
        printer.print_string(f" {edge.kind.value}")
    if unrolled:
        printer.print_string(" ")
        printer.print_attribute(ArrayAttr(edge.indices))
        printer.print_string(" ")
        printer.print_attribute(ArrayAttr(edge.predicates))


class EdgeForm(PlainForm):
    """A dependency, written `@name` or `@name Anti`; `unrolled` ones may have indices and predicates."""

    def __init__(self, unrolled: bool = False):
        self.unrolled = unrolled

    @property
    def description(self) -> str:
        return "an instruction (@name) and a kind of dependency"

    def accepts(self, attr: Attribute) -> bool:
        if not isinstance(attr, EdgeAttr):
            return False
        return self.unrolled or not (attr.data.indices or attr.data.predicates)

    def parse(self, parser: Parser, name: str) -> Attribute:
        start = position(parser)
        attr = EdgeAttr(parse_edge(parser))
        if not self.accepts(attr):
            raise_at(parser, f"'{name}' has no indices; unroll_dependencies has", start, position(parser))
        return attr

    def print(self, printer: Printer, attr: Attribute) -> None:
        print_edge(cast(EdgeAttr, attr).data, printer)

    def coerce(self, value: Any) -> Attribute:
        attr = EdgeAttr.of(value)
        if not self.accepts(attr):
            raise ValueError(f"{attr} has indices, which only unroll_dependencies may have")
        return attr
