"""Contexts that know xDSL's dialects, and parsing a text to a module and what was reported."""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from textwrap import dedent

from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp

from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.parser import OptParser, decode_source, parse_module


@dataclass
class Parsed:
    """What came of parsing a text."""

    context: OptContext
    module: ModuleOp | None
    stream: StringIO

    @property
    def errors(self) -> str:
        """All diagnostics so far, as they would stand on the screen."""
        return self.stream.getvalue()

    @property
    def ok(self) -> ModuleOp:
        """The module of a text that has to be good."""
        assert self.module is not None, self.errors
        assert self.errors == ""
        return self.module


def make_context(*, allow_unregistered: bool = False, stream: StringIO | None = None) -> OptContext:
    """A context with all of xDSL's dialects registered, writing to a stream of its own."""
    engine = DiagnosticEngine(stream=StringIO() if stream is None else stream, colour=False)
    context = OptContext(allow_unregistered=allow_unregistered, diagnostics=engine)
    for name, factory in get_all_dialects().items():
        context.register_dialect(name, factory)
    return context


def parse(
    text: str | bytes,
    *,
    allow_unregistered: bool = False,
    parser_class: type[OptParser] = OptParser,
    allow_empty: bool = False,
) -> Parsed:
    """Parse a text, or bytes, as a file `t.mlir`; blanks at the start of all lines are taken off."""
    stream = StringIO()
    context = make_context(allow_unregistered=allow_unregistered, stream=stream)
    data = dedent(text).lstrip("\n").encode() if isinstance(text, str) else text
    source = decode_source(data, "t.mlir", context.diagnostics)
    module = None
    if source is not None:
        module = parse_module(context, source, parser_class=parser_class, allow_empty=allow_empty)
    return Parsed(context, module, stream)
