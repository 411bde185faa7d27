"""`addStreamId`: a stamp, not a pattern. It binds an instruction to the hardware stream of its collective."""

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, Operation

STREAM_ID = "stream_id"
STAMP = "neuron.stream_id"
"""Where an instruction whose Backend IR record has no `stream_id` carries it."""

DEFAULT_STREAM = 0


def stream_id_of(collective: Operation, default: int = DEFAULT_STREAM) -> Attribute:
    """The stream that a collective names, the default when it names none."""
    for name in (STREAM_ID, STAMP):
        value = collective.properties.get(name) or collective.attributes.get(name)
        if value is not None:
            return value
    return IntegerAttr(default, i64)


def add_stream_id(instruction: Operation, collective: Operation, default: int = DEFAULT_STREAM) -> None:
    """
    Stamp the stream of a collective on an instruction.

    It becomes the property `stream_id` where the instruction has one, else the discardable attribute
    `neuron.stream_id`.
    """
    stream = stream_id_of(collective, default)
    definition = getattr(type(instruction), "get_irdl_definition", None)
    if definition is not None and STREAM_ID in definition().properties:
        instruction.properties[STREAM_ID] = stream
    else:
        instruction.attributes[STAMP] = stream
