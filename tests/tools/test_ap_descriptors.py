"""`neuron-ap encode` and `neuron-ap decode`: the bytes of a pattern and what bytes say, whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from neuron_opt.tools.ap_main import run


class Outcome:
    """The exit code of a run and the lines it wrote."""

    def __init__(self, code: int, output: str, errors: str) -> None:
        self.code = code
        self.output = output.splitlines()
        self.errors = errors.splitlines()


class Tool:
    """Runs the tool, and keeps what pytest captured."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Outcome:
        code = run(arguments)
        captured = self.capsys.readouterr()
        return Outcome(code, captured.out, captured.err)


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Tool:
    return Tool(capsys)


# ---------------------------------------------------------------------------------------------- encode


def test_encode_shows_every_field(tool: Tool) -> None:
    outcome = tool(
        "encode", "#neuron.ap<partition = [[512, 32]], free = [[8, 4], [99, 1], [2, 8]], dtype = bf16>",
        "--kind", "TENSOR3D", "--base", "32", "--addr", "0x100",
    )  # fmt: skip
    assert outcome.code == 0
    assert outcome.errors == []
    assert outcome.output == [
        "TENSOR3D on trn2: 00018000 0200 0800 0100 0800 0400 0100",
        "",
        "  +0x00  00018000  start            0x00800100: sbuf partition 32 byte 0x100",
        "  +0x04  0200      step 0           2",
        "  +0x06  0800      step 1           8",
        "  +0x08  0100      step 2           1",
        "  +0x0a  0800      num 0            8",
        "  +0x0c  0400      num 1            4",
        "  +0x0e  0100      num 2            1",
        "",
        "beside it: 32 partitions, wire type 6 (bfloat16)",
    ]


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (
            ("#neuron.ap<free = [[64, 16], [1, 32]], dtype = bf16>",),
            "TENSOR2D on trn2: 00000000 0100 4000 2000 1000",
        ),
        (
            ("#neuron.ap<free = [[64, 16], [1, 32]], dtype = bf16>", "--slot-order", "outermost-first"),
            "TENSOR2D on trn2: 00000000 4000 0100 1000 2000",
        ),
        (
            (
                "#neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = f32>",
                "--kind", "MEM_PATTERN3D", "--memory", "psum", "--bank", "3", "--target", "trn1",
            ),
            "MEM_PATTERN3D on trn1: 00180002 0100 0100 0100 0002 0100 0100",
        ),
        (
            ("#neuron.ap<free = [[-1, 4]], offset = 3, dtype = ui8>",),
            "TENSOR1D on trn2: 03000000 ffff 0400",
        ),
        (
            (
                "#neuron.ap<free = [[1, 64]], start = affine_map<(d0) -> (d0 * 64)>, dtype = f32>",
                "--shape", "128x512", "--register", "5",
            ),
            "TENSOR1D on trn2: 05000080 0100 4000",
        ),
        (("#neuron.interval<start = 16384, count = 16384, dtype = f32>", "--shape", "128x512xf32"),
            "TENSOR1D on trn2: 00008000 0100 0002"),
        (("#neuron.interval<count = 64, dtype = f32>",), "TENSOR1D on trn2: 00000000 0100 4000"),
        (
            (
                "#neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = vector<4xf8E4M3FN>>",
                "--kind", "MXMEM_PATTERN1D", "--target", "trn3", "--scale-partition", "36", "--scale-byte", "0x800",
            ),
            "MXMEM_PATTERN1D on trn3: 00000000 00088000 0008 01 04 00000000",
        ),
    ],
)  # fmt: skip
def test_encode(tool: Tool, arguments: tuple[str, ...], first: str) -> None:
    outcome = tool("encode", *arguments)
    assert (outcome.code, outcome.output[:1], outcome.errors) == (0, [first], [])


def test_encode_reads_a_pattern_where_it_stands_in_a_file(tool: Tool, tmp_path: Path) -> None:
    path = tmp_path / "copy.mlir"
    path.write_text(
        "func.func @f(%x: memref<128x512xf32, #neuron.memory<psum>>) {\n"
        "  bir.tensor_copy ins(%x : memref<128x512xf32, #neuron.memory<psum>> via "
        "#neuron.ap<partition = [[512, 32]], free = [[2, 16]], offset = 16384, dtype = f32>) -> outs()\n"
        "  return\n}\n"
    )
    outcome = tool("encode", f"{path}:2")
    assert outcome.output[2] == "  +0x00  00001002  start            0x02100000: psum partition 32 bank 0 byte 0x0"
    assert outcome.code == 0


FULL = "#neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = bf16>"


@pytest.mark.parametrize(
    ("arguments", "errors"),
    [
        (
            (FULL, "--memory", "psum", "--kind", "MEM_PATTERN2D"),
            [
                "neuron-ap: error: the pattern: a 2-byte element type cannot be written to psum",
                "note: the result takes 4-byte element types on trn2",
            ],
        ),
        (
            (FULL, "--memory", "hbm"),
            ["neuron-ap: error: the pattern cannot walk memref<65536xbf16, #neuron.memory<hbm>>: has a partition part, "
             "but hbm has no partitions",
             "note: partition = [[512, 128]]"],
        ),
        (
            ("#neuron.ap<free = [[1, 512]], dtype = bf16>", "--memory", "hbm"),
            ["neuron-ap: error: the pattern lies in hbm, the source must be in sbuf or psum"],
        ),
        (
            (FULL, "--shape", "128x256"),
            [
                "neuron-ap: error: the pattern cannot walk memref<128x256xbf16, #neuron.memory<sbuf>>: the pattern "
                "leaves the free extent of a partition",
                "note: it reaches from 0 to 511, the free extent of a partition goes from 0 to 255",
            ],
        ),
        (
            ("#neuron.ap<free = [[200, 2], [50, 2], [1, 3]], dtype = f32>", "--kind", "TENSOR2D"),
            [
                "neuron-ap: error: the pattern: Illegal ISA memory access dimension 3, which must be in range of "
                "[1, 2]D tensor for ISA mem pattern",
                "note: the source walks [[200, 2], [50, 2], [1, 3]] inside a partition",
            ],
        ),
        (
            (FULL, "--base", "65536"),
            [
                "neuron-ap: error: the pattern: memory address out of uint32 range",
                "note: partition 65536 byte 0x0 of sbuf is at address 0x400000000",
            ],
        ),
        (
            (FULL, "--kind", "MXMEM_PATTERN1D", "--target", "trn3"),
            [
                "neuron-ap: error: the pattern: MX dtype must be packed with 4 elements into 1",
                "note: bfloat16 is not a packed type",
            ],
        ),
        (
            (FULL, "--kind", "MXMEM_PATTERN1D"),
            ["neuron-ap: error: the pattern: trn2 has no descriptors of microscaling operands, trn3 has"],
        ),
        ((FULL, "--target", "inf1"),
            ["neuron-ap: error: --target: no public source describes the descriptors of inf1"]),
        ((FULL, "--target", "trn9"),
            ["neuron-ap: error: --target: unknown target 'trn9'; did you mean 'trn3'? (one of: inf1, tonga, trn1, "
             "sunda, inf2, trn2, cayman, trn3pre, trn3, corev4, mariana)"]),
    ],
)  # fmt: skip
def test_encode_refuses(tool: Tool, arguments: tuple[str, ...], errors: list[str]) -> None:
    outcome = tool("encode", *arguments)
    assert (outcome.code, outcome.output, outcome.errors) == (1, [], errors)


# ---------------------------------------------------------------------------------------------- decode


def test_decode_shows_every_field(tool: Tool) -> None:
    outcome = tool("decode", "0x00180002_0100_4000_2000_1000", "--dtype", "f32", "--kind", "MEM_PATTERN2D")
    assert outcome.code == 0
    assert outcome.errors == []
    assert outcome.output == [
        "MEM_PATTERN2D: 00180002 0100 4000 2000 1000",
        "",
        "  +0x00  00180002  start            0x02001800: psum partition 0 bank 3 byte 0x0",
        "  +0x04  0100      step 0           1",
        "  +0x06  4000      step 1           64",
        "  +0x08  2000      num 0            32",
        "  +0x0a  1000      num 1            16",
        "",
        "free = [[64, 16], [1, 32]], outermost first",
        "512 elements a partition, 0 to 991 from the start",
    ]


def test_decode_in_the_other_slot_order(tool: Tool) -> None:
    outcome = tool("decode", "00000000 4000 0100 1000 2000", "--slot-order", "outermost-first")
    assert outcome.output[-2:] == [
        "free = [[64, 16], [1, 32]], outermost first",
        "512 elements a partition, 0 to 991 from the start",
    ]


def test_decode_a_microscaling_descriptor(tool: Tool) -> None:
    outcome = tool("decode", "00000000 00088000 0008 ff 04 00000000", "--kind", "MXMEM_PATTERN1D", "--target", "trn3")
    assert outcome.code == 0
    assert outcome.output == [
        "MXMEM_PATTERN1D: 00000000 00088000 0008 ff 04 00000000",
        "",
        "  +0x00  00000000  data             0x00000000: sbuf partition 0 byte 0x0",
        "  +0x04  00088000  scales           0x00800800: sbuf partition 32 byte 0x800",
        "  +0x08  0008      elements         2048",
        "  +0x0a  ff        step             -1",
        "  +0x0b  04        scale partition  4 in its quadrant",
        "  +0x0c  00000000  unused",
        "",
        "2048 elements a partition, four to a container, backwards",
        "scales from sbuf partition 36 byte 0x800 on",
    ]


def test_decode_an_indirect_microscaling_descriptor(tool: Tool) -> None:
    outcome = tool("decode", "40000020 00010000 00000001 0c00 01 08", "--kind", "MXMEM_PATTERN1D", "--target", "trn3")
    assert (outcome.code, outcome.errors) == (0, [])
    assert outcome.output[2:8] == [
        "  +0x00  40000020  index            0x20000040: indirect sbuf partition 0 byte 0x40",
        "  +0x04  00010000  data             0x00000100: sbuf partition 0 byte 0x100",
        "  +0x08  00000001  scales           0x01000000: sbuf partition 64 byte 0x0",
        "  +0x0c  0c00      elements         12",
        "  +0x0e  01        step             1",
        "  +0x0f  08        scale partition  8 in its quadrant",
    ]


def test_decode_an_indirect_descriptor(tool: Tool) -> None:
    outcome = tool("decode", "00010020 00020000 0100 0100")
    assert (outcome.code, outcome.errors) == (0, [])
    assert outcome.output[-1] == "indirect: bytes 4 to 7 are a second start word, sbuf partition 0 byte 0x200"


@pytest.mark.parametrize(
    ("arguments", "errors"),
    [
        (
            ("01000060 0100 4000 2000 0000", "--dtype", "float32"),
            [
                "neuron-ap: error: bits 29 and 30 are both set, no mode is so",
                "neuron-ap: error: Access must be aligned to datatype, the start 0x1 is not a multiple of 4 bytes",
                "neuron-ap: error: the count of slot 1 is 0",
            ],
        ),
        (
            ("00010020 000200a0 0100 0100",),
            ["neuron-ap: error: the second start word of an indirect descriptor has one of its top 3 bits set"],
        ),
        (
            ("00000000 00000002 0000 02 11 00000000", "--kind", "MXMEM_PATTERN1D", "--target", "trn3"),
            [
                "neuron-ap: error: MX Scale Tensor can only be in SB",
                "neuron-ap: error: 0 elements a partition are outside [1, 65535]",
                "neuron-ap: error: the sign of the step is 0x02, it is 0x01 or 0xff",
                "neuron-ap: error: the scales start at partition 17 of their quadrant, it must be 0, 4, 8 or 12",
            ],
        ),
    ],
)
def test_decode_shows_what_is_wrong_and_says_so(tool: Tool, arguments: tuple[str, ...], errors: list[str]) -> None:
    outcome = tool("decode", *arguments)
    assert (outcome.code, outcome.errors) == (1, errors)
    assert outcome.output[0].replace(" ", "").endswith(arguments[0].replace(" ", ""))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("0000000000000000ff", "--kind", "TENSOR1D"),
            "ISA mem pattern 1D must have 8 bytes to encode; TENSOR1D was given 9 bytes"),
        (("00", "--kind", "MEM_PATTERN4D"),
            "ISA mem pattern 4D must have 20 bytes to encode; MEM_PATTERN4D was given 1 byte"),
        (("00", "--kind", "MXMEM_PATTERN1D"), "MXMEM_PATTERN1D has 16 bytes, not 1"),
        (("000000",),
            "a descriptor cannot have 3 bytes, one has 8 (TENSOR1D), 12 (TENSOR2D), 16 (TENSOR3D), 20 (TENSOR4D)"),
        (("0",), "'0' is not an even number of hexadecimal digits"),
        (("00000000 0100 0100", "--dtype", "float3"),
            "--dtype: no element type 'float3'; did you mean 'float32'?"),
    ],
)  # fmt: skip
def test_decode_refuses(tool: Tool, arguments: tuple[str, ...], error: str) -> None:
    outcome = tool("decode", *arguments)
    assert (outcome.code, outcome.output, outcome.errors) == (1, [], [f"neuron-ap: error: {error}"])
