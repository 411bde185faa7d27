"""Modules on their way through real mlir-opt and back."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.driver_flags import SPLIT_MARKER
from neuron_opt.passes.manager.parser import decode_source, parse_module
from neuron_opt.tools.opt_main import run

OURS = (NEURON, PENGUIN, BIR)


@dataclass(frozen=True)
class Dialects:
    """Real mlir-opt with our dialects, as IRDL, loaded."""

    mlir_opt: Path
    definitions: Path

    def _run(self, text: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.mlir_opt), f"--irdl-file={self.definitions}", "--allow-unregistered-dialect"]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)

    def accept(self, text: str) -> str:
        """What mlir-opt prints of a module, which it has to verify."""
        result = self._run(text)
        assert result.returncode == 0, f"{result.stderr}\n{text}"
        return result.stdout

    def refuse(self, text: str) -> str:
        """What mlir-opt says of a module, which it has to refuse with an error, not by ending abnormally."""
        result = self._run(text)
        assert result.returncode == 1, f"{result.returncode}\n{result.stdout}\n{result.stderr}"
        assert "error:" in result.stderr
        return result.stderr


def _ours(arguments: list[str], output: Path) -> str:
    code = run([*arguments, "--allow-unregistered-dialect", "-o", str(output)])
    assert code == 0, f"neuron-opt {arguments}"
    return output.read_text(encoding="utf-8")


def portable_pieces(path: Path, flags: tuple[str, ...], directory: Path) -> list[tuple[str, str]]:
    """Each piece of a file after the passes in `flags`, in the usual form and in the portable one."""
    arguments = [str(path), "--split-input-file", *flags]
    usual = _ours(arguments, directory / "usual.mlir").split(SPLIT_MARKER)
    portable = _ours([*arguments, "--print-portable"], directory / "portable.mlir").split(SPLIT_MARKER)
    return list(zip(usual, portable, strict=True))


def read_back(text: str, directory: Path) -> str:
    """What neuron-opt prints of a text."""
    source = directory / "returned.mlir"
    source.write_text(text, encoding="utf-8")
    return _ours([str(source)], directory / "result.mlir")


def parsed(text: str) -> ModuleOp:
    """The module of a text that neuron-opt printed."""
    stream = StringIO()
    engine = DiagnosticEngine(stream=stream, colour=False)
    context = OptContext(allow_unregistered=True, diagnostics=engine)
    for name, factory in get_all_dialects().items():
        context.register_dialect(name, factory)
    for dialect in OURS:
        context.register_dialect(dialect.name, lambda dialect=dialect: dialect)
    source = decode_source(text.encode(), "printed.mlir", engine)
    assert source is not None
    module = parse_module(context, source)
    assert module is not None, stream.getvalue()
    return module
