"""Random instances of every instruction with every key survive printing and parsing, in both forms."""

from __future__ import annotations

from io import StringIO
from math import inf, nan
from random import Random
from typing import Any

import pytest
from xdsl.dialects import get_all_dialects
from xdsl.dialects import test as test_dialect
from xdsl.dialects.builtin import (
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    bf16,
    f32,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.printer import Printer

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.bir.affine import (
    AffineAttr,
    AffineExpression,
    Axis,
    CollectiveDivide,
    CollectiveRank,
    FloorDivide,
    IndirectArgument,
    Linear,
    Modulo,
    Multiply,
    RuntimeValue,
    ShardId,
    Sum,
)
from neuron_opt.dialects.bir.dependencies import Edge, EdgeKind
from neuron_opt.dialects.bir.enumerations import ENUMERATIONS, FLAGS
from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.bir.instructions import instruction_class
from neuron_opt.dialects.bir.instructions.catalogue import CATALOGUE, HEADER
from neuron_opt.dialects.bir.instructions.keys import Key, KeyType
from neuron_opt.dialects.bir.operands import FreeOperand, ImmediateAttr, RegisterAccessAttr
from neuron_opt.dialects.bir.patterns import DynamicApAttr, RegisterApAttr, SymbolicApAttr
from neuron_opt.dialects.bir.structure import STRUCTURES, StructureOp, structure_class
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, full_interval, full_pattern
from neuron_opt.dialects.neuron.dtypes import DTYPES
from neuron_opt.dialects.neuron.memory import MemoryAttr
from neuron_opt.dialects.neuron.op_format import Accessed
from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.parser import decode_source, parse_module

SEEDS = range(3)
MADE_HERE = [opcode for opcode, row in CATALOGUE.items() if not row.abstract and not row.written_in]
NAMES = ("i", "I-12", "a b", "x.1_2", "Block1", 'q"\\')
INTEGERS = {
    "int": (-(1 << 63), (1 << 63) - 1),
    "i32": (-(1 << 31), (1 << 31) - 1),
    "u8": (0, 255),
    "u16": (0, (1 << 16) - 1),
    "u32": (0, (1 << 32) - 1),
    "u64": (0, (1 << 64) - 1),
}
TYPE = MemRefType(f32, [128, 64], memory_space=MemoryAttr("sbuf"))


def expression(random: Random, depth: int = 3) -> AffineExpression:
    """A random tree of all kinds of nodes."""

    def inner() -> AffineExpression:
        return expression(random, depth - 1)

    def number() -> int:
        return random.choice((0, 1, -1, random.randrange(-500, 500)))

    leaves = [
        lambda: Axis(random.choice(NAMES)),
        lambda: RuntimeValue(random.choice(NAMES)),
        lambda: IndirectArgument(random.randrange(4)),
        lambda: ShardId(random.randrange(1, 9)),
        lambda: CollectiveRank(random.randrange(4), random.randrange(4)),
        lambda: Linear((), number()),
    ]
    nodes = [
        lambda: Linear(tuple((inner(), number()) for _ in range(random.randrange(1, 4))), number()),
        lambda: Sum(tuple(inner() for _ in range(random.randrange(1, 4)))),
        lambda: Multiply(inner(), number()),
        lambda: FloorDivide(inner(), number()),
        lambda: Modulo(inner(), number()),
        lambda: CollectiveDivide(inner(), number(), random.randrange(4)),
    ]
    return random.choice(leaves if depth == 0 else [*leaves, *nodes])()


def opaque(random: Random) -> Attribute:
    return random.choice(
        (
            IntegerAttr(random.randrange(100), i64),
            StringAttr("text"),
            DictionaryAttr({"id": IntegerAttr(3, i64), "name": StringAttr("x")}),
        )
    )


def value_of(type: KeyType, random: Random) -> Any:
    """A random Python value of a key's type."""
    if type.may_be_affine and random.random() < 0.5:
        return expression(random)
    if type.kind in INTEGERS:
        low, high = INTEGERS[type.kind]
        return random.choice((low, high, random.randint(low, high), random.randint(0, 100)))
    match type.kind:
        case "bool":
            return random.random() < 0.5
        case "float" | "serialised_float":
            return random.choice((0.0, -0.0, 1.0, -2.5, 1e-30, 3.4e38, inf, -inf, nan, random.uniform(-9, 9)))
        case "text":
            return random.choice(("", "plain", 'a "quoted" \\ text', "two\nlines"))
        case "name":
            return random.choice(NAMES)
        case "pairs":
            return [(random.randrange(-9, 9), random.randrange(1, 9)) for _ in range(random.randrange(5))]
        case "expression":
            return random.choice((random.randrange(100), expression(random)))
        case "edge":
            return Edge(random.choice(NAMES), random.choice(list(EdgeKind)))
        case "unrolled_edge":
            indices = tuple(AffineAttr(expression(random)) for _ in range(random.randrange(3)))
            predicates = tuple(opaque(random) for _ in range(random.randrange(2)))
            return Edge(random.choice(NAMES), random.choice(list(EdgeKind)), indices, predicates)
        case "dictionary":
            return {"key": opaque(random)}
        case "opaque":
            return opaque(random)
        case "enumeration":
            return random.choice(list(ENUMERATIONS.get(type.enumeration) or FLAGS[type.enumeration]))
        case "list":
            assert type.element is not None
            length = random.randrange(4) if type.length is None else type.length
            return [value_of(type.element, random) for _ in range(length)]
        case "record":
            return {key.name: value_of(key.type, random) for key in type.fields}
        case kind:
            raise AssertionError(f"no values of kind {kind}")


def arguments_of(keys: tuple[Key, ...], random: Random, *, all_keys: bool = True) -> dict[str, Any]:
    return {
        key.name: value_of(key.type, random) for key in keys if all_keys or key.must_be_given or random.random() < 0.5
    }


def operands_of(random: Random, context: test_dialect.TestOp) -> list[Accessed | FreeOperand]:
    """Operands of all kinds."""
    value = random.choice(context.results[:2])
    start = AffineMap(1, 0, (AffineExpr.dimension(0) * 4,))
    pattern = AccessPatternAttr(f32, partition=[(64, 32)], free=[(1, 8)], start=start)
    name = random.choice(NAMES)
    dtype = random.choice(DTYPES).type
    kinds: list[Any] = [
        lambda: Accessed(value, full_pattern(TYPE)),
        lambda: Accessed(value, full_interval(TYPE)),
        lambda: Accessed(value, pattern),
        lambda: Accessed(value, DynamicApAttr(full_pattern(TYPE), offset=expression(random))),
        lambda: Accessed(
            value,
            DynamicApAttr(full_pattern(TYPE), indirect_dim="Y", indirect_dim_max_index=7, actual=[(64, 3), (2, 4)]),
        ),
        lambda: Accessed(
            value,
            SymbolicApAttr(
                [(64, 128), (-1, 64)],
                dtype,
                addrs=[expression(random) for _ in range(random.randrange(3))],
                access_shape=[128, 64],
                tensor_indirect_arg_id=random.randrange(-1, 2),
                num_tensor_indirect_indices=random.choice((None, 0, 5)),
                pwap=random.random() < 0.5,
            ),
        ),
        lambda: Accessed(
            value,
            RegisterApAttr(
                [(64, 128), (0, 64)],
                dtype,
                name,
                is_regloc_offset=random.random() < 0.5,
                reg_ap_offset=random.choice((None, "r1")),
                const_ap_offset=random.randrange(-3, 3),
                reg_sub_tensor_id=random.choice((None, "r 2")),
                const_sub_tensor_id=random.randrange(-1, 2),
            ),
        ),
        lambda: ImmediateAttr.of(random.choice((0, 1, -5, 200)), random.choice((i8, i32, i64))),
        lambda: ImmediateAttr.of(
            random.choice((0.0, -1.5, 1e-7, 1e30, 0.1, inf, -inf, nan)), random.choice((f32, bf16))
        ),
        lambda: ImmediateAttr.of(tuple(random.randrange(-9, 9) for _ in range(random.randrange(4))), i32),
        lambda: ImmediateAttr.of((2.0, 3.0) if is_float(dtype) else (2, 3), dtype),
        lambda: ImmediateAttr.of(expression(random), i32, random.choice((0, 4))),
        lambda: RegisterAccessAttr.of(name, dtype),
    ]
    return [random.choice(kinds)() for _ in range(random.randrange(4))]


def is_float(dtype: Attribute) -> bool:
    return "int" not in next(entry.name for entry in DTYPES if entry.type == dtype)


def text_of(op: Operation, *, generic: bool) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(op)
    return stream.getvalue()


def read(text: str) -> ModuleOp:
    """Parse and verify a module."""
    stream = StringIO()
    context = OptContext(diagnostics=DiagnosticEngine(stream=stream, colour=False))
    for name, factory in get_all_dialects().items():
        context.register_dialect(name, factory)
    context.register_dialect("bir", lambda: BIR)
    context.register_dialect("neuron", lambda: NEURON)
    source = decode_source(text.encode(), "t.mlir", context.diagnostics)
    assert source is not None
    module = parse_module(context, source)
    assert module is not None and not stream.getvalue(), f"{stream.getvalue()}\n{text}"
    module.verify()
    return module


def check_round_trips(module: ModuleOp, made: Operation) -> None:
    module.verify()
    custom, generic = text_of(module, generic=False), text_of(module, generic=True)
    for text in (custom, generic):
        again = read(text)
        # Reading changes the order of properties, which the generic form shows and the custom form does not.
        assert text_of(again, generic=False) == custom
        found = next(op for op in again.walk() if op.name == made.name)
        assert found.properties == made.properties
        assert found.attributes == made.attributes
        assert [operand.type for operand in found.operands] == [operand.type for operand in made.operands]


@pytest.mark.parametrize("opcode", MADE_HERE, ids=lambda opcode: opcode.name)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_instruction_with_every_key_survives(opcode: InstructionType, seed: int) -> None:
    random = Random(f"{opcode.name} {seed}")
    row = CATALOGUE[opcode]
    context = test_dialect.TestOp(result_types=[TYPE, TYPE, IndexType()])
    body: list[Operation] | None = None
    if row.body:
        body = [structure_class("bir.block")("inner", body=[instruction_class(InstructionType.NoOp)()])]
    op = instruction_class(opcode)(
        name=random.choice((None, "self")),
        ins=operands_of(random, context),
        indirection_ins=operands_of(random, context),
        outs=operands_of(random, context),
        indices=[context.results[2]],
        body=body,
        attributes={"neuron.note": StringAttr("ours")},
        **arguments_of((*HEADER, *row.keys), random, all_keys=seed != 2),
    )
    check_round_trips(ModuleOp([context, op]), op)


@pytest.mark.parametrize("name", list(STRUCTURES))
@pytest.mark.parametrize("seed", SEEDS)
def test_every_structure_with_every_key_survives(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    structure = STRUCTURES[name]
    hbm = MemRefType(f32, [8, 4], memory_space=MemoryAttr("hbm"))
    psum = MemRefType(f32, [128, 512], memory_space=MemoryAttr("psum"))
    type = random.choice((hbm, psum))
    keys = arguments_of(structure.keys, random)
    given: dict[str, Any] = {}
    before: list[StructureOp] = []
    if name == "bir.memory_location_set":
        given["result_type"] = type
        if type is psum:
            del keys["addr_space"]
            keys["partition_dim"] = 0
    if name == "bir.memory_location":
        given["result_type"] = type
        before = [structure_class("bir.memory_location_set")("set", kind="Pointer", result_type=type)]
        given["set"] = before[0].results[0]
        keys["type"] = "DRAM" if type is hbm else "PSUM"
        del keys["pack_id_hint" if type is hbm else "alias"]
    if name == "bir.foreign_location":
        given = {"result_type": type, "reference": SymbolRefAttr("f", ["s", "a b"])}
    if name in ("bir.function", "bir.block"):
        given["body"] = [instruction_class(InstructionType.Return)()]
    op = structure_class(name)(random.choice(NAMES), **keys, **given)
    check_round_trips(ModuleOp([*before, op]), op)


def test_defaults_are_not_kept() -> None:
    op = instruction_class(InstructionType.TensorReduce)(axis="X", op="add", engine="Unassigned", engine_id=0)
    assert set(op.properties) == {"op", "operandSegmentSizes"}
    assert str(op.key("axis")) == "#bir.axis_list_type<X>"
    assert str(op.key("engine")) == "#bir.engine_type<Unassigned>"
    assert op.key("negate") is None


def test_constructors_refuse_what_is_not_there() -> None:
    reduce = instruction_class(InstructionType.TensorReduce)
    with pytest.raises(TypeError, match=r"^TensorReduce has no key 'reduce_cmd'$"):
        reduce(reduce_cmd="Idle")
    with pytest.raises(TypeError, match=r"^TensorReduce has no body$"):
        reduce(body=[])
    with pytest.raises(ValueError, match=r"^attribute 'op' of bir\.tensor_reduce: unknown bir\.alu_op_type 'plus'"):
        reduce(op="plus")
    with pytest.raises(TypeError, match=r"^MemsetOp needs attribute 'mode'$"):
        instruction_class(InstructionType.Memset)(constant=3)
    with pytest.raises(ValueError, match=r"^attribute 'constant' of bir\.memset: -1 is not a 32-bit integer from 0 to"):
        instruction_class(InstructionType.Memset)(mode="Const", constant=-1)
    with pytest.raises(ValueError, match=r"^2\.5 is not an integer, but the element type is i32$"):
        ImmediateAttr.of(2.5, i32)


def test_a_pattern_is_replaced_among_immediates() -> None:
    value = test_dialect.TestOp(result_types=[TYPE]).results[0]
    immediate = ImmediateAttr.of(2.5, f32)
    op = instruction_class(InstructionType.TensorTensor)(
        op="add",
        ins=[immediate, Accessed(value, full_pattern(TYPE)), immediate, Accessed(value, full_pattern(TYPE))],
        outs=[Accessed(value, full_pattern(TYPE))],
    )
    op.set_pattern(1, full_interval(TYPE))
    op.set_pattern(2, full_interval(TYPE))
    assert op.entries("ins") == (immediate, full_pattern(TYPE), immediate, full_interval(TYPE))
    assert op.patterns("ins") == (full_pattern(TYPE), full_interval(TYPE))
    assert op.pattern(2) == full_interval(TYPE)
    with pytest.raises(IndexError):
        op.set_pattern(3, full_interval(TYPE))
