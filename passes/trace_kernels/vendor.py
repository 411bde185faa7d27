"""The vendor's compiler as a tracer, where its Python packages are installed.

It is not part of this project and cannot be run in its tests; what is called here is what public users call:
`nki.compiler.driver.compile_to_bir(kernel_func=, frontend=, inputs=, compile_opts=)` with
`nki.compiler.frontend.ParserFrontend` and `nki.compiler.ncc_driver.CompileOptions` (AWS's nki-library), on the kernel
that the registry names. The answer is read by the keys that reverse-engineering notes on neuronx_cc 2.24 give for a
trace: `binary`, `input_names`, `output_names`, `format`.
"""

from importlib import import_module
from typing import Any

from ..lower_macros.registry import get_internal_kernel_registry, not_registered
from .tracer import DEFAULT_VERSION, TraceError, TraceRequest, TraceResult

DRIVER = "nki.compiler.driver"
FRONTEND = "nki.compiler.frontend"
OPTIONS = "nki.compiler.ncc_driver"


class ShapeProxy:
    """What a kernel sees of an operand while it is traced: a shape, an element type, a name."""

    def __init__(self, shape: tuple[int, ...], dtype: str, name: str):
        self.shape = shape
        self.dtype = dtype
        self.name = name


class VendorTracer:
    """Traces with the vendor's front end (beta3, which writes Backend IR JSON)."""

    name = "vendor"

    def is_available(self) -> bool:
        """Whether the driver of the vendor's front end can be imported."""
        try:
            import_module(DRIVER)
        except ImportError:
            return False
        return True

    def trace(self, request: TraceRequest) -> TraceResult:
        """Trace one kernel. Raises TraceError with what the vendor's compiler said."""
        config = get_internal_kernel_registry().get(request.kernel_name)
        if config is None:
            raise TraceError(not_registered(request.kernel_name))
        if request.kernel_format != "bir":
            raise TraceError(
                f'the vendor\'s front end writes kernel_format = "bir", the node asks for "{request.kernel_format}": '
                "lower with lower-macros{nki-frontend=beta3}"
            )
        operands = zip(request.operand_shapes, request.operand_dtypes, strict=True)
        names = [f"arg{index}" for index in range(len(request.operand_shapes))]
        inputs: dict[str, Any] = {
            name: ShapeProxy(shape, dtype, name) for name, (shape, dtype) in zip(names, operands, strict=True)
        }
        try:
            kernel = getattr(import_module(config.module), config.function)
            options = import_module(OPTIONS).CompileOptions(target=request.target, lnc=request.num_neuroncores)
            answer = import_module(DRIVER).compile_to_bir(
                kernel_func=kernel,
                frontend=import_module(FRONTEND).ParserFrontend(),
                inputs={**inputs, **request.attrs},
                compile_opts=options,
            )
        except Exception as failure:
            # Whatever foreign code raises is an error of this kernel, not of the run.
            raise TraceError(
                f"the vendor's compiler cannot trace '{request.kernel_name}': {type(failure).__name__}: {failure}"
            ) from failure
        return _result(answer)


def _result(answer: Any) -> TraceResult:
    try:
        binary, format = answer["binary"], answer["format"]
        input_names, output_names = tuple(answer["input_names"]), tuple(answer["output_names"])
    except (KeyError, TypeError) as failure:
        raise TraceError(
            "this version of the vendor's compiler gives a trace in another form than binary, input_names, "
            f"output_names and format: {type(failure).__name__}: {failure}"
        ) from failure
    data = binary.encode() if isinstance(binary, str) else bytes(binary)
    return TraceResult(data, str(format), input_names, output_names, DEFAULT_VERSION)
