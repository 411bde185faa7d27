"""Random BIR-JSON documents of every instruction with every key, and what their meaning is."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from neuron_opt.dialects.bir.dependencies import EdgeKind
from neuron_opt.dialects.bir.enumerations import ENUMERATIONS, FLAGS
from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.bir.instructions.catalogue import CATALOGUE, HEADER
from neuron_opt.dialects.bir.instructions.keys import Key, KeyType
from neuron_opt.dialects.bir.structure import FUNCTION_KEYS, LOCATION_KEYS, MODULE_KEYS, SET_KEYS
from neuron_opt.dialects.neuron.dtypes import DTYPES

Json = Any
CONCRETE = [opcode for opcode, row in CATALOGUE.items() if not row.abstract]
KERNELS = frozenset(("BIRKernel", "NKIKernel", "NKIKLIRKernel"))
RANGES = {
    "int": (-(1 << 63), (1 << 63) - 1),
    "i32": (-(1 << 31), (1 << 31) - 1),
    "u8": (0, 255),
    "u16": (0, (1 << 16) - 1),
    "u32": (0, (1 << 32) - 1),
    "u64": (0, (1 << 64) - 1),
}
REFERENCES = {
    "a loop axis": ["i", "I-12", "an axis"],
    "a register": ["r0", "r 1"],
    "a block": ["Block1", "Block2"],
    "a DMA queue": ["q0"],
    "a DMA block": ["dma 0"],
    "the axis": ["i"],
    "the function": ["main", "other"],
    "a function or loop": ["main"],
    "a location": ["hbm"],
    "a set": ["hbm_set"],
    "a function": ["main"],
}
"""Names that are in every document, by what a key says that they name."""


def expression(random: Random, depth: int = 3) -> Json:
    """A random expression of version 2."""

    def inner() -> Json:
        return expression(random, depth - 1)

    def number() -> int:
        return random.choice((0, 1, -1, random.randrange(-500, 500)))

    leaves: list[Any] = [
        lambda: {"kind": "AffIVKind", "axis": random.choice(REFERENCES["a loop axis"])},
        lambda: {"kind": "IntRuntimeValueKind", "regref": random.choice(REFERENCES["a register"])},
        lambda: {"kind": "IndirectArgId", "arg_id": random.randrange(4)},
        lambda: {"kind": "ShardIDKind", "ub": random.randrange(1, 9)},
        lambda: {"kind": "CCGetRankKind", "iteration_id": random.randrange(4), "channel_id": random.randrange(4)},
        lambda: {"kind": "AffExprKind", "terms": list[Json](), "c": number()},
    ]
    count = random.randrange(1, 4)
    nodes: list[Any] = [
        lambda: {
            "kind": "AffExprKind",
            "terms": [{"idx": inner(), "coeff": number()} for _ in range(count)],
            "c": number(),
        },
        lambda: {"kind": "SumKind", "n_terms": count, "terms": [inner() for _ in range(count)]},
        lambda: {"kind": "MultKind", "var": inner(), "scale": number()},
        lambda: {"kind": "FloorDivKind", "numer": inner(), "denom": number()},
        lambda: {"kind": "ModuloKind", "numer": inner(), "denom": number()},
        lambda: {"kind": "CCDivKind", "numer": inner(), "denom": number(), "replica_groups_id": random.randrange(4)},
    ]
    return random.choice(leaves if depth == 0 else [*leaves, *nodes])()


def opaque(random: Random) -> Json:
    """Any JSON value."""
    plain: list[Json] = [3, -(1 << 63), (1 << 64) - 1, 0.1, -2.5, 1e300, "text", "é \U0001f40d \x00 \\", True, None]
    nested: list[Json] = [[1, {"a": None}], {"id": 3, "na me": "x", "": [[]]}, [], {}]
    return random.choice(plain + nested)


def value_of(type: KeyType, random: Random) -> Json:
    """A random value of a key's type, as JSON."""
    if type.may_be_affine and random.random() < 0.4:
        return expression(random)
    if type.kind in RANGES:
        low, high = RANGES[type.kind]
        return random.choice((low, high, random.randint(low, high), random.randint(0, 100)))
    match type.kind:
        case "bool":
            return random.random() < 0.5
        case "float" | "serialised_float":
            return random.choice((0.0, -0.0, 1.0, -2.5, 2.0**-149, "inf", "-inf", "nan", random.randrange(99) / 8))
        case "text":
            return random.choice(("", "plain", 'a "quoted" \\ text', "two\nlines", "größer 漢字", "\x7f\x00"))
        case "name":
            return random.choice(REFERENCES[type.noun.removeprefix("the name of ")])
        case "pairs":
            return [[random.randrange(-9, 9), random.randrange(1, 9)] for _ in range(random.randrange(5))]
        case "expression":
            return random.choice((random.randrange(100), expression(random)))
        case "edge":
            return ["first", random.choice(list(EdgeKind)).value]
        case "unrolled_edge":
            indices = [expression(random) for _ in range(random.randrange(3))]
            predicates = [opaque(random) for _ in range(random.randrange(2))]
            return ["first", random.choice(list(EdgeKind)).value, indices, predicates]
        case "dictionary":
            return {"key": opaque(random), "other": opaque(random)}
        case "opaque":
            return opaque(random)
        case "enumeration":
            return random.choice(list(ENUMERATIONS.get(type.enumeration) or FLAGS[type.enumeration]))
        case "list":
            assert type.element is not None
            length = random.randrange(4) if type.length is None else type.length
            return [value_of(type.element, random) for _ in range(length)]
        case "record":
            return {key.name: value_of(key.type, random) for key in type.fields}
        case kind:
            raise AssertionError(f"no values of kind {kind}")


def keys_of(keys: tuple[Key, ...], random: Random, density: float) -> dict[str, Json]:
    """The required keys, and of the others as many as the density says."""
    return {
        key.name: value_of(key.type, random)
        for key in keys
        if key.presence.value == "required" or random.random() < density
    }


LOCATIONS = {"hbm": ("DRAM", [8, 4, 16]), "tile": ("SB", [128, 8, 4]), "bank": ("PSUM", [128, 512])}
"""The locations of every document: their types and shapes."""


def physical(random: Random, name: str | None = None) -> Json:
    """A physical pattern that stays inside of its location."""
    name = name or random.choice(list(LOCATIONS))
    _, shape = LOCATIONS[name]
    extent = shape[-1] * (shape[1] if len(shape) > 2 else 1)
    partitions = random.choice((1, 8))
    free = random.choice(
        ([[1, extent]], [[extent // 2, 2], [1, 2]], [[0, 3], [-1, 4], [0, 1]], [[0, 2], [0, 2], [2, 2], [1, 1]])
    )
    offset = 4 * 3 if any(step < 0 for step, _ in free) else 0
    record: Json = {
        "kind": "physical_ap",
        "ap": [[extent, partitions], *free],
        "dtype": "float32",
        "memref": name,
        "memsetref": f"{name}_set",
    }
    if offset or random.random() < 0.3:
        record["offset"] = offset
    if random.random() < 0.4:
        elements = partitions
        for _, num in free:
            elements *= num
        record["access_shape"] = random.choice(([elements], [1, elements]))
    return record


def operand(random: Random) -> Json:
    """An operand of any kind."""
    dtype = random.choice(DTYPES).name
    integer = random.choice(("int8", "uint16", "int32", "uint64"))
    pairs = [[64, 128], [-1, 64], [0, 2]]
    dynamic = physical(random)
    dynamic["dynamic_ap_info"] = random.choice(
        (
            {"offset_expr": expression(random)},
            {"indirect_dim": "W", "indirect_dim_max_index": 7, "actual_ap": [[64, 3], [2, 4]]},
        )
    )
    register: Json = {"kind": "register_ap", "ap": pairs, "dtype": dtype, "memsetref": "tile_set", "regref": "r0"}
    for key, value in {
        "is_regloc_offset": True,
        "reg_ap_offset": "r 1",
        "const_ap_offset": -3,
        "reg_sub_tensor_id": "r0",
        "const_sub_tensor_id": 2,
    }.items():
        if random.random() < 0.5:
            register[key] = value
    symbolic: Json = {
        "kind": random.choice(("symbolic_ap", "symbolic_pwap")),
        "ap": pairs,
        "dtype": dtype,
        "memsetref": "bank_set",
        "addrs": [expression(random) for _ in range(random.randrange(3))],
    }
    for key, value in {
        "access_shape": [128, 128],
        "tensor_indirect_arg_id": 1,
        "num_tensor_indirect_indices": 0,
    }.items():
        if random.random() < 0.5:
            symbolic[key] = value
    foreign = {**physical(random, "hbm"), "memref_owner_func": "other"}
    return random.choice(
        (
            physical(random),
            dynamic,
            register,
            symbolic,
            foreign,
            {"kind": "imm_value", "dtype": integer, "value": random.choice((0, -5, 200))},
            {"kind": "imm_value", "dtype": "bfloat16", "value": random.choice((0.0, -1.5, 0.1, 1e30, "inf", "nan"))},
            {"kind": "imm_array", "dtype": integer, "value_array": [1, -2, 3]},
            {"kind": "imm_array", "dtype": "float32", "value_array": [0.5, "-inf"]},
            {"kind": "symbolic_imm_value", "dtype": "int32", "value": 4, "expr": expression(random)},
            {"kind": "register_access", "dtype": dtype, "regref": "r 1"},
        )
    )


def instruction(opcode: InstructionType, random: Random, density: float = 1.0) -> Json:
    """An instruction with keys at random."""
    row = CATALOGUE[opcode]
    record: Json = keys_of((*HEADER, *row.keys), random, density)
    record |= {"opcode": opcode.name, "name": f"{opcode.name} {random.randrange(1 << 30)}"}
    if opcode.name in KERNELS:
        record |= _kernel(opcode, random, record)
    else:
        record["ins"] = [operand(random) for _ in range(random.randrange(4))]
        record["indirection_ins"] = [operand(random) for _ in range(random.randrange(2))]
        record["outs"] = [operand(random) for _ in range(random.randrange(3))]
    if row.body:
        nested = [instruction(InstructionType.NoOp, random, density)]
        blocks = [{"name": f"block {random.randrange(1 << 30)}", "instructions": nested}]
        record |= {"blocks": blocks} if row.blocks_only else {"instructions": nested}
    if opcode is InstructionType.DMATrigger:
        record["dma_blocks"] = ["dma 0"]
    if opcode is InstructionType.Call:
        record["arguments"] = {"formal": "hbm_set"}
    return record


def _kernel(opcode: InstructionType, random: Random, record: Json) -> Json:
    """What kernel nodes need to be legal: operands in memory, flags that are flags, shapes of buffers."""
    made: Json = {"ins": [physical(random, "hbm")], "outs": [physical(random, "tile"), physical(random, "bank")]}
    for key in CATALOGUE[opcode].keys:
        if key.name in record and key.type.may_be_affine:
            made[key.name] = value_of(KeyType(key.type.kind), random)
    if "sb_buf_shape" in record:
        made["sb_buf_shape"] = random.choice(([0, 0], [64, 128]))
    if "psum_buf_shape" in record:
        made["psum_buf_shape"] = random.choice(([0, 0, 0], [2048, 128, 8]))
    if opcode is InstructionType.BIRKernel:
        shape = [shape for _, shape in LOCATIONS.values()]
        made |= {"kernel_name": "MLP", "srcs_shape": shape[:1], "dsts_shape": shape[1:]}
        if "lnc_size" in record:
            made["lnc_size"] = random.choice((1, 2))
    else:
        made |= {"func_args": {"a": "hbm_set", "b": 3}, "func_outs": {"o": "bank_set"}}
    if opcode is InstructionType.NKIKLIRKernel:
        made |= {"klir_binary": "x.bir.json", "kernel_format": "bir"}
    return made


def _storage(random: Random, density: float) -> list[Json]:
    sets: list[Json] = []
    for name, (type, shape) in LOCATIONS.items():
        given = keys_of(LOCATION_KEYS, random, density) | {"name": name, "type": type}
        given.pop("pointer_ref_memloc", None)
        given.pop("alias", None)
        if type != "PSUM":
            given.pop("pack_id_hint", None)
        if type == "DRAM":
            given["alias"] = [["hbm_set", "hbm", 3]]
        record = keys_of(SET_KEYS, random, density) | {
            "name": f"{name}_set",
            "dtype": "float32",
            "tensor_shape": shape,
            "memorylocations": [given],
        }
        if type == "DRAM":
            record |= {"kind": "Pointer"}
            given["pointer_ref_memloc"] = "tile"
        else:
            record.pop("addr_space", None)
            record["partition_dim"] = 0
        sets.append(record)
    registers = [{"Skind": "register", "name": "r0"}, {"Skind": "register", "name": "r 1", "numPhysicalRegs": 2}]
    return [*sets[:1], registers[0], *sets[1:], registers[1]]


def document(opcodes: list[InstructionType], random: Random, density: float = 1.0) -> Json:
    """A document whose function `main` has one instruction of each opcode, a second function, and an NKI function."""
    first: Json = {"opcode": "NoOp", "name": "first"}
    dma_block: Json = {"opcode": "DMABlock", "name": "dma 0"}
    last: Json = {"opcode": "Return", "name": "return"}
    arguments: Json = [{"name": "phi", "incoming_values": [["r0", "Block1"]]}]
    main: Json = keys_of(tuple(key for key in FUNCTION_KEYS if key.name != "nki"), random, density) | {
        "name": "main",
        "allocations": _storage(random, density),
        "blocks": [
            {
                "name": "Block1",
                "instructions": [first, dma_block, *(instruction(each, random, density) for each in opcodes)],
            },
            {"name": "Block2", "instructions": [last], "arguments": arguments},
        ],
    }
    other: Json = {"name": "other", "allocations": _storage(random, 0.0), "blocks": []}
    keys = tuple(key for key in MODULE_KEYS if key.name != "version")
    rest: Json = {
        "version": 2,
        "functions": [main, other],
        "nki_functions": {"functions": [{"name": "kernel", "allocations": list[Json](), "blocks": list[Json]()}]},
        "dma_queues": [{"name": "q0", "num_dma_engines": 16}],
    }
    return keys_of(keys, random, density) | rest


# Meaning: a document with every default written out and what is equivalent made equal.


def meaning(doc: Json) -> Json:
    """A document with its defaults written out, to compare."""
    result = {key: value for key, value in doc.items() if value is not None or key == "call_to_physical_memlocs"}
    result["functions"] = [_function(function) for function in doc["functions"]]
    if "nki_functions" in doc:
        result["nki_functions"] = {"functions": [_function(each) for each in doc["nki_functions"]["functions"]]}
    result["version"] = 2
    return result


def json_default(key: Key) -> Json:
    """A key's default as JSON."""
    default: Any = key.default
    return list(cast("tuple[Any, ...]", default)) if isinstance(default, tuple) else default


def _with_defaults(record: Json, keys: tuple[Key, ...]) -> Json:
    made = dict(record)
    for key in keys:
        if key.name not in made and key.default is not None:
            made[key.name] = json_default(key)
        if key.name in made and key.type.kind in ("float", "serialised_float"):
            made[key.name] = _float(made[key.name])
        if key.type.kind == "list" and key.type.element is not None and key.type.element.kind == "float":
            made[key.name] = [_float(value) for value in made.get(key.name, [])] if key.name in made else None
    return made


def _float(value: Json) -> Json:
    # Negative zero is no other number to JSON's comparison, but to a machine.
    return value if isinstance(value, str) else repr(float(value))


def _function(function: Json) -> Json:
    allocations: list[Json] = []
    for record in function.get("allocations", []):
        made = dict(record)
        if "tensor_shape" in record:
            made = _with_defaults(made, SET_KEYS) | {"Skind": "memory_location_set"}
            made.setdefault("tensorId2MemLocSize", len(record["memorylocations"]))
            made["memorylocations"] = [
                _with_defaults(each, LOCATION_KEYS) | {"Skind": "memory_location"} for each in record["memorylocations"]
            ]
        allocations.append(made)
    blocks = [_block(block) for block in function.get("blocks", [])]
    keys = tuple(key for key in FUNCTION_KEYS if key.name != "nki")
    return _with_defaults(function, keys) | {"allocations": allocations, "blocks": blocks}


def _block(block: Json) -> Json:
    made = {**block, "instructions": [_instruction(each) for each in block.get("instructions", [])]}
    made.setdefault("arguments", [])
    return made


def _instruction(record: Json) -> Json:
    row = CATALOGUE[InstructionType[record["opcode"]]]
    made = _with_defaults(record, (*HEADER, *row.keys))
    for section in ("ins", "indirection_ins", "outs"):
        made[section] = [_operand(each) for each in record.get(section, [])]
    for key in ("func_args", "func_outs"):
        if record["opcode"] == "NKIKLIRKernel":
            made.setdefault(key, {})
    if "blocks" in record:
        made["blocks"] = [_block(block) for block in record["blocks"]]
    if row.body and not row.blocks_only:
        made["instructions"] = [_instruction(each) for each in record.get("instructions", [])]
    return made


def _operand(record: Json) -> Json:
    defaults: Json = {
        "physical_ap": {"offset": 0},
        "register_ap": {"is_regloc_offset": False, "const_ap_offset": 0, "const_sub_tensor_id": -1},
        "symbolic_ap": {"tensor_indirect_arg_id": -1},
        "symbolic_pwap": {"tensor_indirect_arg_id": -1},
    }
    return defaults.get(record["kind"], {}) | record
