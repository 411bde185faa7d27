"""Writing the artefacts of traces: each once, and whole or not at all."""

from .tracer import TraceError


def is_file_name(name: str) -> bool:
    """Whether a name is that of a file in whichever directory, and not a path that leads elsewhere."""
    return name not in ("", ".", "..") and not any(character in "/\\\0" for character in name)


def write_artefact(directory: str, name: str, content: bytes) -> bool:
    """
    Write an artefact into a directory, which is made where it is missing; says whether it had to be written.

    A file of the name with the same content stays. Raises TraceError where there is one with another content, which
    some other module may rely on, and where nothing can be written.
    """
    import os
    from pathlib import Path

    target = Path(directory) / name
    if not is_file_name(name):
        raise TraceError(f"'{name}' is not the name of an artefact: it leads out of the directory")
    temporary = target.with_name(f".{name}.{os.getpid()}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_bytes(content)
            # A link is made whole and only where nothing is, so that two runs cannot write over each other.
            os.link(temporary, target)
        except FileExistsError:
            if target.read_bytes() != content:
                raise TraceError(
                    f"'{target}' is there already with another content; remove it, or pass another artifact-dir"
                ) from None
            return False
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as failure:
        raise TraceError(f"cannot write artefact '{target}': {failure.strerror or failure}") from None
    return True
