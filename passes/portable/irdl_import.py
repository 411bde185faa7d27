"""Dialects that somebody else defined in IRDL, as `--irdl-file` loads them.

The rules are those of mlir-opt (22): every listed attribute is required and others are allowed; one constraint
value used in two places of an operation means that both have the same type or attribute; more than one group of
operands or results that is not single needs `operandSegmentSizes` or `resultSegmentSizes`. Operations have the
generic syntax only, attributes and types a list of parameters in angle brackets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, cast

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.dialects.irdl import irdl
from xdsl.ir import (
    Attribute,
    Block,
    Dialect,
    Operation,
    OpResult,
    OpTraits,
    ParametrizedAttribute,
    Region,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ..manager.context import OptContext
from ..manager.diagnostics import DiagnosticEngine, emit_error
from ..manager.files import read_input
from ..manager.parser import decode_source, parse_module
from ..manager.verifier import verify

__all__ = ["dialects_of", "load_irdl"]

_BUILTIN: dict[str, type[Attribute]] = {
    "!builtin.complex": builtin.ComplexType,
    "!builtin.function": builtin.FunctionType,
    "!builtin.index": builtin.IndexType,
    "!builtin.integer": builtin.IntegerType,
    "!builtin.memref": builtin.MemRefType,
    "!builtin.none": builtin.NoneType,
    "!builtin.tensor": builtin.TensorType,
    "!builtin.tuple": builtin.TupleType,
    "!builtin.unranked_memref": builtin.UnrankedMemRefType,
    "!builtin.unranked_tensor": builtin.UnrankedTensorType,
    "!builtin.vector": builtin.VectorType,
    "!builtin.bf16": builtin.BFloat16Type,
    "!builtin.f16": builtin.Float16Type,
    "!builtin.f32": builtin.Float32Type,
    "!builtin.f64": builtin.Float64Type,
    "!builtin.f80": builtin.Float80Type,
    "!builtin.f128": builtin.Float128Type,
    "#builtin.affine_map": builtin.AffineMapAttr,
    "#builtin.affine_set": builtin.AffineSetAttr,
    "#builtin.array": ArrayAttr,
    "#builtin.dense_array": DenseArrayBase,
    "#builtin.dense_intorfp_elements": builtin.DenseIntOrFPElementsAttr,
    "#builtin.dense_resource_elements": builtin.DenseResourceAttr,
    "#builtin.dictionary": builtin.DictionaryAttr,
    "#builtin.float": builtin.FloatAttr,
    "#builtin.integer": builtin.IntegerAttr,
    "#builtin.strided_layout": builtin.StridedLayoutAttr,
    "#builtin.string": StringAttr,
    "#builtin.symbol_ref": SymbolRefAttr,
    "#builtin.type": TypeAttribute,
    "#builtin.unit": builtin.UnitAttr,
}
"""MLIR's names of the builtin types and attributes; xDSL's own names differ."""


# Loading.


def load_irdl(path: str, engine: DiagnosticEngine) -> ModuleOp | None:
    """The module of an IRDL file, verified; None when there were errors, which are then reported.

    Raises FileError when the file cannot be read.
    """
    name, data = read_input(path)
    source = decode_source(data, name, engine)
    if source is None:
        return None
    context = OptContext(diagnostics=engine)
    context.register_dialect("builtin", lambda: builtin.Builtin)
    context.register_dialect("irdl", lambda: irdl.IRDL)
    module = parse_module(context, source)
    if module is None:
        return None
    for op in module.walk():
        if isinstance(op, irdl.DialectOp | irdl.AttributeOp | irdl.TypeOp | irdl.OperationOp) and not op.body.blocks:
            # xDSL reads `{}` as a region without blocks; MLIR, as one with an empty block.
            op.body.add_block(Block())
    if not verify(context, module):
        return None
    errors = engine.error_count
    symbols = {op.qualified_name for op in module.walk() if isinstance(op, irdl.AttributeOp | irdl.TypeOp)}
    for op in module.walk():
        _check_constraint(context, op, symbols)
    return module if engine.error_count == errors else None


def _check_constraint(context: OptContext, op: Operation, symbols: set[str]) -> None:
    """Reports a constraint that cannot be followed."""
    if isinstance(op, irdl.CPredOp):
        emit_error(context, op, "is a predicate in C++, which cannot be evaluated here")
    reference = (
        op.base_ref if isinstance(op, irdl.BaseOp) else op.base_type if isinstance(op, irdl.ParametricOp) else None
    )
    if reference is not None and _symbol(reference) not in symbols:
        emit_error(context, op, f"refers to {reference}, which this file does not define")
    if isinstance(op, irdl.BaseOp) and op.base_name is not None and op.base_name.data[:1] not in ("!", "#"):
        emit_error(context, op, f"names '{op.base_name.data}'; a type begins with '!', an attribute with '#'")


def _symbol(reference: SymbolRefAttr) -> str:
    return ".".join((reference.root_reference.data, *(part.data for part in reference.nested_references)))


def dialects_of(module: ModuleOp, context: Context) -> list[Dialect]:
    """The dialects that a module of `load_irdl` defines. `context` is asked for types and attributes of others."""
    constraints = _Constraints(context)
    found: list[Dialect] = []
    for op in module.walk():
        if not isinstance(op, irdl.DialectOp):
            continue
        operations: list[type[Operation]] = []
        attributes: list[type[Attribute]] = []
        for definition in op.body.block.ops:
            if isinstance(definition, irdl.OperationOp):
                operations.append(_operation_class(definition, constraints))
            elif isinstance(definition, irdl.AttributeOp | irdl.TypeOp):
                attribute = _attribute_class(definition, constraints)
                constraints.definitions[attribute.name] = attribute
                attributes.append(attribute)
        found.append(Dialect(op.sym_name.data, operations, attributes))
    return found


# Constraints.

_Bound = dict[SSAValue, Attribute]
"""What each constraint value stands for in the operation or attribute that is being verified."""


class _Constraints:
    """Says whether attributes and types satisfy constraints, which stay the IRDL operations that they are."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.definitions: dict[str, type[Attribute]] = {}

    def holds(self, constraint: SSAValue, attribute: Attribute, bound: _Bound) -> bool:
        """Whether an attribute or type satisfies a constraint, given what others are bound to; binds it if so."""
        if constraint in bound:
            return bound[constraint] == attribute
        assert isinstance(constraint, OpResult)
        if not self._satisfies(constraint.op, attribute, bound):
            return False
        bound[constraint] = attribute
        return True

    def _satisfies(self, op: Operation, attribute: Attribute, bound: _Bound) -> bool:
        match op:
            case irdl.AnyOp():
                return True
            case irdl.IsOp():
                return attribute == op.expected
            case irdl.AnyOfOp():
                return any(self.holds(argument, attribute, bound) for argument in op.args)
            case irdl.AllOfOp():
                return all(self.holds(argument, attribute, bound) for argument in op.args)
            case irdl.BaseOp():
                base = self._base(op)
                return base is not None and isinstance(attribute, base)
            case irdl.ParametricOp():
                base = self.definitions.get(_symbol(op.base_type))
                if base is None or not isinstance(attribute, base) or not isinstance(attribute, ParametrizedAttribute):
                    return False
                parameters = attribute.parameters
                return len(parameters) == len(op.args) and all(
                    self.holds(argument, parameter, bound)
                    for argument, parameter in zip(op.args, parameters, strict=True)
                )
            case _:
                return False

    def _base(self, op: irdl.BaseOp) -> type[Attribute] | None:
        if op.base_ref is not None:
            return self.definitions.get(_symbol(op.base_ref))
        assert op.base_name is not None
        name = op.base_name.data
        known = _BUILTIN.get(name)
        if known is not None:
            return known
        find = self.context.get_optional_type if name.startswith("!") else self.context.get_optional_attr
        return find(name[1:])

    def describe(self, constraint: SSAValue) -> str:
        """A constraint in words, for messages."""
        assert isinstance(constraint, OpResult)
        match constraint.op:
            case irdl.IsOp(expected=expected):
                return str(expected)
            case irdl.AnyOfOp(args=arguments):
                return " or ".join(self.describe(argument) for argument in arguments)
            case irdl.AllOfOp(args=arguments):
                return " and ".join(self.describe(argument) for argument in arguments)
            case irdl.BaseOp(base_ref=reference, base_name=name):
                if reference is None:
                    return "" if name is None else name.data
                base = self.definitions.get(_symbol(reference))
                mark = "!" if base is not None and issubclass(base, TypeAttribute) else "#"
                return mark + _symbol(reference)
            case irdl.ParametricOp(base_type=reference, args=arguments):
                parameters = ", ".join(self.describe(argument) for argument in arguments)
                return f"{_symbol(reference)}<{parameters}>"
            case _:
                return "anything"

    def explain(self, constraint: SSAValue, attribute: Attribute, bound: _Bound) -> str:
        """Why an attribute does not satisfy a constraint."""
        if constraint in bound:
            return f"is {attribute}, expected {bound[constraint]} as elsewhere in the operation"
        return f"is {attribute}, expected {self.describe(constraint)}"


# Attributes and types.


def _attribute_class(definition: irdl.AttributeOp | irdl.TypeOp, constraints: _Constraints) -> type[Attribute]:
    parameters = next((op for op in definition.body.block.ops if isinstance(op, irdl.ParametersOp)), None)
    names = [] if parameters is None else [name.data for name in parameters.names]
    values: Sequence[SSAValue] = () if parameters is None else tuple(parameters.args)
    mark = "!" if isinstance(definition, irdl.TypeOp) else "#"
    qualified = definition.qualified_name

    def check(self: ParametrizedAttribute) -> None:
        bound: _Bound = {}
        for name, constraint, parameter in zip(names, values, self.parameters, strict=True):
            if not constraints.holds(constraint, parameter, bound):
                raise VerifyException(f"parameter '{name}' {constraints.explain(constraint, parameter, bound)}")

    def parse_parameters(cls: type[ParametrizedAttribute], parser: AttrParser) -> Sequence[Attribute]:
        found = parser.parse_optional_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_attribute) or []
        if len(found) != len(names):
            listed = f": {', '.join(names)}" if names else ""
            parser.raise_error(f"{mark}{qualified} has {_count(len(names), 'parameter')}{listed}; found {len(found)}")
        return found

    def print_parameters(self: ParametrizedAttribute, printer: Printer) -> None:
        if self.parameters:
            printer.print_string("<")
            printer.print_list(self.parameters, printer.print_attribute)
            printer.print_string(">")

    fields = {f"parameter_{index}": Attribute for index in range(len(names))}
    members: dict[str, Any] = {
        "__annotations__": fields,
        "__module__": __name__,
        "name": qualified,
        "verify": check,
        "parse_parameters": classmethod(parse_parameters),
        "print_parameters": print_parameters,
    }
    bases = (ParametrizedAttribute, TypeAttribute) if mark == "!" else (ParametrizedAttribute,)
    return irdl_attr_definition(cast("type[ParametrizedAttribute]", type(qualified, bases, members)))


# Operations.


class DynamicOperation(Operation):
    """An operation whose definition is IRDL that was loaded while the program runs."""

    DEFINITION: ClassVar[_Definition]

    traits = OpTraits(tuple)

    def verify_(self) -> None:
        self.DEFINITION.verify(self)


class _Failure(VerifyException):
    """What is wrong, and which operand or attribute it is about."""

    def __init__(self, message: str, *, operand: int | None = None, attribute: str | None = None) -> None:
        super().__init__(message)
        self.operand_index = operand
        self.property_name = attribute


class _Group:
    """One operand or result definition."""

    def __init__(self, name: str, constraint: SSAValue, variadicity: irdl.VariadicityEnum) -> None:
        self.name = name
        self.constraint = constraint
        self.minimum = 1 if variadicity is irdl.VariadicityEnum.SINGLE else 0
        self.maximum = None if variadicity is irdl.VariadicityEnum.VARIADIC else 1

    @property
    def is_single(self) -> bool:
        """Whether the group has exactly one value."""
        return self.minimum == 1

    def admits(self, size: int) -> bool:
        """Whether the group can have so many values."""
        return size >= self.minimum and (self.maximum is None or size <= self.maximum)


class _Definition:
    """What IRDL says of an operation."""

    def __init__(self, definition: irdl.OperationOp, constraints: _Constraints) -> None:
        self.constraints = constraints
        self.operands: list[_Group] = []
        self.results: list[_Group] = []
        self.attributes: list[tuple[str, SSAValue]] = []
        self.regions: list[tuple[str, irdl.RegionOp]] = []
        for op in definition.body.block.ops:
            match op:
                case irdl.OperandsOp():
                    self.operands = list(_groups(op))
                case irdl.ResultsOp():
                    self.results = list(_groups(op))
                case irdl.AttributesOp():
                    names = [name.data for name in op.attribute_value_names]
                    self.attributes = list(zip(names, op.attribute_values, strict=True))
                case irdl.RegionsOp():
                    for name, region in zip(op.names, op.args, strict=True):
                        assert isinstance(region, OpResult) and isinstance(region.op, irdl.RegionOp)
                        self.regions.append((name.data, region.op))
                case _:
                    pass

    def verify(self, op: Operation) -> None:
        """Raises VerifyException when an operation is not as IRDL says."""
        bound: _Bound = {}
        self._values(op, "operand", self.operands, [operand.type for operand in op.operands], bound)
        self._values(op, "result", self.results, [result.type for result in op.results], bound)
        for name, constraint in self.attributes:
            value = op.attributes.get(name) or op.properties.get(name)
            if value is None:
                raise _Failure(f"needs attribute '{name}' ({self.constraints.describe(constraint)})")
            if not self.constraints.holds(constraint, value, bound):
                explanation = self.constraints.explain(constraint, value, bound)
                raise _Failure(f"attribute '{name}' {explanation}", attribute=name)
        if len(op.regions) != len(self.regions):
            raise _Failure(f"has {_count(len(op.regions), 'region')}, expected {len(self.regions)}")
        for (name, definition), region in zip(self.regions, op.regions, strict=True):
            self._region(name, definition, region, bound)

    def _values(
        self, op: Operation, what: str, groups: Sequence[_Group], types: Sequence[Attribute], bound: _Bound
    ) -> None:
        start = 0
        for group, size in zip(groups, _segment_sizes(op, what, groups, len(types)), strict=True):
            for index in range(start, start + size):
                if not self.constraints.holds(group.constraint, types[index], bound):
                    explanation = self.constraints.explain(group.constraint, types[index], bound)
                    operand = index if what == "operand" else None
                    raise _Failure(f"{what} '{group.name}' {explanation}", operand=operand)
            start += size

    def _region(self, name: str, definition: irdl.RegionOp, region: Region, bound: _Bound) -> None:
        blocks = len(region.blocks)
        if definition.number_of_blocks is not None and blocks != definition.number_of_blocks.value.data:
            expected = definition.number_of_blocks.value.data
            raise _Failure(f"region '{name}' has {_count(blocks, 'block')}, expected {expected}")
        if definition.constrained_arguments is None:
            return
        arguments = () if region.first_block is None else region.first_block.args
        constraints = tuple(definition.entry_block_args)
        if len(arguments) != len(constraints):
            found = _count(len(arguments), "argument")
            raise _Failure(f"the entry block of region '{name}' has {found}, expected {len(constraints)}")
        for index, (argument, constraint) in enumerate(zip(arguments, constraints, strict=True)):
            if not self.constraints.holds(constraint, argument.type, bound):
                explanation = self.constraints.explain(constraint, argument.type, bound)
                raise _Failure(f"argument #{index} of region '{name}' {explanation}")


def _groups(op: irdl.OperandsOp | irdl.ResultsOp) -> Iterator[_Group]:
    for name, variadicity, constraint in zip(op.names, op.variadicity.value, op.args, strict=True):
        yield _Group(name.data, constraint, variadicity.data)


def _segment_sizes(op: Operation, what: str, groups: Sequence[_Group], total: int) -> Sequence[int]:
    """How many values each group has. Raises VerifyException when that cannot be, or is not said."""
    fixed = sum(1 for group in groups if group.is_single)
    varying = len(groups) - fixed
    if varying <= 1:
        sizes = [1 if group.is_single else total - fixed for group in groups]
        if sum(sizes) != total or not all(group.admits(size) for group, size in zip(groups, sizes, strict=True)):
            bound = "" if not varying else "at least " if total < fixed else "at most "
            expected = fixed + 1 if bound == "at most " else fixed
            raise _Failure(f"has {_count(total, what)}, expected {bound}{expected}")
        return sizes
    name = f"{what}SegmentSizes"
    given = op.attributes.get(name) or op.properties.get(name)
    if not isinstance(given, DenseArrayBase):
        raise _Failure(f"needs attribute '{name}': {varying} of its groups of {what}s vary in size")
    values = [int(value) for value in cast("DenseArrayBase[Any]", given).get_values()]
    if len(values) != len(groups):
        raise _Failure(f"attribute '{name}' has {_count(len(values), 'entry')}, expected {len(groups)}", attribute=name)
    for group, size in zip(groups, values, strict=True):
        if not group.admits(size):
            expected = "1" if group.is_single else "0 or 1" if group.maximum == 1 else "at least 0"
            raise _Failure(
                f"attribute '{name}' gives '{group.name}' {size} values, expected {expected}", attribute=name
            )
    if sum(values) != total:
        raise _Failure(f"attribute '{name}' adds up to {sum(values)}, for {_count(total, what)}", attribute=name)
    return values


def _operation_class(definition: irdl.OperationOp, constraints: _Constraints) -> type[Operation]:
    members: dict[str, Any] = {
        "__module__": __name__,
        "name": definition.qualified_name,
        "DEFINITION": _Definition(definition, constraints),
    }
    return cast("type[Operation]", type(definition.qualified_name, (DynamicOperation,), members))


def _count(number: int, what: str) -> str:
    plural = f"{what[:-1]}ies" if what.endswith("ry") else f"{what}s"
    return f"{number} {what if number == 1 else plural}"
