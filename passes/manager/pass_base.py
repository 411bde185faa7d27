"""The base class of passes, and the declaration of their options.

A pass is a frozen dataclass. Its options are fields made with ``option``; a field ``tkg_threshold`` is
spelled ``tkg-threshold`` in pipelines. What the driver lists, what ``--help`` says and what the documentation
shows is read off these declarations (by way of the generated table, so that listing imports no pass).

.. code-block:: python

    @dataclass(frozen=True)
    class ShrinkPass(Pass):
        '''Long description, in Markdown, for the documentation.'''

        name = "shrink"
        summary = "Make every buffer as small as its users allow"
        anchors = ("builtin.module", "func.func")
        statistics = {"num-shrunk": "Number of buffers made smaller"}

        minimum: int = option(default=1, help="Smallest size that a buffer may take")
        policy: str = option(default="tight", help="How to round", choices=("tight", "power-of-two"))

        def apply_to(self, context: Context, op: Operation) -> None: ...

The module of a pass must not say ``from __future__ import annotations``: xDSL reads the annotations of
fields.
"""

import dataclasses
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from .option_types import OptionDeclaration, OptionKind, OptionValue
from .statistics import StatisticsTable

_T = TypeVar("_T")


def option(*, default: _T, help: str, choices: Sequence[str] | None = None, minimum: int | None = None) -> _T:
    """Declares one option of a pass.

    ``default`` is the value when the pipeline says nothing (``None`` is allowed when the annotation says so),
    ``help`` one line for ``--help`` and the documentation, ``choices`` the closed set of words that a string
    option, or each entry of a list, takes, ``minimum`` the least number.

    Raises ``ValueError`` when the default is not among the choices, or less than the minimum.
    """
    words = _entries(default)
    if choices is not None and not all(word in choices for word in words):
        raise ValueError(f"the default {default!r} is not one of the choices {tuple(choices)!r}")
    metadata: dict[str, Any] = {
        "help": help,
        "choices": None if choices is None else tuple(choices),
        "minimum": minimum,
    }
    _check_minimum("the default", default, minimum)
    return dataclasses.field(default=default, metadata=metadata)


def _entries(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple):
        return cast("tuple[object, ...]", value)
    return () if value is None else (value,)


def _check_minimum(what: str, value: object, minimum: int | None) -> None:
    if minimum is not None and isinstance(value, int | float) and value < minimum:
        raise ValueError(f"{what} is {value}, it has to be at least {minimum}")


@dataclass(frozen=True)
class Pass(ModulePass):
    """A rewrite of the IR below one anchor operation.

    Subclasses give ``name``, ``summary`` and ``apply_to``; the class docstring is the long description. An
    error is reported with ``diagnostics.emit_error`` and the pass returns; the pass manager stops at the end
    of the pass when any error was reported.
    """

    summary: ClassVar[str]
    """One line: what the pass does."""

    anchors: ClassVar[tuple[str, ...]] = ("builtin.module",)
    """Names of the operations that the pass may run on; ``()`` means any operation."""

    statistics: ClassVar[Mapping[str, str]] = {}
    """Counters of the pass: name to description."""

    dependent_dialects: ClassVar[tuple[str, ...]] = ()
    """Dialects whose operations the pass may create; they must be registered in the context."""

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for an option below its minimum; pipelines are told so earlier, with a caret."""
        for field in dataclasses.fields(self):
            name = field.name.replace("_", "-")
            _check_minimum(f"option '{name}'", getattr(self, field.name), field.metadata.get("minimum"))

    @abstractmethod
    def apply_to(self, context: Context, op: Operation) -> None:
        """Runs the pass on the anchor ``op`` and everything nested in it."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Runs the pass on a module: xDSL's entry, so that plain ``xdsl-opt`` can run our passes."""
        self.apply_to(ctx, op)

    def count(self, context: Context, statistic_name: str, amount: int = 1) -> None:
        """Adds ``amount`` to a counter that the class declares in ``statistics``.

        Does nothing when the context keeps no statistics (a plain xDSL context). Raises ``KeyError`` when the
        counter is not declared: a counter without a description could not be reported.
        """
        if statistic_name not in type(self).statistics:
            raise KeyError(f"pass '{self.name}' declares no statistic '{statistic_name}'")
        table = getattr(context, "statistics", None)
        if isinstance(table, StatisticsTable):
            table.add(self, statistic_name, amount)


@dataclass(frozen=True)
class Pipeline:
    """A registered pipeline: a name and options that stand for a list of passes.

    Subclasses give ``name`` and ``summary``, declare options as passes do, and write ``text``; the class
    docstring is the long description.
    """

    name: ClassVar[str]
    summary: ClassVar[str]

    def text(self) -> str:
        """What the pipeline stands for: elements of the pipeline language, without an anchor around them."""
        raise NotImplementedError


def option_declarations(pass_class: type[ModulePass] | type[Pipeline]) -> tuple[OptionDeclaration, ...]:
    """The options of a pass class, in the order of their declaration, inherited ones first.

    Works for xDSL's own passes as well, whose fields carry no help. Raises ``TypeError`` for a field whose
    type no pipeline can spell, and for a class that declares options but is not itself a dataclass (its
    options would silently not exist).
    """
    for name, value in vars(pass_class).items():
        if isinstance(value, dataclasses.Field):
            raise TypeError(f"{pass_class.__name__}.{name}: decorate the class with @dataclass(frozen=True)")
    return tuple(_declarations(pass_class))


def _declarations(pass_class: type[ModulePass] | type[Pipeline]) -> Iterator[OptionDeclaration]:
    hints = get_type_hints(pass_class)
    for field in dataclasses.fields(pass_class):
        if field.name == "name" or not field.init:
            continue
        kind, is_list, optional, words = _kind_of(hints[field.name], f"{pass_class.__name__}.{field.name}")
        required = False
        default: OptionValue = None
        if field.default is not dataclasses.MISSING:
            default = cast(OptionValue, field.default)
        elif field.default_factory is not dataclasses.MISSING:
            default = cast(OptionValue, field.default_factory())
        else:
            required = not optional
        choices = cast("tuple[str, ...] | None", field.metadata.get("choices")) or words
        yield OptionDeclaration(
            name=field.name.replace("_", "-"),
            kind=OptionKind.CHOICE if choices else kind,
            is_list=is_list,
            optional=optional,
            required=required,
            default=default,
            help=cast(str, field.metadata.get("help", "")),
            choices=choices,
            minimum=cast("int | None", field.metadata.get("minimum")),
        )


_SCALARS: Mapping[object, OptionKind] = {
    int: OptionKind.INTEGER,
    float: OptionKind.FLOAT,
    bool: OptionKind.BOOLEAN,
    str: OptionKind.STRING,
}


def _kind_of(hint: object, where: str) -> tuple[OptionKind, bool, bool, tuple[str, ...]]:
    """Kind, whether it is a list, whether ``None`` is allowed, and the words of a ``Literal``, of one
    annotation.
    """
    optional = False
    is_list = False
    if get_origin(hint) in (Union, UnionType):
        arms = [arm for arm in get_args(hint) if arm is not NoneType]
        optional = len(arms) != len(get_args(hint))
        hint = arms[0] if len(arms) == 1 else tuple(arms)
    if get_origin(hint) in (tuple, Sequence):
        is_list = True
        elements = {element for element in get_args(hint) if element is not Ellipsis}
        hint = elements.pop() if len(elements) == 1 else tuple(elements)
    if get_origin(hint) is Literal and all(isinstance(word, str) for word in get_args(hint)):
        return OptionKind.CHOICE, is_list, optional, cast("tuple[str, ...]", get_args(hint))
    if hint in ((int, float), (float, int)):
        return OptionKind.FLOAT, is_list, optional, ()
    kind = _SCALARS.get(hint)
    if kind is None:
        raise TypeError(f"{where}: options are int, float, bool, str, tuples of one of them, or optional")
    return kind, is_list, optional, ()
