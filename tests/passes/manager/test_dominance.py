"""The dominator tree against the definition, on random graphs, and its cost on the shapes that are hard."""

from __future__ import annotations

import random

from xdsl.dialects.test import TestTermOp as Terminator
from xdsl.ir import Block, Region

from neuron_opt.passes.manager.dominance import DominatorTree


def region_of(edges: list[list[int]]) -> Region:
    """A region in which block number n ends with a branch to the blocks `edges[n]`."""
    blocks = [Block() for _ in edges]
    for block, targets in zip(blocks, edges, strict=True):
        block.add_op(Terminator(successors=[blocks[target] for target in targets]))
    return Region(blocks)


def reachable(edges: list[list[int]], without: int | None = None) -> set[int]:
    """The blocks that a path from the entry leads to, if one block is taken out."""
    seen: set[int] = set()
    pending = [0]
    while pending:
        block = pending.pop()
        if block != without and block not in seen:
            seen.add(block)
            pending.extend(edges[block])
    return seen


def test_against_the_definition_on_random_graphs() -> None:
    choose = random.Random(11)
    for _ in range(400):
        count = choose.randrange(1, 9)
        edges = [choose.choices(range(count), k=choose.randrange(4)) for _ in range(count)]
        region = region_of(edges)
        blocks = list(region.blocks)
        tree = DominatorTree(region)
        everything = reachable(edges)
        for first in range(count):
            without = reachable(edges, first)
            for second in range(count):
                expected = first != second and (
                    second not in everything or (first in everything and second not in without)
                )
                assert tree.properly_dominates(blocks[first], blocks[second]) == expected, (edges, first, second)
            assert tree.is_reachable(blocks[first]) == (first in everything)


def test_long_chains_do_not_take_quadratic_time_or_recursion() -> None:
    count = 20_000
    # Every block may leave to the exit: the simple iterative algorithm walks the whole chain for each.
    edges = [[number + 1, count - 1] for number in range(count - 1)] + [[]]
    region = region_of(edges)
    tree = DominatorTree(region)
    blocks = list(region.blocks)
    assert tree.properly_dominates(blocks[0], blocks[-1])
    assert not tree.properly_dominates(blocks[1], blocks[-1])
    assert tree.properly_dominates(blocks[count // 2], blocks[-2])
