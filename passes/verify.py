"""The `verify` pass: verification as a step of a pipeline."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.ir import Operation

from ..dialects.neuron.target import verify_target_gates
from .manager.context import OptContext
from .manager.diagnostics import report_exception
from .manager.pass_base import Pass
from .manager.verifier import verify


@dataclass(frozen=True)
class VerifyPass(Pass):
    """Verifies the anchor and everything in it, whatever `--verify-each` says.

    Checks what the verifier checks, and then what the target of the module refuses. Changes nothing.
    """

    name = "verify"
    summary = "Verify the IR and hold it against the target"
    anchors = ()

    def apply_to(self, context: Context, op: Operation) -> None:
        if not isinstance(context, OptContext):
            # Plain xDSL verifies on its own, and has nowhere to report to but an exception.
            op.verify()
        elif not verify(context, op):
            return
        for refused, failure in verify_target_gates(op):
            if not isinstance(context, OptContext):
                raise failure
            report_exception(context, refused, failure)
