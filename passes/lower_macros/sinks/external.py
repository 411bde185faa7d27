"""The external sinks (`codegenExternalNativeNkiKernel` and its KLIR twin): a user's own kernel."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.bir.kernel_nodes import NkiKernelOp, NkiKlirKernelOp
from ....dialects.bir.words import KernelSourceAttr
from ....dialects.penguin.macros.kernels import NKIKernelOp, NKIKLIRKernelOp, UserKernelOp
from ...access_builders.dispatch import build_access
from .base import Sink, buffer_shapes, cast_policy


def formal_map(names: Sequence[str], section: str) -> DictionaryAttr:
    """From formal parameters to the operands that are bound to them, `{"x": "ins[0]"}`."""
    return DictionaryAttr({name: StringAttr(f"{section}[{index}]") for index, name in enumerate(names)})


def _formals(macro: UserKernelOp) -> dict[str, Attribute]:
    return {
        "func_args": formal_map(macro.formal_names("ins"), "ins"),
        "func_outs": formal_map(macro.formal_names("outs"), "outs"),
    }


class ExternalSink(Sink):
    """Makes a call site of a user's kernel; its source is the front end of the pass."""

    STATISTIC: ClassVar[str] = "num-external"

    def emit(self, macro: NKIKernelOp, rewriter: PatternRewriter) -> None:
        """Replace the macro by a call of its function."""
        source = KernelSourceAttr.of("Beta3" if self.lowering.nki_frontend == "beta3" else "Beta2")
        properties = {"func": macro.func, "kernel_source_val": source, **_formals(macro), **buffer_shapes(macro)}
        self.replace(macro, rewriter, NkiKernelOp, build_access, properties, cast_policy(macro))


class ExternalKlirSink(Sink):
    """Makes a traced-kernel node of a user's kernel that is compiled already."""

    STATISTIC: ClassVar[str] = "num-external"

    def emit(self, macro: NKIKLIRKernelOp, rewriter: PatternRewriter) -> None:
        """Replace the macro by a node that carries its artefact."""
        properties: dict[str, Attribute] = {
            "klir_binary": macro.klir_binary,
            "kernel_format": macro.kernel_format,
            **_formals(macro),
            **buffer_shapes(macro),
        }
        if macro.nki_binary_version_identifier is not None:
            properties["nki_binary_version_identifier"] = macro.nki_binary_version_identifier
        if macro.enable_device_dump.value.data:
            properties["enable_device_dump"] = macro.enable_device_dump
        attributes = {"neuron.func_name": StringAttr(macro.kernel_name), **cast_policy(macro)}
        self.replace(macro, rewriter, NkiKlirKernelOp, build_access, properties, attributes)
