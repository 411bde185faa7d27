"""The enumerations of Backend IR, spelled as it serialises them; attribute classes are made on first use.

Names and order: reverse-engineering notes on neuronx_cc 2.24; leanprover/KLR has an older generation of most of them.
The position of a word is its ordinal in memory, which silicon does not share (it orders the comparisons of `AluOpType`,
the element types and the DMA service classes otherwise): no ordinal of this table may be used as an encoding.
"""

from collections.abc import Mapping
from typing import Any, cast

from ..neuron.words import WordAttr, word_attribute


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENUMERATIONS: Mapping[str, tuple[str, ...]] = {
    "ActivationFunctionType": _words(
        "Identity Square Relu Lrelu Prelu Sigmoid Tanh Exp Softplus Sqrt Rsqrt Ln Erf Sin Arctan Sign Gelu Mish "
        "Gelu_apprx_tanh Gelu_apprx_sigmoid Derivative_Gelu_apprx_sigmoid Derivative_Gelu Derivative_Erf Copy Abs "
        "Reciprocal Abs_reciprocal_sqrt Silu Derivative_silu Is_finite Unknown"
    ),
    "AddressRotationScope": _words("None Kernel Global"),
    "AluOpType": _words(
        "bypass bitwise_not arith_shift_left arith_shift_right add subtract mult divide max min bitwise_and bitwise_or "
        "bitwise_xor logical_and logical_or logical_xor logical_shift_left logical_shift_right is_equal not_equal "
        "is_gt is_ge is_lt is_le average elemwise_mul pow mod rsqrt abs abs_max abs_min mod_int"
    ),
    "AxisListType": _words("X XY XYZ XYZW XYZWC C"),
    "BranchCompareOp": _words(
        "IS_LTIMM IS_LEIMM IS_EQIMM IS_NEIMM IS_GEIMM IS_GTIMM IS_LTREG IS_LEREG IS_EQREG IS_NEREG IS_GEREG IS_GTREG "
        "Unsupported"
    ),
    "BranchOutcomeHint": _words("LikelyTaken LikelyNotTaken"),
    "CollectiveComputeTypeHint": _words("TP FSDP None"),
    "CollectiveDimension": _words("Partition Free"),
    "CollectiveKind": _words(
        "SendRecv SendRecvCCE AllReduce ReduceScatter AllGather AllToAll AllToAllV Permute PermuteReduce "
        "PermuteImplicit PermuteReduceImplicit"
    ),
    "CopyMode": _words("Copy Transpose CCE Replicate"),
    "DGEType": _words("None SWDGE HWDGE Unassigned"),
    "DMAQoSClass": _words("Unassigned Default P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14"),
    "DebugDeviceBuffer": _words("stdout stderr"),
    "EdgeKind": _words("Invalid Ordered Anti Output Flow"),
    "EngineAccumulationType": _words("Idle Zero Accumulate ZeroAccumulate AddAccumulate LoadAccumulate"),
    "EngineType": _words("Unassigned Pool Activation PE DMA DVE SP ALL"),
    "EventSemaphoreClearMode": _words("SemaphoreZero SemaphoreZeroBitmask"),
    "IndirectDim": _words("W Z Y X"),
    "InstSyncType": _words("datapath sequencer dma"),
    "KernelSource": _words("Beta1 Beta2 Beta3"),
    "MatmultPerfMode": _words("None DoubleRow DoubleColumn DoublePixel DoubleRowSwInterleave"),
    "MemoryAddressSpace": _words("Local Shared Debug"),
    "MemsetMode": _words("Const Random"),
    "NamedObjectOrigin": _words("Internal Penguin NKI"),
    "PoolFunctionType": _words("Max Avg"),
    "RandomAlgorithmKind": _words("LFSR PCG32 PHILOX_1"),
    "RandomDistribution": _words("Raw Uniform Normal Binomial"),
    "TSCMode": _words("Reduce Cumulative TensorScan"),
    "TensorClass": _words(
        "Tensor LoopTensor SingleValueTensor NeuronTensor NeuronWeightTensor IdentityWeightTensor NeuronBlockTensor "
        "DRAM2DBlockTensor Neuron3DBlockTensor DRAM3DBlockTensor NeuronLocalTensor NeuronSBTensor NeuronPSUMTensor"
    ),
    "TensorCompletionMode": _words("Default DebugTensorRead"),
    "TensorKind": _words(
        "ExternalInput ExternalInputParameter Input ExternalOutput ExternalOutputParameter Output Const Internal "
        "Pointer InternalInterface"
    ),
    "TransposeOps": _words("None WZXY WXZY WYXZ ZWYX ZYWX ZYXW YXWZ YXZW YWZX XWZY XZYW XYZW XYWZ"),
    "UniqueTensorsType": _words("Unknown No Yes"),
}
"""Name of an enumeration to its words, in the order of their ordinals."""

FLAGS: Mapping[str, Mapping[str, int]] = {
    "MemoryType": {
        "Unallocated": 1,
        "Input": 2,
        "Output": 4,
        "DRAM": 8,
        "SB": 16,
        "PSUM": 32,
        "RNGSTATE": 64,
        "REG": 128,
    },
}
"""Enumerations whose members are bit flags rather than positions."""

_STATIC = {"AddressRotationScope": "AddressRotationScopeAttr", "KernelSource": "KernelSourceAttr"}
"""Those that kernel nodes use, which are written out in `words`."""

_CLASSES: dict[str, type[WordAttr[Any]]] = {}


def ordinals(enumeration: str) -> Mapping[str, int]:
    """The words of an enumeration with their values in memory. Raises KeyError for an unknown enumeration."""
    flags = FLAGS.get(enumeration)
    if flags is not None:
        return flags
    return {word: ordinal for ordinal, word in enumerate(ENUMERATIONS[enumeration])}


def attribute_name(enumeration: str) -> str:
    """The name of the attribute of an enumeration, such as `bir.alu_op_type`."""
    # Late: the spelling rule is shared with the instructions.
    from .spelling import snake_case

    return f"bir.{snake_case(enumeration)}"


def word_class(enumeration: str) -> type[WordAttr[Any]]:
    """The attribute class of an enumeration, made when it is first asked for. Raises KeyError for an unknown name."""
    made = _CLASSES.get(enumeration)
    if made is not None:
        return made
    if enumeration in _STATIC:
        from . import words

        made = cast("type[WordAttr[Any]]", getattr(words, _STATIC[enumeration]))
    else:
        made = _make(enumeration)
    _CLASSES[enumeration] = made
    return made


def _make(enumeration: str) -> type[WordAttr[Any]]:
    values = ordinals(enumeration)
    return word_attribute(
        attribute_name(enumeration), f"One of the {enumeration} words", " ".join(values), ordinals=values.values()
    )


def __getattr__(name: str) -> Any:
    """The attribute class `<Enumeration>Attr`, so that a dialect's table can name it."""
    enumeration = name.removesuffix("Attr")
    if enumeration != name and (enumeration in ENUMERATIONS or enumeration in FLAGS):
        return word_class(enumeration)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
