"""Splicing bodies in place of kernel nodes: what they compute, how they are bound and named, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import klr_files as klr
import numpy as np
import pytest
from bir_machine import run_function
from driving import Outcome
from macro_instances import context
from opt import opt
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

EXAMPLES = Path(__file__).parents[3] / "examples"
LIBRARY = EXAMPLES / "kernel-library"


def module_of(outcome: Outcome) -> ModuleOp:
    assert outcome.code == 0, outcome.errors
    return Parser(context(), outcome.output).parse_module()


# -- what spliced bodies compute ------------------------------------------------------------------


def test_the_body_of_an_mlp_computes_the_mlp(tmp_path: Path) -> None:
    text = (EXAMPLES / "end-to-end" / "library-kernel.mlir").read_text()
    outcome = opt(tmp_path, text, "--lower-macros", f"--inline-bir-kernels=kernel-library={LIBRARY}")
    random = np.random.default_rng(1)
    hidden, gate, up, down = (random.normal(size=(128, 128)) for _ in range(4))
    found = run_function(module_of(outcome), [hidden, gate, up, down, None])[-1]
    gated = hidden @ gate
    np.testing.assert_allclose(found[0], (gated / (1 + np.exp(-gated)) * (hidden @ up)) @ down)


def test_a_traced_resize_repeats_its_rows_and_columns(tmp_path: Path) -> None:
    outcome = opt(
        tmp_path,
        (EXAMPLES / "end-to-end" / "registry-kernel.mlir").read_text(),
        "--lower-macros",
        f"--trace-kernels=artifact-dir={tmp_path} artifact-source={EXAMPLES / 'end-to-end' / 'artefacts'}",
        f"--translate-nki-klir=artifact-dir={tmp_path}",
        "--inline-nki-kernels",
    )
    image = np.random.default_rng(2).normal(size=(1, 4, 4, 8))
    found = run_function(module_of(outcome), [image, None])[1]
    np.testing.assert_array_equal(found, image.repeat(2, axis=1).repeat(2, axis=2))


def test_a_kernel_from_a_klr_file_computes_what_it_says(tmp_path: Path) -> None:
    source, result = klr.tensor("x", 128, 64), klr.tensor("y", 128, 64)
    tile = klr.tensor("t", 128, 64, memory="sbuf", at=(0, 256))
    (tmp_path / "silu.klr").write_bytes(klr.klr_file(silu_kernel(source, tile, result)))
    text = f"""
    !x = memref<128x64xf32, #neuron.memory<hbm>>
    func.func @f(%p: !x, %q: !x) {{
      bir.nki_klir_kernel ins(%p : !x via #neuron.interval<count = 8192, dtype = f32>)
          -> outs(%q : !x via #neuron.interval<count = 8192, dtype = f32>)
          {{klir_binary = "{tmp_path}/silu.klr", kernel_format = "klir"}}
      return
    }}
    """
    outcome = opt(tmp_path, text, "--translate-nki-klir", "--inline-nki-kernels", "--verify-bir")
    values = np.random.default_rng(3).normal(size=(128, 64))
    found = run_function(module_of(outcome), [values, None])[1]
    expected = np.full((128, 64), np.nan)
    expected[:, :32] = values[:, 32:] / (1 + np.exp(-values[:, 32:]))
    np.testing.assert_allclose(found, expected)


def silu_kernel(source: klr.Tagged, tile: klr.Tagged, result: klr.Tagged) -> klr.Tagged:
    """Loads the right half of the columns, applies silu, and stores it into the left half."""

    def copy(destination: klr.Tagged, origin: klr.Tagged) -> klr.Tagged:
        skip = klr.union("DmaBounds", "skip")
        compute = klr.union("DgeComputeOp", "none")
        return klr.record(
            "DmaCopy", dst=destination, src=origin, compute_op=compute, dstBoundsCheck=skip, srcBoundsCheck=skip
        )

    half = klr.basic(tile, (0, 128, 1), (0, 32, 1))
    silu = klr.record(
        "NcActivate",
        dst=half,
        src=half,
        accumulatorCmd=klr.union("AccumCmd", "Idle"),
        activationFunc=klr.union("ActivationFunc", "silu"),
        scale=klr.union("Operand", "imm", klr.union("Immediate", "float", 1.0)),
        bias=klr.Maybe(),
        reduceOp=klr.Maybe(),
        reduceRes=klr.Maybe(),
        dtype=klr.Maybe(),
    )
    steps = [
        klr.statement("dmaCopy", copy(half, klr.bir_pattern(source, 32, (64, 128), (1, 32)))),
        klr.statement("ncActivate", silu),
        klr.statement("dmaCopy", copy(klr.basic(result, (0, 128, 1), (0, 32, 1)), half)),
    ]
    return klr.lnc_kernel("silu", [source], [result], [klr.block("main", *steps)])


COPY_BODY = """
!part = memref<4x8xf32, #neuron.memory<hbm>>
module {
  bir.function @part {neuron.kernel_name = "copy"} body {
    %xs = bir.memory_location_set @x_set {kind = ExternalInput} : !part
    %x = bir.memory_location @x set(%xs : !part) : !part
    %ys = bir.memory_location_set @y_set {kind = ExternalOutput} : !part
    %y = bir.memory_location @y set(%ys : !part) : !part
    bir.block @Block1 body {
      bir.dma_copy @transposed ins(%x : !part via #neuron.ap<free = [[1, 8], [8, 4]], dtype = f32>)
          -> outs(%y : !part via #neuron.interval<count = 32, dtype = f32>)
    }
  }
}
"""


def test_a_part_of_a_tensor_is_a_parameter(tmp_path: Path) -> None:
    """The body's patterns move to where the part starts; a pattern that said no shape says it then."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "copy.mlir").write_text(COPY_BODY)
    text = """
    func.func @f(%a: memref<3x4x8xf32, #neuron.memory<hbm>>, %b: memref<64xf32, #neuron.memory<hbm>>) {
      bir.bir_kernel "copy"
          ins(%a : memref<3x4x8xf32, #neuron.memory<hbm>>
              via #neuron.ap<free = [[8, 4], [1, 8]], offset = 32, access_shape = [4, 8], dtype = f32>)
          -> outs(%b : memref<64xf32, #neuron.memory<hbm>>
              via #neuron.interval<count = 32, start = 16, access_shape = [4, 8], dtype = f32>) {fused_rmsnorm = false}
      return
    }
    """
    outcome = opt(tmp_path, text, f"--inline-bir-kernels=kernel-library={tmp_path / 'library'}")
    assert "#neuron.ap<free = [[1, 8], [8, 4]], offset = 32, access_shape = [4, 8], dtype = f32>" in outcome.output
    assert "#neuron.interval<start = 16, count = 32, access_shape = [4, 8], dtype = f32>" in outcome.output
    source = np.arange(96.0)
    found = run_function(module_of(outcome), [source, None])[1]
    np.testing.assert_array_equal(found[16:48], source.reshape(3, 4, 8)[1].T.reshape(-1))
    assert np.isnan(found[:16]).all() and np.isnan(found[48:]).all()


TILE_BODY = """
!tile = memref<4x8xf32, #neuron.memory<sbuf>>
module {
  bir.function @copy body {
    %xs = bir.memory_location_set @x_set {kind = ExternalInput} : !tile
    %x = bir.memory_location @x set(%xs : !tile) : !tile
    %ys = bir.memory_location_set @y_set {kind = ExternalOutput} : !tile
    %y = bir.memory_location @y set(%ys : !tile) : !tile
    bir.block @Block1 body {
      bir.tensor_copy @low
          ins(%x : !tile via #neuron.ap<partition = [[8, 2]], free = [[1, 4]], offset = 2, dtype = f32>)
          -> outs(%y : !tile via #neuron.ap<partition = [[8, 2]], free = [[1, 4]], offset = 18, dtype = f32>)
    }
  }
}
"""

TILE_CALL = """
!wide = memref<4x16xf32, #neuron.memory<sbuf>>
!tile = memref<4x8xf32, #neuron.memory<sbuf>>
func.func @f(%a: !wide, %b: !tile) {{
  bir.bir_kernel "copy"
      ins(%a : !wide via #neuron.ap<partition = [[{step}, 4]], free = [[1, 8]], offset = {offset},
                                     access_shape = [4, 8], dtype = f32>)
      -> outs(%b : !tile via #neuron.ap<partition = [[8, 4]], free = [[1, 8]], dtype = f32>) {{fused_rmsnorm = false}}
  return
}}
"""


def test_partition_steps_are_stretched_to_the_operands_partitions(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "copy.mlir").write_text(TILE_BODY)
    text = TILE_CALL.format(step=16, offset=5)
    outcome = opt(tmp_path, text, f"--inline-bir-kernels=kernel-library={tmp_path / 'library'}")
    assert "#neuron.ap<partition = [[16, 2]], free = [[1, 4]], offset = 7, dtype = f32>" in outcome.output
    assert "#neuron.ap<partition = [[8, 2]], free = [[1, 4]], offset = 18, dtype = f32>" in outcome.output
    source = np.arange(64.0).reshape(4, 16)
    found = run_function(module_of(outcome), [source, None])[1]
    np.testing.assert_array_equal(found[2:, 2:6], source[:2, 7:11])


@pytest.mark.parametrize(("step", "offset"), [(0, 0), (16, 16)])
def test_a_tile_has_to_cover_the_partitions_from_the_first_one(tmp_path: Path, step: int, offset: int) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "copy.mlir").write_text(TILE_BODY)
    text = TILE_CALL.format(step=step, offset=offset).replace("4x16xf32", "5x16xf32")
    outcome = opt(tmp_path, text, f"--inline-bir-kernels=kernel-library={tmp_path / 'library'}")
    assert outcome.code == 1
    assert "which is not a consecutive part of its memref" in outcome.errors


# -- the library ----------------------------------------------------------------------------------

CALL = """
!x = memref<4x8xf32, #neuron.memory<hbm>>
func.func @f(%a: !x, %b: !x) {
  bir.bir_kernel "NAME" ins(%a : !x via #neuron.interval<count = 32, dtype = f32>)
      -> outs(%b : !x via #neuron.interval<count = 32, dtype = f32>) {kernel_attrs = {mode = "fast"},
      fused_rmsnorm = false}
  return
}
"""


def library(tmp_path: Path, **modules: str) -> str:
    directory = tmp_path / "library"
    directory.mkdir()
    for name, text in modules.items():
        (directory / f"{name}.mlir").write_text(text)
    return f"--inline-bir-kernels=kernel-library={directory}"


def body(
    name: str, type: str = "4x8xf32", *, attributes: str = "", memory: str = "hbm", inputs: int = 1, inner: str = ""
) -> str:
    """A function with so many inputs and one output of a type."""
    formals = [(f"x{index}", "ExternalInput") for index in range(inputs)] + [("y", "ExternalOutput")]
    lines = [
        f"%{each}s = bir.memory_location_set @{each}_set {{kind = {kind}}} : !t\n"
        f"%{each} = bir.memory_location @{each} set(%{each}s : !t) : !t"
        for each, kind in formals
    ]
    storage = "\n".join(lines)
    return f"""
!t = memref<{type}, #neuron.memory<{memory}>>
module {{ bir.function @{name} {{{attributes}}} body {{
{storage}
bir.block @Block1 body {{ {inner} bir.no_op @mark bir.return }} }} }}
""".replace("{} body", "body")


def test_a_missing_name_lists_near_ones(tmp_path: Path) -> None:
    flag = library(tmp_path, a=body("RouterTopK"), b=body("RouterTopJ"), c=body("MLP"))
    outcome = opt(tmp_path, CALL.replace("NAME", "RouterTopk"), flag)
    assert outcome.code == 1
    assert f"kernel 'RouterTopk' is not in the library '{tmp_path / 'library'}'" in outcome.errors
    assert "note: near names: RouterTopK, RouterTopJ" in outcome.errors
    assert "note: it has: MLP, RouterTopJ, RouterTopK" in outcome.errors
    # The caret is under the name.
    assert re.search(r"t\.mlir:4:\d+: error: ", outcome.errors)


def test_an_empty_library_says_so(tmp_path: Path) -> None:
    outcome = opt(tmp_path, CALL, library(tmp_path))
    assert "note: it has no functions at all" in outcome.errors


def test_a_library_that_is_not_there(tmp_path: Path) -> None:
    outcome = opt(tmp_path, CALL, f"--inline-bir-kernels=kernel-library={tmp_path / 'none'}")
    assert outcome.code == 1
    assert f"error: kernel-library '{tmp_path / 'none'}' is not a directory" in outcome.errors
    outcome = opt(tmp_path, CALL, "--inline-bir-kernels")
    assert "has no body to be spliced" in outcome.errors and "note: pass kernel-library=DIR" in outcome.errors
    assert opt(tmp_path, "module {}", "--inline-bir-kernels").code == 0


def test_errors_in_a_library_stand_where_they_are(tmp_path: Path) -> None:
    outcome = opt(tmp_path, CALL, library(tmp_path, a="module { bir.nothing }", b=body("b", "4x8xf33")))
    assert outcome.code == 1
    assert "a.mlir:1:10: error: " in outcome.errors
    assert "b.mlir:2:" in outcome.errors


def test_json_modules_are_read_too(tmp_path: Path) -> None:
    flag = library(tmp_path)
    source = next((EXAMPLES / "end-to-end" / "artefacts").iterdir())
    (tmp_path / "library" / "resize.json").write_bytes(source.read_bytes())
    (tmp_path / "library" / "notes.txt").write_text("not a module")
    outcome = opt(tmp_path, CALL.replace("NAME", "Resize"), flag)
    assert "note: it has: ResizeNearest" in outcome.errors
    (tmp_path / "library" / "broken.json").write_text('{"functions": 3}')
    outcome = opt(tmp_path, CALL.replace("NAME", "Resize"), flag)
    assert "broken.json" in outcome.errors and "$.functions" in outcome.errors


def test_deeply_nested_json_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    flag = library(tmp_path)
    (tmp_path / "library" / "deep.json").write_text('{"a": "[[[[",' + ' "functions": ' + "[" * 100_000)
    outcome = opt(tmp_path, CALL, flag)
    assert outcome.code == 1
    assert "deep.json' is nested more than 500 levels deep" in outcome.errors


def test_a_body_for_other_attributes_is_not_taken(tmp_path: Path) -> None:
    flag = library(
        tmp_path,
        a=body("slow", attributes='neuron.kernel_name = "copy", neuron.kernel_attrs = {mode = "slow"}'),
        b=body(
            "fast",
            attributes='neuron.kernel_name = "copy", neuron.kernel_attrs = {mode = "fast"}',
            inner="bir.drain @d",
        ),
    )
    outcome = opt(tmp_path, CALL.replace("NAME", "copy"), flag)
    assert outcome.code == 0, outcome.errors
    assert "bir.drain @copy_d" in outcome.output
    (tmp_path / "library" / "b.mlir").unlink()
    outcome = opt(tmp_path, CALL.replace("NAME", "copy"), flag)
    assert 'has "fast" for mode, the body @slow was made for "slow"' in outcome.errors


def test_fields_count_with_their_defaults(tmp_path: Path) -> None:
    flag = library(
        tmp_path, a=body("copy", attributes="neuron.kernel_attrs = {is_causal = false, fused_rmsnorm = true}")
    )
    outcome = opt(tmp_path, CALL.replace("NAME", "copy"), flag)
    assert "has false for fused_rmsnorm, the body @copy was made for true" in outcome.errors


def test_of_several_bodies_the_first_that_fits_is_taken(tmp_path: Path) -> None:
    flag = library(
        tmp_path,
        a=body("b1", "4x9xf32", attributes='neuron.kernel_name = "copy"'),
        b=body("b2", "4x8xbf16", attributes='neuron.kernel_name = "copy"'),
        c=body("b3", "4x8xf32", attributes='neuron.kernel_name = "copy"'),
    )
    assert opt(tmp_path, CALL.replace("NAME", "copy"), flag).code == 0
    (tmp_path / "library" / "c.mlir").unlink()
    outcome = opt(tmp_path, CALL.replace("NAME", "copy"), flag)
    assert "has 2 bodies in the library, and none fits" in outcome.errors
    assert "note: @b1: has shape 4x8, the kernel's x0 is 4x9" in outcome.errors
    assert "note: @b2: is float32, the kernel's x0 is bfloat16" in outcome.errors


ALIASING = """
%is = bir.memory_location_set @i_set {kind = Internal} : !t
%a = bir.memory_location @al set(%is : !t) {alias = [{set = @y_set, location = @y, kind = 3}]} : !t
"""

REFUSED = {
    "shape": (body("copy", "8x4xf32"), "has shape 4x8, the kernel's x0 is 8x4"),
    "rank": (body("copy", "32xf32"), "has shape 4x8, the kernel's x0 is 32"),
    "dtype": (body("copy", "4x8xi32"), "is float32, the kernel's x0 is int32"),
    "memory": (body("copy", memory="sbuf"), "lies in hbm, the kernel's x0 lies in sbuf"),
    "inputs": (body("copy", inputs=2), "has 1 inputs, the body of @copy has 2"),
    "call": (
        body("copy", inner="bir.call @c {target = @other}"),
        "has a body, @copy, that calls another function; inline that one first",
    ),
    "no blocks": (
        re.sub(r"bir\.block .*", "} }", body("copy")),
        "has a body to be spliced, @copy, that has no blocks",
    ),
    "several blocks": (
        body("copy").replace("bir.block @Block1", "bir.block @Block0 body { bir.return } bir.block @Block1"),
        "has a body of 2 blocks, @copy, which can be spliced only into a block of a bir.function",
    ),
    "an alias": (
        body("copy").replace("bir.block", ALIASING + "bir.block"),
        "has a body, @copy, in which @al aliases the parameter @y, whose operand here is no bir.memory_location",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bodies_that_do_not_fit_are_refused_and_nothing_is_spliced(tmp_path: Path, case: str) -> None:
    text, message = REFUSED[case]
    outcome = opt(tmp_path, CALL.replace("NAME", "copy"), library(tmp_path, a=text))
    assert outcome.code == 1
    assert f"'bir.bir_kernel' op {message}" in re.sub(r'operand "[^"]*":? ?', "", outcome.errors)


def test_kernels_that_a_body_calls_are_spliced_in_too(tmp_path: Path) -> None:
    call = (
        'bir.bir_kernel "inner" ins(%x0 : !t via #neuron.interval<count = 32, dtype = f32>)'
        " -> outs(%y : !t via #neuron.interval<count = 32, dtype = f32>) {fused_rmsnorm = true}"
    )
    flag = library(tmp_path, a=body("outer", inner=call), b=body("inner", inner="bir.drain @d"))
    outcome = opt(tmp_path, CALL.replace("NAME", "outer"), flag)
    assert outcome.code == 0, outcome.errors
    assert "bir.bir_kernel" not in outcome.output
    assert "bir.drain @inner_d" in outcome.output and "bir.no_op @outer_mark" in outcome.output


def test_a_kernel_in_its_own_body_is_an_error(tmp_path: Path) -> None:
    def calling(name: str) -> str:
        return (
            f'bir.bir_kernel "{name}" ins(%x0 : !t via #neuron.interval<count = 32, dtype = f32>)'
            " -> outs(%y : !t via #neuron.interval<count = 32, dtype = f32>) {fused_rmsnorm = true}"
        )

    flag = library(tmp_path, a=body("one", inner=calling("two")), b=body("two", inner=calling("one")))
    outcome = opt(tmp_path, CALL.replace("NAME", "one"), flag)
    assert outcome.code == 1
    assert "stands in the body of its own kernel: one -> two -> one" in outcome.errors
    # It says where in the library, and from where it got there.
    assert f"{tmp_path / 'library' / 'b.mlir'}:" in outcome.errors
    assert "note: called from" in outcome.errors


def test_macros_bind_by_what_they_call_their_operands(tmp_path: Path) -> None:
    """The body's parameters stand in another order than the macro's operands."""
    text = (LIBRARY / "mlp.mlir").read_text()
    lines = text.splitlines(keepends=True)
    first = next(index for index, line in enumerate(lines) if "@up_set" in line)
    swapped = [*lines[: first - 2], *lines[first : first + 2], *lines[first - 2 : first], *lines[first + 2 :]]
    flag = library(tmp_path, mlp="".join(swapped))
    source = (EXAMPLES / "end-to-end" / "library-kernel.mlir").read_text()
    assert (
        opt(tmp_path, source, "--lower-macros", flag).output
        == opt(tmp_path, source, "--lower-macros", f"--inline-bir-kernels=kernel-library={LIBRARY}").output
    )


@pytest.mark.parametrize(
    ("old", "new", "message", "note"),
    [
        ("@gate_set", "@gates_set", "", ""),
        ("@gate", "@gates", "gate input cannot be found ", "the inputs of @MLP: hidden, gates, up, down"),
        ("@out", "@result_", "out output cannot be found ", "the outputs of @MLP: result_"),
    ],
)
def test_names_that_a_body_lacks_are_errors(tmp_path: Path, old: str, new: str, message: str, note: str) -> None:
    text = (LIBRARY / "mlp.mlir").read_text().replace(old, new)
    source = (EXAMPLES / "end-to-end" / "library-kernel.mlir").read_text()
    outcome = opt(tmp_path, source, "--lower-macros", library(tmp_path, mlp=text))
    if not message:
        assert outcome.code == 0, outcome.errors
    else:
        assert f"'bir.bir_kernel' op {message}\n" in outcome.errors
        assert f"note: {note}\n" in outcome.errors


def test_an_operand_that_the_body_needs_and_the_macro_lacks_is_an_error(tmp_path: Path) -> None:
    text = (LIBRARY / "mlp.mlir").read_text().replace(
        "    %out_set =",
        "    %bias_set = bir.memory_location_set @bias_set {kind = ExternalInput} : !weight\n"
        "    %bias = bir.memory_location @bias set(%bias_set : !weight) : !weight\n    %out_set =",
    )  # fmt: skip
    source = (EXAMPLES / "end-to-end" / "library-kernel.mlir").read_text()
    outcome = opt(tmp_path, source, "--lower-macros", library(tmp_path, mlp=text))
    assert "'bir.bir_kernel' op bias input cannot be found \n" in outcome.errors
    assert "note: the body of @MLP needs it, and the call does not name it" in outcome.errors


@pytest.mark.parametrize(
    "pattern",
    [
        "#neuron.ap<free = [[16, 4], [1, 8]], access_shape = [4, 8], dtype = f32>",
        "#neuron.ap<free = [[0, 4], [1, 8]], access_shape = [4, 8], dtype = f32>",
    ],
)
def test_strided_operands_are_refused(tmp_path: Path, pattern: str) -> None:
    text = CALL.replace("NAME", "copy").replace("4x8xf32", "4x16xf32")
    text = text.replace("ins(%a : !x via #neuron.interval<count = 32, dtype = f32>)", f"ins(%a : !x via {pattern})")
    outcome = opt(tmp_path, text, library(tmp_path, a=body("copy")))
    assert outcome.code == 1
    assert f"is accessed by {pattern}, which is not a consecutive part of its memref" in outcome.errors
    assert "note: the body's patterns on x0 can only be carried over to consecutive elements" in outcome.errors


def test_two_calls_get_names_of_their_own(tmp_path: Path) -> None:
    text = CALL.replace("NAME", "copy").replace("  return", CALL.split("{", 1)[1].split("return")[0] + "  return")
    text = text.replace("NAME", "copy")
    flag = library(tmp_path, a=body("copy", inner="bir.drain @d {dependencies = [@mark Ordered]}"))
    outcome = opt(tmp_path, text, flag)
    assert outcome.code == 0, outcome.errors
    assert "bir.drain @copy_d {dependencies = [@copy_mark Ordered]}" in outcome.output
    assert "bir.drain @copy_1_d {dependencies = [@copy_1_mark Ordered]}" in outcome.output


def test_a_start_that_is_known_at_run_time_is_refused(tmp_path: Path) -> None:
    pattern = "#neuron.ap<free = [[8, 4], [1, 8]], start = affine_map<(d0) -> (d0 * 32)>, dtype = f32>"
    text = CALL.replace("NAME", "copy").replace("%b: !x)", "%b: !x, %i: index)")
    text = text.replace(
        "ins(%a : !x via #neuron.interval<count = 32, dtype = f32>)", f"ins(%a : !x via {pattern}) indices(%i)"
    )
    outcome = opt(tmp_path, text, library(tmp_path, a=body("copy")))
    assert outcome.code == 1
    assert "starts at an expression over indices, which a body's patterns have no place for" in outcome.errors


def test_storage_of_a_call_in_a_loop_stands_before_the_loop(tmp_path: Path) -> None:
    storage = (
        "%is = bir.memory_location_set @i_set {kind = Internal} : !t\n"
        "%i = bir.memory_location @i set(%is : !t) : !t\nbir.block"
    )
    node = CALL.replace("NAME", "copy").split("%b: !x) {")[1].split("return")[0]
    text = f"""
    !x = memref<4x8xf32, #neuron.memory<hbm>>
    func.func @f(%a: !x, %b: !x, %lower: index, %upper: index, %step: index) {{
      scf.for %i = %lower to %upper step %step {{
        {node}
      }}
      return
    }}
    """
    outcome = opt(tmp_path, text, library(tmp_path, a=body("copy").replace("bir.block", storage, 1)), "--verify-each")
    assert outcome.code == 0, outcome.errors
    where = [outcome.output.index(each) for each in ('@"copy:i_set"', '@"copy:i"', "scf.for", "bir.no_op @copy_mark")]
    assert where == sorted(where)
