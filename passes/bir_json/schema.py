"""The JSON Schema of BIR-JSON as it is written, made from the catalogue of instructions.

It says which keys a document has, of which types, and what is required. What reading accepts besides (numbers for
names, other spellings, absent keys that have defaults) is not in it, nor are rules that relate parts of a document.
Keys that no source describes are allowed everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ...dialects.bir.dependencies import EdgeKind
from ...dialects.bir.enumerations import ENUMERATIONS, FLAGS
from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions.catalogue import CATALOGUE, HEADER
from ...dialects.bir.instructions.keys import Key, KeyType, Presence
from ...dialects.bir.structure import FUNCTION_KEYS, LOCATION_KEYS, MODULE_KEYS, QUEUE_KEYS, REGISTER_KEYS, SET_KEYS
from ...dialects.neuron.dtypes import DTYPES
from .expressions import KINDS
from .reader import LOCATION_COUNT
from .reader import QUEUE_KEYS as QUEUE_NAMES
from .values import NOT_FINITE

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

_RANGES: dict[str, tuple[int, int]] = {
    "int": (-(1 << 63), (1 << 63) - 1),
    "i32": (-(1 << 31), (1 << 31) - 1),
    "u8": (0, (1 << 8) - 1),
    "u16": (0, (1 << 16) - 1),
    "u32": (0, (1 << 32) - 1),
    "u64": (0, (1 << 64) - 1),
}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


_NUMBER: Schema = {"anyOf": [{"type": "number"}, {"enum": list(NOT_FINITE)}]}
_NAME: Schema = {"type": "string", "minLength": 1}
_TEXT: Schema = {"type": "string"}
_ANYTHING: Schema = {}
_BOOL: Schema = {"type": "boolean"}
_INTEGER: Schema = {"type": "integer"}
_PAIRS: Schema = {
    "type": "array",
    "items": {"type": "array", "prefixItems": [_INTEGER, _INTEGER], "minItems": 2, "maxItems": 2},
}
_PATTERN: Schema = {**_PAIRS, "minItems": 1}
_SHAPE: Schema = {"type": "array", "items": _INTEGER}


def _edge(unrolled: bool) -> Schema:
    parts: list[Schema] = [_NAME, {"enum": [kind.value for kind in EdgeKind]}]
    if unrolled:
        parts += [_array(_ref("expression")), {"type": "array"}]
    return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _of_type(type: KeyType) -> Schema:
    """The schema of a key's values."""
    plain = _plain(type)
    return {"anyOf": [plain, _ref("expression")]} if type.may_be_affine else plain


def _plain(type: KeyType) -> Schema:
    if type.kind in _RANGES:
        low, high = _RANGES[type.kind]
        return {"type": "integer", "minimum": low, "maximum": high}
    match type.kind:
        case "bool":
            return _BOOL
        case "float" | "serialised_float":
            return _NUMBER
        case "text":
            return _TEXT
        case "name":
            return {**_NAME, "description": type.noun}
        case "pairs":
            return _PAIRS
        case "expression":
            return {"anyOf": [_INTEGER, _ref("expression")]}
        case "edge":
            return _edge(False)
        case "unrolled_edge":
            return _edge(True)
        case "dictionary":
            return {"type": "object"}
        case "opaque":
            return {}
        case "enumeration":
            return _ref(type.enumeration)
        case "list":
            assert type.element is not None, "lists have one"
            made = _array(_of_type(type.element))
            return made if type.length is None else {**made, "minItems": type.length, "maxItems": type.length}
        case "record":
            return _object(type.fields, [key.name for key in type.fields if key.must_be_given])
        case kind:
            raise AssertionError(f"no schema of kind {kind}")


def _property(key: Key) -> Schema:
    made = _of_type(key.type)
    if key.presence is Presence.OPTIONAL and key.default is not None:
        default: Any = key.default
        made = {**made, "default": list(cast("tuple[Any, ...]", default)) if isinstance(default, tuple) else default}
    return made


def _object(keys: Iterable[Key], required: Iterable[str], **others: Schema) -> Schema:
    properties = {key.name: _property(key) for key in keys} | others
    return {"type": "object", "properties": properties, "required": sorted(required)}


def _kind_of_operand(kind: str, required: list[str], **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"kind": {"const": kind}, **properties},
        "required": sorted(["kind", *required]),
    }


def _operands() -> Schema:
    pattern = {"ap": _PATTERN, "dtype": _ref("Dtype"), "memsetref": _NAME}
    dynamic: Schema = {
        "type": "object",
        "properties": {
            "indirect_dim": _ref("IndirectDim"),
            "indirect_dim_max_index": _INTEGER,
            "offset_expr": _ref("expression"),
            "actual_ap": _PAIRS,
        },
    }
    symbolic = {
        **pattern,
        "addrs": _array(_ref("expression")),
        "access_shape": _SHAPE,
        "tensor_indirect_arg_id": {**_INTEGER, "default": -1},
        "num_tensor_indirect_indices": _INTEGER,
    }
    bound = ["ap", "dtype", "memsetref"]
    kinds = [
        _kind_of_operand(
            "physical_ap",
            [*bound, "memref"],
            **{**pattern, "ap": {**_PATTERN, "minItems": 2, "maxItems": 5}},
            memref=_NAME,
            offset={**_INTEGER, "default": 0, "description": "bytes"},
            access_shape=_SHAPE,
            dynamic_ap_info=dynamic,
            memref_owner_func=_NAME,
        ),
        _kind_of_operand("symbolic_ap", [*bound, "addrs"], **symbolic),
        _kind_of_operand("symbolic_pwap", [*bound, "addrs"], **symbolic),
        _kind_of_operand(
            "register_ap",
            [*bound, "regref"],
            **pattern,
            regref=_NAME,
            is_regloc_offset=_BOOL,
            reg_ap_offset=_NAME,
            const_ap_offset={**_INTEGER, "default": 0},
            reg_sub_tensor_id=_NAME,
            const_sub_tensor_id={**_INTEGER, "default": -1},
        ),
        _kind_of_operand("imm_value", ["dtype", "value"], dtype=_ref("Dtype"), value=_NUMBER),
        _kind_of_operand(
            "symbolic_imm_value", ["dtype", "expr"], dtype=_ref("Dtype"), value=_NUMBER, expr=_ref("expression")
        ),
        _kind_of_operand("imm_array", ["dtype", "value_array"], dtype=_ref("Dtype"), value_array=_array(_NUMBER)),
        _kind_of_operand("register_access", ["dtype", "regref"], dtype=_ref("Dtype"), regref=_NAME),
    ]
    return {"oneOf": kinds}


def _expression() -> Schema:
    inner = _ref("expression")
    fields: dict[str, tuple[dict[str, Schema], tuple[str, ...]]] = {
        "AffExprKind": (
            {
                "terms": _array(
                    {
                        "type": "object",
                        "properties": {"idx": inner, "coeff": _INTEGER},
                        "required": ["coeff", "idx"],
                    }
                ),
                "c": _INTEGER,
            },
            ("c", "terms"),
        ),
        "SumKind": ({"n_terms": _INTEGER, "terms": _array(inner)}, ("n_terms", "terms")),
        "MultKind": ({"var": inner, "scale": _INTEGER}, ("scale", "var")),
        "FloorDivKind": ({"numer": inner, "denom": _INTEGER}, ("denom", "numer")),
        "ModuloKind": ({"numer": inner, "denom": _INTEGER}, ("denom", "numer")),
        "CCDivKind": (
            {"numer": inner, "denom": _INTEGER, "replica_groups_id": _INTEGER},
            ("denom", "numer", "replica_groups_id"),
        ),
        "AffIVKind": ({"axis": _NAME}, ("axis",)),
        "IntRuntimeValueKind": ({"regref": _NAME}, ("regref",)),
        "IndirectArgId": ({"arg_id": _INTEGER}, ("arg_id",)),
        "ShardIDKind": ({"ub": _INTEGER}, ("ub",)),
        "CCGetRankKind": ({"iteration_id": _INTEGER, "channel_id": _INTEGER}, ("channel_id", "iteration_id")),
    }
    return {
        "oneOf": [
            {
                "type": "object",
                "properties": {"kind": {"const": kind}, **fields[kind][0]},
                "required": ["kind", *fields[kind][1]],
                "additionalProperties": False,
            }
            for kind in KINDS
        ]
    }


def _instruction(opcode: InstructionType) -> Schema:
    """The keys of one opcode beyond the common header."""
    row = CATALOGUE[opcode]
    required = [key.name for key in row.keys if key.presence is not Presence.OPTIONAL]
    others: dict[str, Schema] = {}
    if row.body:
        others = {"blocks": _array(_ref("block"))} if row.blocks_only else {"instructions": _array(_ref("instruction"))}
        required += others
    return {"title": row.name, "description": row.summary, **_object(row.keys, required, **others)}


def schema() -> Schema:
    """The whole schema."""
    concrete = [opcode for opcode, row in CATALOGUE.items() if not row.abstract]
    operands = _array(_ref("operand"))
    header = _object(
        HEADER,
        ["opcode", "ins", "outs", *(key.name for key in HEADER if key.presence is Presence.ALWAYS)],
        opcode={"enum": [opcode.name for opcode in concrete]},
        name=_NAME,
        ins=operands,
        indirection_ins=operands,
        outs=operands,
    )
    header["allOf"] = [
        {
            "if": {"properties": {"opcode": {"const": opcode.name}}},
            "then": _ref(f"instructions/{opcode.name}"),
        }
        for opcode in concrete
    ]
    location = _object(
        [key for key in LOCATION_KEYS if key.name not in ("type", "alias")],
        ["Skind", "name", "type"],
        Skind={"const": "memory_location"},
        name=_NAME,
        type=_ref("MemoryType"),
        alias=_array({"type": "array", "prefixItems": [_NAME, _NAME, _INTEGER], "minItems": 3, "maxItems": 3}),
    )
    tensor_set = _object(
        SET_KEYS,
        ["Skind", "name", "tensor_shape", "memorylocations"],
        Skind={"const": "memory_location_set"},
        name=_NAME,
        dtype=_ref("Dtype"),
        tensor_shape=_SHAPE,
        memorylocations=_array(_ref("location")),
        **{LOCATION_COUNT: _ANYTHING},
    )
    register = _object(REGISTER_KEYS, ["Skind", "name"], Skind={"const": "register"}, name=_NAME)
    functions = _array(_ref("function"))
    definitions: Schema = {
        "block": _object((), ["name", "instructions"], name=_NAME, instructions=_array(_ref("instruction")))
        | {"description": "A basic block; its 'arguments' are of no published form."},
        "expression": _expression(),
        "function": _object(
            [key for key in FUNCTION_KEYS if key.name != "nki"],
            ["name", "allocations", "blocks"],
            name=_NAME,
            allocations=_array({"oneOf": [_ref("set"), _ref("register")]}),
            blocks=_array(_ref("block")),
        ),
        "instruction": header,
        "instructions": {opcode.name: _instruction(opcode) for opcode in concrete},
        "location": location,
        "operand": _operands(),
        "queue": _object(QUEUE_KEYS, ["name"], name=_NAME),
        "register": register,
        "set": tensor_set,
        "Dtype": {"enum": [dtype.name for dtype in DTYPES]},
    }
    for name, words in (*ENUMERATIONS.items(), *FLAGS.items()):
        definitions[name] = {"enum": list(words)}
    document = _object(
        [key for key in MODULE_KEYS if key.name != "version"],
        ["functions", "version"],
        version={"const": 2},
        functions=functions,
        nki_functions={"type": "object", "properties": {"functions": functions}},
        **{QUEUE_NAMES[0]: _array(_ref("queue"))},
    )
    return {
        "$schema": DIALECT,
        "title": "BIR-JSON",
        "description": "A module of Backend IR, version 2, as neuron-translate writes it.",
        **document,
        "$defs": definitions,
    }
