"""Tracing registry kernels: what is traced once, what is written, who traces, and what is reported."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from macro_instances import lowered, tensor
from opt import opt

from neuron_opt.dialects.bir.kernel_nodes import NkiKlirKernelOp
from neuron_opt.dialects.penguin.macros.kernels import NativeKernelOp
from neuron_opt.passes.lower_macros.cache_key import cache_key
from neuron_opt.passes.trace_kernels import tracer
from neuron_opt.passes.trace_kernels.artefacts import write_artefact
from neuron_opt.passes.trace_kernels.cache import KernelCache
from neuron_opt.passes.trace_kernels.trace_kernels import request_of
from neuron_opt.passes.trace_kernels.tracer import TraceError, TraceRequest, TraceResult

TWO_SIZES = """
!small = memref<1x4x4x4xbf16, #neuron.memory<hbm>>
!large = memref<1x4x8x8xbf16, #neuron.memory<hbm>>
!huge = memref<1x4x16x16xbf16, #neuron.memory<hbm>>
func.func @f(%x: !small, %y: !large, %z: !huge, %m: memref<16x8xbf16, #neuron.memory<hbm>>,
             %n: memref<8x16xbf16, #neuron.memory<hbm>>, %v: memref<16xbf16, #neuron.memory<hbm, shared>>) {
  penguin.native_kernel "ResizeNearest" ins(%x : !small) -> outs(%y : !large)
  penguin.native_kernel "ResizeNearest" ins(%y : !large) -> outs(%z : !huge)
  penguin.native_kernel "ResizeNearest" ins(%x : !small) -> outs(%y : !large)
  penguin.native_kernel "tiled_pf_transpose" ins(%m : memref<16x8xbf16, #neuron.memory<hbm>>)
      -> outs(%n : memref<8x16xbf16, #neuron.memory<hbm>>)
  penguin.bir_kernel "softmax" ins(%x : !small) -> outs(%x : !small)
  penguin.nki_klir_kernel @mine ins(%v : memref<16xbf16, #neuron.memory<hbm, shared>>)
      -> outs(%v : memref<16xbf16, #neuron.memory<hbm, shared>>) {klir_binary = "mine.bir.json"}
  return
}
"""

ONE = """
func.func @f(%m: memref<16x8xbf16, #neuron.memory<hbm>>, %n: memref<8x16xbf16, #neuron.memory<hbm>>) {
  penguin.native_kernel "tiled_pf_transpose" ins(%m : memref<16x8xbf16, #neuron.memory<hbm>>)
      -> outs(%n : memref<8x16xbf16, #neuron.memory<hbm>>) {attrs = {perm = [1, 0]}}
  return
}
"""


class Recorder:
    """A tracer that writes the kernel's name and shapes, and remembers what it was asked."""

    name = "recorder"

    def __init__(self, change: Callable[[TraceRequest], TraceResult] | None = None, available: bool = True):
        self.requests: list[TraceRequest] = []
        self.change = change
        self.available = available

    def is_available(self) -> bool:
        return self.available

    def trace(self, request: TraceRequest) -> TraceResult:
        self.requests.append(request)
        if self.change is not None:
            return self.change(request)
        text = json.dumps([request.kernel_name, request.operand_shapes])
        return TraceResult(text.encode(), request.kernel_format, ("source",), ("target",), "1.0.2")


def offer(monkeypatch: pytest.MonkeyPatch, *tracers: Recorder) -> None:
    """Install tracers as entry points."""
    found: list[EntryPoint] = []
    for index, each in enumerate(tracers):
        module = ModuleType(f"fake_tracer_{index}")
        module.make = lambda each=each: each  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        found.append(EntryPoint(f"t{index}", f"{module.__name__}:make", tracer.ENTRY_POINT_GROUP))

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [each for each in found if each.group == group]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)


def files(directory: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(directory.iterdir())}


def test_each_key_is_traced_once_and_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder()
    offer(monkeypatch, recorder)
    out = tmp_path / "deep" / "out"
    outcome = opt(tmp_path, TWO_SIZES, "--lower-macros", f"--trace-kernels=artifact-dir={out}")
    assert outcome.code == 0, outcome.errors
    assert [request.kernel_name for request in recorder.requests] == [
        "ResizeNearest", "ResizeNearest", "tiled_pf_transpose",
    ]  # fmt: skip
    names = re.findall(r'klir_binary = "([^"]+-[0-9a-f]{64}\.bir\.json)"', outcome.output)
    assert len(names) == 4 and names[0] == names[2] != names[1]
    assert set(files(out)) == set(names)
    assert files(out)[names[1]] == '["ResizeNearest", [[1, 4, 8, 8]]]'
    # The names of the formal parameters and the version are those that the trace gives, for hits too.
    assert outcome.output.count('func_args = {source = "ins[0]"}, func_outs = {target = "outs[0]"}') == 4
    assert outcome.output.count('nki_binary_version_identifier = "1.0.2"') == 4
    # A user's kernel is compiled already.
    assert outcome.output.count('klir_binary = "mine.bir.json"') == 1


def test_a_request_says_all_that_the_key_is_made_from() -> None:
    macro = NativeKernelOp("ResizeNearest", ins=[tensor(1, 4, 4, 4)], outs=[tensor(1, 4, 8, 8)], attrs={"scale": [2]})
    node = lowered(macro)
    assert isinstance(node, NkiKlirKernelOp)
    request = request_of(node)
    assert request is not None
    assert request.components() == {
        "kernel_name": "ResizeNearest",
        "operands": {"shapes": [[1, 4, 4, 4]], "dtypes": ["bfloat16"]},
        "results": {"shapes": [[1, 4, 8, 8]], "dtypes": ["bfloat16"]},
        "attrs": {"scale": [2]},
        "target": "Cayman",
        "num_neuroncores": 1,
        "out_shape": [1, 4, 8, 8],
    }
    assert cache_key(request.components()) == request.cache_key


def test_metrics_count_uses_and_variants_and_what_lowering_emitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, Recorder())
    metrics = tmp_path / "kernel_info.json"
    flags = f"--trace-kernels=artifact-dir={tmp_path / 'out'} kernel-metrics={metrics}"
    assert opt(tmp_path, TWO_SIZES, "--lower-macros", flags).code == 0
    assert json.loads(metrics.read_text()) == {
        "kernels": [
            {"kernel_name": "softmax", "category": "BIR_KERNEL", "call_count": 1},
            {"kernel_name": "ResizeNearest", "category": "NEW_NKI_FE", "call_count": 3, "number_of_variances": 2},
            {"kernel_name": "tiled_pf_transpose", "category": "NEW_NKI_FE", "call_count": 1, "number_of_variances": 1},
        ]
    }


def test_metrics_that_cannot_be_written_are_an_error(tmp_path: Path) -> None:
    outcome = opt(tmp_path, "module {}", f"--trace-kernels=kernel-metrics={tmp_path}/no/such/file")
    assert outcome.code == 1
    assert (
        f"cannot be reported on: kernel-metrics: cannot write output file '{tmp_path}/no/such/file'" in outcome.errors
    )


def test_the_cache_counts_as_the_compilers_does() -> None:
    cache = KernelCache()
    assert cache.statistics() == ""
    components = {"kernel_name": "a", "operands": {"shapes": [[2]]}, "results": {"shapes": [[3]]}}
    other = {"kernel_name": "b", "operands": {"shapes": [[4]]}, "results": {"shapes": [[5]]}}
    assert cache.look_up("k") is None
    cache.store("k", TraceResult(b"", "bir"), components)
    assert cache.look_up("l") is None
    cache.store("l", TraceResult(b"", "bir"), other)
    assert cache.look_up("l") == TraceResult(b"", "bir")
    assert cache.look_up("l") is not None
    assert (cache.cache_hits, cache.cache_misses) == (2, 2)
    assert cache.usage_counts == {"k": 1, "l": 3}
    assert cache.statistics().splitlines() == [
        "=" * 80,
        "New NKI Frontend Kernel Cache Statistics",
        "=" * 80,
        "Total kernels processed: 4",
        "  Cache hits:   2",
        "  Cache misses: 2",
        "Unique cached variants: 2",
        "Distinct kernel types: 2",
        "Kernel: b",
        "  Variants: 1",
        "  Total usage: 3",
        "    Operand shapes: [[4]]",
        "    Result shapes:  [[5]]",
        "Kernel: a",
        "  Variants: 1",
        "  Total usage: 1",
        "    Operand shapes: [[2]]",
        "    Result shapes:  [[3]]",
        "=" * 80,
    ]


def test_an_artefact_is_never_written_over(tmp_path: Path) -> None:
    assert write_artefact(str(tmp_path), "a.json", b"1")
    assert not write_artefact(str(tmp_path), "a.json", b"1")
    with pytest.raises(TraceError, match=r"a\.json' is there already with another content; remove it, or pass"):
        write_artefact(str(tmp_path), "a.json", b"2")
    assert files(tmp_path) == {"a.json": "1"}


@pytest.mark.parametrize("name", ["../a.json", "/a.json", "b/a.json", "..", "a\0", ""])
def test_an_artefact_stays_in_its_directory(tmp_path: Path, name: str) -> None:
    with pytest.raises(TraceError, match="is not the name of an artefact: it leads out of the directory"):
        write_artefact(str(tmp_path / "d"), name, b"1")
    assert not (tmp_path / "d").exists()


def test_an_artefact_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match=r"cannot write artefact '.*file/a.json': "):
        write_artefact(str(tmp_path / "file"), "a.json", b"1")


def test_the_first_available_tracer_is_taken_and_a_name_chooses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent, first, second = Recorder(available=False), Recorder(), Recorder()
    absent.name, second.name = "absent", "second"
    offer(monkeypatch, absent, first, second)
    flags = f"artifact-dir={tmp_path / 'out'}"
    assert opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels={flags}").code == 0
    assert (len(absent.requests), len(first.requests), len(second.requests)) == (0, 1, 0)
    assert opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels={flags} tracer=second").code == 0
    assert (len(absent.requests), len(first.requests), len(second.requests)) == (0, 1, 1)
    outcome = opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels={flags} tracer=absent")
    assert "to trace: the kernel tracer 'absent' is not available here" in outcome.errors
    outcome = opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels={flags} tracer=third")
    assert "there is no kernel tracer 'third' (there are: 'vendor', 'absent', 'recorder', 'second')" in outcome.errors


def test_a_tracer_that_cannot_be_loaded_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry_point = EntryPoint("broken", "no_such_module:make", tracer.ENTRY_POINT_GROUP)

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [entry_point]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    outcome = opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels=artifact-dir={tmp_path}")
    assert outcome.code == 1
    assert "the kernel tracer 'broken' (no_such_module:make) cannot be used: ModuleNotFoundError" in outcome.errors


BAD_ANSWERS: dict[str, tuple[TraceResult, str]] = {
    "another format": (
        TraceResult(b"", "klir"),
        'the tracer wrote format "klir", the node expects kernel_format = "bir"',
    ),
    "too many inputs": (TraceResult(b"", "bir", ("a", "b")), "the tracer names 2 inputs, the node has 1"),
    "too many outputs": (TraceResult(b"", "bir", (), ("a", "b")), "the tracer names 2 outputs, the node has 1"),
}


@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_answers_of_tracers_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    result, message = BAD_ANSWERS[case]
    offer(monkeypatch, Recorder(lambda request: result))
    outcome = opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels=artifact-dir={tmp_path / 'out'}")
    assert outcome.code == 1
    assert f"has kernel tiled_pf_transpose to trace: {message}" in outcome.errors
    assert not (tmp_path / "out").exists()


def test_a_kernel_that_fails_does_not_keep_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(request: TraceRequest) -> TraceResult:
        raise TraceError(f"no {request.kernel_name} today")

    offer(monkeypatch, Recorder(fail))
    outcome = opt(tmp_path, TWO_SIZES, "--lower-macros", f"--trace-kernels=artifact-dir={tmp_path / 'out'}")
    assert outcome.code == 1
    assert outcome.errors.count("no ResizeNearest today") == 3
    assert outcome.errors.count("no tiled_pf_transpose today") == 1


@pytest.fixture
def vendor(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Modules that stand for the vendor's compiler; gives the call that it got and the answer it will give."""
    seen: dict[str, Any] = {
        "answer": {"binary": "{}", "format": "bir", "input_names": ["x"], "output_names": ["y"]},
    }

    def compile_to_bir(**call: Any) -> Any:
        seen.update(call)
        answer = seen["answer"]
        if isinstance(answer, Exception):
            raise answer
        return answer

    class Options:
        def __init__(self, **options: Any):
            self.options = options

    members: dict[str, dict[str, Any]] = {
        "nki": {},
        "nki.compiler": {},
        "nki.compiler.driver": {"compile_to_bir": compile_to_bir},
        "nki.compiler.frontend": {"ParserFrontend": type("ParserFrontend", (), {})},
        "nki.compiler.ncc_driver": {"CompileOptions": Options},
        "neuronxcc": {},
        "neuronxcc.private_nkl": {},
        "neuronxcc.private_nkl.transpose": {"tiled_pf_transpose": "the kernel"},
    }
    for name, values in members.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)
    return seen


def test_the_vendors_compiler_is_called_as_public_users_call_it(tmp_path: Path, vendor: dict[str, Any]) -> None:
    outcome = opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels=artifact-dir={tmp_path / 'out'}")
    assert outcome.code == 0, outcome.errors
    assert vendor["kernel_func"] == "the kernel"
    assert type(vendor["frontend"]).__name__ == "ParserFrontend"
    assert vendor["compile_opts"].options == {"target": "Cayman", "lnc": 1}
    assert vendor["inputs"]["perm"] == [1, 0]
    source = vendor["inputs"]["arg0"]
    assert (source.shape, source.dtype, source.name) == ((16, 8), "bfloat16", "arg0")
    assert list(files(tmp_path / "out").values()) == ["{}"]
    assert 'func_args = {x = "ins[0]"}, func_outs = {y = "outs[0]"}' in outcome.output


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (ValueError("bad kernel"), "the vendor's compiler cannot trace 'tiled_pf_transpose': ValueError: bad kernel"),
        ({"binary": b""}, "gives a trace in another form than binary, input_names, output_names and format: KeyError"),
        (None, "gives a trace in another form than binary, input_names, output_names and format: TypeError"),
    ],
)
def test_what_the_vendors_compiler_says_is_an_error_of_the_kernel(
    tmp_path: Path, vendor: dict[str, Any], answer: Any, message: str
) -> None:
    vendor["answer"] = answer
    outcome = opt(tmp_path, ONE, "--lower-macros", f"--trace-kernels=artifact-dir={tmp_path / 'out'}")
    assert outcome.code == 1
    assert message in outcome.errors


def test_the_vendors_compiler_does_not_write_klr(tmp_path: Path, vendor: dict[str, Any]) -> None:
    outcome = opt(
        tmp_path, ONE, "--lower-macros=nki-frontend=beta2", f"--trace-kernels=artifact-dir={tmp_path / 'out'}"
    )
    assert outcome.code == 1
    assert 'writes kernel_format = "bir", the node asks for "klir": lower with lower-macros{nki-frontend=' in (
        outcome.errors
    )


def test_a_directory_stands_for_a_tracer(tmp_path: Path) -> None:
    lowered_text = opt(tmp_path, ONE, "--lower-macros").output
    name = re.findall(r'klir_binary = "([^"]+)"', lowered_text)[0]
    source, out = tmp_path / "source", tmp_path / "out"
    flags = f"--trace-kernels=artifact-dir={out} artifact-source={source}"
    outcome = opt(tmp_path, ONE, "--lower-macros", flags)
    assert f"artifact-source '{source}' is not a directory" in outcome.errors
    source.mkdir()
    (source / "tiled_pf_transpose-1.bir.json").write_text("")
    outcome = opt(tmp_path, ONE, "--lower-macros", flags)
    assert f"artifact-source '{source}' has no '{name}': No such file or directory" in outcome.errors
    assert "it has other variants of tiled_pf_transpose: tiled_pf_transpose-1.bir.json" in outcome.errors
    assert "wanted for operands 16x8 on Cayman, lnc 1" in outcome.errors
    (source / name).write_text("traced")
    outcome = opt(tmp_path, ONE, "--lower-macros", flags)
    assert outcome.code == 0, outcome.errors
    assert files(out) == {name: "traced"}
    # The names that the node had are kept: a file does not say which is which.
    assert 'func_args = {arg0 = "ins[0]"}' in outcome.output


def test_a_directory_is_not_left(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    (tmp_path / "source").mkdir()
    text = re.sub(r'klir_binary = "[^"]+"', 'klir_binary = "../secret"', opt(tmp_path, ONE, "--lower-macros").output)
    flags = f"--trace-kernels=artifact-dir={tmp_path / 'out'} artifact-source={tmp_path / 'source'}"
    outcome = opt(tmp_path, text, flags)
    assert "'../secret' is not the name of an artefact: it leads out of the directory" in outcome.errors


def test_a_node_without_a_name_cannot_be_traced(tmp_path: Path) -> None:
    text = opt(tmp_path, ONE, "--lower-macros").output.replace("neuron.func_name", "neuron.other")
    outcome = opt(tmp_path, text, f"--trace-kernels=artifact-dir={tmp_path / 'out'}")
    assert 'needs "neuron.func_name" and "neuron.cache_key" as strings to be traced' in outcome.errors
