"""What the encoders and decoders raise."""

from __future__ import annotations

from collections.abc import Iterable


class DescriptorError(ValueError):
    """A descriptor that cannot be: a message, and notes with the numbers (PEP 678)."""

    def __init__(self, message: str, notes: Iterable[str] = ()) -> None:
        super().__init__(message)
        for note in notes:
            self.add_note(note)
