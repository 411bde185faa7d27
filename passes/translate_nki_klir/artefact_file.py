"""Finding the artefact that a node carries, and keeping a copy beside the others."""

from ..trace_kernels.artefacts import write_artefact
from ..trace_kernels.tracer import TraceError


class CarrierError(Exception):
    """A node whose artefact cannot be used; the message is for the user."""


def find_artefact(filename: str, artifact_dir: str | None) -> str:
    """
    The path of an artefact: its own, else that of its name in the artefact directory.

    Raises CarrierError where there is no such file.
    """
    from pathlib import Path

    candidates = [Path(filename)]
    if artifact_dir is not None:
        candidates.append(Path(artifact_dir) / Path(filename).name)
    for candidate in candidates:
        try:
            if candidate.is_file():
                return str(candidate)
        except (OSError, ValueError):
            # A name that no file can have.
            continue
    raise CarrierError(
        f"NKI Kernel file {filename} does not exist, either in full path or in compiler artifacts directory"
    )


def keep_artefact(path: str, content: bytes, artifact_dir: str | None) -> None:
    """Copy an artefact into the artefact directory, if there is one and it is not there. Raises CarrierError."""
    from pathlib import Path

    if artifact_dir is None:
        return
    try:
        write_artefact(artifact_dir, Path(path).name, content)
    except TraceError as failure:
        raise CarrierError(str(failure)) from None
