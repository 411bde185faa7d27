"""The pass `trace-kernels`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.ir import Operation

from ...dialects.bir.kernel_nodes import NkiKlirKernelOp
from ...dialects.neuron.target import target_of
from ..lower_macros.cache_key import python_value
from ..lower_macros.sinks.external import formal_map
from ..lower_macros.telemetry import metrics_of
from ..manager.diagnostics import emit_error, emit_remark
from ..manager.pass_base import Pass, option
from ..manager.rewriting import nested_operations
from .artefacts import write_artefact
from .cache import KernelCache
from .metrics import metrics_text, write_metrics
from .tracer import KernelTracer, TraceError, TraceRequest, TraceResult, choose_tracer

CACHE_KEY = "neuron.cache_key"
FUNC_NAME = "neuron.func_name"


@dataclass(frozen=True)
class TraceKernelsPass(Pass):
    """
    Traces the registry kernels that `bir.nki_klir_kernel` carries, and writes their artefacts.

    A node whose kernel comes from the registry has a `neuron.cache_key`; nodes of users' kernels, which are compiled
    already, stay as they are. Each key is traced once in a run: the cache is in memory, like the backend's own. What
    is traced goes to `<func_name>-<cache key>.<extension>` in `artifact-dir`; the node gets the version of the
    artefact and, where the tracer knows them, the names of the kernel's formal parameters.

    What traces: a directory of artefacts that were traced elsewhere (`artifact-source`), else the vendor's compiler
    where it is installed, else a tracer that some package offers by an entry point in `neuron_opt.kernel_tracers`.
    """

    name = "trace-kernels"
    summary = "Trace registry kernels and write their artefacts"
    dependent_dialects: ClassVar[tuple[str, ...]] = ("bir",)
    statistics: ClassVar[Mapping[str, str]] = {
        "num-traced": "Kernels traced (cache misses)",
        "num-cache-hits": "Kernels found in the cache of the run",
        "num-artefacts": "Artefacts written",
    }

    artifact_dir: str | None = option(default=None, help="The directory that artefacts are written to")
    artifact_source: str | None = option(
        default=None, help="A directory of artefacts that were traced elsewhere, used instead of a tracer"
    )
    tracer: str | None = option(default=None, help="The name of the tracer to use; by default the first available one")
    kernel_metrics: str | None = option(
        default=None, help="A file for the counts by kernel and category, as JSON (lower-macros' included)"
    )
    print_lookups: bool = option(default=False, help="Report every cache hit and miss, as a remark")
    print_statistics: bool = option(default=False, help="Report the statistics of the cache, as a remark")

    def apply_to(self, context: Context, op: Operation) -> None:
        nodes = [
            node for node in nested_operations(op) if isinstance(node, NkiKlirKernelOp) and CACHE_KEY in node.attributes
        ]
        cache = KernelCache()
        tracing = _Tracing(self, context, cache)
        for node in nodes:
            if not tracing.trace(node):
                break
        if self.print_statistics and cache.usage_counts:
            emit_remark(context, op, "has kernels; cache statistics:\n" + cache.statistics())
        if self.kernel_metrics is not None:
            try:
                write_metrics(self.kernel_metrics, metrics_text(metrics_of(context), cache))
            except TraceError as failure:
                emit_error(context, op, f"cannot be reported on: {failure}")


class _Tracing:
    """One run of the pass on one anchor."""

    def __init__(self, options: TraceKernelsPass, context: Context, cache: KernelCache):
        self.options = options
        self.context = context
        self.cache = cache
        self.tracer: KernelTracer | None = None

    def trace(self, node: NkiKlirKernelOp) -> bool:
        """Trace the kernel of a node unless the cache has it; False where going on has no use."""
        request = request_of(node)
        if request is None:
            emit_error(self.context, node, f'needs "{FUNC_NAME}" and "{CACHE_KEY}" as strings to be traced')
            return True
        result = self.cache.look_up(request.cache_key)
        if self.options.print_lookups:
            outcome = "miss" if result is None else "hit"
            emit_remark(
                self.context, node, f"Cache {outcome} for {request.kernel_name} (cache key: {request.cache_key})"
            )
        if result is not None:
            self.options.count(self.context, "num-cache-hits")
            _record(node, result)
            return True
        if self.options.artifact_dir is None:
            emit_error(
                self.context,
                node,
                f"has kernel {request.kernel_name} to trace, and nowhere to put the artefact",
                notes=("pass artifact-dir=DIR",),
            )
            return False
        if self.tracer is None:
            try:
                self.tracer = choose_tracer(self.options.tracer, self.options.artifact_source)
            except TraceError as failure:
                # The same for every other node.
                self._report(node, request, failure)
                return False
        try:
            result = _checked(request, self.tracer.trace(request))
            written = write_artefact(self.options.artifact_dir, request.artefact, result.binary)
        except TraceError as failure:
            self._report(node, request, failure)
            return True
        self.options.count(self.context, "num-traced")
        if written:
            self.options.count(self.context, "num-artefacts")
        # The file has what was traced; a hit needs the rest only.
        self.cache.store(request.cache_key, replace(result, binary=b""), request.components())
        _record(node, result)
        return True

    def _report(self, node: NkiKlirKernelOp, request: TraceRequest, failure: TraceError) -> None:
        notes = tuple(getattr(failure, "__notes__", ()))
        emit_error(self.context, node, f"has kernel {request.kernel_name} to trace: {failure}", notes=notes)


def request_of(node: NkiKlirKernelOp) -> TraceRequest | None:
    """What is to be traced for a node; None where it does not say which kernel it is, and under which key."""
    name, key = node.attributes.get(FUNC_NAME), node.attributes.get(CACHE_KEY)
    if not isinstance(name, StringAttr) or not isinstance(key, StringAttr):
        return None
    attrs = node.attributes.get("neuron.attrs")
    target = target_of(node)
    shapes: dict[str, tuple[tuple[int, ...], ...]] = {}
    dtypes: dict[str, tuple[str, ...]] = {}
    for section in ("ins", "outs"):
        indices = node.group_range(section)
        shapes[section] = tuple(node.pattern(index).logical_shape(node.operand_type(index)) for index in indices)
        dtypes[section] = tuple(node.pattern(index).element.name for index in indices)
    return TraceRequest(
        kernel_name=name.data,
        cache_key=key.data,
        kernel_format=node.kernel_format.data,
        operand_shapes=shapes["ins"],
        operand_dtypes=dtypes["ins"],
        result_shapes=shapes["outs"],
        result_dtypes=dtypes["outs"],
        attrs=cast("Mapping[str, Any]", python_value(attrs)) if isinstance(attrs, DictionaryAttr) else {},
        target=target.limits.class_name,
        num_neuroncores=target.lnc.data,
        artefact=node.klir_binary.data,
    )


def _checked(request: TraceRequest, result: TraceResult) -> TraceResult:
    """A result that fits its request. Raises TraceError."""
    if result.format != request.kernel_format:
        raise TraceError(
            f'the tracer wrote format "{result.format}", the node expects kernel_format = "{request.kernel_format}"'
        )
    for what, names, shapes in (
        ("inputs", result.input_names, request.operand_shapes),
        ("outputs", result.output_names, request.result_shapes),
    ):
        if names and len(names) != len(shapes):
            raise TraceError(f"the tracer names {len(names)} {what}, the node has {len(shapes)}")
        if len(set(names)) != len(names):
            raise TraceError(f"the tracer gives two {what} the same name: {', '.join(names)}")
    return result


def _record(node: NkiKlirKernelOp, result: TraceResult) -> None:
    """Note on the node what the trace says: the version, and the names of the formal parameters."""
    node.properties["nki_binary_version_identifier"] = StringAttr(result.version)
    if result.input_names:
        node.properties["func_args"] = formal_map(result.input_names, "ins")
    if result.output_names:
        node.properties["func_outs"] = formal_map(result.output_names, "outs")
