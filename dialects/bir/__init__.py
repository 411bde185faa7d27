"""The `bir` dialect: what the backend takes."""

from ..neuron.lazy_dialect import LazyDialect
from .tables import ATTRIBUTES, OPERATIONS

BIR = LazyDialect("bir", __name__, operations=OPERATIONS, attributes=ATTRIBUTES)
"""The `bir` dialect."""
