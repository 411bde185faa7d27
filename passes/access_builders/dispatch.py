"""`codegenBIRKernelAccess`: from the kind of an access to its builder."""

from xdsl.dialects.builtin import IntAttr, MemRefType
from xdsl.ir import Attribute

from ...dialects.neuron.access_pattern import Access as Pattern
from ...dialects.neuron.memory import is_tile
from ...dialects.penguin.accesses import Access, OpaqueAccess, SubTensorAccess, TileAccess
from .sequential import add_opaque_ap, add_seq_access
from .strided import add_ap, add_ndim_sub_tensor_access, add_tile_access


def build_access(access: Access, type: "MemRefType[Attribute]") -> Pattern:
    """
    The access pattern of an operand, by the kind of its access.

    A full access to an on-chip memref is the tile that covers it. Raises VerifyException when the access and the
    memref do not have the same number of dimensions.
    """
    if isinstance(access, SubTensorAccess):
        return add_ndim_sub_tensor_access(access, type)
    if isinstance(access, TileAccess):
        return add_tile_access(access, type)
    if isinstance(access, OpaqueAccess):
        return add_opaque_ap(type, access.nelements.data if isinstance(access.nelements, IntAttr) else None)
    return add_ap(type) if is_tile(type) else add_seq_access(type)
