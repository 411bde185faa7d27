"""Unified diffs of long texts in time that grows with their length, where `difflib` compares all with all.

Lines that stand once in each text, in the same order, are what functions and values have by their names: the texts are
cut there, and `difflib` sees only what is between (Bram Cohen's patience diff).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

Change: TypeAlias = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]


_AROUND = 3
"""Lines that are shown before and after each change."""


def unified_diff(before: Sequence[str], after: Sequence[str], from_name: str, to_name: str) -> Iterator[str]:
    """The lines of a unified diff, without line ends, with three lines around each change; none when all is equal."""
    is_first = True
    for group in _groups(_changes(before, after)):
        if is_first:
            yield f"--- {from_name}"
            yield f"+++ {to_name}"
            is_first = False
        yield f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@"
        for kind, start, end, other_start, other_end in group:
            if kind == "equal":
                yield from (f" {line}" for line in before[start:end])
                continue
            yield from (f"-{line}" for line in before[start:end])
            yield from (f"+{line}" for line in after[other_start:other_end])


def _groups(changes: Sequence[Change]) -> Iterator[list[Change]]:
    """Changes with what stands around them, apart where more than twice as much is equal."""
    group: list[Change] = []
    for number, (kind, start, end, other_start, other_end) in enumerate(changes):
        if kind != "equal":
            group.append((kind, start, end, other_start, other_end))
            continue
        is_last = number == len(changes) - 1
        if group and (is_last or end - start > 2 * _AROUND):
            shown = min(_AROUND, end - start)
            yield [*group, ("equal", start, start + shown, other_start, other_start + shown)]
            group = []
        if not is_last:
            skipped = 0 if group else max(0, end - start - _AROUND)
            group.append(("equal", start + skipped, end, other_start + skipped, other_end))
    if group:
        yield group


def _range(start: int, end: int) -> str:
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start if length == 0 else start + 1},{length}"


def _changes(before: Sequence[str], after: Sequence[str]) -> list[Change]:
    # Half of the start-up of a small run, so only here.
    from difflib import SequenceMatcher

    matches: list[tuple[int, int, int]] = []

    def add(start: int, other_start: int, size: int) -> None:
        if (
            size
            and matches
            and (matches[-1][0] + matches[-1][2], matches[-1][1] + matches[-1][2])
            == (
                start,
                other_start,
            )
        ):
            matches[-1] = (matches[-1][0], matches[-1][1], matches[-1][2] + size)
        elif size:
            matches.append((start, other_start, size))

    start = other_start = 0
    for anchor, other_anchor in (*_anchors(before, after), (len(before), len(after))):
        piece = SequenceMatcher(None, before[start:anchor], after[other_start:other_anchor])
        for match in piece.get_matching_blocks():
            add(start + match.a, other_start + match.b, match.size)
        if anchor < len(before):
            add(anchor, other_anchor, 1)
        start, other_start = anchor + 1, other_anchor + 1

    changes: list[Change] = []
    start = other_start = 0
    for at, other_at, size in (*matches, (len(before), len(after), 0)):
        if start < at and other_start < other_at:
            changes.append(("replace", start, at, other_start, other_at))
        elif start < at:
            changes.append(("delete", start, at, other_start, other_at))
        elif other_start < other_at:
            changes.append(("insert", start, at, other_start, other_at))
        if size:
            changes.append(("equal", at, at + size, other_at, other_at + size))
        start, other_start = at + size, other_at + size
    return changes


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Where lines stand that are once in each text: the longest chain of them that is in the same order in both."""
    counts, other_counts = Counter(before), Counter(after)
    places = {line: index for index, line in enumerate(after) if other_counts[line] == 1}
    pairs = [(index, places[line]) for index, line in enumerate(before) if counts[line] == 1 and line in places]
    # The longest increasing subsequence: of the chains of each length, the one that ends first.
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        previous.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            last.append(number)
        else:
            ends[length] = place
            last[length] = number
    chain: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = previous[number]
    return chain[::-1]
