"""The types of KLR that are read, with the names of their fields.

Source: leanprover/KLR, `Core/Basic.lean`, `Core/Tensor.lean` and `Core/Operators.lean`.
"""

from typing import Any, NamedTuple, cast

from .klr_container import KlrFileError, Value


class Record(NamedTuple):
    """A structure: its tag and its fields, in the order in which they are written."""

    tag: int
    fields: tuple[str, ...]


def _record(tag: int, fields: str) -> Record:
    return Record(tag, tuple(fields.split()))


RECORDS: dict[str, Record] = {
    "Block": _record(104, "label noReorder body"),
    "SharedConstantFile": _record(106, "name fileName"),
    "Edges": _record(107, "fromEdge toEdges"),
    "LncKernel": _record(108, "name inputs outputs bodies sharedConstants sharedBuffers edges"),
    "Shape": _record(112, "parDim freeDims"),
    "Address": _record(113, "name memory parSize freeSize parOffset freeOffset isShared"),
    "TensorName": _record(114, "name dtype shape address freeElements addressRotation"),
    "Slice": _record(115, "l u step"),
    "AccessBasic": _record(118, "tensor indexes"),
    "APPair": _record(119, "step num offset"),
    "AccessPattern": _record(120, "tensor parNum pattern parOffset freeOffset fixedAxis"),
    "BirAccessPattern": _record(124, "tensor offset pattern scalarOffset vectorOffset indirectDim dtypeOverride"),
    "NcActivate": _record(149, "dst src accumulatorCmd activationFunc scale bias reduceOp reduceRes dtype"),
    "DmaCopy": _record(152, "dst src compute_op dstBoundsCheck srcBoundsCheck"),
    "NcDmaCopy": _record(153, "dst src compute_op oobMode dgeMode uniqueIndices priority engine"),
    "Transpose": _record(155, "dst src dtype engine"),
    "MemSet": _record(158, "dst value dtype engine"),
    "BatchNormAggregate": _record(174, "dst src dtype"),
    "BatchNormStats": _record(175, "dst src dtype"),
    "Reciprocal": _record(176, "dst src dtype"),
    "Copy": _record(177, "dst src opDim"),
    "NcCopy": _record(178, "dst src dtype engine"),
    "TensorReduce": _record(179, "dst src op opDim negated dtype keepdims"),
    "TensorScalar": _record(180, "dst src imm0 op0 imm1 op1 reverse engine dtype"),
    "TensorTensor": _record(182, "dst src0 src1 op dtype engine"),
    "NcMatMul": _record(
        183, "dst stationary moving isStationaryOneZero isMovingZero isTranspose tilePosition tileSize perfMode"
    ),
}
"""The structures by name. (The proofs that `TensorName`, `Slice` and `AccessBasic` end in are not written.)"""


class Union(NamedTuple):
    """An inductive type: its tag and its constructors, in the order of their numbers."""

    tag: int
    constructors: tuple[str, ...]


def _union(tag: int, constructors: str) -> Union:
    return Union(tag, tuple(constructors.split()))


UNIONS: dict[str, Union] = {
    "Stmt": _union(103, "oper"),
    "Memory": _union(110, "hbm sbuf psum reg shared_hbm private_hbm"),
    "Dtype": _union(
        111,
        "bfloat16 float8e3 float8e4 float8e5 float16 float32 float32r int8 int16 int64 int32 uint8 uint16 uint32 "
        "uint64 float8_e4m3 float8_e4m3fn float8_e5m2_x4 float8_e4m3fn_x4 float4_e2m1fn_x4",
    ),
    "Index": _union(117, "coord slice"),
    "Access": _union(125, "simple basic pattern birPattern"),
    "TensorRef": _union(128, "abstract sbuf psum hbm register"),
    "MatmulPerfMode": _union(129, "None DoubleRow DoubleRowSwInterleave"),
    "Engine": _union(130, "unassigned act dma dve pe pool sp"),
    "Immediate": _union(131, "register pointer int float"),
    "Operand": _union(133, "imm tile"),
    "AluOp": _union(
        135,
        "abs add arith_shift_left arith_shift_right average bitwise_and bitwise_not bitwise_or bitwise_xor bypass "
        "divide is_equal is_ge is_gt is_le is_lt logical_and logical_or logical_shift_left logical_shift_right "
        "logical_xor max min mod mult not_equal pow rsqrt subtract",
    ),
    "AccumCmd": _union(137, "Idle Zero Accumulate ZeroAccumulate LoadAccumulate"),
    "ActivationFunc": _union(
        138,
        "abs arctan copy erf erf_dx exp gelu gelu_apprx_tanh gelu_dx log mish reciprocal relu rsqrt sigmoid sign silu "
        "silu_dx sin softplus sqrt square tanh gelu_apprx_sigmoid gelu_apprx_sigmoid_dx",
    ),
    "DgeComputeOp": _union(140, "none add"),
    "DmaBounds": _union(141, "skip error reg"),
    "TensorScalarReverseOps": _union(144, "none first second both"),
    "TensorSubDim": _union(145, "X XY XYZ XYZW"),
    "Operator": _union(
        218,
        "activate ncActivate activationReduce affineSelect ncAffineSelect batchNormAggregate batchNormStats copy "
        "ncCopy copyPredicated dmaCopy ncDmaCopy dmaTranspose dropout findIndex8 iota loadMaskRegister loadStationary "
        "localGather ncLocalGather matMul ncMatMul matchReplace8 matchValueLoad max8 memSet rangeSelect ncRangeSelect "
        "reciprocal scalarTensorTensor ncScalarTensorTensor shuffle tensorReduce tensorScalar tensorTensor "
        "tensorTensorScan tensorPartitionReduce tensorScalarReduce transpose selectReduce sequenceBounds sendRecv "
        "sendRecvCompute tensorLoad tensorStore registerMove cmpBranch registerAluOp quantizeMX ncMatMulMX dmaCompute "
        "allReduce allGather reduceScatter collectivePermute collectivePermuteImplicit "
        "collectivePermuteImplicitReduce broadcast allToAll rankId currentProcessingRankId send recv coreBarrier rng "
        "rand2 randGetState setRngSeed randSetState extendedInst tensorScalarCumulative ncNGather nonzeroWithCount "
        "devicePrint exponential activate2",
    ),
}
"""The inductive types by name."""


class Fields:
    """A structure's fields by name."""

    def __init__(self, value: Any, name: str):
        record = RECORDS[name]
        if not isinstance(value, Value) or value.type != record.tag:
            raise KlrFileError(f"has {described(value)} where a {name} is expected")
        if len(value.fields) != len(record.fields):
            raise KlrFileError(f"has a {name} with {len(value.fields)} fields, expected {len(record.fields)}")
        self.name = name
        self._fields = dict(zip(record.fields, value.fields, strict=True))

    def __getitem__(self, field: str) -> Any:
        return self._fields[field]

    def natural(self, field: str) -> int:
        """A field that is a natural number. Raises KlrFileError."""
        number = self.integer(field)
        if number < 0:
            raise KlrFileError(f"has {self.name}.{field} = {number}, which is negative")
        return number

    def integer(self, field: str) -> int:
        """A field that is an integer. Raises KlrFileError."""
        number = self._fields[field]
        if type(number) is not int:
            raise KlrFileError(f"has {described(number)} for {self.name}.{field}, expected a number")
        return number

    def text(self, field: str) -> str:
        """A field that is a text. Raises KlrFileError."""
        text = self._fields[field]
        if not isinstance(text, str):
            raise KlrFileError(f"has {described(text)} for {self.name}.{field}, expected a text")
        return text

    def flag(self, field: str) -> bool:
        """A field that is true or false. Raises KlrFileError."""
        value = self._fields[field]
        if not isinstance(value, bool):
            raise KlrFileError(f"has {described(value)} for {self.name}.{field}, expected true or false")
        return value

    def items(self, field: str) -> tuple[Any, ...]:
        """A field that is a list. Raises KlrFileError."""
        value = self._fields[field]
        if not isinstance(value, tuple) or isinstance(value, Value):
            raise KlrFileError(f"has {described(value)} for {self.name}.{field}, expected a list")
        return cast("tuple[Any, ...]", value)

    def naturals(self, field: str) -> tuple[int, ...]:
        """A field that is a list of natural numbers. Raises KlrFileError."""
        numbers = self.items(field)
        if not all(type(number) is int and number >= 0 for number in numbers):
            raise KlrFileError(f"has {self.name}.{field} that is no list of natural numbers")
        return numbers

    def word(self, field: str, union: str) -> str:
        """A field that is a constructor without fields. Raises KlrFileError."""
        return constructor(self._fields[field], union)[0]


def constructor(value: Any, union: str) -> tuple[str, tuple[Any, ...]]:
    """The constructor of a value, by name, and its fields. Raises KlrFileError."""
    tag, constructors = UNIONS[union]
    if not isinstance(value, Value) or value.type != tag:
        raise KlrFileError(f"has {described(value)} where a {union} is expected")
    if value.constructor >= len(constructors):
        raise KlrFileError(f"has constructor {value.constructor} of {union}, which has {len(constructors)}")
    return constructors[value.constructor], value.fields


def only(fields: tuple[Any, ...], what: str) -> Any:
    """The one field of a constructor. Raises KlrFileError."""
    if len(fields) != 1:
        raise KlrFileError(f"has {what} with {len(fields)} fields, expected one")
    return fields[0]


def described(value: Any) -> str:
    """What a value is, for a message."""
    if isinstance(value, Value):
        return f"a value of type {value.type}"
    if isinstance(value, tuple):
        return "a list"
    return "nothing" if value is None else f"a {type(value).__name__}"
