"""The error of the KLR path."""


class KlrError(ValueError):
    """An access that the KLR path cannot say; the message gives the numbers."""
