"""Reading one operation again, to find out where its operands and properties stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import ForwardDeclaredValue
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .diagnostics import operation_name
from .fast_lexer import WHITESPACE
from .parser import OptParser
from .positions import Recording
from .sources import SourceChunk
from .xdsl_interface import dialect_of

if TYPE_CHECKING:
    from .context import OptContext

__all__ = ["record_operation"]


def record_operation(
    context: OptContext, chunk: SourceChunk, aliases: dict[str, Attribute], op: Operation, offset: int
) -> Recording | None:
    """Read the operation whose name stands at an offset, and say where its parts are.

    None when it is not an operation of the same name: the location was spelled out and points elsewhere, or
    the operation has taken the place of the one in the text.
    """
    recorder = _Recorder(context, chunk)
    recorder.attribute_aliases = aliases
    recorder.state.dialect_stack.append(dialect_of(type(op)))
    try:
        recorder.resume_from(offset)
        again = recorder.parse_operation()
    except Exception:
        # Whatever stands there cannot be read by itself; there is no finer place then.
        return None
    if operation_name(again) != operation_name(op) or recorder.outermost is None:
        return None
    return recorder.outermost.finish(again)


class _Recorder(OptParser):
    """Reads one operation and writes down where its operands and properties stand."""

    uses_text_cache = False

    def __init__(self, context: OptContext, chunk: SourceChunk) -> None:
        super().__init__(context, chunk)
        self.outermost: Recording | None = None
        self._depth = 0

    def report(self, message: str, offset: int, notes: Sequence[tuple[str, int | None]] = ()) -> None:
        """Nothing: the text was accepted as a whole before, only its surroundings are missing here."""

    def _record(self) -> Recording | None:
        return self.outermost if self._depth == 1 and not self._attribute_depth else None

    def parse_operation(self) -> Operation:
        if self.outermost is None:
            self.outermost = Recording()
        self._depth += 1
        op = super().parse_operation()
        self._depth -= 1
        return op

    def _resolve(self, name: str, number: int, type: Attribute, offset: int) -> SSAValue[Any]:
        # Every use is a value of its own, so that equal operands can be told apart.
        value = ForwardDeclaredValue(type)
        if (recording := self._record()) is not None:
            recording.uses.append((value, offset))
        return value

    def note_property_position(self, name: str, position: int | None = None) -> None:
        if (recording := self._record()) is not None:
            start = self.state.current_token.start if position is None else position
            recording.properties[name] = start

    def parse_entry_value(self, name: str) -> Attribute:
        if (recording := self._record()) is not None:
            token = self.state.current_token
            blank = WHITESPACE.match(self.content, token.end) if token.kind is MLIRTokenKind.EQUAL else None
            recording.properties[name] = token.start if blank is None else blank.end()
        return super().parse_entry_value(name)
