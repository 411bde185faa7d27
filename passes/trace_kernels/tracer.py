"""What traces a kernel: the interface, what it is asked and what it answers, and where tracers are found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from ..lower_macros.cache_key import OUT_SHAPE_KERNELS

ENTRY_POINT_GROUP = "neuron_opt.kernel_tracers"
"""The entry point group of installed tracers: each names a callable that takes nothing and gives a `KernelTracer`."""

DEFAULT_VERSION = "1.0.0"
"""The version of an artefact whose tracer says nothing of it: the one that consumers accept."""


@dataclass(frozen=True)
class TraceRequest:
    """A kernel to trace: its name in the registry, what it is called on, and what the artefact is for."""

    kernel_name: str
    cache_key: str
    kernel_format: str
    """What the front end is to write: `bir` for Backend IR JSON, anything else for a KLR file."""
    operand_shapes: tuple[tuple[int, ...], ...]
    operand_dtypes: tuple[str, ...]
    result_shapes: tuple[tuple[int, ...], ...]
    result_dtypes: tuple[str, ...]
    attrs: Mapping[str, Any]
    target: str
    num_neuroncores: int
    artefact: str = ""
    """The name of the file that the trace is for."""

    def components(self) -> dict[str, Any]:
        """What the cache keeps beside the result: what the key of whole operands is made from."""
        components: dict[str, Any] = {
            "kernel_name": self.kernel_name,
            "operands": {"shapes": [list(each) for each in self.operand_shapes], "dtypes": list(self.operand_dtypes)},
            "results": {"shapes": [list(each) for each in self.result_shapes], "dtypes": list(self.result_dtypes)},
            "attrs": dict(self.attrs),
            "target": self.target,
            "num_neuroncores": self.num_neuroncores,
        }
        if self.kernel_name in OUT_SHAPE_KERNELS:
            components["out_shape"] = list(self.result_shapes[0])
        return components


@dataclass(frozen=True)
class TraceResult:
    """What a trace wrote, and the names of the kernel's formal parameters where the tracer knows them."""

    binary: bytes
    format: str
    input_names: tuple[str, ...] = field(default=())
    output_names: tuple[str, ...] = field(default=())
    version: str = DEFAULT_VERSION


class TraceError(Exception):
    """A kernel that cannot be traced; the message is for the user, notes are what helps."""


class KernelTracer(Protocol):
    """Traces kernels of the registry."""

    @property
    def name(self) -> str:
        """How the tracer is called in messages and in the option `tracer`."""
        ...

    def is_available(self) -> bool:
        """Whether it can trace here, that is, what it needs is installed."""
        ...

    def trace(self, request: TraceRequest) -> TraceResult:
        """Trace one kernel. Raises TraceError."""
        ...


def installed_tracers() -> Sequence[KernelTracer]:
    """
    The vendor's compiler, then what entry points offer, by name.

    Raises TraceError for an entry point that cannot be loaded.
    """
    from importlib.metadata import entry_points

    from .vendor import VendorTracer

    tracers: list[KernelTracer] = [VendorTracer()]
    for entry_point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda each: each.name):
        try:
            tracers.append(cast(KernelTracer, entry_point.load()()))
        except Exception as failure:
            raise TraceError(
                f"the kernel tracer '{entry_point.name}' ({entry_point.value}) cannot be used: "
                f"{type(failure).__name__}: {failure}"
            ) from failure
    return tracers


def choose_tracer(name: str | None, artifact_source: str | None) -> KernelTracer:
    """
    The tracer to use: a directory of artefacts where one is given, else the one of the name, else the first available.

    Raises TraceError, with what to install or pass, where there is none.
    """
    if artifact_source is not None:
        from .artefact_directory import ArtefactDirectory

        return ArtefactDirectory(artifact_source)
    tracers = installed_tracers()
    if name is not None:
        for tracer in tracers:
            if tracer.name == name:
                if tracer.is_available():
                    return tracer
                raise _nothing_traces(f"the kernel tracer '{name}' is not available here")
        known = ", ".join(f"'{tracer.name}'" for tracer in tracers)
        raise TraceError(f"there is no kernel tracer '{name}' (there are: {known})")
    for tracer in tracers:
        if tracer.is_available():
            return tracer
    raise _nothing_traces("there is nothing to trace kernels with")


def _nothing_traces(message: str) -> TraceError:
    error = TraceError(message)
    error.add_note("install the vendor's compiler (the Python packages neuronx-cc and nki), whose front end traces")
    error.add_note("or pass artifact-source=DIR, a directory of artefacts that were traced elsewhere")
    error.add_note(f"or install a package with an entry point in the group '{ENTRY_POINT_GROUP}'")
    return error
