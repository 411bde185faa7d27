"""`add_sb_to_sb_cc_ap`: the operands of a transfer between the SBUFs of two cores, and the data sets they register.

A collective index in an access cannot be said by a pattern, so each access is delinearised: it becomes one interval,
and the buffer is registered as a data set (reverse-engineering notes on neuronx_cc 2.24).
"""

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import Access, AccessPatternAttr, IntervalAttr
from ...dialects.neuron.strided_set import StridedSet
from .access_pattern_error import AccessPatternError
from .neuron_ap import kept_access_shape

NOT_CONTIGUOUS = "is not one contiguous run, which a transfer between cores needs"


class Dataset(NamedTuple):
    """What a collective registers about one of its buffers."""

    name: str
    is_output: bool
    elements: int
    dtype: Attribute


class DelinearizedAccess(NamedTuple):
    """One operand of the transfer: the interval it walks, and its data set."""

    interval: IntervalAttr
    dataset: Dataset


def add_delinearized_access(
    access: Access, type: "MemRefType[Attribute]", name: str, *, is_output: bool
) -> DelinearizedAccess:
    """
    One access as an interval of the memref, with its data set record `name`.

    Raises AccessPatternError when the access starts at a run-time index or leaves gaps.
    """
    if isinstance(access, AccessPatternAttr):
        access = _interval(access, type)
    return DelinearizedAccess(access, Dataset(name, is_output, access.count.data, access.dtype))


def _interval(access: AccessPatternAttr, type: "MemRefType[Attribute]") -> IntervalAttr:
    if not access.is_static:
        raise AccessPatternError(
            NOT_CONTIGUOUS, notes=("its start is computed from indices, an interval has a static start",)
        )
    walk = StridedSet(access.pairs, access.offset.data)
    if not walk.is_contiguous:
        flat = walk.flatten()
        raise AccessPatternError(
            NOT_CONTIGUOUS,
            notes=(
                f"it walks {flat}: {flat.num_input_elts} elements over a span of {flat.result_hull_size}",
                "copy the elements to a buffer of their own first",
            ),
        )
    shape = kept_access_shape(access, type)
    if shape is None and walk.num_input_elts != StridedSet.row_major(type.get_shape()).num_input_elts:
        shape = tuple([num for _, num in access.pairs])
    return IntervalAttr(access.dtype, count=walk.num_input_elts, start=walk.start, access_shape=shape)


def add_sb_to_sb_cc_ap(
    operands: Sequence[tuple[Access, "MemRefType[Attribute]"]],
    results: Sequence[tuple[Access, "MemRefType[Attribute]"]],
) -> tuple[tuple[DelinearizedAccess, ...], tuple[DelinearizedAccess, ...]]:
    """
    The intervals and data sets of a transfer: first those it reads, then those it writes.

    Raises AccessPatternError as `add_delinearized_access` does, with the index of the operand among both.
    """
    delinearized: list[DelinearizedAccess] = []
    for index, (access, type) in enumerate((*operands, *results)):
        is_output = index >= len(operands)
        name = f"dst{index - len(operands)}" if is_output else f"src{index}"
        try:
            delinearized.append(add_delinearized_access(access, type, name, is_output=is_output))
        except AccessPatternError as error:
            error.operand_index = index
            raise
    return tuple(delinearized[: len(operands)]), tuple(delinearized[len(operands) :])
