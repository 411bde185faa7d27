"""Access patterns as JSON: `ap`, `offset`, `dtype`, `access_shape` of an operand, to and from `#neuron.ap`.

On the wire a pattern is one list of pairs, outermost first, of rank 2 to 5, whose first pair walks the partitions; here
it has parts. What the parts are beyond `partition` and `free` (a double row, the reduced dimensions) is not on the
wire: reading gives `partition` and `free`. In HBM all pairs are `free`. The offset is in bytes on the wire, and counts
through the memref in row-major order with its partition dimension first, as that of `#neuron.ap` does in elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ...dialects.bir.patterns import DynamicApAttr, RegisterApAttr, SymbolicApAttr
from ...dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr
from ...dialects.neuron.attribute_format import ShapeAttr
from ...dialects.neuron.dtypes import Dtype, dtype_of
from ...dialects.neuron.memory import is_tile
from .expressions import expression_of, integer_of, json_of_expression, json_type, name_text
from .problems import BirJsonProblem
from .types import MemRef, dtype_named, partition_extent, shape_of
from .values import pairs_of, word_of

Pair = tuple[int, int]
MIN_RANK, MAX_RANK = 2, 5
RANK_MESSAGE = "Invalid number of AccessPattern dimensions; must be in [2, 5]"

PHYSICAL_KEYS = ("ap", "offset", "dtype", "memref", "memsetref", "access_shape", "dynamic_ap_info", "memref_owner_func")
SYMBOLIC_KEYS = (
    "ap",
    "dtype",
    "memsetref",
    "addrs",
    "access_shape",
    "tensor_indirect_arg_id",
    "num_tensor_indirect_indices",
)
REGISTER_KEYS = (
    "ap",
    "dtype",
    "memsetref",
    "regref",
    "is_regloc_offset",
    "reg_ap_offset",
    "const_ap_offset",
    "reg_sub_tensor_id",
    "const_sub_tensor_id",
)
DYNAMIC_KEYS = ("indirect_dim", "indirect_dim_max_index", "offset_expr", "actual_ap")


def element_of(type: MemRef) -> Dtype:
    """The element type of a memref of ours."""
    dtype = dtype_of(type.element_type)
    assert dtype is not None, "storage has element types of Backend IR"
    return dtype


def field(record: Mapping[str, Any], name: str) -> Any:
    """A required field of an operand."""
    if record.get(name) is None:
        raise BirJsonProblem(f"Json field with name '{name}' not found")
    return record[name]


# Reading.


def physical_pattern(record: Mapping[str, Any], type: MemRef) -> Attribute:
    """The pattern of a `physical_ap` on a location of a type. Raises BirJsonProblem."""
    dtype = dtype_named(field(record, "dtype"), "dtype")
    pairs = pairs_of(field(record, "ap"), "ap")
    if not pairs:
        raise BirJsonProblem(f"{RANK_MESSAGE}, found 0 (BIR049)", "ap")
    given = record.get("access_shape")
    access_shape = None if given is None else shape_of(given, "access_shape")
    offset = integer_of(record.get("offset") or 0, "offset")
    start, remainder = divmod(offset, dtype.size_in_bytes)
    if remainder:
        raise BirJsonProblem(
            f"Access must be aligned to datatype, {offset} bytes are no whole number of {dtype.name} (BIR429)", "offset"
        )
    pattern = _pattern(type, dtype, pairs, start, access_shape)
    dynamic = record.get("dynamic_ap_info")
    if dynamic is None:
        return pattern
    if not isinstance(dynamic, dict):
        raise BirJsonProblem(f"expected an object, found {json_type(dynamic)}", "dynamic_ap_info")
    try:
        return _dynamic(pattern, cast("dict[str, Any]", dynamic))
    except BirJsonProblem as problem:
        raise problem.within("dynamic_ap_info") from None


def _pattern(
    type: MemRef, dtype: Dtype, pairs: list[Pair], start: int, access_shape: list[int] | None
) -> AccessPatternAttr:
    partition: list[Pair] = []
    free = pairs
    if is_tile(type):
        extent = partition_extent(type, element_of(type), dtype)
        partition, free = _split(pairs, extent)
    try:
        return AccessPatternAttr(dtype.type, partition=partition, free=free, offset=start, access_shape=access_shape)
    except VerifyException as error:
        raise BirJsonProblem(str(error), "access_shape" if "access_shape" in str(error) else "ap") from None


def _split(pairs: list[Pair], extent: int | None) -> tuple[list[Pair], list[Pair]]:
    """The pairs that walk partitions, and the others. Some writers count the first step in partitions."""
    step, num = pairs[0]
    if extent and num > 1 and step % extent:
        step *= extent
    partition = [(step, num)]
    rest = pairs[1:]
    while extent and extent > 1 and rest and rest[0][1] > 1 and rest[0][0] and rest[0][0] % extent == 0:
        partition.append(rest.pop(0))
    return partition, rest


def _dynamic(pattern: AccessPatternAttr, info: Mapping[str, Any]) -> DynamicApAttr:
    for key in info:
        if key not in DYNAMIC_KEYS:
            raise BirJsonProblem(f"is not one of: {', '.join(DYNAMIC_KEYS)}", key)
    dim = info.get("indirect_dim")
    word = None
    if dim is not None:
        try:
            word = word_of(dim, "IndirectDim")
        except BirJsonProblem as problem:
            raise problem.within("indirect_dim") from None
    maximum = info.get("indirect_dim_max_index")
    if maximum is not None and integer_of(maximum, "indirect_dim_max_index") <= 0:
        raise BirJsonProblem(
            f"DynamicAPINFO::IndirectDimMaxIndex must be > 0, found {maximum} (BIR030)", "indirect_dim_max_index"
        )
    expression = info.get("offset_expr")
    if expression is not None:
        try:
            # Always in the encoding of version 2, whatever the document's.
            expression = expression_of(expression)
        except BirJsonProblem as problem:
            raise problem.within("offset_expr") from None
    actual = info.get("actual_ap")
    return DynamicApAttr(
        pattern,
        indirect_dim=word,
        indirect_dim_max_index=maximum,
        offset=expression,
        actual=() if actual is None else pairs_of(actual, "actual_ap"),
    )


def symbolic_pattern(record: Mapping[str, Any], version: int, *, pwap: bool) -> SymbolicApAttr:
    """The pattern of a `symbolic_ap`. Raises BirJsonProblem."""
    addresses: Any = record.get("addrs") or []
    if not isinstance(addresses, list):
        raise BirJsonProblem(f"expected an array, found {json_type(addresses)}", "addrs")
    expressions: list[Any] = []
    for index, address in enumerate(cast("list[Any]", addresses)):
        try:
            expressions.append(expression_of(address, version))
        except BirJsonProblem as problem:
            raise problem.within("addrs", index) from None
    given = record.get("access_shape")
    argument, count = record.get("tensor_indirect_arg_id"), record.get("num_tensor_indirect_indices")
    try:
        return SymbolicApAttr(
            pairs_of(field(record, "ap"), "ap"),
            dtype_named(field(record, "dtype"), "dtype").type,
            addrs=expressions,
            access_shape=None if given is None else shape_of(given, "access_shape"),
            tensor_indirect_arg_id=-1 if argument is None else integer_of(argument, "tensor_indirect_arg_id"),
            num_tensor_indirect_indices=None if count is None else integer_of(count, "num_tensor_indirect_indices"),
            pwap=pwap,
        )
    except VerifyException as error:
        raise BirJsonProblem(str(error), "ap") from None


def register_pattern(record: Mapping[str, Any]) -> RegisterApAttr:
    """The pattern of a `register_ap`. Raises BirJsonProblem."""

    def name(key: str) -> str | None:
        value = record.get(key)
        return None if value is None else name_text(value, "the name of a register", key)

    flag = record.get("is_regloc_offset")
    if flag is not None and not isinstance(flag, bool):
        raise BirJsonProblem(f"expected true or false, found {json_type(flag)}", "is_regloc_offset")
    constant, sub_tensor = record.get("const_ap_offset"), record.get("const_sub_tensor_id")
    try:
        return RegisterApAttr(
            pairs_of(field(record, "ap"), "ap"),
            dtype_named(field(record, "dtype"), "dtype").type,
            name_text(field(record, "regref"), "the name of a register", "regref"),
            is_regloc_offset=bool(flag),
            reg_ap_offset=name("reg_ap_offset"),
            const_ap_offset=0 if constant is None else integer_of(constant, "const_ap_offset"),
            reg_sub_tensor_id=name("reg_sub_tensor_id"),
            const_sub_tensor_id=-1 if sub_tensor is None else integer_of(sub_tensor, "const_sub_tensor_id"),
        )
    except VerifyException as error:
        raise BirJsonProblem(str(error), "ap") from None


# Writing.


def json_of_physical(access: AccessPatternAttr | IntervalAttr | DynamicApAttr, type: MemRef) -> dict[str, Any]:
    """The keys of a `physical_ap` but for the names of what it is bound to. Raises BirJsonProblem."""
    if isinstance(access, DynamicApAttr):
        return {**json_of_physical(access.pattern, type), "dynamic_ap_info": _json_of_dynamic(access)}
    if isinstance(access, AccessPatternAttr) and not access.is_static:
        raise BirJsonProblem(
            "starts at an expression over index operands, which have no names in a document; "
            "a #bir.dynamic_ap names a register or a loop axis"
        )
    dtype = access.element
    extent = partition_extent(type, element_of(type), dtype)
    if isinstance(access, IntervalAttr):
        offset, pairs = access.start.data, _interval(access, type, dtype, extent)
    else:
        offset, pairs = access.offset.data, list(access.pairs)
        if is_tile(type) and not access.partition.data:
            pairs.insert(0, (extent or 1, 1))
    record: dict[str, Any] = {
        "kind": "physical_ap",
        "ap": [list(pair) for pair in wire_rank(pairs)],
        "dtype": dtype.name,
    }
    if offset:
        record["offset"] = offset * dtype.size_in_bytes
    if isinstance(access.access_shape, ShapeAttr):
        record["access_shape"] = list(access.access_shape.data)
    return record


def wire_rank(pairs: list[Pair]) -> list[Pair]:
    """The pairs in a rank that documents have: a unit pair in front of a single one, merged where there are too many.

    Raises BirJsonProblem where even the merged pairs are too many.
    """
    if len(pairs) > MAX_RANK:
        merged = pairs[:1]
        for step, num in pairs[1:]:
            outer_step, outer_num = merged[-1]
            if num == 1:
                continue
            # The first pair walks partitions and stays by itself.
            if len(merged) > 1 and outer_step == step * num:
                merged[-1] = (step, outer_num * num)
            else:
                merged.append((step, num))
        if len(merged) > MAX_RANK:
            raise BirJsonProblem(f"{RANK_MESSAGE}, found {len(merged)} (BIR049)")
        pairs = merged
    if not pairs:
        return [(1, 1), (1, 1)]
    if len(pairs) < MIN_RANK:
        step, num = pairs[0]
        return [(max(step * num, 1), 1), (step, num)]
    return pairs


def _interval(access: IntervalAttr, type: MemRef, dtype: Dtype, extent: int | None) -> list[Pair]:
    start, count = access.start.data, access.count.data
    if is_tile(type):
        if not extent:
            raise BirJsonProblem(f"cannot be viewed as {dtype.name}")
        inside = start % extent
        if inside + count <= extent:
            return [(extent, 1), (1, count)]
        if inside == 0 and count % extent == 0:
            return [(extent, count // extent), (1, extent)]
        raise BirJsonProblem(
            f"covers {count} elements from element {inside} of a partition of {extent} on, "
            "which no single pattern does; only whole partitions, or a part of one, are one pattern"
        )
    shape = type.get_shape()
    row = shape[-1] if shape else 1
    if prod(shape) == count and start == 0 and element_of(type) is dtype and row > 1:
        return [(row, count // row), (1, row)]
    return [(count, 1), (1, count)]


def _json_of_dynamic(access: DynamicApAttr) -> dict[str, Any]:
    from xdsl.dialects.builtin import IntAttr

    from ...dialects.bir.affine import AffineAttr

    info: dict[str, Any] = {}
    if isinstance(access.indirect_dim, StringAttr):
        info["indirect_dim"] = access.indirect_dim.data
    if isinstance(access.indirect_dim_max_index, IntAttr):
        info["indirect_dim_max_index"] = access.indirect_dim_max_index.data
    if isinstance(access.offset, AffineAttr):
        info["offset_expr"] = json_of_expression(access.offset.data)
    if access.actual.data:
        info["actual_ap"] = [list(pair) for pair in access.actual.data]
    return info


def json_of_symbolic(access: SymbolicApAttr) -> dict[str, Any]:
    """The keys of a `symbolic_ap` but for the name of the set."""
    from xdsl.dialects.builtin import IntAttr

    record: dict[str, Any] = {
        "kind": "symbolic_pwap" if access.pwap.value.data else "symbolic_ap",
        "ap": [list(pair) for pair in access.ap.data],
        "dtype": access.element.name,
        "addrs": [json_of_expression(address.data) for address in access.addrs.data],
    }
    if isinstance(access.access_shape, ShapeAttr):
        record["access_shape"] = list(access.access_shape.data)
    if access.tensor_indirect_arg_id.data != -1:
        record["tensor_indirect_arg_id"] = access.tensor_indirect_arg_id.data
    if isinstance(access.num_tensor_indirect_indices, IntAttr):
        record["num_tensor_indirect_indices"] = access.num_tensor_indirect_indices.data
    return record


def json_of_register(access: RegisterApAttr) -> dict[str, Any]:
    """The keys of a `register_ap` but for the name of the set."""
    record: dict[str, Any] = {
        "kind": "register_ap",
        "ap": [list(pair) for pair in access.ap.data],
        "dtype": access.element.name,
        "regref": access.regref.data,
        "is_regloc_offset": bool(access.is_regloc_offset.value.data),
    }
    if isinstance(access.reg_ap_offset, StringAttr):
        record["reg_ap_offset"] = access.reg_ap_offset.data
    if access.const_ap_offset.data:
        record["const_ap_offset"] = access.const_ap_offset.data
    if isinstance(access.reg_sub_tensor_id, StringAttr):
        record["reg_sub_tensor_id"] = access.reg_sub_tensor_id.data
    if access.const_sub_tensor_id.data != -1:
        record["const_sub_tensor_id"] = access.const_sub_tensor_id.data
    return record
