"""The rules of hardware as tables: what each kind of operand takes, and how counts are factored to fit."""

from __future__ import annotations

import random
from math import prod

import pytest

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.neuron.legality import (
    INSTRUCTIONS,
    OPERAND_KINDS,
    Violation,
    Walk,
    check_walk,
    fit_pairs,
    max_free_elements,
)
from neuron_opt.dialects.neuron.strided_set import StridedSet
from neuron_opt.dialects.neuron.target import BY_NAME, Limits

TRN1, TRN2, TRN3, INF1 = (BY_NAME[name] for name in ("trn1", "trn2", "trn3", "inf1"))
STEP_RANGE = (-32768, 32767, 65535)


def walk(
    partitions: int = 128,
    inside: tuple[tuple[int, int], ...] = ((1, 64),),
    *,
    space: str = "sbuf",
    first: int = 0,
    start: int = 0,
    extent: int = 64,
    size: int = 4,
    step: int | None = None,
    is_static: bool = True,
) -> Walk:
    pair = (extent if step is None else step, partitions)
    return Walk(space, (pair,), inside, first, start, extent, size, is_static)


def rules(checked: Walk, kind: str, limits: Limits = TRN2) -> list[str]:
    return [violation.rule for violation in check_walk(checked, OPERAND_KINDS[kind], limits)]


def test_every_instruction_exists():
    missing = [name for name in INSTRUCTIONS if BIR.find_operation(name) is None]
    assert not missing


def test_every_kind_is_used():
    used = {name for row in INSTRUCTIONS.values() for name in (*row.ins, *row.outs, row.transposed_result) if name}
    assert used <= set(OPERAND_KINDS)
    # Kinds of two dimensions describe the first generations' activations, which the tool explains.
    assert set(OPERAND_KINDS) - used == {"source-2d", "result-2d"}


def test_last_kind_of_a_section_serves_the_rest():
    row = INSTRUCTIONS["bir.matmult_mx"]
    kinds = [row.kind("ins", position) for position in range(4)]
    assert [kind.name for kind in kinds if kind is not None] == ["mx-data", "mx-data", "mx-scale", "mx-scale"]
    assert row.kind("indirection_ins", 0) is None


@pytest.mark.parametrize(
    ("partitions", "starts"),
    [
        (128, (0,)),
        (65, (0,)),
        (64, (0, 64)),
        (33, (0, 64)),
        (32, (0, 32, 64, 96)),
        (1, (0, 32, 64, 96)),
    ],
)
def test_start_partitions(partitions: int, starts: tuple[int, ...]):
    """More than 64 partitions start at 0, more than 32 at 0 or 64, others at a quadrant."""
    for first in range(129 - partitions):
        found = rules(walk(partitions, first=first), "source-4d")
        assert found == ([] if first in starts else ["start partition"])


def test_run_time_start_is_not_held_against_the_table():
    assert rules(walk(64, first=0, is_static=False), "source-4d") == []


@pytest.mark.parametrize("kind", [name for name, kind in OPERAND_KINDS.items() if kind.has_descriptor])
def test_ranks(kind: str):
    """Unit dimensions take no slot of a descriptor; others do."""
    limit = OPERAND_KINDS[kind].max_free_dims
    space = OPERAND_KINDS[kind].spaces[0]
    for count in range(6):
        inside = tuple([(2 * 3**at, 2) for at in reversed(range(count))])
        with_units = tuple([pair for each in inside for pair in (each, (1, 1))])
        found = rules(walk(128, with_units, space=space, extent=1024), kind)
        assert ("rank" in found) == (count > limit)


def test_ranges_of_a_descriptor():
    assert rules(walk(inside=((32767, 2), (-32768, 2), (1, 65535)), extent=1 << 20), "source-4d") == []
    assert rules(walk(inside=((32768, 2),), extent=1 << 20), "source-4d") == ["step"]
    assert rules(walk(inside=((-32769, 2),), extent=1 << 20), "source-4d") == ["step"]
    assert rules(walk(inside=((1, 65536),), extent=1 << 20), "source-4d") == ["num"]
    assert rules(walk(inside=((100000, 1),), extent=1 << 20), "source-4d") == [], "a unit dimension is dropped"


def test_partition_part():
    assert rules(walk(8, step=128), "source-4d") == ["partition step"]
    assert rules(walk(8, step=0), "source-4d") == ["partition step"], "partitions cannot be repeated"
    assert "partition step" in rules(walk(8, step=-64), "source-4d")
    assert rules(walk(129), "source-4d") == ["partitions"]
    assert rules(walk(1, step=7), "source-4d") == [], "one partition has no step"
    quadrants = Walk("sbuf", ((32 * 64, 4), (64, 4)), ((1, 64),), 0, 0, 64, 1)
    assert rules(quadrants, "source-4d") == ["partition dims"]
    assert rules(quadrants, "mx-scale", TRN3) == []
    assert rules(quadrants, "dma") == [], "a DMA descriptor walks anything"


def test_partitions_of_psum():
    assert rules(walk(128, space="psum"), "result-4d", INF1) == ["partitions"]
    assert rules(walk(128, space="psum"), "result-4d", TRN1) == []


def test_memories():
    assert rules(walk(space="psum"), "matmul-moving") == ["memory"]
    (violation,) = check_walk(walk(space="sbuf"), OPERAND_KINDS["matmul-result"], TRN2)
    assert violation == Violation("memory", "Result buffer of matmult must be psum!", ("it lies in sbuf",))
    hbm = Walk("hbm", (), ((1, 64),), 0, 0, 64, 4)
    assert rules(hbm, "dma") == []
    assert rules(hbm, "source-4d") == ["memory"]


def test_banks():
    """A matmul writes one bank of 2048 bytes; from v4 on it fills several."""
    whole = walk(inside=((1, 512),), space="psum", extent=4096)
    assert rules(whole, "matmul-result") == []
    assert rules(whole._replace(start=512), "matmul-result") == []
    crossing = whole._replace(start=1)
    assert rules(crossing, "matmul-result") == ["psum bank"]
    assert rules(crossing, "matmul-result", TRN3) == []
    assert rules(crossing, "result-4d") == [], "only what accumulates is held in one bank"
    scattered = walk(inside=((1024, 2), (1, 8)), space="psum", extent=4096)
    assert rules(scattered, "matmul-result") == ["psum bank"]
    backwards = walk(inside=((-1, 512),), space="psum", extent=4096, start=511)
    assert rules(backwards, "matmul-result") == []
    assert rules(crossing._replace(is_static=False), "matmul-result") == []


def test_element_types_of_psum_writes():
    narrow = walk(space="psum", size=2)
    assert rules(narrow, "matmul-result") == ["psum dtype"]
    assert rules(narrow, "matmul-result", TRN3) == [], "from v4 on a matmul writes bfloat16 as well"
    assert rules(narrow, "result-4d", TRN3) == ["psum dtype"]
    assert rules(narrow, "source-4d") == [], "reads take any type"
    kind = INSTRUCTIONS["bir.matmult"].kind("outs", 0, transposes=True)
    assert kind is not None and rules(narrow, kind.name) == [], "a transposition writes the type it reads"


def test_free_elements():
    assert max_free_elements(OPERAND_KINDS["matmul-moving"], TRN2) == 512
    assert max_free_elements(OPERAND_KINDS["matmul-stationary"], TRN2) == 128
    assert max_free_elements(OPERAND_KINDS["matmul-moving"], TRN3, 4) == 4096
    assert max_free_elements(OPERAND_KINDS["matmul-moving"], TRN3, 2) == 8192
    assert max_free_elements(OPERAND_KINDS["statistics-source"], TRN2) == 512
    assert max_free_elements(OPERAND_KINDS["source-4d"], TRN2) is None


def test_microscaling_is_one_run():
    assert rules(walk(inside=((1, 64),)), "mx-data", TRN3) == []
    assert rules(walk(inside=((-1, 64),), start=63), "mx-data", TRN3) == []
    assert rules(walk(inside=((2, 32),)), "mx-data", TRN3) == ["unit stride"]


def test_factored_counts_keep_the_walk():
    """Random flat walks: what fits is the same walk within the ranges; what does not has no such factors."""
    generator = random.Random(7)
    fitted = refused = 0
    for _ in range(2000):
        step = generator.choice((0, 1, -1, 2, 3, 100, 40000))
        num = generator.choice((1, 3, 4)) * generator.choice((1, 65521, 65536, 65537, 1 << 18, 99991))
        pairs = StridedSet([(step, num)]).flatten().pairs
        answer = fit_pairs(pairs, *STEP_RANGE)
        if isinstance(answer, Violation):
            refused += 1
            out_of_range = bool(pairs) and not -32768 <= step <= 32767
            assert answer.rule == ("step" if out_of_range else "num")
            continue
        fitted += 1
        assert all(-32768 <= each <= 32767 and 1 < count <= 65535 for each, count in answer)
        assert StridedSet(answer).same_order(StridedSet(pairs))
        assert prod([count for _, count in answer]) == prod([count for _, count in pairs])
    assert fitted > 200 and refused > 200


def test_factors_by_hand():
    assert fit_pairs(((1, 65535),), *STEP_RANGE) == ((1, 65535),)
    assert fit_pairs(((1, 65536),), *STEP_RANGE) == ((16384, 4), (1, 16384))
    assert fit_pairs(((3, 65536),), *STEP_RANGE) == ((24576, 8), (3, 8192))
    assert fit_pairs(((0, 1 << 34),), *STEP_RANGE) == ((0, 16), (0, 32768), (0, 32768)), "a broadcast has no outer step"
