"""The error that verifiers raise: a verification failure that knows which operand or property it is about."""

from collections.abc import Iterable

from xdsl.utils.exceptions import VerifyException


class OperationError(VerifyException):
    """
    A verification failure with its place and its notes.

    `operand_index` is an index into `op.operands`, `property_name` the name of a property or attribute; a diagnostics
    engine puts its caret there when it knows the position. Notes are ordinary PEP 678 notes (`__notes__`), so they
    also show where the exception surfaces raw, as in plain `xdsl-opt`.
    """

    operand_index: int | None
    property_name: str | None

    def __init__(
        self,
        message: str,
        *,
        operand_index: int | None = None,
        property_name: str | None = None,
        notes: Iterable[str] = (),
    ):
        super().__init__(message)
        self.operand_index = operand_index
        self.property_name = property_name
        for note in notes:
            self.add_note(note)


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` was most likely meant to be, None when nothing is near."""
    # difflib is not needed unless something is wrong already.
    from difflib import get_close_matches

    matches = get_close_matches(word, list(candidates), n=1, cutoff=0.6)
    return matches[0] if matches else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The tail `; did you mean 'x'?` of an error about an unknown word, empty when nothing is near."""
    match = closest(word, candidates)
    return f"; did you mean '{match}'?" if match is not None else ""
