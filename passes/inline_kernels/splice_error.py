"""Why a body cannot be spliced."""


class SpliceError(Exception):
    """A body that does not fit where it is called; the message is for the user, notes are what helps.

    `operand` is the index of the operand of the call that it is about.
    """

    def __init__(self, message: str, *, operand: int | None = None, notes: tuple[str, ...] = ()):
        super().__init__(message)
        self.operand = operand
        for note in notes:
            self.add_note(note)
