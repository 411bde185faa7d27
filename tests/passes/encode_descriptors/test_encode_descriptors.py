"""The pass encode-descriptors: what it writes walks what the pattern walks, and what it refuses, message by message."""

from __future__ import annotations

from typing import Any, cast

import numpy
import pytest
from driving import drive
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StringAttr,
    bf16,
    f32,
    i8,
    i64,
)
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Attribute, Block, Region

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.bir.instructions import instruction_class
from neuron_opt.dialects.bir.structure import structure_class
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, check_bounds
from neuron_opt.dialects.neuron.descriptors.layouts import LAYOUTS
from neuron_opt.dialects.neuron.descriptors.start_word import read_start_word
from neuron_opt.dialects.neuron.descriptors.tensor import SlotOrder, decode
from neuron_opt.dialects.neuron.memory import MemoryAttr
from neuron_opt.dialects.neuron.op_format import Accessed
from neuron_opt.passes.encode_descriptors import operand as operand_module
from neuron_opt.passes.encode_descriptors.encode_descriptors import EncodeDescriptorsPass
from neuron_opt.passes.manager.registry import PassRegistry

# ---------------------------------------------------------------------------------------------- what it writes


def entries_of(op: Any) -> list[dict[str, Attribute]]:
    """The entries of `neuron.descriptors`."""
    entries = cast("ArrayAttr[DictionaryAttr]", op.attributes["neuron.descriptors"])
    return [dict(entry.data) for entry in entries]


def text(entry: dict[str, Attribute], key: str) -> str:
    value = entry[key]
    assert isinstance(value, StringAttr)
    return value.data


def number(entry: dict[str, Attribute], key: str) -> int:
    value = entry[key]
    assert isinstance(value, IntegerAttr)
    return value.value.data


DTYPES = (f32, bf16, i8, i64)
FREE = st.lists(st.tuples(st.integers(-20, 20), st.integers(1, 5)), max_size=4)


@settings(deadline=None)
@given(
    FREE,
    st.sampled_from(DTYPES),
    st.sampled_from([(0, 128), (0, 64), (64, 64), (0, 33), (32, 32), (64, 5), (96, 32)]),
    st.integers(0, 100),
    st.integers(0, 63),
    st.sampled_from(("sbuf", "psum")),
    st.sampled_from(list(SlotOrder)),
)
def test_the_addresses_of_a_descriptor_are_those_of_the_pattern(
    free: list[tuple[int, int]],
    dtype: Any,
    partitions: tuple[int, int],
    margin: int,
    addr: int,
    space: str,
    order: SlotOrder,
) -> None:
    first, count = partitions
    low = sum(step * (num - 1) for step, num in free if step < 0)
    high = sum(step * (num - 1) for step, num in free if step > 0)
    extent = high - low + 1 + margin
    # The memref starts in a partition and the pattern in another one of it.
    base = first // 2 if first in (64, 96) else 0
    access = AccessPatternAttr(
        dtype, partition=[(extent, count)], free=free, offset=(first - base) * extent - low + margin
    )
    type = MemRefType(dtype, [first - base + count, extent], NoneAttr(), MemoryAttr(space))
    assert check_bounds(access, type) is None
    size = access.element.size_in_bytes
    location_set = structure_class("bir.memory_location_set")("s", result_type=type)
    location = structure_class("bir.memory_location")(
        "l", set=location_set.results[0], result_type=type, addr=addr * size, base=base
    )
    copy = instruction_class(InstructionType.TensorCopy)(ins=[Accessed(location.results[0], access)], outs=[])
    block = structure_class("bir.block")("b", body=[copy])
    function = structure_class("bir.function")("f", body=[location_set, location, block])
    module = ModuleOp([function])
    module.verify()
    EncodeDescriptorsPass(slot_order=order.value).apply(Context(), module)

    (entry,) = entries_of(copy)
    layout = LAYOUTS[text(entry, "kind")]
    descriptor = decode(layout, bytes.fromhex(text(entry, "bytes")))
    start = read_start_word(descriptor.word)
    assert text(entry, "start") == f"{descriptor.word:#010x}"
    assert start.space == space
    walked = numpy.array([0])
    for step, num in descriptor.pairs(order):
        walked = numpy.add.outer(walked, numpy.arange(num) * step)
    inside = start.byte + size * walked.ravel()
    lanes = start.partition + numpy.arange(number(entry, "partitions"))
    found = numpy.stack(numpy.broadcast_arrays(lanes[:, None], inside[None, :]), axis=-1).reshape(-1, 2)

    elements = access.elements().ravel()
    expected = numpy.stack([elements // extent + base, addr * size + elements % extent * size], axis=-1)
    assert found.tolist() == expected.tolist()


def test_a_second_run_changes_nothing_and_stale_descriptors_go() -> None:
    module, copy = copying(SBUF, full(SBUF))
    EncodeDescriptorsPass().apply(Context(), module)
    first = copy.attributes["neuron.descriptors"]
    EncodeDescriptorsPass().apply(Context(), module)
    assert copy.attributes["neuron.descriptors"] == first
    copy.attributes["neuron.descriptors"] = ArrayAttr([])
    EncodeDescriptorsPass().apply(Context(), module)
    assert copy.attributes["neuron.descriptors"] == first


SBUF = MemRefType(f32, [128, 512], NoneAttr(), MemoryAttr("sbuf"))


def full(type: MemRefType[Attribute]) -> AccessPatternAttr:
    partitions, extent = type.get_shape()
    return AccessPatternAttr(type.element_type, partition=[(extent, partitions)], free=[(1, extent)])


def copying(type: MemRefType[Attribute], access: AccessPatternAttr) -> tuple[ModuleOp, Any]:
    """A module with a tensor_copy whose operands have no location."""
    source = AnyOp(result_types=[type])
    value = source.results[0]
    copy = instruction_class(InstructionType.TensorCopy)(ins=[Accessed(value, access)], outs=[Accessed(value, access)])
    return ModuleOp(Region(Block([source, copy]))), copy


def test_what_decodes_to_something_else_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check that the pass makes on itself: an encoder that is wrong is found out."""

    def wrong(*arguments: Any) -> bytes:
        data = bytearray(operand_module_encode(*arguments))
        data[4] += 1
        return bytes(data)

    operand_module_encode = operand_module.encode
    monkeypatch.setattr(operand_module, "encode", wrong)
    outcome = run(COPY.format(ins="%x : !x via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>"))
    assert messages(outcome)[:2] == [
        "error: 'bir.tensor_copy' op operand \"ins[0]\": its descriptor walks [[2, 512]]",
        "note: its pattern walks [[1, 512]] inside a partition",
    ]


# ---------------------------------------------------------------------------------------------- what it refuses


def run(text: str, options: str = "") -> str:
    """What the pass writes to standard error, given a module."""
    outcome = drive(
        [f"--pass-pipeline=builtin.module(encode-descriptors{{{options}}})"],
        text,
        registry=REGISTRY,
        dialects={"bir": lambda: BIR, "neuron": lambda: NEURON, "builtin": builtin, "func": func},
    )
    assert outcome.code == (1 if "error:" in outcome.errors else 0)
    return outcome.errors


def builtin() -> Any:
    from xdsl.dialects.builtin import Builtin

    return Builtin


def func() -> Any:
    from xdsl.dialects.func import Func

    return Func


REGISTRY = PassRegistry()
REGISTRY.register_class(EncodeDescriptorsPass)


def messages(errors: str) -> list[str]:
    """Errors and notes without their places, source lines and carets."""
    found: list[str] = []
    for line in errors.splitlines():
        for severity in ("error: ", "note: "):
            if severity in line and not line.startswith(" "):
                found.append(line[line.index(severity) :])
    return found


PRELUDE = """
!x = memref<128x512xf32, #neuron.memory<sbuf>>
!b = memref<128x512xbf16, #neuron.memory<sbuf>>
!p = memref<128x512xf32, #neuron.memory<psum>>
!pl = memref<128x512xi64, #neuron.memory<psum>>
!pb = memref<128x512xbf16, #neuron.memory<psum>>
!h = memref<128x512xf32, #neuron.memory<hbm>>
!q = memref<128x512xvector<4xf8E4M3FN>, #neuron.memory<sbuf>>
!s = memref<128x512xf8E8M0FNU, #neuron.memory<sbuf>>
!sp = memref<128x512xf8E8M0FNU, #neuron.memory<psum>>
"""
COPY = (
    PRELUDE
    + """
func.func @f(%x: !x, %p: !p, %h: !h) {{
  bir.tensor_copy ins({ins}) -> outs()
  func.return
}}
"""
)
FULL = "#neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>"


def in_function(instruction: str, locations: str = "", target: str = "trn2") -> str:
    """A module whose block has one instruction behind the storage that it uses."""
    return f"""{PRELUDE}
module attributes {{neuron.target = #neuron.target<{target}>}} {{
  bir.function @main body {{
    %xs = bir.memory_location_set @x_set : !x
    %ps = bir.memory_location_set @p_set : !p
    %x0 = bir.memory_location @x0 set(%xs : !x) : !x
    %p0 = bir.memory_location @p0 set(%ps : !p) : !p
    {locations}
    bir.block @b body {{
      {instruction}
    }}
  }}
}}
"""


def refusal_of_location(kind: str, keys: str, partitions: int = 32) -> str:
    type = {"sbuf": "!x", "psum": "!p"}[kind]
    name = {"sbuf": "x", "psum": "p"}[kind]
    access = f"#neuron.ap<partition = [[512, {partitions}]], free = [[1, 512]], dtype = f32>"
    return in_function(
        f"bir.tensor_copy ins(%l : {type} via {access}) -> outs()",
        f"%l = bir.memory_location @l set(%{name}s : {type}) {{{keys}}} : {type}",
    )


OPERAND = "error: 'bir.tensor_copy' op operand \"ins[0]\""
TARGET = "note: target: trn2"

REFUSALS: dict[str, tuple[str, str, list[str]]] = {
    "hbm": (
        COPY.format(ins="%h : !h via #neuron.ap<free = [[512, 128], [1, 512]], dtype = f32>"),
        "",
        [f"{OPERAND} lies in hbm, the source must be in sbuf or psum", TARGET],
    ),
    "too many dimensions": (
        in_function(
            "bir.tensor_tensor ins(%x0 : !x via #neuron.ap<partition = [[512, 128]], "
            "free = [[200, 2], [64, 2], [16, 2], [1, 3]], dtype = f32>) -> outs()  {op = add}"
        ),
        "",
        [
            "error: 'bir.tensor_tensor' op operand \"ins[0]\": Illegal ISA memory access dimension 4, which must be in "
            "range of [1, 3]D tensor for ISA mem pattern",
            "note: the source walks [[200, 2], [64, 2], [16, 2], [1, 3]] inside a partition",
            TARGET,
        ],
    ),
    "two slots of an activation of v2": (
        in_function(
            "bir.activation ins(%x0 : !x via #neuron.ap<partition = [[512, 128]], free = [[200, 2], [64, 2], [1, 3]], "
            "dtype = f32>) -> outs() {func = Relu, scale = 1.0, alpha = 0.0}",
            target="trn1",
        ),
        "",
        [
            "error: 'bir.activation' op operand \"ins[0]\": Illegal ISA memory access dimension 3, which must be in "
            "range of [1, 2]D tensor for ISA mem pattern",
            "note: target: trn1",
        ],
    ),
    "start partition of the location": (
        refusal_of_location("sbuf", "base = 33"),
        "",
        [
            f"{OPERAND}: 32 partitions cannot start at partition 33",
            "note: they can start at 0, 32, 64 or 96",
            TARGET,
        ],
    ),
    "beyond 32 bits": (
        refusal_of_location("sbuf", "addr = 8589934592"),
        "",
        [
            f"{OPERAND}: memory address out of uint32 range",
            "note: partition 0 byte 0x200000000 of sbuf is at address 0x200000000",
            TARGET,
        ],
    ),
    "base beyond 32 bits": (
        refusal_of_location("sbuf", "base = 16384"),
        "",
        [
            f"{OPERAND}: memory address out of uint32 range",
            "note: partition 16384 byte 0x0 of sbuf is at address 0x100000000",
            TARGET,
        ],
    ),
    "beyond 29 bits": (
        refusal_of_location("sbuf", "base = 2048"),
        "",
        [f"{OPERAND}: the address 0x20000000 has more than the 29 bits that a start word has for it", TARGET],
    ),
    "beyond a partition": (
        refusal_of_location("sbuf", "addr = 229372"),
        "",
        [f"{OPERAND}: bytes 229372 to 231419 of a partition are walked, sbuf of trn2 has 229376", TARGET],
    ),
    "beyond the banks": (
        refusal_of_location("psum", "bank = 7, addr = 4"),
        "",
        [f"{OPERAND}: bytes 14340 to 16387 of a partition are walked, psum of trn2 has 16384", TARGET],
    ),
    "alignment": (
        refusal_of_location("sbuf", "addr = 6"),
        "",
        [
            f"{OPERAND}: Access must be aligned to datatype, the start 0x6 is not a multiple of 4 bytes",
            TARGET,
        ],
    ),
    "half-words to psum": (
        in_function(
            "bir.tensor_copy -> outs(%pb : !pb via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], "
            "dtype = bf16>)",
            "%pbs = bir.memory_location_set @pb_set : !pb\n%pb = bir.memory_location @pb set(%pbs : !pb) : !pb",
        ),
        "",
        [
            "error: 'bir.tensor_copy' op operand \"outs[0]\": a 2-byte element type cannot be written to psum",
            "note: the result takes 4-byte element types on trn2",
            TARGET,
        ],
    ),
    "double words to psum": (
        in_function(
            "bir.tensor_copy -> outs(%pl : !pl via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], "
            "dtype = i64>)",
            "%pls = bir.memory_location_set @pl_set : !pl\n%pl = bir.memory_location @pl set(%pls : !pl) : !pl",
        ),
        "",
        ["error: 'bir.tensor_copy' op operand \"outs[0]\": int64 cannot be written to psum", TARGET],
    ),
    "no address": (
        COPY.format(ins=f"%x : !x via {FULL}"),
        "unallocated=refuse",
        [f"{OPERAND} has no address", "note: its memory is not allocated", TARGET],
    ),
    "a location that is not allocated": (
        in_function(f"bir.tensor_copy ins(%x0 : !x via {FULL}) -> outs()"),
        "unallocated=refuse",
        [f"{OPERAND} has no address", "note: its memory is not allocated", TARGET],
    ),
    "symbolic": (
        in_function(
            "bir.tensor_copy ins(%xs : !x via #bir.symbolic_ap<ap = [[512, 128], [1, 512]], dtype = f32>) -> outs()"
        ),
        "",
        [
            f"{OPERAND} is a symbolic pattern, which has no address",
            "note: which location of the set it means follows from the loops around it: unroll them first",
            TARGET,
        ],
    ),
    "a vector of indices": (
        in_function(
            "bir.tensor_copy ins(%x0 : !x via #bir.dynamic_ap<pattern = #neuron.ap<partition = [[512, 128]], "
            "free = [[1, 512]], dtype = f32>, indirect_dim = W, indirect_dim_max_index = 4>) -> outs()"
        ),
        "",
        [
            f"{OPERAND} takes its start from a vector of indices along W",
            "note: no public source gives the descriptor of such an operand",
            TARGET,
        ],
    ),
    "an interval across partitions": (
        COPY.format(ins="%x : !x via #neuron.interval<start = 256, count = 512, dtype = f32>"),
        "",
        [
            f"{OPERAND} is an interval of 512 elements from 256 on, neither whole partitions nor inside one",
            "note: one partition has 512 elements",
            TARGET,
        ],
    ),
    "inf1": (
        in_function(
            f"bir.tensor_copy ins(%x0 : !x via {FULL}) -> outs()\nbir.tensor_copy ins(%x0 : !x via {FULL}) -> outs()",
            target="inf1",
        ),
        "",
        ["error: 'bir.tensor_copy' op no public source describes the descriptors of inf1"],
    ),
    "register": (
        COPY.format(ins=f"%x : !x via {FULL}"),
        "register=64",
        ["error: 'bir.tensor_copy' op register 64 is outside [0, 63]"],
    ),
    "unlisted rank": (
        COPY.format(ins=f"%x : !x via {FULL}"),
        "unlisted-rank=5",
        ["error: 'builtin.module' op pass 'encode-descriptors': unlisted-rank is 5, a descriptor has 2, 3 or 4 slots"],
    ),
}


@pytest.mark.parametrize("name", sorted(REFUSALS))
def test_refusals(name: str) -> None:
    module, options, expected = REFUSALS[name]
    assert messages(run(module, options)) == expected


# ---------------------------------------------------------------------------------------------- microscaling

DATA = "#neuron.ap<partition = [[512, 128]], free = [[1, {count}]], dtype = vector<4xf8E4M3FN>>"
SCALE = "#neuron.ap<partition = [[16384, 4], [512, 4]], free = [[1, 512]], dtype = f8E8M0FNU>"


def microscaling(
    *,
    data: str = "%q : !q via " + DATA.format(count=128),
    stationary: str = "%q : !q via " + DATA.format(count=128),
    scales: str = f"%s : !s via {SCALE}, %s : !s via {SCALE}",
    scale_keys: str = "",
    target: str = "trn3",
) -> str:
    return in_function(
        f"bir.matmult_mx ins({data}, {stationary}{', ' if scales else ''}{scales}) -> outs(%p0 : !p via {FULL})",
        "%qs = bir.memory_location_set @q_set : !q\n%q = bir.memory_location @q set(%qs : !q) : !q\n"
        "%ss = bir.memory_location_set @s_set : !s\n"
        f"%s = bir.memory_location @s set(%ss : !s) {{{scale_keys}}} : !s\n"
        "%sps = bir.memory_location_set @sp_set : !sp\n%sp = bir.memory_location @sp set(%sps : !sp) : !sp\n"
        "%bs = bir.memory_location_set @b_set : !b\n%bf = bir.memory_location @bf set(%bs : !b) : !b",
        target,
    )


MX = "error: 'bir.matmult_mx' op operand \"{}\""
TRN3 = "note: target: trn3"
MICROSCALING_REFUSALS: dict[str, tuple[str, list[str]]] = {
    "not packed": (
        microscaling(data="%bf : !b via #neuron.ap<partition = [[512, 128]], free = [[1, 128]], dtype = bf16>"),
        [
            f"{MX.format('ins[0]')}: MX dtype must be packed with 4 elements into 1",
            "note: bfloat16 is not a packed type",
            TRN3,
        ],
    ),
    "scales in psum": (
        microscaling(scales=f"%sp : !sp via {SCALE}, %s : !s via {SCALE}"),
        [f"{MX.format('ins[2]')}: MX Scale Tensor can only be in SB", "note: it lies in psum", TRN3],
    ),
    "no scales": (
        microscaling(scales=f"%s : !s via {SCALE}"),
        [f"{MX.format('ins[1]')} has no scales", "note: a microscaling matmul takes them as ins[3]", TRN3],
    ),
    "scales at partition 2": (
        microscaling(scale_keys="base = 2"),
        [
            f"{MX.format('ins[0]')}: the scales start at partition 2 of their quadrant, it must be 0, 4, 8 or 12",
            TRN3,
            f"{MX.format('ins[1]')}: the scales start at partition 2 of their quadrant, it must be 0, 4, 8 or 12",
            TRN3,
        ],
    ),
    "scales beyond the partitions": (
        microscaling(scale_keys="base = 32"),
        [
            f"{MX.format('ins[2]')}: partitions 32 to 131 are walked, sbuf of trn3 has 128",
            TRN3,
            f"{MX.format('ins[3]')}: partitions 32 to 131 are walked, sbuf of trn3 has 128",
            TRN3,
        ],
    ),
    "strided data": (
        microscaling(
            data="%q : !q via #neuron.ap<partition = [[512, 128]], free = [[2, 128]], dtype = vector<4xf8E4M3FN>>"
        ),
        [
            f"{MX.format('ins[0]')}: the data operand of a microscaling matmul must be one contiguous run, it is "
            "[[2, 128]]",
            "note: its descriptor has one dimension, with step 1 or -1",
            TRN3,
        ],
    ),
}


@pytest.mark.parametrize("name", sorted(MICROSCALING_REFUSALS))
def test_microscaling_refusals(name: str) -> None:
    module, expected = MICROSCALING_REFUSALS[name]
    assert messages(run(module)) == expected


def test_packed_types_are_not_multiplied_before_v4() -> None:
    found = messages(run(microscaling(target="trn2")))
    assert found[:3] == [
        f"{MX.format('ins[0]')}: float8_e4m3fn_x4 is no type of a matmul on trn2",
        "note: packed types are multiplied from trn3 on",
        TARGET,
    ]
