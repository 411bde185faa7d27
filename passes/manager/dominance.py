"""Which block of a region dominates which: every path from the entry to the second leads through the first.

The tree is computed by Lengauer and Tarjan's algorithm with path compression, in all but linear time, also
for a chain of thousands of blocks that all leave to one exit, on which the simpler iterative algorithm takes
quadratic time. Nothing here recurses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.ir import Block, Region

__all__ = ["DominatorTree"]


class DominatorTree:
    """The dominator tree of the blocks of one region."""

    def __init__(self, region: Region) -> None:
        blocks = list(region.blocks)
        numbers, order, parents = _depth_first(blocks)
        immediate = _immediate_dominators(numbers, order, parents)
        # Preorder intervals of the tree answer each question in constant time.
        children: list[list[int]] = [[] for _ in order]
        for vertex in range(1, len(order)):
            children[immediate[vertex]].append(vertex)
        self._first: dict[Block, int] = {}
        self._last: dict[Block, int] = {}
        clock = 0
        pending = [(0, False)] if order else []
        while pending:
            vertex, leaving = pending.pop()
            if leaving:
                self._last[order[vertex]] = clock
                continue
            clock += 1
            self._first[order[vertex]] = clock
            pending.append((vertex, True))
            pending.extend((child, False) for child in children[vertex])

    def is_reachable(self, block: Block) -> bool:
        """Whether a path leads from the entry to the block."""
        return block in self._first

    def properly_dominates(self, dominator: Block, block: Block) -> bool:
        """Whether every path to `block` leads through `dominator`, and they are two.

        A block that cannot be reached is dominated by every other.
        """
        if dominator is block:
            return False
        place = self._first.get(block)
        if place is None:
            return True
        first = self._first.get(dominator)
        return first is not None and first < place <= self._last[dominator]


def _successors(block: Block) -> list[Block]:
    last = block.last_op
    return [] if last is None else list(last.successors)


def _depth_first(blocks: list[Block]) -> tuple[dict[Block, int], list[Block], list[int]]:
    """Number the blocks that can be reached in the order of a depth-first walk; with their parents in it."""
    numbers: dict[Block, int] = {}
    order: list[Block] = []
    parents: list[int] = []
    inside = set(blocks)
    pending: list[tuple[Block, int]] = [(blocks[0], 0)] if blocks else []
    while pending:
        block, parent = pending.pop()
        if block in numbers:
            continue
        number = numbers[block] = len(order)
        order.append(block)
        parents.append(parent)
        pending.extend(
            (successor, number)
            for successor in reversed(_successors(block))
            if successor not in numbers and successor in inside
        )
    return numbers, order, parents


def _immediate_dominators(numbers: dict[Block, int], order: list[Block], parents: list[int]) -> list[int]:
    """The immediate dominator of each vertex by its depth-first number; the entry's is itself."""
    count = len(order)
    predecessors: list[list[int]] = [[] for _ in order]
    for number, block in enumerate(order):
        for successor in _successors(block):
            target = numbers.get(successor)
            if target is not None:
                predecessors[target].append(number)

    semi = list(range(count))
    label = list(range(count))
    ancestor = [-1] * count
    immediate = [0] * count
    bucket: list[list[int]] = [[] for _ in order]

    def evaluate(vertex: int) -> int:
        """The vertex of least semidominator on the path to the root of the forest; shortens the path."""
        if ancestor[vertex] < 0:
            return vertex
        path: list[int] = []
        while ancestor[ancestor[vertex]] >= 0:
            path.append(vertex)
            vertex = ancestor[vertex]
        for below in reversed(path):
            above = ancestor[below]
            if semi[label[above]] < semi[label[below]]:
                label[below] = label[above]
            ancestor[below] = ancestor[above]
            vertex = below
        return label[vertex]

    for vertex in range(count - 1, 0, -1):
        for predecessor in predecessors[vertex]:
            least = semi[evaluate(predecessor)]
            if least < semi[vertex]:
                semi[vertex] = least
        bucket[semi[vertex]].append(vertex)
        parent = parents[vertex]
        ancestor[vertex] = parent
        for waiting in bucket[parent]:
            least = evaluate(waiting)
            immediate[waiting] = least if semi[least] < semi[waiting] else parent
        bucket[parent].clear()
    for vertex in range(1, count):
        if immediate[vertex] != semi[vertex]:
            immediate[vertex] = immediate[immediate[vertex]]
    return immediate
