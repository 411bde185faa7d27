"""`addSparseMatmulAP`: the pattern of the dense moving operand of a structured-sparse matmul."""

from enum import StrEnum

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.strided_set import StridedSet, StridedSetError, nest
from .access_pattern_error import AccessPatternError
from .neuron_ap import create_ap, free_set
from .tonga_reduce_ap import INCORRECT_ACCESS_PATTERN

COMPRESS_RATIOS = (2, 3, 4)
"""4 of 8, 12 or 16 rows are kept (AWS Neuron documentation)."""


class SparseLayout(StrEnum):
    """In which order the candidates for a kept row are walked; no public source says which is used."""

    NATURAL = "natural"
    """Candidate by candidate: the compress-ratio dimension is the first free one, as the operand is laid out."""
    INTERLEAVED = "interleaved"
    """Lane by lane: the compress-ratio dimension is the last free one."""


def carve_compress_ratio(free: StridedSet, compress_ratio: int, layout: SparseLayout) -> StridedSet:
    """
    The free set as `[step, compress_ratio]` and the rest in flat form, in the order of the layout.

    Which rows were kept stands in the tags, which are data; the pattern walks all candidates.

    Raises AccessPatternError when the ratio is not one that hardware has, or "Incorrect access pattern!" when the set
    does not fall into that many pieces.
    """
    if compress_ratio not in COMPRESS_RATIOS:
        raise AccessPatternError(
            f"compress_ratio is {compress_ratio}, it must be {', '.join(map(str, COMPRESS_RATIOS[:-1]))} or "
            f"{COMPRESS_RATIOS[-1]}"
        )
    size, rest = divmod(free.num_input_elts, compress_ratio)
    if rest:
        raise AccessPatternError(
            INCORRECT_ACCESS_PATTERN,
            notes=(
                f"the free part {free} has {free.num_input_elts} elements, which are not {compress_ratio} equal pieces",
            ),
        )
    try:
        pieces, piece = free.split(size)
    except StridedSetError as error:
        raise AccessPatternError(
            INCORRECT_ACCESS_PATTERN,
            notes=(f"the free part {free} does not fall into {compress_ratio} pieces: {error}",),
        ) from None
    if pieces.rank > 1:
        raise AccessPatternError(
            INCORRECT_ACCESS_PATTERN,
            notes=(f"the {compress_ratio} pieces of the free part {free} are not evenly spaced, they are at {pieces}",),
        )
    return nest(pieces, piece) if layout is SparseLayout.NATURAL else nest(piece, pieces)


def add_sparse_matmul_ap(
    access: AccessPatternAttr,
    type: "MemRefType[Attribute]",
    compress_ratio: int,
    layout: SparseLayout = SparseLayout.NATURAL,
) -> AccessPatternAttr:
    """
    Re-factor the free part of the moving operand, so that the compress-ratio dimension stands by itself.

    Raises AccessPatternError as `carve_compress_ratio` does.
    """
    return create_ap(access, type, free=carve_compress_ratio(free_set(access), compress_ratio, layout))
