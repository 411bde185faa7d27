"""KLR files (form A): the container and its gates, the operators, the accesses, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from driving import Outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from klr_files import (
    Maybe,
    Tagged,
    basic,
    bir_pattern,
    block,
    encode,
    klr_file,
    lnc_kernel,
    record,
    statement,
    tensor,
    union,
    whole,
)
from opt import opt

from neuron_opt.passes.translate_nki_klir.klr_container import KlrFileError, Value, read_klr_file, well_formed
from neuron_opt.passes.translate_nki_klir.klr_import import IMPORTED, import_kernel, kernel_of

X = tensor("x", 128, 64)
Y = tensor("y", 128, 64)
T = tensor("t", 128, 64, memory="sbuf", at=(0, 256))
P = tensor("p", 128, 64, memory="psum", at=(0, 4096))
W = tensor("w", 128, 64, memory="sbuf", at=(0, 512))

ENGINE = {"dve": union("Engine", "dve"), "dma": union("Engine", "dma")}
ONE = union("Operand", "imm", union("Immediate", "float", 1.5))
TWO = union("Operand", "imm", union("Immediate", "int", 2))


def dma(destination: Tagged, source: Tagged, **changes: Any) -> Tagged:
    fields: dict[str, Any] = {
        "dst": destination,
        "src": source,
        "compute_op": union("DgeComputeOp", "none"),
        "oobMode": union("DmaBounds", "skip"),
        "dgeMode": 3,
        "uniqueIndices": True,
        "priority": Maybe(),
        "engine": ENGINE["dma"],
    }
    return record("NcDmaCopy", **{**fields, **changes})


def activation(**changes: Any) -> Tagged:
    fields: dict[str, Any] = {
        "dst": whole(T),
        "src": whole(W),
        "accumulatorCmd": union("AccumCmd", "Idle"),
        "activationFunc": union("ActivationFunc", "log"),
        "scale": ONE,
        "bias": Maybe(),
        "reduceOp": Maybe(),
        "reduceRes": Maybe(),
        "dtype": Maybe(),
    }
    return record("NcActivate", **{**fields, **changes})


def scalar(**changes: Any) -> Tagged:
    fields: dict[str, Any] = {
        "dst": whole(T),
        "src": whole(W),
        "imm0": ONE,
        "op0": union("AluOp", "mult"),
        "imm1": Maybe(),
        "op1": Maybe(),
        "reverse": union("TensorScalarReverseOps", "none"),
        "engine": ENGINE["dve"],
        "dtype": Maybe(),
    }
    return record("TensorScalar", **{**fields, **changes})


def matmul(**changes: Any) -> Tagged:
    fields: dict[str, Any] = {
        "dst": whole(P),
        "stationary": whole(T),
        "moving": whole(W),
        "isStationaryOneZero": False,
        "isMovingZero": True,
        "isTranspose": False,
        "tilePosition": [0, 0],
        "tileSize": [],
        "perfMode": union("MatmulPerfMode", "DoubleRow"),
    }
    return record("NcMatMul", **{**fields, **changes})


def plain_dma(**changes: Any) -> Tagged:
    fields: dict[str, Any] = {
        "dst": whole(Y),
        "src": whole(X),
        "compute_op": union("DgeComputeOp", "none"),
        "dstBoundsCheck": union("DmaBounds", "skip"),
        "srcBoundsCheck": union("DmaBounds", "error"),
    }
    return record("DmaCopy", **{**fields, **changes})


def kernel(*statements: Tagged, **changes: Any) -> Tagged:
    return lnc_kernel("k", [X], [Y], [block("main", *statements)], **changes)


def imported(contents: Tagged, core: int = 0) -> str:
    """The text of the function that a kernel becomes, after the way through a file."""
    file = read_klr_file(klr_file(contents), deepest=100, most_items=10_000)
    return str(import_kernel(kernel_of(file), core))


def instruction(operator: str, fields: Tagged) -> str:
    """The line of the instruction that an operator becomes, without the types of its operands."""
    lines = imported(kernel(statement(operator, fields, "i"))).splitlines()
    line = next(line.strip() for line in lines if " @i " in line)
    for type in ("memref<128x64xf32, #neuron.memory<sbuf>>", "memref<128x64xf32, #neuron.memory<psum>>"):
        line = line.replace(f" : {type}", "")
    for pattern in ("#neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>",):
        line = line.replace(f" via {pattern}", "")
    return line.replace(
        " : memref<128x64xf32, #neuron.memory<hbm>> via #neuron.ap<free = [[64, 128], [1, 64]], dtype = f32>", ""
    )


OPERATORS: dict[str, tuple[str, Tagged, str]] = {
    "copy": (
        "copy",
        record("Copy", dst=whole(T), src=whole(W), opDim=Maybe()),
        "bir.tensor_copy @i ins(%w) -> outs(%t)",
    ),
    "ncCopy": (
        "ncCopy",
        record("NcCopy", dst=whole(T), src=whole(P), dtype=Maybe(union("Dtype", "float32")), engine=ENGINE["dve"]),
        "bir.tensor_copy @i ins(%p) -> outs(%t) {engine = DVE}",
    ),
    "dmaCopy": ("dmaCopy", plain_dma(), "bir.dma_copy @i ins(%x) -> outs(%y) {oob_is_err = true}"),
    "ncDmaCopy": ("ncDmaCopy", dma(whole(Y), whole(X)), "bir.dma_copy @i ins(%x) -> outs(%y) {engine = DMA}"),
    "ncDmaCopy by hardware": (
        "ncDmaCopy",
        dma(whole(Y), whole(X), dgeMode=2, oobMode=union("DmaBounds", "error")),
        "bir.dma_copy @i ins(%x) -> outs(%y) {dge_type = HWDGE, oob_is_err = true, engine = DMA}",
    ),
    "tensorTensor": (
        "tensorTensor",
        record(
            "TensorTensor",
            dst=whole(T),
            src0=whole(T),
            src1=whole(W),
            op=union("AluOp", "is_ge"),
            dtype=Maybe(),
            engine=ENGINE["dve"],
        ),
        "bir.tensor_tensor @i ins(%t, %w) -> outs(%t) {op = is_ge, engine = DVE}",
    ),
    "tensorReduce": (
        "tensorReduce",
        record(
            "TensorReduce",
            dst=whole(T),
            src=whole(W),
            op=union("AluOp", "max"),
            opDim=union("TensorSubDim", "XY"),
            negated=True,
            dtype=Maybe(),
            keepdims=False,
        ),
        "bir.tensor_reduce @i ins(%w) -> outs(%t) {op = max, axis = XY, negate = true}",
    ),
    "tensorScalar": (
        "tensorScalar",
        scalar(reverse=union("TensorScalarReverseOps", "first")),
        "bir.tensor_scalar_ptr @i ins(%w, imm 1.5 : f32) -> outs(%t) "
        "{op0 = mult, reverse0 = true, op1 = bypass, reverse1 = false, engine = DVE}",
    ),
    "tensorScalar with two": (
        "tensorScalar",
        scalar(
            imm0=union("Operand", "tile", whole(T)),
            imm1=Maybe(TWO),
            op1=Maybe(union("AluOp", "add")),
            reverse=union("TensorScalarReverseOps", "second"),
        ),
        "bir.tensor_scalar_ptr @i ins(%w, %t, imm 2 : i32) -> outs(%t) "
        "{op0 = mult, reverse0 = false, op1 = add, reverse1 = true, engine = DVE}",
    ),
    "ncActivate": (
        "ncActivate",
        activation(bias=Maybe(whole(T))),
        "bir.activation @i ins(%w, %t) -> outs(%t) "
        "{scale = 1.500000e+00, alpha = 0.000000e+00, func = Ln, engine = Activation}",
    ),
    "ncMatMul": (
        "ncMatMul",
        matmul(),
        "bir.matmult @i ins(%w, %t) -> outs(%p) "
        "{is_fmap_onezero = true, tile_position = [0, 0], perf_mode = DoubleRow, engine = PE}",
    ),
    "transpose": (
        "transpose",
        record("Transpose", dst=whole(T), src=whole(W), dtype=Maybe(), engine=ENGINE["dve"]),
        "bir.stream_transpose @i ins(%w) -> outs(%t) {engine = DVE}",
    ),
    "reciprocal": (
        "reciprocal",
        record("Reciprocal", dst=whole(T), src=whole(W), dtype=Maybe()),
        "bir.reciprocal @i ins(%w) -> outs(%t)",
    ),
    "batchNormStats": (
        "batchNormStats",
        record("BatchNormStats", dst=whole(T), src=whole(W), dtype=Maybe()),
        "bir.bn_stats @i ins(%w) -> outs(%t)",
    ),
    "batchNormAggregate": (
        "batchNormAggregate",
        record("BatchNormAggregate", dst=whole(T), src=whole(W), dtype=Maybe()),
        "bir.bn_stats_aggregate @i ins(%w) -> outs(%t)",
    ),
}


@pytest.mark.parametrize("case", OPERATORS)
def test_operators_become_instructions(case: str) -> None:
    operator, fields, expected = OPERATORS[case]
    assert instruction(operator, fields) == expected


def test_every_operator_that_is_imported_is_tested() -> None:
    assert {operator for operator, _, _ in OPERATORS.values()} == set(IMPORTED)


ACCESSES: dict[str, tuple[Tagged, str]] = {
    "whole, in hbm": (whole(X), "#neuron.ap<free = [[64, 128], [1, 64]], dtype = f32>"),
    "basic": (
        basic(X, (0, 64, 1), (1, 64, 3)),
        "#neuron.ap<free = [[64, 64], [3, 21]], offset = 1, access_shape = [64, 21], dtype = f32>",
    ),
    "an index": (
        basic(X, 3, (0, 64, 1)),
        "#neuron.ap<free = [[64, 1], [1, 64]], offset = 192, access_shape = [1, 64], dtype = f32>",
    ),
    "on chip": (
        basic(T, (32, 64, 1), (0, 32, 1)),
        "#neuron.ap<partition = [[64, 32]], free = [[1, 32]], offset = 2048, access_shape = [32, 32], dtype = f32>",
    ),
    "pairs": (
        bir_pattern(T, 4, (64, 128), (8, 8), (1, 2)),
        "#neuron.ap<partition = [[64, 128]], free = [[8, 8], [1, 2]], offset = 4, access_shape = [128, 8, 2], "
        "dtype = f32>",
    ),
    "a pattern with its offsets": (
        union(
            "TensorRef",
            "abstract",
            union(
                "Access",
                "pattern",
                record(
                    "AccessPattern",
                    tensor=T,
                    parNum=128,
                    pattern=[record("APPair", step=64, num=128, offset=0), record("APPair", step=1, num=8, offset=5)],
                    parOffset=0,
                    freeOffset=0,
                    fixedAxis=[],
                ),
            ),
        ),
        "#neuron.ap<partition = [[64, 128]], free = [[1, 8]], offset = 5, access_shape = [128, 8], dtype = f32>",
    ),
    "another element type of the same size": (
        bir_pattern(T, 0, (64, 128), (1, 64), dtypeOverride=Maybe(union("Dtype", "int32"))),
        "#neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = i32>",
    ),
    "another shape of the same elements": (
        whole(tensor("x", 64, 128)),
        "#neuron.ap<free = [[128, 64], [1, 128]], access_shape = [64, 128], dtype = f32>",
    ),
}


@pytest.mark.parametrize("case", ACCESSES)
def test_accesses_become_patterns(case: str) -> None:
    access, expected = ACCESSES[case]
    text = imported(kernel(statement("copy", record("Copy", dst=access, src=whole(W), opDim=Maybe()), "i")))
    line = next(line for line in text.splitlines() if " @i " in line)
    assert line.split("-> outs(")[1].split(" via ")[1].rstrip(")") == expected


REFUSED: dict[str, tuple[Tagged, str]] = {
    "an operator": (
        kernel(statement("dropout", Tagged(147, 0, []))),
        "has operator dropout in block @main, which is not imported (imported are: batchNormAggregate, batchNormStats,",
    ),
    "an unallocated tensor": (
        kernel(
            statement(
                "copy", record("Copy", dst=whole(T), src=whole(tensor("u", 128, 64, memory="sbuf")), opDim=Maybe())
            )
        ),
        "has tensor u in sbuf without an address: codegen.getIsAllocated() does not hold",
    ),
    "an offset at run time": (
        kernel(
            statement(
                "copy",
                record(
                    "Copy",
                    dst=bir_pattern(T, 0, (64, 128), scalarOffset=Maybe(Tagged(123, 0, ["r"]))),
                    src=whole(W),
                    opDim=Maybe(),
                ),
            )
        ),
        "has an access to t whose offset is known at run time, which is not imported",
    ),
    "a lowered reference": (
        kernel(statement("copy", record("Copy", dst=union("TensorRef", "register", 3), src=whole(W), opDim=Maybe()))),
        "has a tensor reference of kind register, expected an access by name",
    ),
    "a start between quadrants": (
        kernel(statement("copy", record("Copy", dst=basic(T, (1, 2, 1), (0, 64, 1)), src=whole(W), opDim=Maybe()))),
        "Invalid partition start offset 1 for non-HBM memory. Valid offsets are: 0, 32, 64, 96",
    ),
    "an element type": (
        kernel(
            statement(
                "copy", record("Copy", dst=whole(T), src=whole(tensor("u", 8, dtype="float8_e4m3")), opDim=Maybe())
            )
        ),
        "has tensor u of float8_e4m3, which Backend IR does not have",
    ),
    "an element type of another size": (
        kernel(
            statement(
                "copy",
                record(
                    "Copy",
                    dst=whole(T),
                    opDim=Maybe(),
                    src=bir_pattern(W, 0, (64, 128), (1, 64), dtypeOverride=Maybe(union("Dtype", "bfloat16"))),
                ),
            )
        ),
        "has an access to w, of float32, as bfloat16, which is not imported",
    ),
    "a tensor of two sizes": (
        kernel(statement("copy", record("Copy", dst=whole(tensor("x", 4, 4)), src=whole(W), opDim=Maybe()))),
        "has tensor x both as memref<128x64xf32, #neuron.memory<hbm>> and as memref<4x4xf32, #neuron.memory<hbm>>",
    ),
    "a tensor in a register": (
        kernel(statement("copy", record("Copy", dst=whole(tensor("r", 1, memory="reg")), src=whole(W), opDim=Maybe()))),
        "has tensor r in reg, which is no memory of a tensor",
    ),
    "an empty tensor": (
        kernel(statement("copy", record("Copy", dst=whole(tensor("r", 0, 4)), src=whole(W), opDim=Maybe()))),
        "has tensor r of shape [0, 4], which has no elements",
    ),
    "a conversion in between": (
        kernel(
            statement(
                "reciprocal", record("Reciprocal", dst=whole(T), src=whole(W), dtype=Maybe(union("Dtype", "bfloat16")))
            )
        ),
        "has Reciprocal with dtype bfloat16, and a destination of float32; a conversion in between is not imported",
    ),
    "a copy along a dimension": (
        kernel(statement("copy", record("Copy", dst=whole(T), src=whole(W), opDim=Maybe(union("TensorSubDim", "X"))))),
        "has a Copy with opDim, which is not imported",
    ),
    "a copy that computes": (
        kernel(statement("dmaCopy", plain_dma(compute_op=union("DgeComputeOp", "add")))),
        "has a DmaCopy that computes, which is not imported",
    ),
    "bounds in a register": (
        kernel(statement("dmaCopy", plain_dma(dstBoundsCheck=union("DmaBounds", "reg", 3)))),
        "has a DmaCopy whose bounds are checked by a register, which is not imported",
    ),
    "a priority": (
        kernel(statement("ncDmaCopy", dma(whole(Y), whole(X), priority=Maybe(1)))),
        "has a NcDmaCopy with priority, which is not imported",
    ),
    "an unknown way to make descriptors": (
        kernel(statement("ncDmaCopy", dma(whole(Y), whole(X), dgeMode=4))),
        "has a NcDmaCopy with dgeMode 4, there are 4",
    ),
    "half a second operation": (
        kernel(statement("tensorScalar", scalar(imm1=Maybe(ONE)))),
        "has a TensorScalar with one of imm1 and op1",
    ),
    "an immediate that is a pointer": (
        kernel(statement("tensorScalar", scalar(imm0=union("Operand", "imm", union("Immediate", "pointer"))))),
        "has an immediate of kind pointer, which is not imported",
    ),
    "a scale from memory": (
        kernel(statement("ncActivate", activation(scale=union("Operand", "tile", whole(W))))),
        "has an activation whose scale is read from memory, which is not imported",
    ),
    "a reduction beside": (
        kernel(statement("ncActivate", activation(reduceOp=Maybe(union("AluOp", "add"))))),
        "has a NcActivate with reduceOp, which is not imported",
    ),
    "a tile position of three": (
        kernel(statement("ncMatMul", matmul(tilePosition=[1, 2, 3]))),
        "has NcMatMul.tilePosition = [1, 2, 3], expected two numbers or none",
    ),
    "a transpose on another engine": (
        kernel(
            statement(
                "transpose",
                record("Transpose", dst=whole(T), src=whole(W), dtype=Maybe(), engine=union("Engine", "pe")),
            )
        ),
        "has a Transpose on pe, which is not imported",
    ),
    "two blocks of a name": (
        lnc_kernel("k", [X], [Y], [block("a"), block("a")]),
        "has two blocks of one label: a, a",
    ),
    "no blocks": (lnc_kernel("k", [X], [Y], []), "has a body without blocks"),
    "another record": (kernel(statement("copy", T)), "has a value of type 114 where a Copy is expected"),
    "too few fields": (
        kernel(statement("copy", Tagged(177, 0, [whole(T)]))),
        "has a Copy with 1 fields, expected 3",
    ),
    "an unknown constructor": (
        kernel(statement("copy", record("Copy", dst=Tagged(128, 77, [1]), src=whole(W), opDim=Maybe()))),
        "has constructor 77 of TensorRef, which has 5",
    ),
    "a number for a name": (lnc_kernel(3, [X], [Y], [block("main")]), "has a int for LncKernel.name, expected a text"),  # type: ignore[arg-type]
    "a negative offset": (
        kernel(statement("copy", record("Copy", dst=bir_pattern(T, -1, (64, 128)), src=whole(W), opDim=Maybe()))),
        "has BirAccessPattern.offset = -1, which is negative",
    ),
    "a name that is no name": (
        kernel(statement("copy", record("Copy", dst=whole(T), src=whole(W), opDim=Maybe()), 3)),  # type: ignore[arg-type]
        "has a int for the name of a statement",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_imported_is_named(case: str) -> None:
    contents, message = REFUSED[case]
    with pytest.raises(KlrFileError) as failure:
        imported(contents)
    assert message in str(failure.value)


def test_a_kernel_has_a_body_for_each_core() -> None:
    bodies = [[block("main", statement("ncDmaCopy", dma(whole(Y), whole(X)), f"core{index}"))] for index in range(2)]
    contents = lnc_kernel("k", [X], [Y], *bodies)
    assert "@core1 " in imported(contents, 1) and "@core0 " not in imported(contents, 1)
    with pytest.raises(IndexError):
        imported(contents, 2)


def test_blocks_go_on_at_the_next_one_and_edges_become_dependencies() -> None:
    steps = [statement("ncDmaCopy", dma(whole(Y), whole(X)), name) for name in ("a", "b", "c")]
    contents = lnc_kernel(
        "k",
        [X],
        [Y],
        [block("one", steps[0], no_reorder=True), block("two", steps[1], steps[2])],
        edges=[("a", ["c"]), ("b", ["c", "elsewhere"]), ("elsewhere", ["b"])],
    )
    text = imported(contents)
    assert "bir.unconditional_branch @one_br {target = @two}" in text
    assert "bir.block @one {neuron.no_reorder} body {" in text
    assert "dependencies = [@a Ordered, @b Ordered]" in text
    assert text.count("dependencies") == 1
    assert text.count("bir.return") == 1


def test_storage_has_the_kinds_and_places_of_the_kernel() -> None:
    copy = statement("ncDmaCopy", dma(whole(T), whole(tensor("c", 128, 64, memory="shared_hbm"))))
    to_psum = statement("ncDmaCopy", dma(whole(P), whole(T)))
    text = imported(
        kernel(copy, to_psum, constants=[("c", "c.npy")], shared_buffers=[tensor("shared", 4, memory="shared_hbm")])
    )
    for expected in (
        "@x_set {kind = ExternalInput} : memref<128x64xf32, #neuron.memory<hbm>>",
        "@y_set {kind = ExternalOutput} : memref<128x64xf32, #neuron.memory<hbm>>",
        "@shared_set {kind = Internal} : memref<4xf32, #neuron.memory<hbm, shared>>",
        '@c_set {kind = Const, neuron.constant_file = "c.npy"} : memref<128x64xf32, #neuron.memory<hbm, shared>>',
        "{allocated = true, dims = [128, 256], addr = 256} : memref<128x64xf32, #neuron.memory<sbuf>>",
        "{allocated = true, dims = [128, 256], bank = 2, addr = 4096} : memref<128x64xf32, #neuron.memory<psum>>",
    ):
        assert expected in text


# -- the container --------------------------------------------------------------------------------

GOOD = klr_file(kernel(statement("ncDmaCopy", dma(basic(Y, (0, 128, 1), 3), basic(X, (0, 128, 1), 4)))))


def test_a_file_is_three_items() -> None:
    assert GOOD[:7] == bytes((0xD9, 0xD9, 0xF7, 0x83, 0, 0, 12))
    file = read_klr_file(GOOD, deepest=100, most_items=10_000)
    assert file.version == (0, 0, 12) and file.format == "NKI"
    assert file.contents.constructor == 3
    inner = file.contents.fields[0]
    assert isinstance(inner, Value) and inner.type == 108


CONTAINERS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "is not a KLR file: it does not start with d9 d9 f7"),
    "json": (b"{}", "is not a KLR file: it does not start with d9 d9 f7"),
    "another version": (klr_file(X, version=(0, 0, 11)), "Wrong KLR version: 0.0.11, expected 0.0.12"),
    "no version": (klr_file(X, version=(0, 12)), "is not a KLR file: its version is not three numbers"),
    "words": (klr_file(X, version=("a", "b", "c")), "is not a KLR file: its version is not three numbers"),  # type: ignore[arg-type]
    "python": (klr_file(X, constructor=0), "Wrong KLIR content type: python, expected lnc, a kernel for logical cores"),
    "a kernel without cores": (klr_file(X, constructor=2), "Wrong KLIR content type: kernel, expected lnc"),
    "a name": (klr_file(X, constructor=4), "Wrong KLIR content type: hlo, expected lnc"),
    "something else": (klr_file(X, constructor=9), "Wrong KLIR content type: constructor 9, expected lnc"),
    "no metadata": (
        klr_file(X, metadata=Tagged(0xEC, 0, ["NKI"])),
        "is not a KLR file: no metadata behind the version",
    ),
    "no contents": (
        encode(Tagged(0xD9, 0xF7, [0, 0, 12])) + encode(Tagged(0xEB, 0, ["NKI"])) * 2,
        "is not a KLR file: no contents behind the metadata",
    ),
    "two items": (encode(Tagged(0xD9, 0xF7, [0, 0, 12])) + encode(Tagged(0xEB, 0, ["NKI"])), "is cut off"),
    "too much": (GOOD + b"\0", "is not a KLR file: 1 bytes follow the contents"),
    "bytes": (klr_file(Tagged(108, 0, [b"x"])), "is not a KLR file: a CBOR item of major type 2"),
    "a list of unknown length": (GOOD[:7] + b"\x9f", "is not a KLR file: an item of unknown length"),
    "a tag without a list": (
        GOOD[:7] + b"\xd9\xeb\x00\x01",
        "is not a KLR file: a tag is not followed by a list of fields",
    ),
    "a tensor with other fields": (
        klr_file(Tagged(114, 0, [1, 2, 3])),
        "has a value of type 114 with 3 fields, expected 8",
    ),
    "an option of two": (
        klr_file(Tagged(255, 1, [1, 2])),
        "is not a KLR file: an option has neither one value nor none",
    ),
    "text that is none": (GOOD[:7] + encode(Tagged(0xEB, 0, [])) + b"\xd9\xec\x03\x81\x61\xff", "is not a KLR file: "),
}


@pytest.mark.parametrize("case", CONTAINERS)
def test_containers_that_are_not_right(case: str) -> None:
    data, message = CONTAINERS[case]
    with pytest.raises(KlrFileError) as failure:
        read_klr_file(data, deepest=100, most_items=10_000)
    assert message in str(failure.value)


def test_depth_and_size_are_bounded_before_anything_is_decoded() -> None:
    deep: Any = []
    for _ in range(50):
        deep = [deep, 1]
    with pytest.raises(KlrFileError, match="is nested more than 20 levels deep"):
        read_klr_file(klr_file(Tagged(108, 0, [deep])), deepest=20, most_items=10_000)
    with pytest.raises(KlrFileError, match="has more than 100 items"):
        read_klr_file(klr_file(Tagged(108, 0, [list(range(200))])), deepest=20, most_items=100)
    # A head that promises more than there is costs nothing.
    with pytest.raises(KlrFileError, match="is cut off"):
        read_klr_file(GOOD[:7] + b"\xd9\xeb\x00\x9b" + b"\xff" * 8, deepest=20, most_items=100)
    with pytest.raises(KlrFileError, match="is cut off"):
        read_klr_file(GOOD[:7] + b"\xd9\xeb\x00\x81\x7b" + b"\xff" * 8, deepest=20, most_items=100)


@settings(deadline=None)
@given(st.integers(0, len(GOOD) - 1))
def test_every_beginning_of_a_file_is_refused(length: int) -> None:
    with pytest.raises(KlrFileError):
        read_klr_file(GOOD[:length], deepest=100, most_items=10_000)


@settings(deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    """Whatever is in a file, there is a kernel, or an error of ours."""
    damaged = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(GOOD) - 1))] = data.draw(st.integers(0, 255))
    try:
        import_kernel(kernel_of(read_klr_file(bytes(damaged), deepest=100, most_items=10_000)), 0)
    except KlrFileError:
        pass
    except (ValueError, TypeError) as failure:
        pytest.fail(f"{type(failure).__name__}: {failure}")


def test_only_the_heads_with_proofs_are_changed() -> None:
    corrected = well_formed(GOOD, deepest=100, most_items=10_000)
    changed = [index for index, (one, other) in enumerate(zip(GOOD, corrected, strict=True)) if one != other]
    heads = {0x72: (0x88, 0x86), 0x73: (0x84, 0x83), 0x76: (0x83, 0x82)}
    assert changed
    for index in changed:
        assert (GOOD[index], corrected[index]) == heads[GOOD[index - 2]]


# -- the pass -------------------------------------------------------------------------------------

TYPE = "memref<128x64xf32, #neuron.memory<hbm>>"
WHOLE = f"{TYPE} via #neuron.interval<count = 8192, dtype = f32>"


def translate(tmp_path: Path, data: bytes, *, keys: str = "", options: str = "") -> Outcome:
    (tmp_path / "k.klr").write_bytes(data)
    text = f"""
    func.func @f(%p: {TYPE}, %q: {TYPE}) {{
      bir.nki_klir_kernel ins(%p : {WHOLE}) -> outs(%q : {WHOLE}) {{klir_binary = "{tmp_path}/k.klr",
          kernel_format = "klir", func_args = {{x = "ins[0]"}}, func_outs = {{y = "outs[0]"}}{keys}}}
      return
    }}"""
    return opt(tmp_path, text, f"--translate-nki-klir=artifact-dir={tmp_path / 'artefacts'} {options}")


COPY = kernel(statement("ncDmaCopy", dma(whole(T), whole(X)), "load"), statement("ncDmaCopy", dma(whole(Y), whole(T))))


def test_a_klr_file_becomes_a_function_and_the_node_a_call(tmp_path: Path) -> None:
    outcome = translate(tmp_path, klr_file(COPY), keys=', nki_binary_version_identifier = "1.0.0"')
    assert outcome.code == 0, outcome.errors
    assert "kernel_source_val = Beta2, sym_name = @inst__k" in outcome.output
    assert "sb_buf_shape = [512, 128]" in outcome.output
    assert "bir.function @k {nki = true} body {" in outcome.output
    assert (tmp_path / "artefacts" / "k.klr").read_bytes() == klr_file(COPY)


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("1.2.3", ""),
        ("", ""),
        ("2.0.0", "has version 2.0.0 of the NKI binary, which is not compatible with 1.0.0"),
        ("0.9.9", "has version 0.9.9 of the NKI binary, which is not compatible with 1.0.0"),
        ("1.0", 'has nki_binary_version_identifier = "1.0", expected major.minor.patch'),
        ("1.0.x", 'has nki_binary_version_identifier = "1.0.x", expected major.minor.patch'),
    ],
)
def test_the_version_of_the_node_is_a_gate(tmp_path: Path, version: str, message: str) -> None:
    outcome = translate(tmp_path, klr_file(COPY), keys=f', nki_binary_version_identifier = "{version}"')
    if message:
        assert f"'bir.nki_klir_kernel' op {message}\n" in outcome.errors
    else:
        assert outcome.code == 0, outcome.errors


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (klr_file(COPY, version=(0, 0, 11)), "", "which Wrong KLR version: 0.0.11"),
        (klr_file(COPY, constructor=0), "", "which Wrong KLIR content type: python"),
        (b"\xd9\xd9\xf7", "", "which is cut off"),
        (klr_file(kernel(statement("iota", Tagged(159, 0, [])))), "", "which has operator iota in block @main"),
        (klr_file(COPY), "max-nesting=3", "which is nested more than 3 levels deep"),
        (klr_file(COPY), "max-items=20", "which has more than 20 items"),
    ],
)
def test_gates_and_refusals_are_errors_of_the_node(tmp_path: Path, data: bytes, options: str, message: str) -> None:
    outcome = translate(tmp_path, data, options=options)
    assert outcome.code == 1
    assert f"'bir.nki_klir_kernel' op carries '{tmp_path}/k.klr', {message}" in outcome.errors


def test_a_file_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> tuple[str, bytes]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("neuron_opt.passes.kernel_modules.reading.read_input", refuse)
    outcome = translate(tmp_path, klr_file(COPY))
    assert outcome.code == 1
    assert "fail to locate KLIR artifact" in outcome.errors
    assert "Permission denied" in outcome.errors


def test_without_the_library_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cbor2", None)
    outcome = translate(tmp_path, klr_file(COPY))
    assert outcome.code == 1
    assert "a KLR file, and reading one needs the Python package cbor2: install neuron-opt[klr]" in outcome.errors


def constant(file: str) -> bytes:
    tensor_c = tensor("c", 128, 64)
    return klr_file(kernel(statement("ncDmaCopy", dma(whole(Y), whole(tensor_c))), constants=[("c", file)]))


def test_constants_are_copied_beside_the_artefact(tmp_path: Path) -> None:
    (tmp_path / "c.npy").write_bytes(b"values")
    outcome = translate(tmp_path, constant("c.npy"))
    assert outcome.code == 0, outcome.errors
    assert (tmp_path / "artefacts" / "c.npy").read_bytes() == b"values"
    (tmp_path / "c.npy").unlink()
    assert f"cannot open '{tmp_path}/c.npy'" in translate(tmp_path, constant("c.npy")).errors


@pytest.mark.parametrize("file", ["../secret", "/etc/passwd", "..", ""])
def test_constants_do_not_lead_elsewhere(tmp_path: Path, file: str) -> None:
    outcome = translate(tmp_path, constant(file))
    assert outcome.code == 1
    assert f"whose constant '{file}' is not the name of a file beside it" in outcome.errors


def test_cores_are_picked_as_in_json(tmp_path: Path) -> None:
    bodies = [[block("main", statement("ncDmaCopy", dma(whole(Y), whole(X)), f"core{index}"))] for index in range(2)]
    data = klr_file(lnc_kernel("k", [X], [Y], *bodies))
    assert "NeuronCoreId must be set when the LNC count is greater than 1" in translate(tmp_path, data).errors
    assert "@core1 " in translate(tmp_path, data, options="neuron-core-id=1").output
    assert (
        "The kernel is compiled for LNC count lower than the current core_id 2"
        in translate(tmp_path, data, options="neuron-core-id=2").errors
    )
