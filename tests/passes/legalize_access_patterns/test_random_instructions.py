"""Random instructions, legalised: the same elements by numpy, legal by the tables, the identity when run again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import prod

import numpy
import pytest
from instructions import Instructions, Legalised, memref
from xdsl.dialects.builtin import IntegerAttr, f32, i64
from xdsl.ir import Attribute

from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.bir.operation import BirOp
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr
from neuron_opt.dialects.neuron.legality import INSTRUCTIONS, check_walk
from neuron_opt.dialects.neuron.strided_set import StridedSet
from neuron_opt.dialects.neuron.target import BY_NAME
from neuron_opt.passes.access_builders.neuron_ap import hardware_walk
from neuron_opt.passes.access_builders.restore_original_ap import restore_original_ap

TRN2 = BY_NAME["trn2"]
EXTENT = 4096


def random_free(generator: random.Random, shape: list[int]) -> tuple[tuple[int, int], ...]:
    """A walk of that shape inside a partition of EXTENT elements: padded, permuted, broadcast or reversed."""
    padded = [size + generator.choice((0, 1)) for size in shape]
    steps = list(StridedSet.row_major(padded).steps)
    if generator.random() < 0.3:
        order = list(range(len(shape)))
        generator.shuffle(order)
        steps = [
            StridedSet.row_major([padded[at] for at in order]).steps[order.index(place)] for place in range(len(shape))
        ]
    if generator.random() < 0.2 and steps:
        steps[generator.randrange(len(steps))] = 0
    if generator.random() < 0.2 and steps:
        steps[generator.randrange(len(steps))] *= -1
    return tuple(zip(steps, shape, strict=True))


def pattern_of(partitions: int, free: tuple[tuple[int, int], ...]) -> AccessPatternAttr | None:
    walk = StridedSet(free)
    if walk.maximum - walk.minimum >= EXTENT:
        return None
    shape = (partitions, *[num for _, num in free])
    return AccessPatternAttr(f32, partition=[(EXTENT, partitions)], free=free, offset=-walk.minimum, access_shape=shape)


def tuples(ops: list[BirOp]) -> Counter[tuple[int, ...]]:
    """The tuples of elements that instructions visit; a group of a reduction counts as one tuple."""
    found: Counter[tuple[int, ...]] = Counter()
    for op in ops:
        source, result = (op.pattern(index) for index in (0, 1))
        assert isinstance(source, AccessPatternAttr) and isinstance(result, AccessPatternAttr)
        written = result.elements().reshape(-1)
        groups = source.elements().reshape(len(written), -1)
        found.update((int(out), *map(int, group)) for out, group in zip(written, groups, strict=True))
    return found


def random_copies(seed: int, count: int) -> Iterator[tuple[Instructions, AccessPatternAttr, AccessPatternAttr, int]]:
    generator = random.Random(seed)
    while count:
        shape = [generator.choice((1, 2, 2, 2, 3)) for _ in range(generator.randrange(1, 9))]
        reduced = generator.randrange(0, len(shape)) if generator.random() < 0.5 else len(shape)
        if prod(shape) * 2 > 512:
            continue
        source = pattern_of(2, random_free(generator, shape))
        result = pattern_of(2, random_free(generator, shape[:reduced] or [1]))
        if source is None or result is None:
            continue
        count -= 1
        yield Instructions(), source, result, prod(shape[reduced:]) if reduced < len(shape) else 0


@pytest.mark.parametrize("seed", range(4))
def test_copies_and_reductions(seed: int) -> None:
    type = memref((128, EXTENT))
    legal = cut = refused = 0
    for made, source, result, reduce_size in random_copies(seed, 150):
        x, y = made.buffer(type), made.buffer(type)
        opcode = InstructionType.TensorReduce if reduce_size else InstructionType.TensorCopy
        attributes: dict[str, Attribute] = {"neuron.reduce_size": IntegerAttr(reduce_size, i64)} if reduce_size else {}
        keys = {"op": "add"} if reduce_size else {}
        op = made.add(opcode, [(x, source)], [(y, result)], attributes, **keys)
        before = tuples([op])
        run = Legalised(made.module())
        if run.errors:
            assert "does not keep" not in run.errors and "was not proved" not in run.errors, run.errors
            assert "Illegal ISA" in run.errors or "Too many reduce dims" in run.errors, run.errors
            refused += 1
            continue
        ops = run.instructions
        legal += 1
        cut += len(ops) > 1
        assert tuples(ops) == before
        for piece in ops:
            row = INSTRUCTIONS[piece.name]
            for section, index in (("ins", 0), ("outs", 1)):
                pattern = piece.pattern(index)
                kind = row.kind(section, 0)
                assert isinstance(pattern, AccessPatternAttr) and kind is not None
                assert not check_walk(hardware_walk(pattern, type), kind, TRN2)
        if len(ops) == 1:
            restored = restore_original_ap(run.pattern(0, "ins", 0), type)
            assert restored.set.same_order(source.set)
            assert [num for _, num in restored.pairs] == [num for _, num in source.pairs]
        assert run.verifier.proved or all(pattern is source or pattern is result for pattern in ops[0].patterns("ins"))
        text = str(run.module)
        again = Legalised(run.module)
        assert (str(again.module), again.errors, again.verifier.proved) == (text, "", 0), (
            "the second run changes nothing"
        )
    assert legal + refused == 150 and legal > 100 and cut > 10, (legal, cut, refused)


def test_numpy_agrees_with_the_legal_form_of_a_cut_matmul():
    """Every element of the result is the same product and sum, whichever piece computes it."""
    moving_type = memref((4, 256))
    moving = AccessPatternAttr(
        f32,
        partition=[(256, 4)],
        free=[(64, 2), (16, 3), (4, 2), (1, 2)],
        access_shape=(4, 2, 3, 2, 2),
    )
    stationary_type = memref((4, 3))
    result_type = memref((3, 24), f32, "psum")
    made = Instructions()
    values = [made.buffer(type) for type in (moving_type, stationary_type, result_type)]
    stationary = AccessPatternAttr(f32, partition=[(3, 4)], free=[(1, 3)])
    result = AccessPatternAttr(f32, partition=[(24, 3)], free=[(1, 24)])
    made.add(InstructionType.Matmult, [(values[0], moving), (values[1], stationary)], [(values[2], result)])
    run = Legalised(made.module())
    assert run.errors == "" and len(run.instructions) == 2
    generator = numpy.random.default_rng(1)
    left, right = generator.random(4 * 3), generator.random(4 * 256)
    memory = numpy.zeros(3 * 24)
    for number in range(2):
        x, w, y = (run.pattern(number, *place).elements() for place in (("ins", 0), ("ins", 1), ("outs", 0)))
        memory[y.reshape(3, -1)] = left[w.reshape(4, -1)].T @ right[x.reshape(4, -1)]
    expected = left[stationary.elements().reshape(4, -1)].T @ right[moving.elements().reshape(4, -1)]
    assert (memory.reshape(3, 24) == expected).all()
