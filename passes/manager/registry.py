"""Passes and pipelines by name, known from static tables before anything of them is imported.

The driver parses flags and pipelines, prints help and lists passes from these entries; the module of a pass
is imported when the pass is about to run. Passes that are not in the table (xDSL's own, and those of
plug-ins) are found by a fallback that is asked only for a name that nothing else knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .option_types import OptionDeclaration, OptionKind, OptionValue

if TYPE_CHECKING:
    from xdsl.passes import ModulePass

    from .pass_base import Pipeline

OptionRow = tuple[str, str, bool, bool, bool, OptionValue, str, tuple[str, ...], int | None]
"""An `OptionDeclaration` in a static table: its fields in order, the kind by its spelling."""

PassRow = tuple[str, str, str, tuple[str, ...], tuple[OptionRow, ...], tuple[tuple[str, str], ...]]
"""A pass in a static table: module, class, summary, anchors, options, statistics."""

PipelineRow = tuple[str, str, str, tuple[OptionRow, ...]]
"""A pipeline in a static table: module, class, summary, options."""


class PassEntry(NamedTuple):
    """What is known of a pass without importing it."""

    name: str
    summary: str
    anchors: tuple[str, ...]
    options: tuple[OptionDeclaration, ...]
    load: Callable[[], type[ModulePass]]
    statistics: tuple[tuple[str, str], ...] = ()
    class_name: str = ""
    is_foreign: bool = False
    """Whether it is in no table of ours: one of xDSL's passes, or of a plug-in's."""
    declares_anchors: bool = True
    """Whether it says what it runs on; plain passes of xDSL run on modules and do not say so."""

    @property
    def display_name(self) -> str:
        """The name in banners and reports: that of the class, without `Pass` at its end."""
        return self.class_name.removesuffix("Pass") or self.class_name or self.name

    def option(self, name: str) -> OptionDeclaration | None:
        """The option of that spelling; `_` and `-` are the same, since xDSL's pipelines use either."""
        spelling = name.replace("_", "-")
        for declaration in self.options:
            if declaration.name == spelling:
                return declaration
        return None

    def instantiate(self, values: Mapping[str, OptionValue]) -> ModulePass:
        """Imports the pass and makes it with these options (by spelling); the others take their defaults."""
        pass_class = cast("Callable[..., ModulePass]", self.load())
        fields: dict[str, Any] = {name.replace("-", "_"): value for name, value in values.items()}
        return pass_class(**fields)


class PipelineEntry(NamedTuple):
    """What is known of a registered pipeline without importing it."""

    name: str
    summary: str
    options: tuple[OptionDeclaration, ...]
    load: Callable[[], type[Pipeline]]

    def option(self, name: str) -> OptionDeclaration | None:
        """The option of that spelling, `_` and `-` being the same."""
        spelling = name.replace("_", "-")
        for declaration in self.options:
            if declaration.name == spelling:
                return declaration
        return None

    def expand(self, values: Mapping[str, OptionValue]) -> str:
        """The text of the pipeline with these options."""
        pipeline_class = cast("Callable[..., Pipeline]", self.load())
        fields: dict[str, Any] = {name.replace("-", "_"): value for name, value in values.items()}
        return pipeline_class(**fields).text()


PassFallback = Callable[[str], "PassEntry | None"]
"""Finds a pass that is in no table."""


def _no_names() -> Iterable[str]:
    return ()


class PassRegistry:
    """All passes and pipelines that a tool offers."""

    def __init__(
        self,
        passes: Mapping[str, PassRow] | None = None,
        pipelines: Mapping[str, PipelineRow] | None = None,
        *,
        fallback: PassFallback | None = None,
        fallback_names: Callable[[], Iterable[str]] = _no_names,
        plugin_names: Callable[[], Iterable[str]] = _no_names,
    ) -> None:
        """`fallback_names` gives the names that `fallback` knows, for suggestions and for listing.

        `plugin_names` are those among them that come from plug-ins, which are listed with their options: there
        are few of them, and nobody knows them by heart.
        """
        self._pass_rows = dict(passes or {})
        self._pipeline_rows = dict(pipelines or {})
        self._passes: dict[str, PassEntry] = {}
        self._pipelines: dict[str, PipelineEntry] = {}
        self._fallback = fallback
        self._fallback_names = fallback_names
        self._plugin_names = plugin_names

    def register(self, entry: PassEntry) -> None:
        """Adds a pass; a name that is taken is a ValueError."""
        self._check_free(entry.name)
        self._passes[entry.name] = entry

    def register_class(self, pass_class: type[ModulePass]) -> None:
        """Adds a pass by its class: for libraries and tests that have the class at hand."""
        self.register(entry_of_class(pass_class))

    def register_pipeline(self, entry: PipelineEntry) -> None:
        """Adds a pipeline; a name that is taken is a ValueError."""
        self._check_free(entry.name)
        self._pipelines[entry.name] = entry

    def _check_free(self, name: str) -> None:
        if self.is_registered(name):
            raise ValueError(f"a pass or pipeline called '{name}' is registered already")

    def is_registered(self, name: str) -> bool:
        """Whether a pass or pipeline of this name is in the tables (the fallback is not asked)."""
        return name in self._passes or name in self._pipelines or name in self._pass_rows or name in self._pipeline_rows

    def find_pass(self, name: str) -> PassEntry | None:
        """The pass of that name, or None; asks the fallback for a name that no table has."""
        entry = self._passes.get(name)
        if entry is not None:
            return entry
        row = self._pass_rows.get(name)
        if row is not None:
            entry = _entry_of_row(name, row)
        elif self._fallback is not None and name not in self._pipeline_rows:
            entry = self._fallback(name)
        if entry is not None:
            self._passes[name] = entry
        return entry

    def find_pipeline(self, name: str) -> PipelineEntry | None:
        """The registered pipeline of that name, or None."""
        entry = self._pipelines.get(name)
        if entry is None and (row := self._pipeline_rows.get(name)) is not None:
            module, class_name, summary, options = row
            entry = PipelineEntry(
                name, summary, tuple(_option_of_row(option) for option in options), _loader(module, class_name)
            )
            self._pipelines[name] = entry
        return entry

    def pass_names(self) -> list[str]:
        """The names of our passes, sorted; those of the fallback are not among them."""
        names = {*self._pass_rows, *(name for name, entry in self._passes.items() if not entry.is_foreign)}
        return sorted(names)

    def pipeline_names(self) -> list[str]:
        """The names of the registered pipelines, sorted."""
        return sorted({*self._pipeline_rows, *self._pipelines})

    def foreign_names(self) -> list[str]:
        """The names of the passes that the fallback knows and that no pass of ours replaces, sorted."""
        return sorted(name for name in self._fallback_names() if not self.is_own(name))

    def plugin_names(self) -> list[str]:
        """The names of the passes of plug-ins, which are among the foreign names, sorted."""
        return sorted(name for name in self._plugin_names() if not self.is_own(name))

    def is_own(self, name: str) -> bool:
        """Whether the name is that of a pass or pipeline of ours."""
        entry = self._passes.get(name)
        if entry is not None:
            return not entry.is_foreign
        return name in self._pass_rows or name in self._pipeline_rows or name in self._pipelines

    def all_names(self) -> list[str]:
        """Every name that a pipeline can say, for suggestions."""
        return [*self.pass_names(), *self.pipeline_names(), *self.foreign_names()]


def entry_of_class(pass_class: type[ModulePass], *, is_foreign: bool = False) -> PassEntry:
    """The entry of a pass whose class is at hand.

    Raises TypeError when an option of the pass has a type that no pipeline can spell.
    """
    from .pass_base import Pass, option_declarations

    is_ours = issubclass(pass_class, Pass)
    documentation = (pass_class.__doc__ or "").strip()
    return PassEntry(
        name=pass_class.name,
        summary=pass_class.summary if is_ours else documentation.partition("\n")[0].strip(),
        anchors=pass_class.anchors if is_ours else ("builtin.module",),
        options=option_declarations(pass_class),
        load=lambda: pass_class,
        statistics=tuple(pass_class.statistics.items()) if is_ours else (),
        class_name=pass_class.__name__,
        is_foreign=is_foreign,
        declares_anchors=is_ours,
    )


def option_row(declaration: OptionDeclaration) -> OptionRow:
    """An option as it stands in a static table."""
    return (
        declaration.name,
        declaration.kind.value,
        declaration.is_list,
        declaration.optional,
        declaration.required,
        declaration.default,
        declaration.help,
        declaration.choices,
        declaration.minimum,
    )


def _option_of_row(row: OptionRow) -> OptionDeclaration:
    return OptionDeclaration(row[0], OptionKind(row[1]), *row[2:])


def _entry_of_row(name: str, row: PassRow) -> PassEntry:
    module, class_name, summary, anchors, options, statistics = row
    return PassEntry(
        name=name,
        summary=summary,
        anchors=anchors,
        options=tuple(_option_of_row(option) for option in options),
        load=_loader(module, class_name),
        statistics=statistics,
        class_name=class_name,
    )


def _loader(module: str, class_name: str) -> Callable[[], Any]:
    def load() -> Any:
        from importlib import import_module

        return getattr(import_module(module), class_name)

    return load
