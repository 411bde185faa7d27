"""Descriptors: worked examples to the byte, field limits, start words, and decoding to what was encoded."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuron_opt.dialects.neuron.access_pattern import enumerate_pairs
from neuron_opt.dialects.neuron.descriptors.error import DescriptorError
from neuron_opt.dialects.neuron.descriptors.layouts import LAYOUTS, check_size, layout_for
from neuron_opt.dialects.neuron.descriptors.microscaling import (
    check_microscaling,
    decode_microscaling,
    encode_microscaling,
    microscaling_descriptor,
    microscaling_offsets,
)
from neuron_opt.dialects.neuron.descriptors.operands import (
    FURTHER_INSTRUCTIONS,
    descriptor_kind,
    descriptor_layout,
)
from neuron_opt.dialects.neuron.descriptors.start_word import (
    Mode,
    address_of,
    check_start_word,
    read_start_word,
    register_word,
    static_word,
)
from neuron_opt.dialects.neuron.descriptors.tensor import (
    SlotOrder,
    check_slots,
    decode,
    encode,
    field_offsets,
    hex_text,
)
from neuron_opt.dialects.neuron.descriptors.wire_types import WIRE_TYPES, psum_write_tags, wire_type
from neuron_opt.dialects.neuron.dtypes import BY_NAME as DTYPE_BY_NAME
from neuron_opt.dialects.neuron.dtypes import DTYPES
from neuron_opt.dialects.neuron.legality import INSTRUCTIONS
from neuron_opt.dialects.neuron.target import BY_NAME, GENERATIONS

TRN1, TRN2, TRN3 = BY_NAME["trn1"], BY_NAME["trn2"], BY_NAME["trn3"]
SCALES = "the scales start at partition {} of their quadrant, it must be 0, 4, 8 or 12"
FLOAT8_X4 = DTYPE_BY_NAME["float8_e4m3fn_x4"]


def refusal(action: Callable[[], object]) -> str:
    """What an encoder or decoder says when it refuses."""
    with pytest.raises(DescriptorError) as caught:
        action()
    return str(caught.value)


def notes_of(error: Exception) -> list[str]:
    return list(cast("list[str]", getattr(error, "__notes__", [])))


# ---------------------------------------------------------------------------------------------- slots


@pytest.mark.parametrize(
    ("kind", "word", "pairs", "text"),
    [
        ("TENSOR2D", 0, [(64, 16), (1, 32)], "00000000 0100 4000 2000 1000"),
        ("TENSOR3D", 0x800100, [(8, 4), (99, 1), (2, 8)], "00018000 0200 0800 0100 0800 0400 0100"),
        ("MEM_PATTERN3D", 0x2001800, [(1, 512)], "00180002 0100 0100 0100 0002 0100 0100"),
        ("TENSOR1D", 0, [(-1, 4)], "00000000 ffff 0400"),
        ("TENSOR4D", 0, [], "00000000 0100 0100 0100 0100 0100 0100 0100 0100"),
        ("TENSOR4D", 5, [(4, 2), (3, 3), (0, 5), (1, 7)], "05000000 0100 0000 0300 0400 0700 0500 0300 0200"),
    ],
)
def test_worked_examples(kind: str, word: int, pairs: list[tuple[int, int]], text: str) -> None:
    layout = LAYOUTS[kind]
    data = encode(layout, word, pairs)
    assert hex_text(data, field_offsets(layout)) == text
    descriptor = decode(layout, data)
    assert descriptor.word == word
    assert descriptor.pairs() == tuple([pair for pair in pairs if pair[1] != 1])


def test_the_other_slot_order_is_that_of_the_deviating_example() -> None:
    layout = LAYOUTS["TENSOR2D"]
    data = encode(layout, 0, [(64, 16), (1, 32)], SlotOrder.OUTERMOST_FIRST)
    assert data[4:].hex(" ", 2) == "4000 0100 1000 2000"
    assert decode(layout, data).pairs(SlotOrder.OUTERMOST_FIRST) == ((64, 16), (1, 32))
    assert decode(layout, data).pairs() == ((1, 32), (64, 16))


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=list(LAYOUTS))
def test_sizes_follow_from_the_number_of_slots(layout: object) -> None:
    assert isinstance(layout, type(LAYOUTS["TENSOR1D"]))
    slots = layout.slots
    assert layout.size == 4 + 4 * slots
    assert layout.steps_at == tuple(range(4, 4 + 2 * slots, 2))
    assert layout.nums_at == tuple(range(4 + 2 * slots, layout.size, 2))
    assert layout.name.endswith(f"{slots}D")


def test_results_are_mem_patterns_where_there_is_one() -> None:
    names = [layout_for(rank, writes=True).name for rank in (1, 2, 3, 4)]
    assert names == ["TENSOR1D", "MEM_PATTERN2D", "MEM_PATTERN3D", "MEM_PATTERN4D"]
    assert layout_for(4, writes=True, has_mem_pattern4d=False).name == "TENSOR4D"
    assert layout_for(3, writes=True, has_mem_pattern4d=False).name == "MEM_PATTERN3D"
    assert [layout_for(rank, writes=False).name for rank in (1, 4)] == ["TENSOR1D", "TENSOR4D"]
    assert refusal(lambda: layout_for(5, writes=False)) == "a descriptor has 1 to 4 slots, not 5"


@pytest.mark.parametrize(("slots", "size"), [(1, 8), (2, 12), (3, 16), (4, 20)])
def test_the_wrong_size_is_refused(slots: int, size: int) -> None:
    layout = LAYOUTS[f"TENSOR{slots}D"]
    with pytest.raises(DescriptorError) as caught:
        check_size(layout, bytes(7))
    assert str(caught.value) == f"ISA mem pattern {slots}D must have {size} bytes to encode"
    assert notes_of(caught.value) == [f"TENSOR{slots}D was given 7 bytes"]
    with pytest.raises(DescriptorError):
        decode(layout, bytes(size + 1))


@pytest.mark.parametrize(
    ("kind", "pairs", "message"),
    [
        (
            "TENSOR3D",
            [(1, 2)] * 4,
            "Illegal ISA memory access dimension 4, which must be in range of [1, 3]D tensor for ISA mem pattern",
        ),
        (
            "TENSOR1D",
            [(1, 2), (7, 1), (4, 2)],
            "Illegal ISA memory access dimension 2, which must be in range of [1, 1]D tensor for ISA mem pattern",
        ),
        ("TENSOR2D", [(32768, 2)], "the step of [32768, 2] is outside [-32768, 32767]"),
        ("TENSOR2D", [(-32769, 2)], "the step of [-32769, 2] is outside [-32768, 32767]"),
        ("TENSOR2D", [(1, 65536)], "the count of [1, 65536] is outside [1, 65535]"),
        ("TENSOR2D", [(1, 0)], "the count of [1, 0] is outside [1, 65535]"),
    ],
)
def test_what_no_field_holds_is_refused(kind: str, pairs: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(DescriptorError) as caught:
        encode(LAYOUTS[kind], 0, pairs)
    assert str(caught.value) == message


def test_the_limits_of_fields_are_held() -> None:
    pairs = ((-32768, 65535), (32767, 2))
    assert decode(LAYOUTS["TENSOR2D"], encode(LAYOUTS["TENSOR2D"], 0xFFFFFFFF, pairs)).pairs() == pairs


def test_a_count_of_zero_is_seen_when_read() -> None:
    data = bytes.fromhex("00000000 0100 0100 0000 0100")
    assert check_slots(decode(LAYOUTS["TENSOR2D"], data)) == ("the count of slot 0 is 0",)
    assert check_slots(decode(LAYOUTS["TENSOR2D"], encode(LAYOUTS["TENSOR2D"], 0, []))) == ()


def addresses(word: int, pairs: tuple[tuple[int, int], ...], size: int) -> list[int]:
    """The byte address of every element that a descriptor walks in its first partition, by numpy."""
    return (word + size * enumerate_pairs(0, pairs)).ravel().tolist()


STEPS = st.one_of(st.integers(-40, 40), st.sampled_from([-32768, 32767, 0, 1, -1]))
PAIRS = st.lists(st.tuples(STEPS, st.one_of(st.integers(1, 6), st.just(1))), max_size=4)


@given(PAIRS, st.integers(0, 0xFFFFFFFF), st.sampled_from(list(SlotOrder)), st.sampled_from((1, 2, 4, 8)), st.data())
def test_a_decoded_descriptor_walks_the_same_addresses(
    pairs: list[tuple[int, int]], word: int, order: SlotOrder, size: int, data: st.DataObject
) -> None:
    used = sum(num != 1 for _, num in pairs)
    layout = LAYOUTS[f"TENSOR{data.draw(st.integers(max(1, used), 4))}D"]
    encoded = encode(layout, word, pairs, order)
    assert len(encoded) == layout.size
    descriptor = decode(layout, encoded)
    assert check_slots(descriptor) == ()
    assert addresses(descriptor.word, descriptor.pairs(order), size) == addresses(word, tuple(pairs), size)
    # Whoever reads slot 0 as the innermost dimension walks over the fields themselves to the same addresses.
    slots = descriptor.slots[::-1] if order is SlotOrder.INNERMOST_FIRST else descriptor.slots
    assert addresses(descriptor.word, slots, size) == addresses(word, tuple(pairs), size)


@given(st.binary(min_size=20, max_size=20), st.sampled_from(sorted(LAYOUTS)))
def test_any_bytes_with_counts_come_back(data: bytes, kind: str) -> None:
    layout = LAYOUTS[kind]
    descriptor = decode(layout, data[: layout.size])
    if any(num in (0, 1) for _, num in descriptor.slots):
        return
    assert encode(layout, descriptor.word, descriptor.pairs()) == data[: layout.size]


# ---------------------------------------------------------------------------------------------- start words


@pytest.mark.parametrize(
    ("space", "partition", "byte", "word"),
    [
        ("sbuf", 0, 0, 0),
        ("sbuf", 32, 0x100, 0x800100),
        ("sbuf", 127, 0x3FFFF, 0x1FFFFFF),
        ("psum", 0, 0x1800, 0x2001800),
        ("psum", 127, 0x3FFF, 0x23FBFFF),
        ("psum", 1, 0, 0x2008000),
    ],
)
def test_addresses(space: str, partition: int, byte: int, word: int) -> None:
    assert static_word(address_of(space, partition, byte)) == word
    start = read_start_word(word)
    assert (start.mode, start.space, start.partition, start.byte) == (Mode.STATIC, space, partition, byte)


@given(st.sampled_from(("sbuf", "psum")), st.integers(0, 127), st.integers(0, 0x3FFF))
def test_a_start_word_says_where_it_starts(space: str, partition: int, byte: int) -> None:
    start = read_start_word(static_word(address_of(space, partition, byte)))
    assert (start.space, start.partition, start.byte) == (space, partition, byte)
    assert check_start_word(start, TRN2) == ()


def test_modes() -> None:
    assert read_start_word(0x20000100).mode is Mode.INDIRECT
    assert read_start_word(0x42000000).mode is Mode.ACTIVE
    assert read_start_word(0x60000000).mode is Mode.UNUSED
    register = read_start_word(register_word(63))
    assert (register.word, register.mode, register.register) == (0x8000003F, Mode.REGISTER, 63)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (0x800100, "sbuf partition 32 byte 0x100"),
        (0x2001804, "psum partition 0 bank 3 byte 0x4"),
        (0x22000000, "indirect psum partition 0 bank 0 byte 0x0"),
        (0x80000005, "register 5"),
        (0x4000000, "address 0x4000000, in no memory"),
    ],
)
def test_a_start_word_in_words(word: int, text: str) -> None:
    assert read_start_word(word).text == text


@pytest.mark.parametrize(
    ("word", "alignment", "problems"),
    [
        (0x2000000, 8, ()),
        (0x42000000, 1, ()),
        (0x80000040, 1, ("register mode has bits 6 to 30 set (0x80000040); there are 64 registers",)),
        (0x80000100, 1, ("register mode has bits 6 to 30 set (0x80000100); there are 64 registers",)),
        (0x60000000, 1, ("bits 29 and 30 are both set, no mode is so",)),
        (0x4000000, 1, ("the address 0x4000000 lies neither in sbuf nor in psum",)),
        (
            0x40000000,
            1,
            ("an active address lies in psum; in sbuf the address of a run-time start is in a register",),
        ),
        (0x38000, 1, ("byte 0x38000 is beyond a partition, sbuf of trn2 has 0x38000 bytes in one",)),
        (0x2004000, 1, ("byte 0x4000 is beyond a partition, psum of trn2 has 0x4000 bytes in one",)),
        (0x2, 4, ("Access must be aligned to datatype, the start 0x2 is not a multiple of 4 bytes",)),
    ],
)
def test_what_validators_hold_against_start_words(word: int, alignment: int, problems: tuple[str, ...]) -> None:
    assert check_start_word(read_start_word(word), TRN2, alignment) == problems


def test_the_size_of_a_partition_is_that_of_the_target() -> None:
    assert check_start_word(read_start_word(0x38000), TRN3) == ()


def test_addresses_beyond_the_word() -> None:
    with pytest.raises(DescriptorError) as caught:
        address_of("sbuf", 0x4000, 0)
    assert str(caught.value) == "memory address out of uint32 range"
    assert notes_of(caught.value) == ["partition 16384 byte 0x0 of sbuf is at address 0x100000000"]
    assert refusal(lambda: static_word(1 << 32)) == "memory address out of uint32 range"
    assert refusal(lambda: read_start_word(-1)) == "memory address out of uint32 range"
    message = "the address 0x20000000 has more than the 29 bits that a start word has for it"
    assert refusal(lambda: static_word(0x20000000)) == message
    assert refusal(lambda: register_word(64)) == "register 64 is outside [0, 63]"
    assert refusal(lambda: address_of("hbm", 0, 0)) == "a descriptor addresses sbuf or psum, not hbm"


# ---------------------------------------------------------------------------------------------- wire types

TAGS = {
    "uint8": 3, "int8": 2, "float4_e2m1fn_x4": 16, "float8e3": 13, "float8e4": 14, "float8_e4m3fn": 14,
    "float8_e8m0fnu": 3, "float8e5": 15, "float8_e4m3fn_x4": 14, "float8_e5m2_x4": 15, "uint16": 5, "int16": 4,
    "bfloat16": 6, "float16": 7, "uint32": 9, "int32": 8, "float32": 10, "float32r": 11, "uint64": 1, "int64": 12,
}  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda each: each.name)
def test_every_element_type_has_its_tag(dtype: object) -> None:
    assert isinstance(dtype, type(DTYPES[0]))
    assert wire_type(dtype, TRN3, by_pe=True).tag == TAGS[dtype.name]
    if dtype.is_packed:
        with pytest.raises(DescriptorError) as caught:
            wire_type(dtype, TRN2, by_pe=True)
        assert str(caught.value) == f"{dtype.name} is no type of a matmul on trn2"
    else:
        assert wire_type(dtype, TRN2, by_pe=True).tag == TAGS[dtype.name]
        assert wire_type(dtype, TRN2).alignment == dtype.size_in_bytes


def test_packed_four_bit_floats_are_integers_before_v4() -> None:
    packed = DTYPE_BY_NAME["float4_e2m1fn_x4"]
    assert wire_type(packed, TRN1, by_pe=True) == WIRE_TYPES[5]
    assert wire_type(packed, TRN2) == WIRE_TYPES[5]
    assert wire_type(packed, TRN3).alignment == 1


def test_what_can_be_written_to_psum() -> None:
    assert psum_write_tags(TRN2, by_matmul=True) == (8, 9, 10, 11)
    assert psum_write_tags(TRN3, by_matmul=False) == (8, 9, 10, 11)
    assert psum_write_tags(TRN3, by_matmul=True) == (4, 5, 6, 7, 8, 9, 10, 11)


# ---------------------------------------------------------------------------------------------- microscaling


def test_a_microscaling_operand_to_the_byte() -> None:
    descriptor = microscaling_descriptor(FLOAT8_X4, 128, 1, 0x100, "sbuf", 36, 0x800)
    data = encode_microscaling(descriptor)
    assert hex_text(data, microscaling_offsets(descriptor.layout)) == "00010000 00088000 0002 01 04 00000000"
    assert decode_microscaling(data) == descriptor
    assert check_microscaling(descriptor) == ()


def test_an_indirect_one_has_three_start_words() -> None:
    descriptor = microscaling_descriptor(FLOAT8_X4, 3, -1, 0x100, "sbuf", 72, 0)._replace(index_word=0x20000040)
    data = encode_microscaling(descriptor)
    assert hex_text(data, microscaling_offsets(descriptor.layout)) == "40000020 00010000 00000001 0c00 ff 08"
    assert decode_microscaling(data) == descriptor
    wrong = descriptor._replace(data_word=0x20000000)
    assert check_microscaling(wrong) == (
        "the second start word of an indirect descriptor has one of its top 3 bits set",
    )


@given(
    st.integers(1, 16383),
    st.sampled_from((1, -1)),
    st.integers(0, 0x1FFFFFF),
    st.integers(0, 3),
    st.sampled_from((0, 4, 8, 12)),
    st.integers(0, 0x3FFFF),
)
def test_microscaling_fields_come_back(
    containers: int, step: int, word: int, quadrant: int, scale: int, byte: int
) -> None:
    made = microscaling_descriptor(FLOAT8_X4, containers, step, word, "sbuf", 32 * quadrant + scale, byte)
    again = decode_microscaling(encode_microscaling(made))
    assert (again.data_word, again.step, again.extent) == (word, step, 4 * containers)
    start = read_start_word(again.scale_word)
    assert (start.partition + again.scale_partition, start.byte) == (32 * quadrant + scale, byte)
    walked = numpy.arange(again.extent // 4) * again.step
    assert walked.tolist() == enumerate_pairs(0, [(step, containers)]).tolist()


@pytest.mark.parametrize(
    ("dtype", "containers", "step", "space", "partition", "message"),
    [
        ("bfloat16", 4, 1, "sbuf", 0, "MX dtype must be packed with 4 elements into 1"),
        ("float8_e5m2_x4", 4, 1, "psum", 0, "MX Scale Tensor can only be in SB"),
        ("float8_e5m2_x4", 4, 2, "sbuf", 0, "the step of a microscaling operand is 1 or -1, not 2"),
        ("float8_e5m2_x4", 16384, 1, "sbuf", 0, "65536 elements a partition are outside [1, 65535]"),
        ("float8_e5m2_x4", 4, 1, "sbuf", 34, SCALES.format(2)),
        ("float8_e5m2_x4", 4, 1, "sbuf", 48, SCALES.format(16)),
    ],
)  # fmt: skip
def test_microscaling_operands_that_cannot_be(
    dtype: str, containers: int, step: int, space: str, partition: int, message: str
) -> None:
    with pytest.raises(DescriptorError) as caught:
        microscaling_descriptor(DTYPE_BY_NAME[dtype], containers, step, 0, space, partition, 0)
    assert str(caught.value) == message


def test_what_validators_hold_against_microscaling_bytes() -> None:
    descriptor = decode_microscaling(bytes(10) + bytes([2, 0x11]) + bytes(4))
    assert check_microscaling(descriptor) == (
        "0 elements a partition are outside [1, 65535]",
        "the sign of the step is 0x02, it is 0x01 or 0xff",
        SCALES.format(17),
    )
    assert refusal(lambda: decode_microscaling(bytes(12))) == "MXMEM_PATTERN1D has 16 bytes, not 12"


# ---------------------------------------------------------------------------------------------- operands

RANKS = {
    "bir.matmult": ("TENSOR3D", "MEM_PATTERN3D"),
    "bir.activation": ("TENSOR3D", "MEM_PATTERN3D"),
    "bir.tensor_tensor": ("TENSOR3D", "MEM_PATTERN3D"),
    "bir.tensor_scalar": ("TENSOR3D", "MEM_PATTERN3D"),
    "bir.matmult_sparse": ("TENSOR4D", "MEM_PATTERN3D"),
    "bir.get_rand_state": ("TENSOR4D", "MEM_PATTERN4D"),
} | {
    f"bir.{name}": ("TENSOR4D", "MEM_PATTERN4D")
    for name in (
        "tensor_copy", "stream_transpose", "stream_shuffle", "tensor_reduce", "pool", "max", "max_index",
        "match_replace", "bn_stats", "bn_stats_aggregate", "gather", "indirect_copy", "iota", "memset", "reciprocal",
        "max_index_and_match_replace",
    )
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(RANKS))
def test_which_operand_has_which_descriptor(name: str) -> None:
    source, result = descriptor_kind(name, "ins", 0), descriptor_kind(name, "outs", 0)
    assert source is not None and result is not None
    made = descriptor_layout(name, source, TRN2).name, descriptor_layout(name, result, TRN2).name
    assert made == RANKS[name]


def test_generations_differ() -> None:
    source, result = descriptor_kind("bir.activation", "ins", 0), descriptor_kind("bir.tensor_copy", "outs", 0)
    assert source is not None and result is not None
    assert descriptor_layout("bir.activation", source, TRN1).name == "TENSOR2D"
    assert descriptor_layout("bir.tensor_copy", result, TRN3).name == "TENSOR4D"


def test_transfers_and_unknown_instructions_have_none() -> None:
    assert descriptor_kind("bir.dma_copy", "ins", 0) is None
    assert descriptor_kind("bir.select", "ins", 0) is None
    assert descriptor_kind("bir.tensor_copy", "indirection_ins", 0) is None


@pytest.mark.parametrize("name", sorted({*INSTRUCTIONS, *FURTHER_INSTRUCTIONS}))
def test_no_descriptor_has_fewer_slots_than_legalisation_leaves(name: str) -> None:
    for limits in GENERATIONS[2:]:
        for section in ("ins", "outs"):
            for position in range(4):
                kind = descriptor_kind(name, section, position)
                if kind is not None:
                    assert descriptor_layout(name, kind, limits).slots == kind.max_free_dims
