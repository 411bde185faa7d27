"""How names of Backend IR are spelled in this dialect: `TensorReduce` is `bir.tensor_reduce`."""

from re import compile as compile_expression

_BOUNDARY = compile_expression(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_EXCEPTIONS = {
    # No rule finds the words in these.
    "GPSIMDSB2SB": "gpsimd_sb2sb",
    "NKIKLIRKernel": "nki_klir_kernel",
    "DMAQoSClass": "dma_qos_class",
    "TSCMode": "tsc_mode",
}


def snake_case(name: str) -> str:
    """A camel-case name in lower case with underscores between its words; an acronym is one word."""
    return _EXCEPTIONS.get(name) or _BOUNDARY.sub("_", name).lower()
