"""What can be wrong with a document: a message, the JSON path it is about, and the place in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..manager.sources import Location

Step = str | int
Path = tuple[Step, ...]

_PLAIN = re.compile(r"[A-Za-z_]\w*")


def path_text(path: Sequence[Step]) -> str:
    """A path as JSONPath writes it: `$.functions[0].blocks[1].name`, `$['a key']`."""
    pieces = ["$"]
    for step in path:
        if isinstance(step, int):
            pieces.append(f"[{step}]")
        elif _PLAIN.fullmatch(step):
            pieces.append(f".{step}")
        else:
            quoted = step.replace("\\", "\\\\").replace("'", "\\'")
            pieces.append(f"['{quoted}']")
    return "".join(pieces)


class BirJsonProblem(Exception):
    """One thing that is wrong with a document, or with a module that is to become one.

    `message` says what, `path` is where in the document, `location` where in the text, when that is known.
    """

    def __init__(self, message: str, *path: Step, notes: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path: Path = path
        self.location: Location | None = None
        self.notes = tuple(notes)

    def within(self, *steps: Step) -> BirJsonProblem:
        """The same problem, seen from further out."""
        self.path = (*steps, *self.path)
        return self

    def __str__(self) -> str:
        where = f"{self.location}: " if self.location is not None else ""
        return f"{where}{path_text(self.path)}: {self.message}"


class BirJsonError(Exception):
    """A document that cannot be read, or a module that cannot be written: everything that is wrong with it."""

    def __init__(self, errors: Sequence[BirJsonProblem]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = tuple(errors)
