"""The pipeline language: text to a tree of passes, and the tree back to text.

.. code-block:: text

    pipeline ::= anchor `(` (element (`,` element)*)? `)`
    element  ::= pipeline | name (`{` option* `}`)?
    option   ::= key (`=` value)?
    value    ::= word | "…" | '…' | `{` … `}`, several joined by `,` for a list

An anchor is the name of an operation, or ``any``. Options are separated by blanks (a comma after a value
belongs to a list). What ``str`` of a pipeline gives parses back to the same pipeline.

Errors carry their place: `PipelineError.location` points into `PipelineError.source`, so that whoever reports
the error can show the whole pipeline with a caret under the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn, TypeAlias

from .flags import PassFlag
from .option_types import OptionDeclaration, OptionKind, OptionScalar, OptionValue
from .registry import PassEntry, PassRegistry, PipelineEntry
from .sources import Location, SourceFile
from .suggestions import did_you_mean

ROOT_ANCHOR = "builtin.module"
ANY_ANCHOR = "any"

_DEEPEST_EXPANSION = 16
"""Registered pipelines may name others; beyond this depth one names itself."""


class PipelineError(Exception):
    """A pipeline that cannot be run: the message, where in which text, and notes."""

    def __init__(self, message: str, location: Location, source: SourceFile, notes: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.source = source
        self.notes = tuple(notes)


class PassStep(NamedTuple):
    """One pass of a pipeline with the options that it will run with."""

    entry: PassEntry
    values: tuple[tuple[str, OptionValue], ...]
    """Every option of the pass, in the order of their declaration: those given, and the defaults."""
    location: Location | None = None

    def __str__(self) -> str:
        return self.spell(all_options=True)

    def spell(self, *, all_options: bool) -> str:
        """The pass as a pipeline says it; without `all_options` only what differs from the default."""
        pieces: list[str] = []
        for (name, value), declaration in zip(self.values, self.entry.options, strict=True):
            is_default = value == declaration.default and not declaration.required
            if is_default and not all_options:
                continue
            pieces.append(f"{name}={spell_value(value)}")
        return f"{self.entry.name}{{{' '.join(pieces)}}}" if pieces else self.entry.name


class NestedPipeline(NamedTuple):
    """Steps that run on every operation called `anchor` directly inside the operation above."""

    anchor: str
    steps: tuple[Step, ...]
    location: Location | None = None

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(str(step) for step in self.steps)})"

    def pass_steps(self) -> Iterator[PassStep]:
        """All passes, nested ones too, in the order of the text."""
        for step in self.steps:
            if isinstance(step, PassStep):
                yield step
            else:
                yield from step.pass_steps()

    def nested_pipelines(self) -> Iterator[NestedPipeline]:
        """All pipelines nested in this one, outside in."""
        for step in self.steps:
            if isinstance(step, NestedPipeline):
                yield step
                yield from step.nested_pipelines()


Step: TypeAlias = PassStep | NestedPipeline


class PassPipeline(NamedTuple):
    """A whole pipeline, anchored on the module (or on any operation, which for a file is the module as well)."""

    root: NestedPipeline

    def __str__(self) -> str:
        return str(self.root)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What runs on the module."""
        return self.root.steps

    @staticmethod
    def empty() -> PassPipeline:
        """A pipeline that does nothing."""
        return PassPipeline(NestedPipeline(ROOT_ANCHOR, ()))

    @staticmethod
    def parse(text: str, registry: PassRegistry, *, source_name: str = "--pass-pipeline") -> PassPipeline:
        """Parses `builtin.module(…)` or `any(…)`.

        Raises PipelineError; its location names `source_name`.
        """
        return _Resolver(registry).root(SourceFile(source_name, text))

    @staticmethod
    def parse_elements(
        text: str, registry: PassRegistry, *, source_name: str = "-p", nest: bool = True
    ) -> PassPipeline:
        """Parses a bare list of elements, as xDSL's `-p` takes it; `builtin.module(…)` is understood as well.

        With `nest`, a pass that does not run on modules is put below its own anchor, as for flags.
        """
        return _Resolver(registry).bare(SourceFile(source_name, text), nest)

    @staticmethod
    def from_flags(flags: Sequence[PassFlag], registry: PassRegistry) -> PassPipeline:
        """The pipeline of passes given as flags, in their order.

        A pass that does not run on modules is put below its own anchor, neighbours with the same anchor
        together.
        """
        return _Resolver(registry).flags(flags)


# The syntax tree, before names and options are looked up.


class _Option(NamedTuple):
    key: str
    key_offset: int
    value: str | None
    value_offset: int


class _Pass(NamedTuple):
    name: str
    offset: int
    options: tuple[_Option, ...]


class _Nested(NamedTuple):
    anchor: str
    offset: int
    elements: tuple[_Element, ...]


_Element: TypeAlias = _Pass | _Nested

_CLOSING = {"{": "}", "(": ")", "[": "]"}


_DEEPEST = 200
"""Pipelines nest as operations do that passes run on; whoever writes more has made a mistake."""


class _Syntax:
    """A recursive descent over one text."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.text = source.text
        self.offset = 0
        self.depth = 0

    def fail(self, message: str, offset: int, notes: Sequence[str] = ()) -> NoReturn:
        location = self.source.location(min(offset, len(self.text)))
        raise PipelineError(message, location, self.source, notes)

    def blanks(self) -> None:
        while self.peek().isspace():
            self.offset += 1

    def name(self) -> str:
        """The name at the offset, `""` when there is none: letters, digits, `_`, and within it `.` and `-`."""
        start = self.offset
        while (
            (character := self.peek()).isalnum()
            or character == "_"
            or (self.offset > start and character in (".", "-"))
        ):
            self.offset += 1
        return self.text[start : self.offset]

    def peek(self) -> str:
        return self.text[self.offset : self.offset + 1]

    def found(self) -> str:
        """What stands at the offset, for messages."""
        return f"'{self.peek()}'" if self.peek() else "the end"

    def elements(self, closing: str) -> tuple[_Element, ...]:
        """Elements up to, and not including, `closing` or (when that is empty) the end."""
        found: list[_Element] = []
        self.blanks()
        if self.peek() == closing:
            return ()
        while True:
            found.append(self.element())
            self.blanks()
            if self.peek() == closing:
                return tuple(found)
            if self.peek() != ",":
                expected = f"',' or '{closing}'" if closing else "',' or the end"
                self.fail(f"expected {expected} after '{_name_of(found[-1])}', not {self.found()}", self.offset)
            self.offset += 1

    def element(self) -> _Element:
        self.blanks()
        start = self.offset
        name = self.name()
        if not name:
            self.fail(f"expected the name of a pass or of an operation, not {self.found()}", start)
        self.blanks()
        if self.peek() == "(":
            opening = self.offset
            self.offset += 1
            if self.depth == _DEEPEST:
                self.fail(f"pipelines are nested more than {_DEEPEST} deep", opening)
            self.depth += 1
            nested = self.elements(")") if self._has_closing() else None
            if nested is None or self.peek() != ")":
                self.fail("this '(' is not closed", opening)
            self.offset += 1
            self.depth -= 1
            return _Nested(name, start, nested)
        if self.peek() == "{":
            opening = self.offset
            self.offset += 1
            options = self.options("}")
            if self.peek() != "}":
                self.fail("this '{' is not closed", opening)
            self.offset += 1
            return _Pass(name, start, options)
        return _Pass(name, start, ())

    def _has_closing(self) -> bool:
        """Whether anything is left to close the parenthesis; if not, blame the parenthesis, not the end."""
        return ")" in self.text[self.offset :]

    def options(self, closing: str) -> tuple[_Option, ...]:
        """Options up to, and not including, `closing` or the end."""
        found: list[_Option] = []
        while True:
            self.blanks()
            if not self.peek() or self.peek() == closing:
                return tuple(found)
            start = self.offset
            key = self.name()
            if not key:
                self.fail(f"expected the name of an option, not {self.found()}", start)
            if self.peek() != "=":
                found.append(_Option(key, start, None, self.offset))
                continue
            self.offset += 1
            value_offset = self.offset
            found.append(_Option(key, start, self.value(closing), value_offset))

    def value(self, closing: str) -> str:
        """The raw text of a value: up to a blank or `closing` that is in no quotes and no brackets."""
        start = self.offset
        while self.offset < len(self.text):
            character = self.text[self.offset]
            if character.isspace() or (closing and character == closing):
                break
            if character in "\"'":
                self.quoted(character)
            elif character in _CLOSING:
                self.bracketed()
            else:
                self.offset += 1
        return self.text[start : self.offset]

    def quoted(self, quote: str) -> None:
        opening = self.offset
        self.offset += 1
        while self.offset < len(self.text):
            character = self.text[self.offset]
            self.offset += 2 if character == "\\" else 1
            if character == quote:
                return
        self.fail("this quote is not closed", opening)

    def bracketed(self) -> None:
        opening = self.offset
        pending = [_CLOSING[self.text[opening]]]
        self.offset += 1
        while pending and self.offset < len(self.text):
            character = self.text[self.offset]
            if character in "\"'":
                self.quoted(character)
                continue
            self.offset += 1
            if character == pending[-1]:
                pending.pop()
            elif character in _CLOSING:
                pending.append(_CLOSING[character])
        if pending:
            self.fail(f"this '{self.text[opening]}' is not closed", opening)


def _name_of(element: _Element) -> str:
    return element.anchor if isinstance(element, _Nested) else element.name


class _Resolver:
    """Looks up names and options; what it makes can run."""

    def __init__(self, registry: PassRegistry) -> None:
        self.registry = registry
        self.depth = 0

    def root(self, source: SourceFile) -> PassPipeline:
        syntax = _Syntax(source)
        elements = syntax.elements("")
        if len(elements) == 1 and isinstance(only := elements[0], _Nested):
            if only.anchor in (ROOT_ANCHOR, ANY_ANCHOR):
                return PassPipeline(self.nested(syntax, only))
            syntax.fail(
                f"the outermost anchor must be '{ROOT_ANCHOR}' or '{ANY_ANCHOR}', not '{only.anchor}'"
                + did_you_mean(only.anchor, (ROOT_ANCHOR, ANY_ANCHOR)),
                only.offset,
                (f"write '{ROOT_ANCHOR}({source.text.strip()})'",),
            )
        if not elements:
            syntax.fail(f"the pipeline is empty; write '{ROOT_ANCHOR}()' for one that does nothing", 0)
        syntax.fail(
            "the pipeline must be wrapped in the operation that it runs on",
            elements[0].offset,
            (f"write '{ROOT_ANCHOR}({source.text.strip()})', or use -p for a bare list",),
        )

    def bare(self, source: SourceFile, nest: bool) -> PassPipeline:
        syntax = _Syntax(source)
        elements = syntax.elements("")
        if len(elements) == 1 and isinstance(only := elements[0], _Nested) and only.anchor in (ROOT_ANCHOR, ANY_ANCHOR):
            return PassPipeline(self.nested(syntax, only))
        steps = self.steps(syntax, elements, ROOT_ANCHOR, nest)
        return PassPipeline(NestedPipeline(ROOT_ANCHOR, tuple(steps)))

    def flags(self, flags: Sequence[PassFlag]) -> PassPipeline:
        steps: list[Step] = []
        for flag in flags:
            source = SourceFile(f"--{flag.name}", flag.text)
            syntax = _Syntax(source)
            name_offset = flag.text.index(flag.name)
            options: tuple[_Option, ...] = ()
            if flag.options is not None:
                syntax.offset = len(flag.text) - len(flag.options)
                closing = ""
                if flag.options.startswith("{"):
                    opening = syntax.offset
                    syntax.offset += 1
                    closing = "}"
                    options = syntax.options(closing)
                    if syntax.peek() != closing:
                        syntax.fail("this '{' is not closed", opening)
                    syntax.offset += 1
                    syntax.blanks()
                    if syntax.peek():
                        syntax.fail(f"expected the end after the options, not {syntax.found()}", syntax.offset)
                else:
                    options = syntax.options(closing)
            element = _Pass(flag.name, name_offset, options)
            for step in self.steps(syntax, (element,), ROOT_ANCHOR, True):
                previous = steps[-1] if steps else None
                if (
                    isinstance(step, NestedPipeline)
                    and isinstance(previous, NestedPipeline)
                    and step.anchor == previous.anchor
                ):
                    steps[-1] = previous._replace(steps=(*previous.steps, *step.steps))
                else:
                    steps.append(step)
        return PassPipeline(NestedPipeline(ROOT_ANCHOR, tuple(steps)))

    def nested(self, syntax: _Syntax, element: _Nested) -> NestedPipeline:
        steps = self.steps(syntax, element.elements, element.anchor, False)
        return NestedPipeline(element.anchor, tuple(steps), syntax.source.location(element.offset))

    def steps(self, syntax: _Syntax, elements: Sequence[_Element], anchor: str, nest: bool) -> Iterator[Step]:
        for element in elements:
            if isinstance(element, _Nested):
                yield self.anchored(syntax, element)
                continue
            pipeline = self.registry.find_pipeline(element.name)
            if pipeline is not None:
                yield from self.expanded(syntax, element, pipeline, anchor, nest)
                continue
            entry = self.registry.find_pass(element.name)
            if entry is None:
                self.unknown(syntax, element)
            step = PassStep(entry, self.values(syntax, element, entry), syntax.source.location(element.offset))
            if entry.anchors and anchor not in entry.anchors:
                if not nest:
                    self.misplaced(syntax, element, entry, anchor)
                yield NestedPipeline(entry.anchors[0], (step,), step.location)
            else:
                yield step

    def anchored(self, syntax: _Syntax, element: _Nested) -> NestedPipeline:
        """A nested pipeline; a pass name in the place of the anchor gets a message of its own."""
        is_operation = element.anchor == ANY_ANCHOR or "." in element.anchor
        if not is_operation:
            if self.registry.is_registered(element.anchor):
                syntax.fail(
                    f"'{element.anchor}' is a pass, not an operation; options go in braces",
                    element.offset,
                )
            syntax.fail(
                f"'{element.anchor}' is not the name of an operation"
                + did_you_mean(element.anchor, (ANY_ANCHOR, ROOT_ANCHOR, "func.func")),
                element.offset,
                ("an anchor is a full name such as 'func.func', or 'any'",),
            )
        return self.nested(syntax, element)

    def unknown(self, syntax: _Syntax, element: _Pass) -> NoReturn:
        if "." in element.name or element.name == ANY_ANCHOR:
            syntax.fail(
                f"'{element.name}' needs the passes that run on it, in parentheses",
                element.offset,
                (f"write '{element.name}(canonicalize)' to canonicalize each of them",),
            )
        suggestion = did_you_mean(element.name, self.registry.all_names())
        syntax.fail(
            f"there is no pass or pipeline called '{element.name}'{suggestion}",
            element.offset,
            () if suggestion else ("--list-passes shows what there is",),
        )

    def misplaced(self, syntax: _Syntax, element: _Pass, entry: PassEntry, anchor: str) -> NoReturn:
        runs_on = " or ".join(f"'{name}'" for name in entry.anchors)
        if not entry.declares_anchors:
            message = f"'{entry.name}' is not one of our passes, and those run on {runs_on} only, not on '{anchor}'"
        else:
            message = f"pass '{entry.name}' runs on {runs_on}, not on '{anchor}'"
        if entry.anchors[0] == ROOT_ANCHOR:
            note = f"move it out of '{anchor}(…)', directly into '{ROOT_ANCHOR}(…)'"
        else:
            note = f"write '{entry.anchors[0]}({entry.name})'"
        syntax.fail(message, element.offset, (note,))

    def expanded(
        self, syntax: _Syntax, element: _Pass, pipeline: PipelineEntry, anchor: str, nest: bool
    ) -> Iterator[Step]:
        values = dict(self.values(syntax, element, pipeline))
        text = pipeline.expand(values)
        if self.depth >= _DEEPEST_EXPANSION:
            syntax.fail(f"pipeline '{pipeline.name}' contains itself", element.offset)
        self.depth += 1
        try:
            inner = _Syntax(SourceFile(f"<pipeline {pipeline.name}>", text))
            # Made here, so that an error inside points at the name as well.
            steps = list(self.steps(inner, inner.elements(""), anchor, nest))
        except PipelineError as error:
            where = f"in the pipeline '{pipeline.name}', which stands for '{text}'"
            raise PipelineError(
                error.message, syntax.source.location(element.offset), syntax.source, (*error.notes, where)
            ) from None
        finally:
            self.depth -= 1
        yield from steps

    def values(
        self, syntax: _Syntax, element: _Pass, entry: PassEntry | PipelineEntry
    ) -> tuple[tuple[str, OptionValue], ...]:
        """Every option with the value given, or its default."""
        given: dict[str, OptionValue] = {}
        kind = "pass" if isinstance(entry, PassEntry) else "pipeline"
        for option in element.options:
            declaration = entry.option(option.key)
            if declaration is None:
                names = [each.name for each in entry.options]
                if not names:
                    syntax.fail(f"{kind} '{entry.name}' has no options", option.key_offset)
                suggestion = did_you_mean(option.key, names)
                syntax.fail(
                    f"{kind} '{entry.name}' has no option '{option.key}'{suggestion}",
                    option.key_offset,
                    () if suggestion else (f"its options are {', '.join(names)}",),
                )
            value = _convert(syntax, option, declaration)
            if declaration.name in given:
                before = given[declaration.name]
                if not (isinstance(before, tuple) and isinstance(value, tuple)):
                    syntax.fail(f"option '{declaration.name}' is given twice", option.key_offset)
                # As in mlir-opt, a list may be given in several pieces.
                value = (*before, *value)
            given[declaration.name] = value
        for declaration in entry.options:
            if declaration.required and declaration.name not in given:
                syntax.fail(
                    f"{kind} '{entry.name}' needs option '{declaration.name}' ({_takes(declaration)})",
                    element.offset,
                )
        return tuple((each.name, given.get(each.name, each.default)) for each in entry.options)


_TRUE = ("true", "1", "TRUE", "True")
_FALSE = ("false", "0", "FALSE", "False")


def _takes(declaration: OptionDeclaration) -> str:
    """What an option takes, in words."""
    one, many = {
        OptionKind.INTEGER: ("an integer", "integers"),
        OptionKind.FLOAT: ("a number", "numbers"),
        OptionKind.BOOLEAN: ("'true' or 'false'", "'true' or 'false'"),
        OptionKind.STRING: ("a string", "strings"),
        OptionKind.CHOICE: (
            "one of " + ", ".join(f"'{word}'" for word in declaration.choices),
            ", ".join(f"'{word}'" for word in declaration.choices),
        ),
    }[declaration.kind]
    if declaration.minimum is not None:
        one, many = f"{one} of at least {declaration.minimum}", f"{many} of at least {declaration.minimum}"
    return f"a list of {many}" if declaration.is_list else one


def _convert(syntax: _Syntax, option: _Option, declaration: OptionDeclaration) -> OptionValue:
    """The value of an option, of the type that its declaration says."""
    raw = option.value
    if raw is None:
        if declaration.kind is OptionKind.BOOLEAN and not declaration.is_list:
            return True
        if declaration.optional:
            return None
        syntax.fail(f"option '{declaration.name}' needs a value: {_takes(declaration)}", option.key_offset)
    if declaration.optional and raw == "none":
        return None
    if not declaration.is_list:
        return _scalar(syntax, _unwrap(raw), declaration, option.value_offset, raw)
    body = raw
    offset = option.value_offset
    if _is_one_group(raw, "{", "}"):
        body, offset = raw[1:-1], offset + 1
    if not body.strip():
        return ()
    items: list[OptionScalar] = []
    for start, piece in _split_at_commas(body):
        items.append(_scalar(syntax, _unwrap(piece.strip()), declaration, offset + start, piece.strip()))
    return tuple(items)


def _scalar(syntax: _Syntax, text: str, declaration: OptionDeclaration, offset: int, raw: str) -> OptionScalar:
    kind = declaration.kind
    if kind is OptionKind.STRING:
        return text
    if kind is OptionKind.CHOICE and text in declaration.choices:
        return text
    if kind is OptionKind.BOOLEAN and text in (*_TRUE, *_FALSE):
        return text in _TRUE
    if kind is OptionKind.INTEGER and "_" not in text:
        try:
            number = int(text, 16 if "x" in text.lower() else 10)
        except ValueError:
            number = None
        if number is not None and (declaration.minimum is None or number >= declaration.minimum):
            return number
    if kind is OptionKind.FLOAT:
        try:
            return float(text)
        except ValueError:
            pass
    suggestion = did_you_mean(text, declaration.choices) if kind is OptionKind.CHOICE else ""
    syntax.fail(
        f"option '{declaration.name}' takes {_takes(declaration)}, not '{raw}'{suggestion}",
        offset,
    )


def _is_one_group(text: str, opening: str, closing: str) -> bool:
    """Whether the text is one bracketed group from its first to its last character."""
    if len(text) < 2 or text[0] != opening or text[-1] != closing:
        return False
    depth = 0
    quote = ""
    index = 0
    while index < len(text):
        character = text[index]
        if quote:
            if character == "\\":
                index += 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        elif character == opening:
            depth += 1
        elif character == closing:
            depth -= 1
            if depth == 0 and index != len(text) - 1:
                return False
        index += 1
    return depth == 0


def _unwrap(text: str) -> str:
    """A value without its quotes (escapes resolved) or its braces."""
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        return _without_escapes(text[1:-1])
    if _is_one_group(text, "{", "}"):
        return text[1:-1]
    return text


def _without_escapes(text: str) -> str:
    """Text with each backslash taken away and what follows it kept."""
    pieces: list[str] = []
    index = 0
    while (found := text.find("\\", index)) >= 0:
        pieces.append(text[index:found])
        pieces.append(text[found + 1 : found + 2])
        index = found + 2
    pieces.append(text[index:])
    return "".join(pieces)


def _split_at_commas(text: str) -> Iterator[tuple[int, str]]:
    """The pieces between commas that are in no quotes and no brackets, each with its offset."""
    depth = 0
    quote = ""
    start = 0
    index = 0
    while index < len(text):
        character = text[index]
        if quote:
            if character == "\\":
                index += 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        elif character in "{([":
            depth += 1
        elif character in "})]":
            depth -= 1
        elif character == "," and depth == 0:
            yield start, text[start:index]
            start = index + 1
        index += 1
    yield start, text[start:]


_SPECIAL = frozenset("\"'{}()[],=\\")


def spell_value(value: OptionValue) -> str:
    """A value as a pipeline says it."""
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ",".join(_spell_scalar(item) for item in value) if value else "{}"
    return _spell_scalar(value)


def _spell_scalar(value: OptionScalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if value and value != "none" and not any(c in _SPECIAL or c.isspace() for c in value):
            return value
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return repr(value)
