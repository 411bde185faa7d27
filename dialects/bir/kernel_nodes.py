"""The three kernel nodes: a library kernel by name, a user's kernel, and a registry kernel that is traced.

Public sources: reverse-engineering notes on neuronx_cc 2.24 (`InstBIRKernel` 54, `InstNKIKernel` 55,
`InstNKIKLIRKernel` 56, their fields and checks) and leanprover/KLR (defaults of the library kernel's fields).
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, SymbolRefAttr
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def, traits_def, var_operand_def

from ..neuron.errors import OperationError
from ..neuron.op_format import Accessed
from ..neuron.properties import (
    AttributeForm,
    bag,
    flag,
    i32,
    integer,
    optional_integer,
    optional_shape,
    optional_text,
    real,
    required_text,
    shape_of,
    stored_flag,
    word,
)
from ..neuron.target import TargetAttr
from .header import HEADER_PROPERTIES, header_property
from .instruction_type import InstructionType
from .operation import BirOp
from .traits import OpaqueInstruction
from .words import AddressRotationScopeAttr, KernelSourceAttr

NUM_PARTITIONS = 128
"""Partitions of SBUF and PSUM (AWS Neuron documentation)."""


class KernelNodeOp(BirOp):
    """
    What the three kernel nodes have in common: inputs, outputs, on-chip buffer shapes, the common header.

    The name of the instruction stands among the attributes, because `@name` behind `bir.nki_kernel` is the function's.
    """

    COMMON: ClassVar[frozenset[str]] = frozenset(HEADER_PROPERTIES)

    sym_name = header_property("sym_name")
    origin = header_property("origin")
    engine = header_property("engine")
    engine_id = header_property("engine_id")
    scheduled_start = header_property("scheduled_start")
    scheduled_end = header_property("scheduled_end")
    optin_passes = header_property("optin_passes")
    dependencies = header_property("dependencies")
    loop_carried_dependencies = header_property("loop_carried_dependencies")
    unroll_dependencies = header_property("unroll_dependencies")
    sync_info = header_property("sync_info")
    debug = header_property("debug")
    loopnest = header_property("loopnest")
    predicates = header_property("predicates")
    order = header_property("order")
    dma_trigger_debug_update_semaphore_id = header_property("dma_trigger_debug_update_semaphore_id")

    def unknown_attribute(self, name: str) -> OperationError:
        owner = next((op.name for op in KERNEL_NODES if name in op.get_irdl_definition().properties), None)
        if owner is None:
            return super().unknown_attribute(name)
        return self.error(f"is a field of {owner}, not of {self.name}", attribute=name)

    @property
    def srcs_shape(self) -> tuple[tuple[int, ...], ...]:
        """The shapes of the inputs; Backend IR stores them, here they follow from the operand types."""
        return tuple(self.operand_type(index).get_shape() for index in self.group_range("ins"))

    @property
    def dsts_shape(self) -> tuple[tuple[int, ...], ...]:
        """The shapes of the outputs; Backend IR stores them, here they follow from the operand types."""
        return tuple(self.operand_type(index).get_shape() for index in self.group_range("outs"))

    def verify_contract(self) -> None:
        if not self.group_range("outs"):
            raise self.error("has no outputs; a kernel that writes nothing has no effect")
        self.verify_buffers()

    def verify_buffers(self) -> None:
        """The rules for the buffer shapes of a kernel with a body (birverifier 1680 and 1682 to 1683)."""

    def _buffer(self, name: str) -> tuple[int, ...]:
        shape = self.properties.get(name)
        return () if shape is None else shape_of(shape)


@irdl_op_definition
class BirKernelOp(KernelNodeOp):
    """
    A library kernel by name (`InstBIRKernel`, opcode 54): the body is spliced in by name downstream.

    Fields are exactly those of Backend IR; what has no field of its own stands in `kernel_attrs`. `fused_rmsnorm` is
    always written, because a reader takes its absence for true.

    ```mlir
    bir.bir_kernel "MLP" ins(%x : !t via #neuron.interval<count = 16, dtype = f32>)
        -> outs(%y : !t via #neuron.interval<count = 16, dtype = f32>)
        {kernel_attrs = {act_fn = "SiLU"}, fused_rmsnorm = true, norm_type = 1}
    ```
    """

    name = "bir.bir_kernel"
    INSTRUCTION_TYPE: ClassVar[InstructionType] = InstructionType.BIRKernel

    ins = var_operand_def()
    outs = var_operand_def()
    indices = var_operand_def()

    ins_patterns = opt_prop_def(ArrayAttr)
    outs_patterns = opt_prop_def(ArrayAttr)
    kernel_name = required_text()
    kernel_attrs = bag()
    sb_buf_shape = optional_shape(2, 0)
    psum_buf_shape = optional_shape(3, 0)
    auto_cast = optional_text()
    auto_cast_type = optional_text()
    is_causal = flag()
    fused_rmsnorm = stored_flag(True)
    norm_type = optional_integer(type=i32)
    lnc_size = optional_integer(type=i32, minimum=1)
    lower_bound = real(0.0)
    store_add = flag()
    quant_kernel = flag()
    output_layout = integer(0, type=i32)

    traits = traits_def(OpaqueInstruction())

    LEADING: ClassVar[str | None] = "kernel_name"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("outs",)

    def __init__(
        self,
        kernel_name: str,
        *,
        ins: Sequence[Accessed],
        outs: Sequence[Accessed],
        indices: Sequence[SSAValue] = (),
        kernel_attrs: Mapping[str, object] | None = None,
        sb_buf_shape: Sequence[int] | None = None,
        psum_buf_shape: Sequence[int] | None = None,
        auto_cast: str | None = None,
        auto_cast_type: str | None = None,
        is_causal: bool = False,
        fused_rmsnorm: bool = True,
        norm_type: int | None = None,
        lnc_size: int | None = None,
        lower_bound: float = 0.0,
        store_add: bool = False,
        quant_kernel: bool = False,
        output_layout: int = 0,
    ):
        self.build_from(locals())

    def verify_contract(self) -> None:
        super().verify_contract()
        if not self.kernel_name.data:
            raise self.error("is empty", attribute="kernel_name")


@irdl_op_definition
class NkiKernelOp(KernelNodeOp):
    """
    A call of a user's kernel (`InstNKIKernel`, opcode 55).

    `func` names the function; `func_args` and `func_outs` map its formal names to what is bound to them, by the
    position of the operand.

    ```mlir
    bir.nki_kernel @my_kernel ins(%x : !t via #neuron.interval<count = 16, dtype = f32>)
        -> outs(%y : !t via #neuron.interval<count = 16, dtype = f32>)
        {func_args = {a = "ins[0]"}, func_outs = {result = "outs[0]"}, kernel_source_val = Beta3}
    ```
    """

    name = "bir.nki_kernel"
    INSTRUCTION_TYPE: ClassVar[InstructionType] = InstructionType.NKIKernel

    ins = var_operand_def()
    outs = var_operand_def()
    indices = var_operand_def()

    ins_patterns = opt_prop_def(ArrayAttr)
    outs_patterns = opt_prop_def(ArrayAttr)
    func = prop_def(AttributeForm(SymbolRefAttr, "a symbol"))
    func_args = bag()
    func_outs = bag()
    sb_buf_shape = optional_shape(2, 0)
    psum_buf_shape = optional_shape(3, 0)
    address_rotation_scope_val = word(AddressRotationScopeAttr, "None")
    kernel_source_val = word(KernelSourceAttr, "Beta1")

    traits = traits_def(OpaqueInstruction())

    LEADING: ClassVar[str | None] = "func"
    OUTPUTS: ClassVar[tuple[str, ...]] = ("outs",)

    def __init__(
        self,
        func: str,
        *,
        ins: Sequence[Accessed],
        outs: Sequence[Accessed],
        indices: Sequence[SSAValue] = (),
        func_args: Mapping[str, object] | None = None,
        func_outs: Mapping[str, object] | None = None,
        sb_buf_shape: Sequence[int] | None = None,
        psum_buf_shape: Sequence[int] | None = None,
        address_rotation_scope_val: str = "None",
        kernel_source_val: str = "Beta1",
    ):
        self.build_from({**locals(), "func": SymbolRefAttr(func)})

    def verify_buffers(self) -> None:
        sb = self._buffer("sb_buf_shape")
        if sb and (sb[0] == 0) != (sb[1] == 0):
            raise self.error(
                f"is {list(sb)}: bytes a partition and partitions are both zero or both positive (birverifier 1680)",
                attribute="sb_buf_shape",
            )
        psum = self._buffer("psum_buf_shape")
        if psum and psum[1] > NUM_PARTITIONS:
            raise self.error(
                f"has {psum[1]} partitions, PSUM has {NUM_PARTITIONS} (birverifier 1682)", attribute="psum_buf_shape"
            )
        buffers = int(any(sb)) + int(any(psum))
        outputs = len(self.group_range("outs"))
        if outputs < buffers:
            raise self.error(
                f"has {outputs} output{'' if outputs == 1 else 's'} and {buffers} scratch buffers; every buffer is an "
                "output (birverifier 1683)"
            )

    def verify_target(self, target: TargetAttr) -> None:
        """PSUM banks are limited by the target (birverifier 1681). Raises OperationError."""
        psum = self._buffer("psum_buf_shape")
        if psum and psum[2] > target.limits.psum_banks:
            raise self.error(
                f"has {psum[2]} banks, {target} has {target.limits.psum_banks} (birverifier 1681)",
                attribute="psum_buf_shape",
            )


@irdl_op_definition
class NkiKlirKernelOp(KernelNodeOp):
    """
    A kernel that carries what its trace wrote (`InstNKIKLIRKernel`, opcode 56).

    `klir_binary` names the artefact; `kernel_format` is `"bir"` for Backend IR JSON, anything else for a KLR file.

    ```mlir
    bir.nki_klir_kernel ins(%x : !t via #neuron.interval<count = 16, dtype = f32>)
        -> outs(%y : !t via #neuron.interval<count = 16, dtype = f32>)
        {klir_binary = "ResizeNearest-5f0c9a.bir.json", kernel_format = "bir"}
    ```
    """

    name = "bir.nki_klir_kernel"
    INSTRUCTION_TYPE: ClassVar[InstructionType] = InstructionType.NKIKLIRKernel

    ins = var_operand_def()
    outs = var_operand_def()
    indices = var_operand_def()

    ins_patterns = opt_prop_def(ArrayAttr)
    outs_patterns = opt_prop_def(ArrayAttr)
    klir_binary = required_text()
    kernel_format = required_text()
    nki_binary_version_identifier = optional_text()
    enable_device_dump = flag()
    func_args = bag()
    func_outs = bag()
    sb_buf_shape = optional_shape(2, 0)
    psum_buf_shape = optional_shape(3, 0)
    address_rotation_scope_val = word(AddressRotationScopeAttr, "None")

    traits = traits_def(OpaqueInstruction())

    OUTPUTS: ClassVar[tuple[str, ...]] = ("outs",)

    def __init__(
        self,
        *,
        klir_binary: str,
        kernel_format: str,
        ins: Sequence[Accessed],
        outs: Sequence[Accessed],
        indices: Sequence[SSAValue] = (),
        nki_binary_version_identifier: str | None = None,
        enable_device_dump: bool = False,
        func_args: Mapping[str, object] | None = None,
        func_outs: Mapping[str, object] | None = None,
        sb_buf_shape: Sequence[int] | None = None,
        psum_buf_shape: Sequence[int] | None = None,
        address_rotation_scope_val: str = "None",
    ):
        self.build_from(locals())

    def verify_contract(self) -> None:
        super().verify_contract()
        if not self.klir_binary.data:
            raise self.error("is empty; it names the artefact that the trace writes", attribute="klir_binary")
        if not self.kernel_format.data:
            raise self.error('is empty; it is "bir" or another format', attribute="kernel_format")


KERNEL_NODES: tuple[type[KernelNodeOp], ...] = (BirKernelOp, NkiKernelOp, NkiKlirKernelOp)
"""The kernel nodes, in the order of their opcodes."""
