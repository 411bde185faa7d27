"""What the builders raise when an access pattern cannot be built."""

from ...dialects.neuron.errors import OperationError


class AccessPatternError(OperationError):
    """
    An access pattern that cannot be built, or that hardware would refuse.

    The message starts with the assertion string of the origin (the builders of neuronx_cc 2.24, reverse-engineering
    notes) where there is one; the notes give the pattern, the factor, the limit and the target.
    """
