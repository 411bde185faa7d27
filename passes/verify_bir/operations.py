"""Rules of particular instructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.utils.exceptions import VerifyException

from ...dialects.bir.affine import AffineAttr, AffineExpression, Linear, RuntimeValue
from ...dialects.bir.instruction_type import InstructionType
from ...dialects.neuron.target import TargetAttr
from ...dialects.neuron.words import WordAttr
from .rules import rule
from .subject import Finding, Instruction, Operand

BANK_BYTES = 2048
IO_KINDS = frozenset(
    ("ExternalInput", "ExternalInputParameter", "Input", "ExternalOutput", "ExternalOutputParameter", "Output")
)
GEN3, CORE_V4 = 30, 40
MATMULTS = (InstructionType.Matmult, InstructionType.MatmultSparse, InstructionType.MatmultMx)


def _wrong_memory(instruction: Instruction, operand: Operand, *allowed: str) -> Finding:
    return operand.finding(
        f"Instruction: {instruction.row.name} has invalid memory location type: {operand.memory_type}. "
        f"Supported memory location types are: {', '.join(allowed)}"
    )


# Kernel and custom operations.


@rule("BIR131", "Custom operations exist up to sunda only", InstructionType.CustomOp)
def custom_op_architecture(instruction: Instruction) -> Iterator[Finding]:
    if instruction.module.level >= GEN3:
        yield Finding("Custom operations not yet supported for TRN2")


@rule("kernel-base", "The operands of a library kernel start at base partition 0", InstructionType.BIRKernel)
def kernel_base(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        if operand.base:
            yield operand.finding(
                "mem.getBasePartition() == 0: Kernel inputs/outputs must be allocated at base partition 0, "
                f"found {operand.base}"
            )


@rule("BIR205", "In a document, the function that a kernel node calls is there", InstructionType.NKIKernel)
def kernel_function(instruction: Instruction) -> Iterator[Finding]:
    func = instruction.op.properties.get("func")
    if instruction.function is None:
        # Before there is a document, a user's kernel may well be elsewhere.
        return
    if isinstance(func, SymbolRefAttr) and func.root_reference.data not in instruction.module.functions:
        name = instruction.op.properties.get("sym_name")
        called = getattr(name, "data", "without a name")
        yield Finding(
            f"NKI Kernel function pointer is empty in instruction {called}: "
            f"there is no function @{func.string_value()}",
            key="func",
        )


@rule("1681", "A kernel's PSUM buffers fit the banks of the architecture", InstructionType.NKIKernel)
def kernel_banks(instruction: Instruction) -> Iterator[Finding]:
    gate = cast(Any, instruction.op).verify_target
    try:
        gate(TargetAttr(instruction.module.limits.name))
    except VerifyException as error:
        yield Finding(str(error), key=getattr(error, "property_name", None))


# Matrix multiplication.


@rule("BIR412", "A matrix multiplication writes PSUM", *MATMULTS)
def matmult_result(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.section("outs"):
        if operand.space and operand.space != "psum":
            yield _wrong_memory(instruction, operand, "PSUM")


@rule("BIR028", "The compression of a sparse matrix multiplication is 2, 3 or 4", InstructionType.MatmultSparse)
def sparse_ratio(instruction: Instruction) -> Iterator[Finding]:
    ratio = instruction.integer("compress_ratio")
    if ratio is not None and ratio not in (2, 3, 4):
        yield Finding(f"has compress_ratio = {ratio}, legal are 2, 3 and 4", key="compress_ratio")


@rule("BIR031", "A transposing matrix multiplication writes the element type that it reads", InstructionType.Matmult)
def transpose_dtype(instruction: Instruction) -> Iterator[Finding]:
    moving, result = instruction.operand("ins", 0), instruction.operand("outs", 0)
    if not instruction.integer("is_transpose") or moving is None or result is None:
        return
    if moving.dtype is not None and result.dtype is not None and moving.dtype != result.dtype:
        yield result.finding(f"is {result.dtype.name}, a transpose of {moving.dtype.name} has the same element type")


@rule("BIR034", "Both operands of a matrix multiplication are 32 bits wide, or neither", *MATMULTS[:2])
def matmult_widths(instruction: Instruction) -> Iterator[Finding]:
    moving, stationary = instruction.operand("ins", 0), instruction.operand("ins", 1)
    if moving is None or stationary is None or moving.dtype is None or stationary.dtype is None:
        return
    if (moving.dtype.size_in_bytes == 4) != (stationary.dtype.size_in_bytes == 4):
        yield stationary.finding(
            f"is {stationary.dtype.name}, the moving operand is {moving.dtype.name}; "
            "32-bit operands are not mixed with others"
        )


@rule("BIR110", "A matrix multiplication stays in one PSUM bank", *MATMULTS)
def single_bank(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.section("outs"):
        if operand.space != "psum" or not operand.is_static or operand.dtype is None or not operand.extent:
            continue
        _, start = operand.start
        inside = operand.pairs[1:]
        low = start + sum([min(step * (num - 1), 0) for step, num in inside])
        high = start + sum([max(step * (num - 1), 0) for step, num in inside])
        address: Any = operand.location.properties.get("addr") if operand.location is not None else None
        base = address.value.data if address is not None else 0
        size = operand.dtype.size_in_bytes
        first, last = (base + low * size) // BANK_BYTES, (base + high * size + size - 1) // BANK_BYTES
        if first != last:
            yield operand.finding(
                f"goes from PSUM bank {first} to {last}; a matrix multiplication writes one bank of {BANK_BYTES} bytes"
            )


# Data movement.


@rule(
    "dma-transpose",
    "A transposing DMA is of rank 4 on both sides, XZYW or XYZW, and writes SBUF",
    InstructionType.DMACopy,
    InstructionType.DMADescriptorTranspose,
)
def dma_transpose(instruction: Instruction) -> Iterator[Finding]:
    if instruction.opcode is InstructionType.DMACopy and instruction.word("mode") != "Transpose":
        return
    memory = [operand for operand in instruction.operands if not operand.is_free]
    is_dynamic = any(not operand.is_static for operand in memory)
    allowed = ("XZYW",) if is_dynamic else ("XZYW", "XYZW")
    word = instruction.word("transpose_op")
    if word not in allowed:
        which = "a DMA transpose that starts at run time" if is_dynamic else "a DMA transpose"
        yield Finding(f"has transpose_op = {word or 'None'}, {which} is {' or '.join(allowed)}", key="transpose_op")
    for operand in memory:
        if len(operand.pairs) != 4:
            yield operand.finding(f"has {len(operand.pairs)} dimensions, a DMA transpose has 4 on both sides")
    for operand in instruction.section("outs"):
        if operand.space and operand.space != "sbuf":
            yield _wrong_memory(instruction, operand, "SB")


@rule("dma-trigger", "A trigger names a queue and blocks", InstructionType.DMATrigger)
def dma_trigger(instruction: Instruction) -> Iterator[Finding]:
    blocks: Any = instruction.op.properties.get("dma_blocks")
    if "queue" not in instruction.op.properties or blocks is None or not blocks.data:
        yield Finding("DMATrigger must have queue and block set")


@rule("BIR450", "A copy between SBUFs is what the GPSIMD engine can do", InstructionType.GPSIMDSB2SB)
def sb_to_sb(instruction: Instruction) -> Iterator[Finding]:
    lnc = instruction.module.lnc
    if lnc is not None and lnc != 2:
        yield Finding(f"is between the two cores of a logical one, the target has lnc = {lnc}")
    source, result = instruction.operand("ins", 0), instruction.operand("outs", 0)
    for operand in (source, result):
        if operand is None or operand.dtype is None or operand.is_free:
            continue
        if operand.space != "sbuf":
            yield _wrong_memory(instruction, operand, "SB")
            continue
        # The engine moves words of 32 bits: four bytes, or two halves, stand in one.
        size = operand.elements_per_partition * operand.dtype.size_in_bytes
        if size > 1024:
            yield operand.finding(f"moves {size} bytes of each partition, at most 1024 are possible")
        if operand.partitions % 16:
            yield operand.finding(f"has {operand.partitions} partitions, expected a multiple of 16")
    if source is not None and result is not None and source.dtype != result.dtype:
        names = [operand.dtype.name if operand.dtype is not None else "" for operand in (source, result)]
        yield Finding(f"reads {names[0]} and writes {names[1]}; the element types are the same")


# Element-wise.


@rule("BIR534", "An operation of two tensors does not accumulate", InstructionType.TensorTensor)
def tensor_tensor_accumulation(instruction: Instruction) -> Iterator[Finding]:
    word = instruction.word("acc")
    if word != "Idle" and word != "Accumulate":
        yield Finding(f"has acc = {word}, a TensorTensor is Idle", key="acc")


_ACCUMULATING = {
    InstructionType.RangeSelect: ("reduce_cmd", "BIR253"),
    InstructionType.TensorScalarPtr: ("acc", "BIR254"),
    InstructionType.TensorTensor: ("acc", "BIR255"),
}


def _refuse_accumulate(instruction: Instruction) -> Iterator[Finding]:
    key, _ = _ACCUMULATING[instruction.opcode]
    if instruction.word(key) == "Accumulate":
        yield Finding(f"has {key} = Accumulate, which a {instruction.row.name} cannot do", key=key)


for _opcode, (_key, _code) in _ACCUMULATING.items():
    rule(_code, f"A {_opcode.name} does not have {_key} = Accumulate", _opcode)(_refuse_accumulate)


@rule("BIR099", "A gather has indices for each element that it writes", InstructionType.Gather)
def gather(instruction: Instruction) -> Iterator[Finding]:
    params, indices = instruction.operand("ins", 0), instruction.operand("ins", 1)
    result = instruction.operand("outs", 0)
    if params is None or indices is None or result is None or any(each.is_free for each in (params, indices, result)):
        yield Finding("has other operands than params, indices and one output")
        return
    for operand in (params, indices, result):
        if len(operand.pairs) > 4:
            yield operand.finding(f"has {len(operand.pairs)} dimensions, a Gather has at most 4")
    if params.dtype != result.dtype:
        yield result.finding(f"is {_dtype(result)}, the params are {_dtype(params)}; they are the same")
    if _dtype(indices) != "uint32":
        yield indices.finding(f"is {_dtype(indices)}, indices are uint32")
    for operand in (indices,):
        if operand.partitions != result.partitions:
            yield operand.finding(f"has {operand.partitions} partitions, the output has {result.partitions}")
        elif operand.elements_per_partition != result.elements_per_partition:
            yield operand.finding(
                f"has {operand.elements_per_partition} elements in a partition, "
                f"the output has {result.elements_per_partition}"
            )


def _dtype(operand: Operand) -> str:
    return operand.dtype.name if operand.dtype is not None else "untyped"


@rule("BIR122", "The bounds of sequences are found in patterns of rank 3", InstructionType.GetSequenceBounds)
def sequence_bounds(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        if not operand.is_free and len(operand.pairs) != 3:
            yield operand.finding(f"has {len(operand.pairs)} dimensions, a GetSequenceBounds has 3")


# Microscaling.


@rule("matmult-mx", "A microscaling matrix multiplication has the shapes of its tiles", InstructionType.MatmultMx)
def matmult_mx(instruction: Instruction) -> Iterator[Finding]:
    if instruction.integer("replication_shift_amnt"):
        yield Finding("has a replication shift, a MatmultMx has none", key="replication_shift_amnt")
    for position in (0, 1):
        operand = instruction.operand("ins", position)
        if operand is not None and operand.is_on_chip and operand.partitions not in (32, 64, 128):
            yield operand.finding(f"has {operand.partitions} partitions, expected 32, 64 or 128")
    weights = instruction.operand("ins", 1)
    if weights is not None and weights.is_on_chip and weights.elements_per_partition > 512:
        yield weights.finding(f"has {weights.elements_per_partition} elements in a partition, at most 512 are possible")
    for position in (2, 3):
        scales = instruction.operand("ins", position)
        if scales is None or not scales.is_on_chip or not scales.is_static:
            continue
        start, _ = scales.start
        if start % 32 >= 16 or start % 4:
            yield scales.finding(
                f"starts at partition {start}; scales start at a multiple of 4 in the first 16 partitions of a quadrant"
            )


# Collectives.


@rule(
    "collective-io",
    "A collective does not read or write the tensors of the module's interface",
    InstructionType.CollectiveCompute,
    InstructionType.CollectiveSend,
    InstructionType.CollectiveRecv,
)
def collective_io(instruction: Instruction) -> Iterator[Finding]:
    for operand in instruction.operands:
        tensor_set = operand.tensor_set
        kind = tensor_set.properties.get("kind") if tensor_set is not None else None
        if isinstance(kind, WordAttr) and cast("WordAttr[Any]", kind).data.value in IO_KINDS:
            verb = "write" if operand.section == "outs" else "read"
            yield operand.finding(f"Collective instruction cannot {verb} IO tensors")


@rule("collective-sb", "A collective on SBUF exists from gen3 on and has one output", InstructionType.CollectiveCompute)
def collective_sb(instruction: Instruction) -> Iterator[Finding]:
    if not any(operand.space == "sbuf" for operand in instruction.operands):
        return
    if instruction.module.level < GEN3:
        yield Finding(f"is on SBUF, which is not supported on arch {instruction.module.arch}, must be gen3 or greater")
    outputs = len(instruction.section("outs"))
    if outputs != 1:
        yield Finding(f"is on SBUF and has {outputs} outputs, expected 1")


# Control flow.


@rule("BIR072", "A branch compares two values of one type that engines can compare", InstructionType.CompareAndBranch)
def branch_operands(instruction: Instruction) -> Iterator[Finding]:
    operands = instruction.section("ins")
    if len(operands) != 2:
        yield Finding(f"compares {len(operands)} value{'' if len(operands) == 1 else 's'}, expected 2")
        return
    first, second = operands
    if first.dtype != second.dtype:
        yield second.finding(f"is {_dtype(second)}, the other value is {_dtype(first)}; they are the same")
    elif _dtype(first) not in ("float32", "int32", "uint32"):
        yield first.finding(f"is {_dtype(first)}, a branch compares float32, int32 or uint32 (BIR111)")


@rule("BIR070", "The condition of a loop is what a register holds", InstructionType.DoWhile)
def loop_condition(instruction: Instruction) -> Iterator[Finding]:
    condition = instruction.op.properties.get("cond")
    if not isinstance(condition, AffineAttr) or not isinstance(_single(condition.data), RuntimeValue):
        yield Finding("has a condition that is no integer runtime value", key="cond")


def _single(expression: AffineExpression) -> AffineExpression:
    """The one term of a sum of one term."""
    if isinstance(expression, Linear) and len(expression.terms) == 1 and not expression.constant:
        return expression.terms[0][0]
    return expression


@rule("BIR135", "A loop up to a runtime value has a constant start and step", InstructionType.DynamicForLoop)
def dynamic_bounds(instruction: Instruction) -> Iterator[Finding]:
    axis: Any = instruction.op.properties["DynamicForLoopAxis"]
    for key in ("lb", "stride"):
        value = axis.data[key]
        if isinstance(value, AffineAttr) and not (isinstance(value.data, Linear) and not value.data.terms):
            yield Finding(f"has a {key} that is no constant", key="DynamicForLoopAxis")
    bound = axis.data["ub"]
    if isinstance(bound, AffineAttr):
        expression = bound.data
        terms = len(expression.terms) if isinstance(expression, Linear) else 1
        if terms == 1 and isinstance(_term(expression), RuntimeValue):
            return
    yield Finding("has an ub that is not one term of one integer runtime value", key="DynamicForLoopAxis")


def _term(expression: AffineExpression) -> AffineExpression:
    return expression.terms[0][0] if isinstance(expression, Linear) else expression


@rule("BIR149", "A loop up to a runtime value stands in a block of the function", InstructionType.DynamicForLoop)
def dynamic_nesting(instruction: Instruction) -> Iterator[Finding]:
    block = instruction.op.parent_op()
    outer = block.parent_op() if block is not None and block.name == "bir.block" else None
    if outer is not None and outer.name != "bir.function":
        yield Finding("is nested in another loop; a DynamicForLoop stands in a top-level block")
