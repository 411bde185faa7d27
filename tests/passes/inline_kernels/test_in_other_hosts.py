"""The passes downstream in a plain xDSL context: they do their work, and the first error is raised."""

from __future__ import annotations

from pathlib import Path

import pytest
from macro_instances import INSTANCES, context, module_of
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from neuron_opt.passes.inline_kernels.inline_bir_kernels import InlineBirKernelsPass
from neuron_opt.passes.inline_kernels.inline_nki_kernels import InlineNkiKernelsPass
from neuron_opt.passes.lower_macros.lower_macros import LowerMacrosPass
from neuron_opt.passes.manager.pass_base import Pass
from neuron_opt.passes.trace_kernels.trace_kernels import TraceKernelsPass
from neuron_opt.passes.translate_nki_klir.translate_nki_klir import TranslateNkiKlirPass

EXAMPLES = Path(__file__).parents[3] / "examples"


def run(module: ModuleOp, *passes: Pass) -> str:
    """The text of a module after these passes, verified."""
    for each in passes:
        each.apply(context(), module)
        module.verify()
    return str(module)


def example(name: str) -> ModuleOp:
    path = EXAMPLES / "end-to-end" / name
    return Parser(context(), path.read_text(), str(path)).parse_module()


def test_a_library_kernel_is_inlined() -> None:
    library = InlineBirKernelsPass(kernel_library=str(EXAMPLES / "kernel-library"))
    text = run(example("library-kernel.mlir"), LowerMacrosPass(), library)
    assert "bir.matmult @MLP_mm_down" in text and "bir.bir_kernel" not in text


def test_a_registry_kernel_is_traced_translated_and_inlined(tmp_path: Path) -> None:
    text = run(
        example("registry-kernel.mlir"),
        LowerMacrosPass(),
        TraceKernelsPass(artifact_dir=str(tmp_path), artifact_source=str(EXAMPLES / "end-to-end" / "artefacts")),
        TranslateNkiKlirPass(artifact_dir=str(tmp_path)),
        InlineNkiKernelsPass(),
    )
    assert "bir.save @inst__ResizeNearest_save_11" in text and "bir.nki" not in text


def test_the_first_error_is_raised(tmp_path: Path) -> None:
    def lowered() -> ModuleOp:
        module = example("registry-kernel.mlir")
        run(module, LowerMacrosPass())
        return module

    with pytest.raises(VerifyException, match="and nowhere to put the artefact"):
        run(lowered(), TraceKernelsPass())
    with pytest.raises(VerifyException, match="does not exist, either in full path or in compiler artifacts directory"):
        run(lowered(), TranslateNkiKlirPass())
    library = module_of(INSTANCES["bir_kernel"].build())
    run(library, LowerMacrosPass())
    with pytest.raises(VerifyException, match=r"kernel-library '.*' is not a directory"):
        run(library, InlineBirKernelsPass(kernel_library=str(tmp_path / "none")))
    (tmp_path / "broken.mlir").write_text("module { nothing }")
    with pytest.raises(ParseError):
        run(library, InlineBirKernelsPass(kernel_library=str(tmp_path)))
    (tmp_path / "broken.mlir").unlink()
    (tmp_path / "broken.json").write_text("[]")
    with pytest.raises(VerifyException, match=r"broken.json' is no BIR-JSON that can be read"):
        run(library, InlineBirKernelsPass(kernel_library=str(tmp_path)))
