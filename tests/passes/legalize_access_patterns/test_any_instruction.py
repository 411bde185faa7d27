"""Whatever instruction verifies is legalised or refused: nothing dies, relations are proved, a second run is idle."""

from __future__ import annotations

import random
from typing import Any

import pytest
from instructions import Instructions, Legalised, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    Float8E4M3Type,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    bf16,
    f32,
    i8,
    i64,
    tf32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.bir.operation import BirOp
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr, full_pattern
from neuron_opt.dialects.neuron.legality import INSTRUCTIONS
from neuron_opt.dialects.neuron.op_format import interned_segment_sizes, layout_of

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"sparse_layout": "interleaved"},
    {"double_row_flavour": "legacy"},
    {"partition_rule": "different"},
    {"dma_predicate": "strides"},
)
WORDS = {"perf_mode": ("None", "DoubleRow", "DoubleRowSwInterleave"), "axis": ("X", "XY", "C", "XYZWC")}
FLAGS = ("apply_transpose", "is_transpose", "negate")


def operand(generator: random.Random, made: Instructions) -> tuple[SSAValue, Attribute]:
    """A buffer anywhere, and a walk of it: whole, an interval, shuffled, repeated, backwards, in parts."""
    space = generator.choice(("sbuf", "sbuf", "sbuf", "psum", "hbm"))
    shape = [generator.choice((1, 16, 32, 128)), *generator.choices((1, 2, 3, 4, 32, 64), k=generator.randrange(4))]
    dtype = generator.choice((f32, bf16, tf32, Float8E4M3Type(), i8, i64))
    type = memref(shape, dtype, space, generator.randrange(len(shape)) if space != "hbm" else 0)
    value = made.buffer(type)
    if generator.random() < 0.07:
        return value, IntervalAttr(dtype, count=1)
    whole = full_pattern(type)
    free, partition = list(whole.free.data), list(whole.partition.data)
    chance = generator.random()
    if chance < 0.3:
        generator.shuffle(free)
    elif chance < 0.4 and free:
        free[0] = (free[0][0] * generator.choice((0, -1)), free[0][1])
    elif chance < 0.5 and partition:
        partition = [(partition[0][0] * generator.choice((0, 2)), max(1, partition[0][1] // 2))]
    split = chance > 0.9 and len(free) > 1
    return value, AccessPatternAttr(
        dtype, partition=partition, free=free[:-1] if split else free, reduce=free[-1:] if split else ()
    )


def requests(generator: random.Random, count: int) -> dict[str, Attribute]:
    """What is asked of legalisation, whether or not it makes sense."""
    asked: dict[str, Attribute] = {}
    for name, values in (
        ("reduce_size", (0, 1, 2, 3, 8, 32)),
        ("batch_size", (1, 2, 4)),
        ("y_size", (1, 4, 32)),
        ("depth", (1, 2)),
    ):
        if generator.random() < 0.4:
            asked[f"neuron.{name}"] = IntegerAttr(generator.choice(values), i64)
    if generator.random() < 0.3:
        asked["neuron.sparse_carve"] = UnitAttr()
    if generator.random() < 0.2:
        asked["neuron.double_row_flavour"] = StringAttr(generator.choice(("legacy", "gen3", "other")))
    if generator.random() < 0.1:
        shape = ArrayAttr([IntegerAttr(generator.choice((1, 2, 4, -1)), i64) for _ in range(2)])
        asked["neuron.reshape"] = ArrayAttr([generator.choice((UnitAttr(), shape)) for _ in range(count)])
    return asked


def instruction(generator: random.Random, made: Instructions) -> BirOp:
    """An instruction that need not verify."""
    name = generator.choice((*INSTRUCTIONS, "bir.gpsimd_sb2sb"))
    op_class = BIR.find_operation(name)
    assert op_class is not None and issubclass(op_class, BirOp)
    row = INSTRUCTIONS.get(name)
    ins = [operand(generator, made) for _ in range(1 if row is None else len(row.ins))]
    outs = [operand(generator, made) for _ in range(generator.choice((1, 1, 1, 0, 2)))]
    properties: dict[str, Attribute] = {
        "ins_patterns": ArrayAttr([pattern for _, pattern in ins]),
        "outs_patterns": ArrayAttr([pattern for _, pattern in outs]),
        "operandSegmentSizes": interned_segment_sizes((len(ins), 0, len(outs), 0)),
    }
    forms = layout_of(op_class).forms
    for key, words in WORDS.items():
        if key in forms:
            properties[key] = forms[key].coerce(generator.choice(words))
    for key in FLAGS:
        if key in forms:
            properties[key] = forms[key].coerce(generator.random() < 0.4)
    if "compress_ratio" in forms:
        properties["compress_ratio"] = forms["compress_ratio"].coerce(generator.choice((1, 2, 3, 4)))
    op = op_class.create(
        operands=[value for value, _ in (*ins, *outs)],
        properties=properties,
        attributes=requests(generator, len(ins) + len(outs)),
    )
    return op


@pytest.mark.parametrize("seed", range(3))
def test_any_instruction(seed: int) -> None:
    generator = random.Random(seed)
    legal = refused = 0
    while legal + refused < 150:
        made = Instructions()
        op = instruction(generator, made)
        try:
            op.verify_()
        except VerifyException:
            continue
        made.block.add_op(op)
        options = generator.choice(OPTIONS)
        run = Legalised(made.module(), **options)
        assert "does not keep" not in run.errors and "was not proved" not in run.errors, run.errors
        if run.errors:
            refused += 1
            continue
        legal += 1
        for left in run.instructions:
            left.verify_()
        text = str(run.module)
        again = Legalised(run.module, **options)
        assert (str(again.module), again.errors, again.verifier.proved) == (text, "", 0)
    assert legal > 30 and refused > 30, (legal, refused)
