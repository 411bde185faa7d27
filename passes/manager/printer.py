"""The printer: xDSL's text, several times faster, and the few places where mlir-opt's differs.

* Text is gathered in a list; columns, which only xDSL's own in-line messages need, are not tracked.
* The text of an attribute is kept for as long as the printer lives, by identity: attributes repeat, and those
  that the parser or a pass made once are the same object.
* As in mlir-opt, an operation in the default dialect of the region around it is printed without the name of
  the dialect, so that a module is `module`; `DEFAULT_DIALECTS` says which operations have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from xdsl.dialects.builtin import FunctionType, StringAttr, UnitAttr, UnregisteredOp
from xdsl.ir import Attribute, Block, BlockArgument, Dialect, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove, IsTerminator
from xdsl.utils.mlir_lexer import MLIRLexer

from .xdsl_interface import PrinterCore, allow_deep_nesting, operand_tuple, successor_tuple

__all__ = ["DEFAULT_DIALECTS", "ClassFacts", "OptPrinter", "operation_text"]

DEFAULT_DIALECTS: Mapping[str, str] = {"builtin.module": "builtin", "func.func": "func"}
"""Operations with the dialect whose name is left out directly inside their regions."""

_T = TypeVar("_T")

_is_bare_identifier = MLIRLexer.bare_identifier_regex.fullmatch


class ClassFacts:
    """What the printer asks of an operation class, asked once."""

    __slots__ = ("default_dialect", "has_format", "is_isolated", "is_unregistered", "name", "quoted")

    def __init__(self, op_type: type[Operation]) -> None:
        self.is_unregistered = issubclass(op_type, UnregisteredOp)
        self.is_isolated = bool(op_type.get_traits_of_type(IsolatedFromAbove))
        self.has_format = op_type.print is not Operation.print and not self.is_unregistered
        self.name = op_type.name
        self.quoted = f'"{op_type.name}"'
        self.default_dialect = DEFAULT_DIALECTS.get(op_type.name, "")


class OptPrinter(PrinterCore):
    """Prints operations; `text()` gives what has been printed.

    `print_generic_format` leaves the custom syntax out, `print_debuginfo` adds `loc(…)`,
    `print_properties_as_attributes` is for tools that know no properties, and `memoizes` can be turned off to
    print every attribute anew. With `is_forgiving` an operation whose own format fails is printed in the generic
    form: formats expect operations that verify.
    """

    def __init__(
        self,
        *,
        print_generic_format: bool = False,
        print_debuginfo: bool = False,
        print_properties_as_attributes: bool = False,
        memoizes: bool = True,
        is_forgiving: bool = False,
    ) -> None:
        super().__init__(
            print_generic_format=print_generic_format,
            print_debuginfo=print_debuginfo,
            print_properties_as_attributes=print_properties_as_attributes,
        )
        self.memoizes = memoizes
        self.is_forgiving = is_forgiving
        self._names: dict[SSAValue, str] = {}
        self._texts: dict[int, str] = {}
        self._kept: list[Attribute] = []
        self._facts: dict[type[Operation], ClassFacts] = {}
        self._default_dialect = "builtin."

    def text(self) -> str:
        """Everything printed so far."""
        return "".join(self.parts)

    # Text.

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        if "\n" in text:
            self.print_lines(text, indent)
        else:
            self.write(text)

    def print_list(self, elems: Iterable[_T], print_fn: Callable[[_T], Any], delimiter: str = ", ") -> None:
        is_first = True
        for element in elems:
            if is_first:
                is_first = False
            else:
                self.print_string(delimiter)
            print_fn(element)

    def print_string_literal(self, string: str) -> None:
        if string.isascii() and string.isprintable() and '"' not in string and "\\" not in string:
            self.write(f'"{string}"')
        else:
            super().print_string_literal(string)

    def print_identifier_or_string_literal(self, string: str | StringAttr) -> None:
        text = string.data if isinstance(string, StringAttr) else string
        if _is_bare_identifier(text) is None:
            self.print_string_literal(text)
        else:
            self.write(text)

    # Attributes.

    def print_attribute(self, attribute: Attribute) -> None:
        text = self._texts.get(id(attribute))
        if text is not None and not self.printing_location:
            self.write(text)
            return
        parts = self.parts
        start = len(parts)
        super().print_attribute(attribute)
        if self.memoizes and not self.printing_location:
            text = "".join(parts[start:])
            # With a line break in it the text depends on the indentation.
            if "\n" not in text:
                parts[start:] = [text]
                self._texts[id(attribute)] = text
                self._kept.append(attribute)

    def print_location(self, attribute: Attribute) -> None:
        """` loc(…)`; locations hardly repeat, so that their text is not kept."""
        self.write(" ")
        super().print_attribute(attribute)

    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        write = self.write
        write("{")
        is_first = True
        for name, attribute in attr_dict.items():
            if is_first:
                is_first = False
            else:
                write(", ")
            self.print_identifier_or_string_literal(name)
            if type(attribute) is not UnitAttr:
                write(" = ")
                self.print_attribute(attribute)
        write("}")

    def print_function_type(self, input_types: Iterable[Attribute], output_types: Iterable[Attribute]) -> None:
        write = self.write
        write("(")
        self.print_list(input_types, self.print_attribute)
        outputs = list(output_types)
        if len(outputs) == 1 and not isinstance(outputs[0], FunctionType):
            write(") -> ")
            self.print_attribute(outputs[0])
        else:
            write(") -> (")
            self.print_list(outputs, self.print_attribute)
            write(")")

    # Values and blocks.

    def print_ssa_value(self, value: SSAValue) -> str:
        name = self._names.get(value)
        if name is None:
            hint = value.name_hint
            if hint:
                seen = self.ssa_names
                count = seen.get(hint, 0)
                seen[hint] = count + 1
                name = f"%{hint}_{count}" if count else f"%{hint}"
            else:
                name = f"%{self.next_value_number()}"
            self._names[value] = name
        self.write(name)
        return name[1:]

    def print_operand(self, operand: SSAValue) -> None:
        self.print_ssa_value(operand)

    def print_operands(self, operands: Sequence[SSAValue]) -> None:
        self.write("(")
        self.print_list(operands, self.print_ssa_value)
        self.write(")")

    def print_block_argument(self, arg: BlockArgument, print_type: bool = True) -> None:
        self.print_ssa_value(arg)
        if print_type:
            self.write(": ")
            self.print_attribute(arg.type)
            if self.print_debuginfo:
                self.print_location(arg.location)

    def print_block(self, block: Block, print_block_args: bool = True, print_block_terminator: bool = True) -> None:
        if print_block_args:
            self.new_line()
            self.print_block_name(block)
            if block.args:
                self.write("(")
                self.print_list(block.args, self.print_block_argument)
                self.write(")")
            self.write(":")
        self.indent_by(1)
        op = block.first_op
        while op is not None:
            if print_block_terminator or not op.has_trait(IsTerminator, value_if_unregistered=False):
                self.new_line()
                self.print_op(op)
            op = op.next_op
        self.indent_by(-1)

    def print_region(
        self,
        region: Region,
        print_entry_block_args: bool = True,
        print_empty_block: bool = True,
        print_block_terminators: bool = True,
    ) -> None:
        self.name_blocks(region)
        self.write("{")
        entry = region.first_block
        if entry is not None:
            with_label = (bool(entry.args) and print_entry_block_args) or (entry.first_op is None and print_empty_block)
            self.print_block(entry, with_label, print_block_terminators)
            block = entry.next_block
            while block is not None:
                self.print_block(block, True, print_block_terminators)
                block = block.next_block
        self.new_line()
        self.write("}")

    def print_metadata(self, dialects: Iterable[Dialect]) -> None:
        """The resources that were referred to, of those dialects that are given."""
        known = list(dialects)
        self.forget_resources_except(dialect.name for dialect in known)
        super().print_metadata(known)

    # Operations.

    def _facts_of(self, op: Operation) -> ClassFacts:
        facts = self._facts.get(type(op))
        if facts is None:
            facts = self._facts[type(op)] = ClassFacts(type(op))
        return facts

    def print_op(self, op: Operation) -> None:
        facts = self._facts_of(op)
        write = self.write
        results = op.results
        if results:
            self.print_list(results, self.print_ssa_value)
            write(" = ")
        outer_default = self._default_dialect
        if facts.is_isolated:
            self.enter_scope()
        if facts.is_unregistered or self.print_generic_format or not facts.has_format:
            self._default_dialect = ""
            self._print_generic(op, facts)
        elif self.is_forgiving:
            self._print_custom_or_generic(op, facts, outer_default)
        else:
            self._print_custom(op, facts, outer_default)
        self._default_dialect = outer_default
        if facts.is_isolated:
            self.exit_scope()

    def _print_custom(self, op: Operation, facts: ClassFacts, outer_default: str) -> None:
        name = facts.name
        if outer_default and name.startswith(outer_default) and "." not in name[len(outer_default) :]:
            name = name[len(outer_default) :]
        self.write(name)
        self._default_dialect = f"{facts.default_dialect}." if facts.default_dialect else ""
        op.print(self)
        if self.print_debuginfo:
            self.print_location(op.location)

    def _print_custom_or_generic(self, op: Operation, facts: ClassFacts, outer_default: str) -> None:
        mark = self.mark()
        names = len(self._names)
        try:
            self._print_custom(op, facts, outer_default)
        except Exception:
            self.rewind(mark)
            # Or they would be given a second time.
            while len(self._names) > names:
                self._names.popitem()
            self._default_dialect = ""
            self._print_generic(op, facts)

    def _print_generic(self, op: Operation, facts: ClassFacts) -> None:
        write = self.write
        attributes = op.attributes
        if facts.is_unregistered:
            name = attributes.get("op_name__")
            write(f'"{name.data}"' if isinstance(name, StringAttr) else facts.quoted)
            attributes = {key: value for key, value in attributes.items() if key != "op_name__"}
        else:
            write(facts.quoted)
        self._print_generic_body(op, attributes)

    def print_op_with_default_format(self, op: Operation) -> None:
        self._print_generic_body(op, op.attributes)

    def _print_generic_body(self, op: Operation, attributes: Mapping[str, Attribute]) -> None:
        write = self.write
        operands = operand_tuple(op)
        write("(")
        self.print_list(operands, self.print_ssa_value)
        write(")")
        successors = successor_tuple(op)
        if successors:
            self.print_successors(successors)
        properties = op.properties
        if self.print_properties_as_attributes and properties:
            clashing = properties.keys() & attributes.keys()
            if clashing:
                raise ValueError(f"{', '.join(sorted(clashing))}: both a property and an attribute of the operation")
            attributes = {**attributes, **properties}
        elif properties:
            write(" <")
            self.print_attr_dict(properties)
            write(">")
        if op.regions:
            self.print_regions(op.regions)
        if attributes:
            write(" ")
            self.print_attr_dict(attributes)
        write(" : ")
        self.print_function_type([operand.type for operand in operands], [result.type for result in op.results])
        if self.print_debuginfo:
            self.print_location(op.location)


def operation_text(
    op: Operation,
    *,
    generic: bool = False,
    debug_info: bool = False,
    properties_as_attributes: bool = False,
    is_forgiving: bool = False,
    dialects: Iterable[Dialect] = (),
) -> str:
    """An operation as text, with one newline at its end.

    `dialects` are those whose resources are printed behind it, when the operation refers to any. `is_forgiving` is
    for IR that may not verify: where an operation's own format fails, its generic form is printed.
    """
    allow_deep_nesting()
    printer = OptPrinter(
        print_generic_format=generic,
        print_debuginfo=debug_info,
        print_properties_as_attributes=properties_as_attributes,
        is_forgiving=is_forgiving,
    )
    printer.print_op(op)
    printer.print_metadata(dialects)
    printer.write("\n")
    return printer.text()
