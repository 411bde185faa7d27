"""A pattern as a drawing: partitions against free addresses."""

from __future__ import annotations

from html import escape
from itertools import islice

from ...dialects.neuron.strided_set import StridedSet

WIDTH = 960
ROW_HEIGHT = 6
MARGIN_LEFT, MARGIN_TOP, MARGIN_BOTTOM = 64, 56, 40
MAX_RUNS = 4096
MAX_ELEMENTS = 1 << 18
MAX_ROWS = 128


class DrawingError(Exception):
    """A pattern that is too fine to draw; the message gives the numbers."""


def runs(inside: StridedSet) -> list[tuple[int, int]]:
    """
    The addresses of one partition as contiguous runs, `(first, count)`, ascending.

    Raises DrawingError beyond what can be drawn.
    """
    if inside.num_input_elts > MAX_ELEMENTS:
        raise DrawingError(f"{inside.num_input_elts} elements a partition are too many to draw, {MAX_ELEMENTS} are not")
    found: list[tuple[int, int]] = []
    for address in sorted(set(inside.elements())):
        if found and found[-1][0] + found[-1][1] == address:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((address, 1))
    if len(found) > MAX_RUNS:
        raise DrawingError(f"{len(found)} runs a partition are too many to draw, {MAX_RUNS} are not")
    return found


def svg(
    title: str, partition: StridedSet, inside: StridedSet, first_partition: int, extent: int, *, on_chip: bool
) -> str:
    """
    The drawing as a document. Raises DrawingError as `runs` does.

    `extent` is how many elements a partition has (elsewhere: how wide the memory is drawn at least).
    """
    spans = runs(inside)
    low, high = min(0, spans[0][0]), max(extent, spans[-1][0] + spans[-1][1])
    scale = WIDTH / (high - low)
    rows = [0]
    if on_chip:
        rows = [first_partition + step // extent for step in islice(partition.elements(), MAX_ROWS)]
    top, bottom = (min(rows), max(rows)) if on_chip else (0, 0)
    height = (bottom - top + 1) * ROW_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + 2 * MARGIN_LEFT}" '
        f'height="{MARGIN_TOP + height + MARGIN_BOTTOM}" font-family="monospace" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<text x="{MARGIN_LEFT}" y="20">{escape(title)}</text>',
        f'<text x="{MARGIN_LEFT}" y="{MARGIN_TOP - 8}">{low}</text>',
        f'<text x="{MARGIN_LEFT + WIDTH}" y="{MARGIN_TOP - 8}" text-anchor="end">{high - 1}</text>',
        f'<rect x="{MARGIN_LEFT}" y="{MARGIN_TOP}" width="{WIDTH}" height="{height}" fill="none" stroke="#999"/>',
    ]
    for row in rows:
        y = MARGIN_TOP + (row - top) * ROW_HEIGHT
        for first, count in spans:
            x, width = MARGIN_LEFT + (first - low) * scale, max(count * scale, 0.25)
            lines.append(
                f'<rect class="run" x="{x:.2f}" y="{y + 0.5:g}" width="{width:.2f}" height="{ROW_HEIGHT - 1}" '
                f'fill="#2a6fb0"/>'
            )
    if on_chip:
        for row in dict.fromkeys((top, bottom)):
            y = MARGIN_TOP + (row - top) * ROW_HEIGHT + ROW_HEIGHT
            lines.append(f'<text x="{MARGIN_LEFT - 6}" y="{y}" text-anchor="end">p{row}</text>')
    caption = "element of the partition" if on_chip else "element of the memref"
    cut = (
        f"; the first {MAX_ROWS} of {partition.num_input_elts} partitions"
        if len(rows) == MAX_ROWS < (partition.num_input_elts)
        else ""
    )
    lines.append(f'<text x="{MARGIN_LEFT}" y="{MARGIN_TOP + height + 24}">{caption}{cut}</text>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"
