"""`--verify-roundtrip`: what is printed must read back as what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .diagnostics import Diagnostic, DiagnosticEngine
from .internal_errors import describe
from .sources import Location
from .xdsl_interface import resolve_location

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from .context import OptContext


def verify_roundtrip(context: OptContext, module: ModuleOp) -> bool:
    """Prints a module in the usual and in the generic form and reads both back.

    Reports, and gives False, when the module cannot be printed, or when the text cannot be read or stands for
    another module: that is a defect of an operation's format.
    """
    from .parser import parse_module
    from .printer import operation_text

    expected = operation_text(module, generic=True)
    place, _ = resolve_location(module.location)
    for form in ("usual", "generic"):
        engine = context.diagnostics
        try:
            text = expected if form == "generic" else operation_text(module)
        except Exception as failure:
            engine.error(f"the {form} form of the module cannot be printed", place, [describe(failure)])
            return False
        found: list[Diagnostic] = []
        silent = DiagnosticEngine()

        def take(diagnostic: Diagnostic, found: list[Diagnostic] = found) -> bool:
            found.append(diagnostic)
            return True

        silent.add_handler(take)
        fresh = context.clone()
        fresh.diagnostics = silent
        again = parse_module(fresh, silent.sources.add(f"<{form} form>", text), allow_empty=True)
        if again is None:
            reasons = [_in_the_text(diagnostic, silent) for diagnostic in found]
            engine.error(f"the {form} form of the module cannot be read back", place, reasons)
            return False
        actual = operation_text(again, generic=True)
        # The order in which properties were given means nothing, but shows in the text.
        if actual != expected and not module.is_structurally_equivalent(again):
            engine.error(
                f"the {form} form of the module reads back as another one", place, _first_difference(expected, actual)
            )
            return False
    return True


def _in_the_text(diagnostic: Diagnostic, engine: DiagnosticEngine) -> str:
    """What an error in the printed text says, with its line: nobody else has that text."""
    location: Location | None = diagnostic.location
    line = None if location is None else engine.sources.line_text(location)
    return diagnostic.message if line is None else f"{diagnostic.message}: {line.strip()}"


def _first_difference(expected: str, actual: str) -> list[str]:
    before, after = expected.splitlines(), actual.splitlines()
    for one, other in zip(before, after, strict=False):
        if one != other:
            return [f"written: {one.strip()}", f"read:    {other.strip()}"]
    return [f"{len(before)} lines were written, {len(after)} lines read"]
