"""A directory of artefacts that were traced elsewhere, as a tracer."""

from .artefacts import is_file_name
from .tracer import TraceError, TraceRequest, TraceResult


class ArtefactDirectory:
    """Answers a trace with the file of the artefact's name in a directory."""

    name = "artefact directory"

    def __init__(self, directory: str):
        self.directory = directory

    def is_available(self) -> bool:
        """Whether the directory is there."""
        from pathlib import Path

        return Path(self.directory).is_dir()

    def trace(self, request: TraceRequest) -> TraceResult:
        """The artefact of the request's name. Raises TraceError where the directory or the file is missing."""
        from pathlib import Path

        if not self.is_available():
            raise TraceError(f"artifact-source '{self.directory}' is not a directory")
        path = Path(self.directory) / request.artefact
        if not is_file_name(request.artefact):
            raise TraceError(f"'{request.artefact}' is not the name of an artefact: it leads out of the directory")
        try:
            return TraceResult(path.read_bytes(), request.kernel_format)
        except OSError as failure:
            reason = failure.strerror or str(failure)
            error = TraceError(f"artifact-source '{self.directory}' has no '{request.artefact}': {reason}")
            others = sorted(each.name for each in Path(self.directory).glob(f"{request.kernel_name}-*"))
            if others:
                error.add_note(f"it has other variants of {request.kernel_name}: {', '.join(others[:5])}")
            shapes = ", ".join("x".join(map(str, shape)) for shape in request.operand_shapes)
            error.add_note(f"wanted for operands {shapes} on {request.target}, lnc {request.num_neuroncores}")
            raise error from None
