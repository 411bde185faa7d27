"""The export of kernel metrics: what was emitted and traced, by kernel and category, as JSON."""

from ..lower_macros.telemetry import KernelCategory, KernelMetrics
from .cache import KernelCache
from .tracer import TraceError


def metrics_text(metrics: KernelMetrics, cache: KernelCache) -> str:
    """
    The metrics as JSON: `{"kernels": [{kernel_name, category, call_count, number_of_variances}]}`, in order.

    Kernels that the generic sink of `lower-macros` emitted in the same context count as BIR_KERNEL, without variances;
    traced ones count as NEW_NKI_FE, a variance for each cache key.
    """
    from json import dumps

    rows: list[dict[str, str | int]] = [
        {"kernel_name": kernel, "category": category, "call_count": count}
        for (category, kernel), count in metrics.counts.items()
    ]
    rows += [
        {
            "kernel_name": use.kernel_name,
            "category": KernelCategory.NEW_NKI_FE.value,
            "call_count": use.call_count,
            "number_of_variances": use.number_of_variances,
        }
        for use in cache.uses()
    ]
    rows.sort(key=lambda row: (str(row["category"]), str(row["kernel_name"])))
    return dumps({"kernels": rows}, indent=2) + "\n"


def write_metrics(path: str, text: str) -> None:
    """Write the metrics to a file, as a whole or not at all. Raises TraceError."""
    from ..manager.files import FileError, write_output

    try:
        write_output(path, text)
    except FileError as failure:
        raise TraceError(f"kernel-metrics: {failure}") from None
