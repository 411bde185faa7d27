"""What an option of a pass is, said without the pass: the driver reads these from a static table.

Nothing here imports xDSL, so that flags and pipelines are parsed before (or without) any of it. Here and in the
modules that read the command line, records are named tuples: a dataclass takes several times as long to define,
and every start of the driver would wait for it.
"""

from enum import Enum
from typing import NamedTuple, TypeAlias

OptionScalar: TypeAlias = int | float | bool | str
OptionValue: TypeAlias = OptionScalar | tuple[OptionScalar, ...] | None


class OptionKind(Enum):
    """The kinds of values that a pipeline can spell."""

    INTEGER = "int"
    FLOAT = "float"
    BOOLEAN = "bool"
    STRING = "string"
    CHOICE = "choice"


class OptionDeclaration(NamedTuple):
    """One option: its spelling (with hyphens), what it takes, what it is when left out."""

    name: str
    kind: OptionKind
    is_list: bool = False
    optional: bool = False
    required: bool = False
    default: OptionValue = None
    help: str = ""
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    """The least number that the option takes."""

    @property
    def field_name(self) -> str:
        """The name of the field of the pass class."""
        return self.name.replace("-", "_")
