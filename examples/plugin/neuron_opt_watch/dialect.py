"""The dialect `watch`: buffers whose contents someone wants to see."""

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, operand_def

from neuron_opt.dialects.neuron.op_format import FormattedOperation, OperandLike
from neuron_opt.dialects.neuron.properties import integer, required_text

MOST_DETAILED = 9


@irdl_op_definition
class WatchBufferOp(FormattedOperation):
    """
    Asks for the contents of a buffer, under a label, where it stands.

    `level` says how detailed the question is: 0 for what everybody wants to see, 9 for what nobody asks for twice.

    ```mlir
    watch.buffer value(%hidden : memref<128x512xbf16>) {label = "hidden", level = 2}
    ```
    """

    name = "watch.buffer"

    value = operand_def()

    label = required_text()
    level = integer(0, minimum=0, maximum=MOST_DETAILED)

    def __init__(self, *, value: OperandLike, label: str, level: int = 0):
        self.build_from(locals())

    def verify_(self) -> None:
        self.verify_attribute_names()
        if not isinstance(self.value.type, MemRefType):
            raise self.error(
                f"is a {self.value.type}, expected a memref",
                operand="value",
                notes=("only what lies in memory can be looked at",),
            )
        if not self.label.data:
            raise self.error("is empty", attribute="label")


WATCH = Dialect("watch", [WatchBufferOp])
