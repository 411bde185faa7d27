"""The context of a run: dialects that load by name, diagnostics, source texts and statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .diagnostics import DiagnosticEngine
from .sources import Location, SourceManager
from .statistics import StatisticsTable
from .suggestions import closest, did_you_mean
from .xdsl_interface import LateLoadingContext

if TYPE_CHECKING:
    from xdsl.ir import Attribute, Dialect, Operation

    from .positions import SourcePositions
    from .rewriting import RewriteListener

DialectFinder = Callable[[str], "Callable[[], Dialect] | None"]
"""Asked once for each dialect name that nobody registered; gives the dialect's factory if it knows one."""


class OptContext(LateLoadingContext):
    """An xDSL context with what a driver needs besides.

    Dialects that offer `find_operation(name)` and `find_attribute(name)` are asked by name, so that one
    operation of a large dialect does not import all of it. A name that a registered dialect does not have is
    an error even when unregistered dialects are allowed: it is far more often a typing mistake.
    """

    diagnostics: DiagnosticEngine
    """Where errors, warnings and remarks of the run go."""

    statistics: StatisticsTable
    """What passes have counted."""

    positions: SourcePositions | None
    """Where operands and properties stood in the text that was parsed last."""

    external_resources: dict[str, dict[str, str]]
    """What tools left for themselves in the metadata of the text: tool, then key, then value."""

    rewrite_listeners: list[RewriteListener]
    """Who is told of every pattern that is tried and of every one that fires."""

    verified: dict[tuple[object, ...], list[Attribute]]
    """Combinations of types and attributes that the verifier has found good, and what their keys refer to."""

    verifies_everything: bool
    """Whether the verifier looks at each operation by itself, also where an equal one was found good."""

    def __init__(
        self,
        *,
        allow_unregistered: bool = False,
        diagnostics: DiagnosticEngine | None = None,
        dialect_finder: DialectFinder | None = None,
        verifies_everything: bool = False,
    ) -> None:
        super().__init__(allow_unregistered)
        self.diagnostics = DiagnosticEngine() if diagnostics is None else diagnostics
        self.statistics = StatisticsTable()
        self.positions = None
        self.external_resources = {}
        self.verified = {}
        self.verifies_everything = verifies_everything
        self.rewrite_listeners = []
        self.dialect_finder = dialect_finder

    @property
    def sources(self) -> SourceManager:
        """The texts that locations point into."""
        return self.diagnostics.sources

    def clone(self) -> OptContext:
        """A context with the same dialects that reports to the same place."""
        copy = OptContext(
            allow_unregistered=self.allow_unregistered,
            diagnostics=self.diagnostics,
            dialect_finder=self.dialect_finder,
            verifies_everything=self.verifies_everything,
        )
        self.copy_dialects_to(copy)
        copy.statistics = self.statistics
        copy.positions = self.positions
        copy.verified = self.verified
        copy.rewrite_listeners = self.rewrite_listeners
        return copy

    def operand_location(self, op: Operation, index: int) -> Location | None:
        """Where an operand of an operation was written, if that is known."""
        return None if self.positions is None else self.positions.operand(op, index)

    def property_location(self, op: Operation, name: str) -> Location | None:
        """Where a property or attribute of an operation was written, if that is known."""
        return None if self.positions is None else self.positions.property(op, name)

    def find_unregistered_dialect(self, name: str) -> Callable[[], Dialect] | None:
        return None if self.dialect_finder is None else self.dialect_finder(name)

    def suggest_operation(self, name: str) -> str:
        """`; did you mean 'x'?` for an operation name that does not exist, or nothing."""
        return self._suggest(name, self.operation_names)

    def suggest_attribute(self, name: str, *, is_type: bool) -> str:
        """`; did you mean 'x'?` for an attribute or type name that does not exist, or nothing.

        `name` has no `#` or `!` in front, nor has the suggestion.
        """
        return self._suggest(name, lambda dialect: self.attribute_names(dialect, is_type=is_type))

    def _suggest(self, name: str, names_of: Callable[[str], list[str]]) -> str:
        dialect_name, dot, mnemonic = name.partition(".")
        if not dot:
            return ""
        if self.knows_dialect(dialect_name):
            return did_you_mean(name, names_of(dialect_name))
        # The dialect itself is misspelt: the right one is near, and has the rest of the name.
        near = closest(dialect_name, self.dialect_names())
        if near is None:
            return ""
        names = names_of(near)
        if f"{near}.{mnemonic}" in names:
            return f"; did you mean '{near}.{mnemonic}'?"
        return did_you_mean(f"{near}.{mnemonic}", names)
