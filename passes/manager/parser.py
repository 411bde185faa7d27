"""The parser: xDSL's grammar with positions on everything and errors that say what is wrong where.

What it adds to xDSL's parser:

* every operation carries the place of its name, every block argument that of its own, unless the text spells
  a `loc(…)`, which wins (also one whose alias is defined further down, as mlir-opt prints them);
* a value that is never defined is an error at its first use, for all such values; names do not leak out of or
  into operations that are isolated from above;
* whatever an attribute or operation refuses while it is built is an error at its place;
* a truncated, binary, empty or otherwise broken input gives an error, never a traceback;
* names, scopes and regions cost the same at any depth and size.

Where the operands of an operation stood is not recorded while parsing. `SourcePositions` (positions.py) reads
the one operation again when a diagnostic asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    LocationAttr,
    ModuleOp,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import ForwardDeclaredValue, Parser, UnresolvedOperand
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .attribute_parser import NOT_ABOUT_THE_INPUT, AttributeParser, ParseFailure, describe, polish
from .diagnostics import DiagnosticEngine, operation_name
from .fast_lexer import generic_beginning
from .positions import SourcePositions
from .sources import Location, SourceChunk, SourceFile
from .suggestions import closest
from .xdsl_interface import (
    SourceToken,
    TokenLexer,
    allow_deep_nesting,
    create_operation,
    dialect_of,
    file_location,
    set_block_arguments,
    set_value_name,
    unresolved_operand,
)

if TYPE_CHECKING:
    from .context import OptContext

__all__ = [
    "OptParser",
    "ReferenceParser",
    "decode_source",
    "parse_module",
]

_T = TypeVar("_T")

_EOF = MLIRTokenKind.EOF
_BARE = MLIRTokenKind.BARE_IDENT
_PERCENT = MLIRTokenKind.PERCENT_IDENT
_HASH = MLIRTokenKind.HASH_IDENT
_EXCLAMATION = MLIRTokenKind.EXCLAMATION_IDENT
_CARET = MLIRTokenKind.CARET_IDENT
_STRING = MLIRTokenKind.STRING_LIT
_INTEGER = MLIRTokenKind.INTEGER_LIT
_COLON = MLIRTokenKind.COLON
_COMMA = MLIRTokenKind.COMMA
_EQUAL = MLIRTokenKind.EQUAL
_LESS = MLIRTokenKind.LESS
_L_PAREN = MLIRTokenKind.L_PAREN
_R_PAREN = MLIRTokenKind.R_PAREN
_L_BRACE = MLIRTokenKind.L_BRACE
_R_BRACE = MLIRTokenKind.R_BRACE
_L_SQUARE = MLIRTokenKind.L_SQUARE
_METADATA = MLIRTokenKind.FILE_METADATA_BEGIN

_STARTS_OPERATION = frozenset((_PERCENT, _BARE, _STRING))


class OptParser(AttributeParser):
    """The parser of the driver; see the module's documentation."""

    def __init__(self, context: OptContext, chunk: SourceChunk | SourceFile) -> None:
        self.external_resources: dict[str, dict[str, str]] = {}
        """File metadata that tools left for themselves: tool, then key, then value."""

        self._definitions: dict[str, int] = {}
        """Where each name in scope was defined; in order, so that leaving a region removes its last ones."""
        self._first_uses: dict[str, int] = {}
        self._outer_scopes: list[dict[str, int]] = []
        self._isolated: dict[type[Operation], bool] = {}
        self._operation_classes: dict[str, type[Operation]] = {}
        self._op_type: type[Operation] | None = None
        self._hints: dict[str, str | None] = {}
        super().__init__(context, chunk)

    # The whole text.

    def parse_whole(self, *, allow_empty: bool = False) -> ModuleOp:
        """Parse the text to its end.

        Several operations, or one that is not a module, get a module around them, whose location says only
        the file. `allow_empty` makes an empty module of a text without operations, else that is an error.
        """
        operations: list[Operation] = []
        state = self.state
        while (kind := state.current_token.kind) is not _EOF:
            if kind in _STARTS_OPERATION:
                operations.append(self.parse_operation())
            elif kind is _HASH or kind is _EXCLAMATION:
                self.parse_alias_definition()
            elif kind is _METADATA:
                self.parse_file_metadata()
            else:
                self._fail_after_operation(operations[-1] if operations else None, "an operation")
        if not operations and not allow_empty:
            self.fail("expected an operation")
        self._report_undefined_values()
        if len(operations) == 1 and isinstance(operations[0], ModuleOp):
            module = operations[0]
        else:
            module = ModuleOp(operations)
            module.location = file_location(self._filename, self._integer(0), self._integer(0))
        if self._late_locations:
            self._finish_locations(module)
        return module

    def _finish_locations(self, module: Operation) -> None:
        """Put the locations in that were named before their aliases were defined."""
        found: dict[int, LocationAttr] = {}
        for key, (_, alias, offset) in self._late_locations.items():
            value = self.attribute_aliases.get(alias)
            if value is None:
                self.report(f"location alias '{alias}' is never defined", offset)
            elif not isinstance(value, LocationAttr):
                self.report(f"'{alias}' is not a location", offset)
            else:
                found[key] = value
        for op in _operations(module):
            op.location = found.get(id(op.location), op.location)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.args:
                        argument.location = found.get(id(argument.location), argument.location)

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        return self.parse_whole()

    def parse_alias_definition(self) -> None:
        token = self.state.current_token
        name = token.text
        if "." in name:
            self.fail(f"alias '{name}' must not have a '.' in its name", token)
        if name in self.attribute_aliases:
            self.fail(f"redefinition of alias '{name}'", token)
        self.advance()
        self.parse_punctuation("=", " in alias definition")
        if token.kind is _EXCLAMATION:
            self.attribute_aliases[name] = self.parse_type()
        else:
            self.attribute_aliases[name] = self.parse_attribute()

    def parse_external_resources(self) -> None:
        """`external_resources: { tool: { key: value, … }, … }`; values are strings, numbers or booleans."""

        def parse_entry() -> None:
            key = self.parse_identifier_or_str_literal(" for the key of a resource")
            self.parse_punctuation(":", " behind the key of a resource")
            token = self.state.current_token
            if token.kind is _STRING:
                resources[key] = self.parse_str_literal()
            elif token.kind is _INTEGER or (token.kind is _BARE and token.text in ("true", "false")):
                resources[key] = token.text
                self.advance()
            else:
                self.fail("expected a string, a number, true or false as the value of a resource")

        def parse_tool() -> None:
            nonlocal resources
            tool = self.parse_identifier_or_str_literal(" for the tool of external resources")
            self.parse_punctuation(":", " behind the tool of external resources")
            resources = self.external_resources.setdefault(tool, {})
            self.parse_comma_separated_list(self.Delimiter.BRACES, parse_entry, " in external resources")

        resources: dict[str, str] = {}
        self.parse_comma_separated_list(self.Delimiter.BRACES, parse_tool, " in external resources")

    def note_property_position(self, name: str, position: int | None = None) -> None:
        """For operation formats: the value of a property stands at an offset, or at the current token.

        It is remembered only where an operation is read again for the sake of an error.
        """

    # Operations.

    def _fail_after_operation(self, previous: Operation | None, expected: str) -> NoReturn:
        """The error for something that cannot start an operation."""
        token = self.state.current_token
        if token.kind is _EOF or previous is None:
            self.fail(f"expected {expected}")
        self.fail(f"expected the end of operation '{operation_name(previous)}'")

    def parse_optional_operation(self) -> Operation | None:
        if self.state.current_token.kind in _STARTS_OPERATION:
            return self.parse_operation()
        return None

    def parse_operation(self) -> Operation:
        state = self.state
        token = state.current_token
        if self.uses_text_cache and token.kind is not _BARE:
            match = generic_beginning().match(self.content, token.start)
            if match is not None:
                return self._parse_after_beginning(match)
        results: list[tuple[str, int, int]] | None = None
        if token.kind is _PERCENT:
            results = self._parse_result_names()
            token = state.current_token

        if token.kind is _BARE:
            op = self._parse_custom(token)
        elif token.kind is _STRING:
            name = self.parse_str_literal()
            op_type = self._generic_operation(name, token.start)
            op = self._parse_generic(name, op_type, token.start, self._parse_operand_names())
        elif results is not None:
            self.fail("expected an operation after '='")
        else:
            self.fail("expected an operation")

        if results is not None:
            self._bind_results(op, results)
        return op

    def _parse_after_beginning(self, match: re.Match[str]) -> Operation:
        """The rest of an operation in generic syntax whose beginning has been recognised as a whole."""
        names, name, uses = match.groups()
        start = match.start(2) - 1
        op_type = self._operation_classes.get(name)
        if op_type is None:
            op_type = self._generic_operation(name, start)
        operands: list[tuple[str, int, int]] = []
        if uses is not None:
            offset = match.start(3)
            for use in uses.split(", "):
                if "#" in use:
                    value, _, number = use.partition("#")
                    operands.append((value[1:], self._result_number(number, offset + len(value)), offset))
                else:
                    operands.append((use[1:], 0, offset))
                offset += len(use) + 2
        lexer = self.state.lexer
        lexer.pos = match.end()
        self.state.current_token = lexer.next_token()
        op = self._parse_generic(name, op_type, start, operands)
        if names is not None:
            offset = match.start(1)
            if "," in names:
                results: list[tuple[str, int, int]] = []
                for result in names.split(", "):
                    results.append((result[1:], 1, offset))
                    offset += len(result) + 2
                self._bind_results(op, results)
            elif len(op.results) == 1:
                self._define(names[1:], op.results, offset)
            else:
                self._bind_results(op, [(names[1:], 1, offset)])
        return op

    def _parse_custom(self, token: SourceToken) -> Operation:
        """An operation in its own syntax, from its name on."""
        state = self.state
        op_type = self._custom_operation(token)
        outer_type, self._op_type = self._op_type, op_type
        stack = state.dialect_stack
        stack.append(dialect_of(op_type))
        state.current_token = state.lexer.next_token()
        try:
            op = op_type.parse(self)
        except NOT_ABOUT_THE_INPUT:
            raise
        except Exception as failure:
            self._fail_building(op_type.name, token.start, failure)
        stack.pop()
        self._op_type = outer_type
        following = state.current_token
        if following.text == "loc" and following.kind is _BARE:
            op.location = cast(LocationAttr, self.parse_optional_location())
        elif op.location is UNKNOWN_LOC:
            op.location = self.location_at(token.start)
        return op

    def _fail_building(self, name: str, start: int, failure: Exception) -> NoReturn:
        message = describe(failure).removeprefix(f"'{name}' op ")
        notes = [(str(text), None) for text in getattr(failure, "__notes__", ())]
        raise ParseFailure(Span(start, start, self.lexer.input), f"'{name}' op {message}", notes) from failure

    def _custom_operation(self, token: SourceToken) -> type[Operation]:
        """The class of an operation in its own syntax."""
        name = token.text
        found = self._operation_classes.get(name)
        if found is not None:
            return found
        stack = self.state.dialect_stack
        op_type = self.ctx.get_optional_op(name, dialect_stack=stack)
        if op_type is None or issubclass(op_type, UnregisteredOp):
            self._fail_unknown_custom(name, token)
        if op_type.name == name:
            self._operation_classes[name] = op_type
        return op_type

    def _fail_unknown_custom(self, name: str, token: SourceToken) -> NoReturn:
        dialect_name, dot, _ = name.partition(".")
        before = self.content[self.content.rfind("\n", 0, token.start) + 1 : token.start].rstrip()
        if not dot and before and before[-1] not in "{}=":
            # A word behind something on the same line is more likely a slip in that than an operation.
            self.fail(f"expected the end of the operation, not '{name}'", token)
        context = self.context
        if dot and context.knows_dialect(dialect_name):
            self.fail(f"dialect '{dialect_name}' has no operation '{name}'{context.suggest_operation(name)}", token)
        if dot:
            self.fail(
                f"dialect '{dialect_name}' of operation '{name}' is not registered" + context.suggest_operation(name),
                token,
            )
        dialects = dict.fromkeys(reversed(self.state.dialect_stack))
        tried = ", ".join(f"'{dialect}.{name}'" for dialect in dialects)
        near = closest(
            name,
            (known.partition(".")[2] for dialect in dialects for known in context.operation_names(dialect)),
        )
        hint = "" if near is None else f"; did you mean '{near}'?"
        self.fail(f"operation '{name}' is unknown (tried {tried} as well){hint}", token)

    def _generic_operation(self, name: str, start: int) -> type[Operation]:
        """The class of an operation in generic syntax."""
        found = self._operation_classes.get(name)
        if found is not None:
            return found
        if not name:
            self.fail("the name of an operation must not be empty", start)
        op_type = self.ctx.get_optional_op(name)
        if op_type is None:
            dialect_name, dot, _ = name.partition(".")
            suggestion = self.context.suggest_operation(name)
            if dot and self.context.knows_dialect(dialect_name):
                self.fail(f"dialect '{dialect_name}' has no operation '{name}'{suggestion}", start)
            where = f"dialect '{dialect_name}' of operation" if dot else "the dialect of operation"
            self.fail(
                f"{where} '{name}' is not registered{suggestion}",
                start,
                [] if suggestion else [("--allow-unregistered-dialect accepts it", None)],
            )
        self._operation_classes[name] = op_type
        return op_type

    def _parse_result_names(self) -> list[tuple[str, int, int]]:
        """`%a, %b:2 =`: the name of each, how many results it names, and where it stands."""
        state = self.state
        lex = state.lexer.next_token
        names: list[tuple[str, int, int]] = []
        while True:
            name = state.current_token
            if name.kind is not _PERCENT:
                self.fail("expected the name of a result")
            token = state.current_token = lex()
            count = 1
            if token.kind is _COLON:
                token = self.advance()
                if token.kind is not _INTEGER:
                    self.fail("expected the number of results behind ':'")
                count = int(token.text, 16 if token.text.startswith("0x") else 10)
                if count < 1:
                    self.fail("expected at least one result")
                token = self.advance()
            names.append((name.text[1:], count, name.start))
            if token.kind is _EQUAL:
                state.current_token = lex()
                return names
            if token.kind is not _COMMA:
                self.fail("expected '=' behind the names of the results")
            state.current_token = lex()

    def _bind_results(self, op: Operation, names: list[tuple[str, int, int]]) -> None:
        results = op.results
        given = 0
        for _, count, _ in names:
            given += count
        if len(results) != given:
            if not results:
                self.fail(f"operation '{operation_name(op)}' has no results to name", names[0][2])
            self.fail(
                f"operation '{operation_name(op)}' has {_count(len(results), 'result')}, but {given} are named",
                names[0][2],
            )
        position = 0
        for name, count, offset in names:
            self._define(name, results[position : position + count], offset)
            position += count

    def _parse_generic(
        self, name: str, op_type: type[Operation], start: int, operands: list[tuple[str, int, int]]
    ) -> Operation:
        """An operation in generic syntax, from behind its operands on."""
        state = self.state
        outer_type, self._op_type = self._op_type, op_type
        stack = state.dialect_stack
        stack.append(dialect_of(op_type))

        successors: Sequence[Block] = ()
        properties: dict[str, Attribute] = {}
        regions: Sequence[Region] = ()
        attributes: dict[str, Attribute] = {}
        kind = state.current_token.kind
        if kind is _L_SQUARE:
            successors = self.parse_successors()
            kind = state.current_token.kind
        if kind is _LESS:
            properties = self.parse_optional_properties_dict()
            kind = state.current_token.kind
        if kind is _L_PAREN:
            regions = self.parse_region_list()
            kind = state.current_token.kind
        if kind is _L_BRACE:
            attributes = self.parse_optional_attr_dict()
            kind = state.current_token.kind
        if kind is not _COLON:
            self.fail("expected ':' and the type of the operation")
        type_token = state.current_token = state.lexer.next_token()
        function_type = self.parse_function_type()
        token = state.current_token
        location: LocationAttr
        if token.text == "loc" and token.kind is _BARE:
            location = cast(LocationAttr, self.parse_optional_location())
        else:
            location = self.location_at(start)

        types = function_type.inputs.data
        if len(types) != len(operands):
            self.fail(f"expected {_count(len(operands), 'operand type')}, not {len(types)}", type_token)
        resolve = self._resolve
        values = [
            resolve(value, number, type, offset) for (value, number, offset), type in zip(operands, types, strict=True)
        ]

        if attributes and issubclass(op_type, IRDLOperation):
            # Text that puts properties among the attributes, as mlir-opt prints them for IRDL dialects.
            for property_name in op_type.get_irdl_definition().properties:
                if property_name in attributes:
                    if property_name in properties:
                        self.fail(f"property '{property_name}' is given twice", start)
                    properties[property_name] = attributes.pop(property_name)

        try:
            op = create_operation(
                op_type, values, function_type.outputs.data, properties, attributes, location, successors, regions
            )
        except NOT_ABOUT_THE_INPUT:
            raise
        except Exception as failure:
            self._fail_building(name, start, failure)
        stack.pop()
        self._op_type = outer_type
        return op

    def _parse_operand_names(self) -> list[tuple[str, int, int]]:
        """`(%a, %b#1, …)`: the name of each, the number of the result, and where it stands."""
        state = self.state
        lex = state.lexer.next_token
        if state.current_token.kind is not _L_PAREN:
            self.fail("expected '(' and the operands of the operation")
        token = state.current_token = lex()
        operands: list[tuple[str, int, int]] = []
        if token.kind is _R_PAREN:
            state.current_token = lex()
            return operands
        while True:
            if token.kind is not _PERCENT:
                self.fail("expected an operand")
            name, number = token, 0
            token = state.current_token = lex()
            if token.kind is _HASH:
                number = self._result_number(token.text[1:], token.start)
                token = state.current_token = lex()
            operands.append((name.text[1:], number, name.start))
            if token.kind is _R_PAREN:
                state.current_token = lex()
                return operands
            if token.kind is not _COMMA:
                self.fail("expected ',' or ')' in the operands of the operation")
            token = state.current_token = lex()

    def _result_number(self, digits: str, offset: int) -> int:
        if not digits.isdecimal() or len(digits) > 9:
            self.fail("expected the number of a result behind '#'", offset)
        return int(digits)

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        state = self.state
        name = state.current_token
        if name.kind is not _PERCENT:
            return None
        token = state.current_token = state.lexer.next_token()
        number = 0
        if token.kind is _HASH:
            number = self._result_number(token.text[1:], token.start)
            state.current_token = state.lexer.next_token()
        return unresolved_operand(name, number)

    def parse_unresolved_operand(self, msg: str = "operand expected") -> UnresolvedOperand:
        operand = self.parse_optional_unresolved_operand()
        if operand is None:
            self.raise_error(msg)
        return operand

    def resolve_operands(
        self, args: Sequence[UnresolvedOperand], input_types: Sequence[Attribute], error_pos: int
    ) -> Sequence[SSAValue]:
        types = list(input_types)
        if len(args) != len(types):
            self.fail(f"expected {_count(len(args), 'operand type')}, not {len(types)}", error_pos)
        return [self.resolve_operand(operand, type) for operand, type in zip(args, types, strict=True)]

    def resolve_operand(self, operand: UnresolvedOperand, type: Attribute) -> SSAValue[Any]:
        span = operand.span
        return self._resolve(span.text[1:], operand.index, type, span.start)

    def _resolve(self, name: str, number: int, type: Attribute, offset: int) -> SSAValue[Any]:
        """The value of a name, or a placeholder for one that is defined later."""
        values = self.ssa_values.get(name)
        value: SSAValue[Any] | None
        if values is None:
            references = self.forward_ssa_references.setdefault(name, {})
            value = references.get(number)
            if value is None:
                value = references[number] = ForwardDeclaredValue(type)
                self._first_uses.setdefault(name, offset)
                return value
        elif number < len(values):
            value = values[number]
        else:
            self.fail(f"'%{name}' has {_count(len(values), 'result')}; there is no number {number}", offset)
        found = value.type
        if found is not type and found != type:
            place = self._definitions.get(name, self._first_uses.get(name))
            self.fail(
                f"value '%{name}' is used with type '{type}', but has type '{found}'",
                offset,
                [] if place is None else [("it got its type here", place)],
            )
        return value

    def define_values(self, name: str, values: Sequence[SSAValue], span: SourceToken) -> None:
        self._define(name, values, span.start)

    def _define(self, name: str, values: Sequence[SSAValue], offset: int) -> None:
        """Bind a name to values, also where it was used before."""
        if name in self.ssa_values:
            place = self._definitions.get(name)
            self.fail(
                f"redefinition of value '%{name}'", offset, [] if place is None else [("first defined here", place)]
            )
        self.ssa_values[name] = tuple(values)
        self._definitions[name] = offset
        if self.forward_ssa_references and name in self.forward_ssa_references:
            self._define_earlier_uses(name, values, offset)
        try:
            hint = self._hints[name]
        except KeyError:
            hint = SSAValue.extract_valid_name(name) if SSAValue.is_valid_name(name) else None
            self._hints[name] = hint
        if hint is not None:
            for value in values:
                set_value_name(value, hint)

    def _define_earlier_uses(self, name: str, values: Sequence[SSAValue], offset: int) -> None:
        """Put the value in where the name was used before its definition."""
        references = self.forward_ssa_references.pop(name)
        use = self._first_uses.pop(name)
        for number, forward in references.items():
            if number >= len(values):
                self.fail(
                    f"'%{name}' has {_count(len(values), 'result')}; there is no number {number}",
                    use,
                    [("defined here", offset)],
                )
            value = values[number]
            if forward.type != value.type:
                self.fail(
                    f"value '%{name}' is used with type '{forward.type}', but has type '{value.type}'",
                    use,
                    [("it gets its type here", offset)],
                )
            forward.replace_all_uses_with(value)

    def _report_undefined_values(self) -> None:
        """Report every value of the current scope that was used and not defined, in the order of the text."""
        if not self.forward_ssa_references:
            return
        outer: dict[str, int] = {}
        for scope in self._outer_scopes:
            outer.update(scope)
        uses = self._first_uses
        for name in sorted(self.forward_ssa_references, key=lambda name: uses[name]):
            notes: list[tuple[str, int | None]] = []
            suggestion = ""
            if name in outer:
                notes.append(("it is defined here, outside of an operation that is isolated from above", outer[name]))
            else:
                near = _nearest_name(name, self._definitions)
                suggestion = "" if near is None else f"; did you mean '%{near}'?"
            self.report(f"use of undefined value '%{name}'{suggestion}", uses[name], notes)
        self.forward_ssa_references = {}
        self._first_uses = {}

    # Regions and blocks.

    def _is_isolated(self) -> bool:
        op_type = self._op_type
        if op_type is None:
            return False
        isolated = self._isolated.get(op_type)
        if isolated is None:
            isolated = op_type.has_trait(IsolatedFromAbove, value_if_unregistered=False)
            self._isolated[op_type] = isolated
        return isolated

    def parse_optional_region(self, arguments: Sequence[Parser.Argument] | None = None) -> Region | None:
        state = self.state
        opening = state.current_token
        if opening.kind is not _L_BRACE:
            return None
        state.current_token = state.lexer.next_token()

        region = Region()
        isolated = self._is_isolated()
        outer_op_type = self._op_type
        outer_blocks, self.blocks = self.blocks, {}
        outer_references, self.forward_block_references = self.forward_block_references, {}
        outer = (self.ssa_values, self._definitions, self.forward_ssa_references, self._first_uses)
        depth = len(self._definitions)
        if isolated:
            self._outer_scopes.append(self._definitions)
            self.ssa_values, self._definitions = {}, {}
            self.forward_ssa_references, self._first_uses = {}, {}

        if arguments is not None:
            if state.current_token.kind is _CARET:
                self.fail("the first block must not have a label here: its arguments are named already")
            entry = Block(arg_types=[argument.type for argument in arguments])
            for value, argument in zip(entry.args, arguments, strict=True):
                token = cast(SourceToken, argument.name)
                self.define_values(token.text[1:], (value,), token)
                value.location = argument.location or self.location_at(token.start)
            self.parse_block_body(entry)
            region.add_block(entry)
        elif state.current_token.kind not in (_CARET, _R_BRACE):
            entry = Block()
            self.parse_block_body(entry)
            region.add_block(entry)

        while (token := state.current_token).kind is not _R_BRACE:
            if token.kind is _CARET:
                region.add_block(self.parse_block())
            elif token.kind is _EOF:
                self.fail("expected '}' at the end of the region", token, [("the region starts here", opening.start)])
            else:
                last = region.blocks.last
                self._fail_after_operation(None if last is None else last.last_op, "an operation or '}'")
        state.current_token = state.lexer.next_token()

        if self.forward_block_references:
            self._report_undefined_blocks()
        if isolated:
            self._report_undefined_values()
            self.ssa_values, self._definitions, self.forward_ssa_references, self._first_uses = outer
            self._outer_scopes.pop()
        else:
            definitions, values = self._definitions, self.ssa_values
            while len(definitions) > depth:
                del values[definitions.popitem()[0]]
        self.blocks = outer_blocks
        self.forward_block_references = outer_references
        self._op_type = outer_op_type
        return region

    def _report_undefined_blocks(self) -> None:
        known = [name for name in self.blocks if name not in self.forward_block_references]
        for name, uses in self.forward_block_references.items():
            near = _nearest_name(name, known)
            hint = "" if near is None else f"; did you mean '^{near}'?"
            self.report(f"reference to undefined block '^{name}'{hint}", uses[0].start)

    def parse_optional_successor(self) -> Block | None:
        token = self.state.current_token
        if token.kind is not _CARET:
            return None
        self.advance()
        name = token.text[1:]
        known = self.blocks.get(name)
        if known is not None:
            if name in self.forward_block_references:
                self.forward_block_references[name].append(cast("Span[str]", token))
            return known[0]
        block = self._new_block(name)
        self.forward_block_references[name] = [cast("Span[str]", token)]
        self.blocks[name] = (block, None)
        return block

    def _new_block(self, name: str) -> Block:
        block = Block()
        if Block.is_valid_name(name) and not Block.is_default_block_name(name):
            block.name_hint = name
        return block

    def parse_block(self) -> Block:
        token = self.state.current_token
        if token.kind is not _CARET:
            self.fail("expected the label of a block")
        self.advance()
        name = token.text[1:]
        known = self.blocks.get(name)
        if known is None:
            block = self._new_block(name)
        else:
            block, definition = known
            if definition is not None:
                self.fail(f"redefinition of block '^{name}'", token, [("first defined here", definition.start)])
            del self.forward_block_references[name]
        self.blocks[name] = (block, cast("Span[str]", token))
        self.parse_block_arguments(block)
        self.parse_punctuation(":", " behind the label of the block")
        self.parse_block_body(block)
        return block

    def parse_block_arguments(self, block: Block) -> Block | None:
        state = self.state
        if state.current_token.kind is not _L_PAREN:
            return None
        names: list[SourceToken] = []
        types: list[Attribute] = []
        locations: list[LocationAttr] = []

        def parse_argument() -> None:
            token = state.current_token
            if token.kind is not _PERCENT:
                self.fail("expected a block argument")
            self.advance()
            self.parse_punctuation(":", " behind the block argument")
            names.append(token)
            types.append(self.parse_type())
            locations.append(self.parse_optional_location() or self.location_at(token.start))

        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument, " in block arguments")
        set_block_arguments(block, types, locations)
        for argument, token in zip(block.args, names, strict=True):
            self._define(token.text[1:], (argument,), token.start)
        return block

    def parse_block_body(self, block: Block) -> None:
        state = self.state
        while state.current_token.kind in _STARTS_OPERATION:
            block.add_op(self.parse_operation())


class ReferenceParser(OptParser):
    """The same parser on xDSL's own lexer, reading every attribute anew: what the fast way is held against."""

    lexer_class = TokenLexer
    uses_text_cache = False


def _nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The name of a value or block that another was meant to be; not one with just another number."""
    letters = name.rstrip("0123456789")
    return closest(name, (other for other in known if other.rstrip("0123456789") != letters))


def _count(number: int, what: str) -> str:
    """`1 operand type`, `2 operand types`"""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _operations(root: Operation) -> Iterator[Operation]:
    """An operation and all in it, in the order of the text, at any depth."""
    pending = [root]
    while pending:
        op = pending.pop()
        yield op
        if op.regions:
            pending.extend(reversed([inner for region in op.regions for block in region.blocks for inner in block.ops]))


def decode_source(data: bytes, name: str, diagnostics: DiagnosticEngine) -> SourceFile | None:
    """The text of an input file, recorded among the sources; None, and an error, when it is not text.

    A byte order mark is dropped.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        file = diagnostics.sources.add(name, data.decode("utf-8", "replace"))
        if data.startswith(b"ML\xefR"):
            diagnostics.error(
                "this is MLIR bytecode, not text",
                Location(name, 0, 0),
                ["mlir-opt turns it into text"],
            )
            return None
        before = data[: failure.start].decode("utf-8-sig", "replace")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        diagnostics.error(
            f"the input is not UTF-8 text: byte 0x{data[failure.start]:02X} at offset {failure.start}",
            Location(file.name, line, column),
        )
        return None
    return diagnostics.sources.add(name, text)


def parse_module(
    context: OptContext,
    source: SourceChunk | SourceFile,
    *,
    allow_empty: bool = False,
    parser_class: type[OptParser] = OptParser,
) -> ModuleOp | None:
    """Parse a text; None when there were errors, which have then been reported.

    `context.positions` afterwards knows where operands and properties stood, and `context.external_resources`
    holds what tools left in the file's metadata.
    """
    allow_deep_nesting()
    chunk = source if isinstance(source, SourceChunk) else SourceChunk(source)
    parser: OptParser | None = None
    try:
        parser = parser_class(context, chunk)
        module = parser.parse_whole(allow_empty=allow_empty)
    except ParseError as failure:
        if parser is None:
            # The first token of the text is already wrong; the parser could not even be made.
            context.diagnostics.error(polish(failure.msg), chunk.location(failure.span.start))
        else:
            parser.report_failure(failure)
        return None
    except RecursionError:
        _report_limit(context, chunk, parser, "the input is nested too deeply")
        return None
    except MemoryError:
        _report_limit(context, chunk, parser, "the input needs more memory than there is")
        return None
    context.positions = SourcePositions(context, chunk, parser.attribute_aliases)
    context.external_resources = parser.external_resources
    return None if parser.failed else module


def _report_limit(context: OptContext, chunk: SourceChunk, parser: OptParser | None, message: str) -> None:
    offset = 0 if parser is None else parser.state.current_token.start
    context.diagnostics.error(message, chunk.location(offset))
