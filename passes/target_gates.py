"""What the target of a module refuses in it, for passes that may run where nobody has asked before."""

from xdsl.context import Context
from xdsl.ir import Operation

from ..dialects.neuron.target import verify_target_gates
from .manager.diagnostics import report_exception


def refused_by_target(context: Context, op: Operation) -> bool:
    """Report what the target refuses below an operation, and say whether it was anything."""
    failures = verify_target_gates(op)
    for failed, error in failures:
        report_exception(context, failed, error)
    return bool(failures)
