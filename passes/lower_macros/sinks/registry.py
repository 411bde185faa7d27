"""The registry sink (`codegenInternalNativeNkiKernel`): a node that names the artefact its trace will write."""

from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.bir.kernel_nodes import NkiKlirKernelOp
from ....dialects.penguin.macros.kernels import NativeKernelOp
from ...manager.diagnostics import emit_error
from ..cache_key import FORM_OF_FRONTEND, artefact_name, cache_key, key_components
from ..registry import get_internal_kernel_registry, near_misses, not_registered
from .base import Sink, buffer_shapes, cast_policy
from .external import formal_map
from .flavours import opaque


class RegistrySink(Sink):
    """Makes a traced-kernel node of a registry kernel, which owns its tiling; a missing name is an error."""

    STATISTIC: ClassVar[str] = "num-registry"

    def emit(self, macro: NativeKernelOp, rewriter: PatternRewriter) -> None:
        """Replace the macro, or report that the registry does not have its kernel."""
        name = macro.func_name.data
        if name not in get_internal_kernel_registry():
            emit_error(
                self.lowering.context,
                macro,
                not_registered(name),
                property_name="func_name",
                notes=(near_misses(name),),
            )
            return
        key = cache_key(key_components(macro))
        kernel_format, _ = FORM_OF_FRONTEND[self.lowering.nki_frontend]
        inputs, outputs = macro.input_indices(), macro.output_indices()
        self.replace(
            macro,
            rewriter,
            NkiKlirKernelOp,
            opaque,
            {
                "klir_binary": StringAttr(artefact_name(name, key, self.lowering.nki_frontend)),
                "kernel_format": StringAttr(kernel_format),
                "func_args": formal_map([f"arg{index}" for index in range(len(inputs))], "ins"),
                "func_outs": formal_map([f"out{index}" for index in range(len(outputs))], "outs"),
                **buffer_shapes(macro),
            },
            {
                "neuron.func_name": macro.func_name,
                "neuron.cache_key": StringAttr(key),
                "neuron.attrs": macro.attrs,
                **cast_policy(macro),
            },
        )
