"""Resolving kernels that carry their trace: files, gates, cores, functions, calls and scratch outputs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from driving import Outcome
from klr_files import klr_file, lnc_kernel
from opt import opt

X = "memref<128x64xf32, #neuron.memory<hbm>>"
WHOLE = f"{X} via #neuron.interval<count = 8192, dtype = f32>"
MAPS = 'func_args = {x = "ins[0]"}, func_outs = {y = "outs[0]"}'


def node(file: str, *, format: str = "bir", keys: str = MAPS, attributes: str = "") -> str:
    return (
        f"bir.nki_klir_kernel ins(%p : {WHOLE}) -> outs(%q : {WHOLE}) "
        f'{{klir_binary = "{file}", kernel_format = "{format}", {keys}{attributes}}}\n'
    )


def module(*nodes: str) -> str:
    return f"module {{ func.func @f(%p: {X}, %q: {X}) {{ {' '.join(nodes)} return }} }}"


def location(name: str, kind: str, *, type: str = "DRAM", shape: tuple[int, ...] = (128, 64), **keys: Any) -> Any:
    record: dict[str, Any] = {
        "Skind": "memory_location_set",
        "name": f"{name}_set",
        "dtype": "float32",
        "tensor_shape": list(shape),
        "kind": kind,
        "memorylocations": [{"Skind": "memory_location", "name": name, "type": type, **keys}],
        "tensorId2MemLocSize": 1,
    }
    if type != "DRAM":
        record["partition_dim"] = 0
    return record


def pattern(name: str, *pairs: tuple[int, int]) -> Any:
    return {
        "kind": "physical_ap",
        "ap": [list(pair) for pair in pairs],
        "dtype": "float32",
        "memref": name,
        "memsetref": f"{name}_set",
    }


def copy(name: str = "copy") -> Any:
    return {
        "name": name,
        "opcode": "DMACopy",
        "origin": "NKI",
        "engine": "Unassigned",
        "engine_id": 0,
        "scheduled_start": 0,
        "scheduled_end": 0,
        "ins": [pattern("x", (64, 128), (1, 64))],
        "outs": [pattern("y", (64, 128), (1, 64))],
        "queue": "q",
    }


def function(name: str = "kernel", *extra: Any, instruction: str = "copy") -> Any:
    return {
        "name": name,
        "allocations": [location("x", "ExternalInput"), location("y", "ExternalOutput"), *extra],
        "blocks": [{"name": "Block1", "instructions": [copy(instruction)]}],
    }


def document(*functions: Any) -> str:
    return json.dumps({"version": 2, "arch": "gen3", "queues": [{"name": "q"}], "functions": list(functions)})


def translate(tmp_path: Path, text: str, *options: str) -> Outcome:
    flags = " ".join((f"artifact-dir={tmp_path / 'artefacts'}", *options))
    return opt(tmp_path, text, f"--translate-nki-klir={flags}")


def written(tmp_path: Path, text: str | bytes, name: str = "k.bir.json") -> str:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


# -- form B ---------------------------------------------------------------------------------------


def test_a_node_becomes_a_call_and_the_artefact_a_function(tmp_path: Path) -> None:
    file = written(tmp_path, document(function()))
    outcome = translate(tmp_path, module(node(file)))
    assert outcome.code == 0, outcome.errors
    assert re.search(
        r"bir\.nki_kernel @kernel ins\(%p : .*\) -> outs\(%q : .*\) \{func_args = \{x = \"ins\[0\]\"\}, "
        r"func_outs = \{y = \"outs\[0\]\"\}, kernel_source_val = Beta3, sym_name = @inst__kernel\}",
        outcome.output,
    )
    assert "bir.function @kernel {nki = true} body {" in outcome.output
    assert "bir.queue @q" in outcome.output
    assert "bir.nki_klir_kernel" not in outcome.output
    # A copy is kept with the others, as it was.
    assert (tmp_path / "artefacts" / "k.bir.json").read_text() == document(function())


def test_a_call_is_named_after_the_kernel(tmp_path: Path) -> None:
    file = written(tmp_path, document(function()))
    nodes = (
        node(file, attributes=', neuron.func_name = "Resize"'),
        node(file, attributes=', neuron.func_name = "Resize"'),
        node(file, keys=f"{MAPS}, sym_name = @mine"),
    )
    outcome = translate(tmp_path, module(*nodes))
    assert outcome.code == 0, outcome.errors
    assert re.findall(r"sym_name = @(\w+)", outcome.output) == ["inst__Resize", "inst__Resize_1", "inst__mine"]
    # One artefact is one function, however many nodes carry it.
    assert outcome.output.count("bir.function @kernel") == 1


def test_functions_and_queues_of_several_artefacts_do_not_collide(tmp_path: Path) -> None:
    one, two = (written(tmp_path, document(function()), f"{name}.json") for name in "ab")
    outcome = translate(tmp_path, module(node(one), node(two)))
    assert outcome.code == 0, outcome.errors
    assert re.findall(r"bir\.function @(\w+)", outcome.output) == ["kernel", "kernel_1"]
    assert re.findall(r"bir\.nki_kernel @(\w+)", outcome.output) == ["kernel", "kernel_1"]
    assert outcome.output.count("bir.queue @q") == 1


def test_a_missing_file_is_looked_for_in_the_directory_of_artefacts(tmp_path: Path) -> None:
    (tmp_path / "artefacts").mkdir()
    written(tmp_path, document(function()), "artefacts/k.bir.json")
    outcome = translate(tmp_path, module(node("/somewhere/else/k.bir.json")))
    assert outcome.code == 0, outcome.errors
    outcome = translate(tmp_path, module(node("/somewhere/else/l.bir.json")))
    assert outcome.code == 1
    assert (
        "'bir.nki_klir_kernel' op NKI Kernel file /somewhere/else/l.bir.json does not exist, either in full path or in "
        "compiler artifacts directory\n"
    ) in outcome.errors


def test_no_file_has_a_name_with_a_zero_in_it(tmp_path: Path) -> None:
    outcome = translate(tmp_path, module(node("a\\00b")))
    assert outcome.code == 1
    assert "does not exist, either in full path or in compiler artifacts directory" in outcome.errors


def test_the_core_picks_the_function(tmp_path: Path) -> None:
    cores = [function(f"core{index}", instruction=f"copy_{index}") for index in range(2)]
    text = module(node(written(tmp_path, document(*cores))))
    outcome = translate(tmp_path, text, "neuron-core-id=1")
    assert outcome.code == 0, outcome.errors
    assert "@copy_1" in outcome.output and "@copy_0" not in outcome.output
    outcome = translate(tmp_path, text)
    assert outcome.code == 1
    assert (
        "NeuronCoreId must be set when the LNC count is greater than 1: the artefact has 2 functions, pass "
        "neuron-core-id=N\n"
    ) in outcome.errors
    outcome = translate(tmp_path, text, "neuron-core-id=2")
    assert outcome.code == 0
    assert (
        "remark: 'bir.nki_klir_kernel' op is skipped: The kernel is compiled for LNC count lower than the current "
        "core_id 2 (it has 2 functions)\n"
    ) in outcome.errors
    assert "bir.nki_klir_kernel" in outcome.output and "bir.function" not in outcome.output
    assert "neuron-core-id = -1, which is negative" in translate(tmp_path, text, "neuron-core-id=-1").errors


def test_functions_of_the_second_container_are_no_cores(tmp_path: Path) -> None:
    artefact = json.loads(document(function()))
    artefact["nki_functions"] = {"functions": [function("inner")]}
    outcome = translate(tmp_path, module(node(written(tmp_path, json.dumps(artefact)))))
    assert outcome.code == 0, outcome.errors
    assert "bir.function @kernel" in outcome.output and "bir.function @inner" not in outcome.output


def test_an_artefact_without_functions(tmp_path: Path) -> None:
    outcome = translate(tmp_path, module(node(written(tmp_path, document()))))
    assert "'bir.nki_klir_kernel' op carries an artefact without functions\n" in outcome.errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t.json"),
        ("not json", "t.json:1:"),
        ('{"functions": [{"name": 3}]}', "$.functions[0]"),
        ('{"version": 7, "functions": []}', "Check the version of bir json file - should be 1 (old) or 2 (new)"),
        ("[" * 1000, "t.json' is nested more than 500 levels deep"),
    ],
)
def test_what_is_wrong_with_a_document_is_said_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = written(tmp_path, text, "t.json")
    outcome = translate(tmp_path, module(node(file)))
    assert outcome.code == 1
    assert message in outcome.errors
    assert f"'bir.nki_klir_kernel' op carries '{file}', which cannot be read\n" in outcome.errors
    assert "Traceback" not in outcome.errors


def test_sizes_and_depths_are_options(tmp_path: Path) -> None:
    file = written(tmp_path, document(function()))
    size = (tmp_path / "k.bir.json").stat().st_size
    outcome = translate(tmp_path, module(node(file)), f"max-file-size={size - 1}")
    assert f"'{file}' has {size} bytes, at most {size - 1} are read" in outcome.errors
    assert translate(tmp_path, module(node(file)), f"max-file-size={size}").code == 0
    outcome = translate(tmp_path, module(node(file)), "max-nesting=4")
    assert "is nested more than 4 levels deep" in outcome.errors


@pytest.mark.parametrize(
    ("maps", "message"),
    [
        ('func_args = {z = "ins[0]"}, func_outs = {y = "outs[0]"}', "z input cannot be found "),
        ('func_args = {x = "ins[0]"}, func_outs = {z = "outs[0]"}', "z output cannot be found "),
    ],
)
@pytest.mark.parametrize("format", ["bir", "klir"])
def test_parameters_are_bound_by_name(tmp_path: Path, maps: str, message: str, format: str) -> None:
    from klr_files import tensor

    kernel = lnc_kernel("k", [tensor("x", 128, 64)], [tensor("y", 128, 64)], [simple_block()])
    file = written(tmp_path, document(function()) if format == "bir" else klr_file(kernel), f"k.{format}")
    outcome = translate(tmp_path, module(node(file, keys=maps, format=format)))
    assert outcome.code == 1
    assert f"'bir.nki_klir_kernel' op {message}\n" in outcome.errors


def simple_block() -> Any:
    from klr_files import block

    return block("main")


def test_shapes_are_checked(tmp_path: Path) -> None:
    small = function()
    small["allocations"][0]["tensor_shape"] = [64, 64]
    small["blocks"][0]["instructions"][0]["ins"] = [pattern("x", (0, 128), (1, 64))]
    outcome = translate(tmp_path, module(node(written(tmp_path, document(small)))))
    assert "has shape 128x64, the kernel's x is 64x64" in outcome.errors


def test_allocated_kernels_get_scratch_outputs(tmp_path: Path) -> None:
    sb = location("t", "Internal", type="SB", allocated=True, addr=1024, dims=[128, 256])
    psum = location("s", "Internal", type="PSUM", allocated=True, bank=2, dims=[128, 256])
    idle = location("u", "Internal", type="SB", addr=9999)
    file = written(tmp_path, document(function("kernel", sb, psum, idle)))
    outcome = translate(tmp_path, module(node(file)))
    assert outcome.code == 0, outcome.errors
    assert "sb_buf_shape = [1280, 128], psum_buf_shape = [2048, 128, 3]" in outcome.output
    names = re.findall(
        r"bir\.memory_location @(inst__kernel_\w+) set\(.*\) : memref<(\w+), #neuron.memory<(\w+)>>", outcome.output
    )
    assert names == [
        ("inst__kernel_sb", "128x1280xui8", "sbuf"),
        ("inst__kernel_psum", "128x6144xui8", "psum"),
    ]
    # A node that asks for more gets more.
    outcome = translate(tmp_path, module(node(file, keys=f"{MAPS}, sb_buf_shape = [4096, 128]")))
    assert "sb_buf_shape = [4096, 128], psum_buf_shape = [2048, 128, 3]" in outcome.output


def test_fields_go_over_to_the_call(tmp_path: Path) -> None:
    file = written(tmp_path, document(function()))
    keys = f"{MAPS}, address_rotation_scope_val = Kernel, engine = ALL, scheduled_start = 3"
    outcome = translate(tmp_path, module(node(file, keys=keys, attributes=", neuron.auto_cast = 1")))
    assert outcome.code == 0, outcome.errors
    for field in ("address_rotation_scope_val = Kernel", "engine = ALL", "scheduled_start = 3", "neuron.auto_cast = 1"):
        assert field in outcome.output


def test_without_a_directory_nothing_is_copied(tmp_path: Path) -> None:
    file = written(tmp_path, document(function()))
    before = sorted(tmp_path.iterdir())
    assert opt(tmp_path, module(node(file)), "--translate-nki-klir").code == 0
    assert sorted(tmp_path.iterdir()) == sorted({*before, tmp_path / "t.mlir"})


def test_another_artefact_of_the_name_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "artefacts").mkdir()
    (tmp_path / "artefacts" / "k.bir.json").write_text("other")
    outcome = translate(tmp_path, module(node(written(tmp_path, document(function())))))
    assert "is there already with another content; remove it, or pass another artifact-dir" in outcome.errors
    assert (tmp_path / "artefacts" / "k.bir.json").read_text() == "other"
