"""How the bespoke sinks marshal operands: whole tensors sequentially, tiles by pattern."""

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute

from ....dialects.neuron.access_pattern import Access as Pattern
from ....dialects.neuron.memory import is_tile
from ....dialects.penguin.accesses import Access, FullTensorAccess
from ...access_builders.dispatch import build_access
from ...access_builders.sequential import add_opaque_ap, add_seq_access
from ...access_builders.strided import add_ap


def sequential_or_tiled(access: Access, type: "MemRefType[Attribute]") -> Pattern:
    """`addSeqAccess` for an untiled macro, `addAP` for its tiled twin; an explicit access by its builder."""
    if not isinstance(access, FullTensorAccess):
        return build_access(access, type)
    return add_ap(type) if is_tile(type) else add_seq_access(type)


def opaque(access: Access, type: "MemRefType[Attribute]") -> Pattern:
    """`addOpaqueAP`: the kernel owns its tiling; a sub-tensor or tile keeps its own pattern."""
    if not isinstance(access, FullTensorAccess):
        return build_access(access, type)
    return add_opaque_ap(type)
