"""Where the operands and properties of an operation stood in the text, for the carets of diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .diagnostics import operation_name
from .sources import Location, SourceChunk
from .xdsl_interface import resolve_location

if TYPE_CHECKING:
    from xdsl.ir import Attribute, Operation, SSAValue

    from .context import OptContext

__all__ = ["Recording", "SourcePositions"]


class Recording:
    """Where things stood in one operation."""

    def __init__(self) -> None:
        self.uses: list[tuple[SSAValue, int]] = []
        self.operands: list[int | None] = []
        self.properties: dict[str, int] = {}

    def finish(self, op: Operation) -> Recording:
        """Match the operands with the places where they were read, whatever order the format has them in."""
        places = dict(self.uses)
        self.operands = [places.get(operand) for operand in op.operands]
        return self


class SourcePositions:
    """Where the operands and properties of operations stood in the text that they were parsed from.

    Nothing is recorded while parsing. The one operation that an error is about is read once more, by a
    parser that writes down where things are; in the common run, without errors, it costs nothing.
    """

    def __init__(self, context: OptContext, chunk: SourceChunk, aliases: dict[str, Attribute]) -> None:
        """`aliases` are those that the text defines."""
        self._context = context
        self._chunk = chunk
        self._aliases = aliases
        self._recordings: dict[tuple[str, int], Recording | None] = {}

    def operand(self, op: Operation, index: int) -> Location | None:
        """Where an operand was written, or None if that is not known or no longer true."""
        recording = self._recording(op)
        # A pass may have given the operation other operands since.
        if recording is None or not 0 <= index < len(recording.operands) == len(op.operands):
            return None
        offset = recording.operands[index]
        return None if offset is None else self._chunk.location(offset)

    def property(self, op: Operation, name: str) -> Location | None:
        """Where the value of a property or attribute was written, or None if that is not known."""
        recording = self._recording(op)
        offset = None if recording is None else recording.properties.get(name)
        return None if offset is None else self._chunk.location(offset)

    def _recording(self, op: Operation) -> Recording | None:
        location, callers = resolve_location(op.location)
        chunk = self._chunk
        if location is None or callers or location.file != chunk.name or not location.line:
            return None
        offset = chunk.file.offset(location.line, location.column) - chunk.start
        if not 0 <= offset < len(chunk.text):
            return None
        key = (operation_name(op), offset)
        if key not in self._recordings:
            self._recordings[key] = self._read_again(op, offset)
        return self._recordings[key]

    def _read_again(self, op: Operation, offset: int) -> Recording | None:
        # Only an error leads here.
        from .recorder import record_operation

        return record_operation(self._context, self._chunk, self._aliases, op, offset)
