"""The first elements of a pattern, in the terminal: where they lie, and when they are visited."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...dialects.neuron.strided_set import StridedSet

ROWS = 4
COLUMNS = 16
LOOKED_AT = 4096
"""How many elements of one row are looked at, at most."""


def picture(
    partition: StridedSet, inside: StridedSet, first_partition: int, extent: int, *, on_chip: bool
) -> Iterator[str]:
    """
    A grid of addresses; a visited one shows when it is visited first, counted from 0.

    On chip a row is a partition, elsewhere a row of `extent` elements. All partitions are walked alike, hence a few of
    them show all.
    """
    found = _on_chip(partition, inside, first_partition, extent) if on_chip else _linear(inside, extent)
    rows = dict(islice(found, ROWS))
    if not rows:
        return
    least = min([address for row in rows.values() for address in row])
    start = least - least % COLUMNS if least >= COLUMNS else 0
    columns = range(start, min(start + COLUMNS, extent if extent > start else start + COLUMNS))
    shown = {
        row: [str(cells[address]) if address in cells else "·" for address in columns] for row, cells in rows.items()
    }
    width = max([len(cell) for cells in shown.values() for cell in cells] + [len(str(columns[-1]))])
    label = "partition" if on_chip else "row"
    yield f"{label:>9}  " + " ".join([f"{address:>{width}}" for address in columns]) + _more(rows, columns.stop)
    for row, cells in shown.items():
        yield f"{row:>9}  " + " ".join([f"{cell:>{width}}" for cell in cells]) + _more({row: rows[row]}, columns.stop)
    if on_chip and partition.num_input_elts > len(rows):
        yield f"{'…':>9}"


def _more(rows: dict[int, dict[int, int]], stop: int) -> str:
    return " …" if any(address >= stop for row in rows.values() for address in row) else ""


def _on_chip(
    partition: StridedSet, inside: StridedSet, first_partition: int, extent: int
) -> Iterator[tuple[int, dict[int, int]]]:
    per_partition = inside.num_input_elts
    for position, element in enumerate(partition.elements()):
        yield first_partition + element // extent, _visits(inside, position * per_partition)


def _visits(inside: StridedSet, first: int) -> dict[int, int]:
    visits: dict[int, int] = {}
    for position, address in enumerate(inside.elements(LOOKED_AT)):
        visits.setdefault(address, first + position)
    return visits


def _linear(inside: StridedSet, width: int) -> Iterator[tuple[int, dict[int, int]]]:
    """Rows of a memory without partitions, the first ones that are visited."""
    rows: dict[int, dict[int, int]] = {}
    for address, position in _visits(inside, 0).items():
        row, column = divmod(address, width)
        rows.setdefault(row, {})[column] = position
    yield from sorted(rows.items())
