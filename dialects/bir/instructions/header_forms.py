"""The forms of the common header by key."""

from ...neuron.properties import PropertyForm
from ..forms import SymbolForm
from .catalogue import HEADER
from .key_forms import form_of

NAME = "sym_name"
"""The property that holds an instruction's name, which is written `@name` behind the operation's name."""
NAME_FORM = SymbolForm("the instruction's name")


def header_form(key: str) -> PropertyForm:
    """The form of a key of the common header, or of the name. Raises KeyError for another key."""
    if key == NAME:
        return NAME_FORM
    for entry in HEADER:
        if entry.name == key:
            return form_of(entry.type)
    raise KeyError(key)
