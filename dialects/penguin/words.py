"""The enumerations of the macros.

Names and ordinals: aws-neuron/nki-library `common_types` (public); the ordinals are what Backend IR stores.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from xdsl.irdl import irdl_attr_definition

from ..neuron.words import WordAttr


class NormType(StrEnum):
    """How the input of a macro is normalised."""

    NO_NORM = "no_norm"
    RMS_NORM = "rms_norm"
    LAYER_NORM = "layer_norm"
    RMS_NORM_SKIP_GAMMA = "rms_norm_skip_gamma"


@irdl_attr_definition
class NormTypeAttr(WordAttr[NormType]):
    """How the input of a macro is normalised: `#penguin.norm_type<rms_norm>`."""

    name = "penguin.norm_type"
    WORDS: ClassVar[type[StrEnum]] = NormType
    ORDINALS: ClassVar[Mapping[str, int]] = {
        "no_norm": 0,
        "rms_norm": 1,
        "layer_norm": 2,
        "rms_norm_skip_gamma": 3,
    }


class ActFn(StrEnum):
    """The activation function between two projections."""

    SILU = "silu"
    GELU = "gelu"
    GELU_TANH_APPROX = "gelu_tanh_approx"
    SWISH = "swish"


@irdl_attr_definition
class ActFnAttr(WordAttr[ActFn]):
    """The activation function between two projections: `#penguin.act_fn<silu>`."""

    name = "penguin.act_fn"
    WORDS: ClassVar[type[StrEnum]] = ActFn
    ORDINALS: ClassVar[Mapping[str, int]] = {"silu": 0, "gelu": 1, "gelu_tanh_approx": 2, "swish": 3}
    SPELLINGS: ClassVar[Mapping[str, str]] = {
        "silu": "SiLU",
        "gelu": "GELU",
        "gelu_tanh_approx": "GELU_Tanh_Approx",
        "swish": "Swish",
    }
    """The spelling of the kernels, where it differs from ours."""


class QuantizationType(StrEnum):
    """How weights or activations are quantised."""

    NONE = "none"
    STATIC = "static"
    ROW = "row"
    MX = "mx"
    STATIC_MX = "static_mx"
    ROW_MX = "row_mx"


@irdl_attr_definition
class QuantizationTypeAttr(WordAttr[QuantizationType]):
    """How weights or activations are quantised: `#penguin.quantization_type<row>`."""

    name = "penguin.quantization_type"
    WORDS: ClassVar[type[StrEnum]] = QuantizationType
    ORDINALS: ClassVar[Mapping[str, int]] = {
        "none": 0,
        "static": 1,
        "row": 2,
        "mx": 3,
        "static_mx": 4,
        "row_mx": 5,
    }


class QkvOutputLayout(StrEnum):
    """The layout of the fused query, key and value: [B, S, F], [n, B, S, d] or [n, B, d, S]."""

    BSD = "bsd"
    NBSD = "nbsd"
    NBDS = "nbds"


@irdl_attr_definition
class QkvOutputLayoutAttr(WordAttr[QkvOutputLayout]):
    """The layout of the fused query, key and value: `#penguin.qkv_output_layout<nbsd>`."""

    name = "penguin.qkv_output_layout"
    WORDS: ClassVar[type[StrEnum]] = QkvOutputLayout
    ORDINALS: ClassVar[Mapping[str, int]] = {"bsd": 0, "nbsd": 1, "nbds": 2}


class SequenceLayout(StrEnum):
    """Whether a matrix of heads is [.., S, d] or [.., d, S]; explicit, because S may equal d."""

    SEQUENCE_MAJOR = "s_d"
    HEAD_DIM_MAJOR = "d_s"


@irdl_attr_definition
class SequenceLayoutAttr(WordAttr[SequenceLayout]):
    """Whether a matrix of heads is [.., S, d] or [.., d, S]: `#penguin.sequence_layout<d_s>`."""

    name = "penguin.sequence_layout"
    WORDS: ClassVar[type[StrEnum]] = SequenceLayout


class RouterActFn(StrEnum):
    """How a router turns logits into affinities."""

    SIGMOID = "sigmoid"
    SOFTMAX = "softmax"


@irdl_attr_definition
class RouterActFnAttr(WordAttr[RouterActFn]):
    """How a router turns logits into affinities: `#penguin.router_act_fn<softmax>`."""

    name = "penguin.router_act_fn"
    WORDS: ClassVar[type[StrEnum]] = RouterActFn
    ORDINALS: ClassVar[Mapping[str, int]] = {"sigmoid": 0, "softmax": 1}


class ExpertAffinityScaleMode(StrEnum):
    """Where the affinity of an expert scales its result."""

    NO_SCALE = "no_scale"
    POST_SCALE = "post_scale"
    PRE_SCALE = "pre_scale"
    PRE_SCALE_DELAYED = "pre_scale_delayed"


@irdl_attr_definition
class ExpertAffinityScaleModeAttr(WordAttr[ExpertAffinityScaleMode]):
    """Where the affinity of an expert scales its result: `#penguin.expert_affinity_scale_mode<post_scale>`."""

    name = "penguin.expert_affinity_scale_mode"
    WORDS: ClassVar[type[StrEnum]] = ExpertAffinityScaleMode
    ORDINALS: ClassVar[Mapping[str, int]] = {
        "no_scale": 0,
        "post_scale": 1,
        "pre_scale": 2,
        "pre_scale_delayed": 3,
    }


class TokenLayout(StrEnum):
    """Whether a matrix of tokens in HBM is [H, T] or [T, H]; explicit, because T may equal H."""

    HIDDEN_MAJOR = "h_t"
    TOKEN_MAJOR = "t_h"


@irdl_attr_definition
class TokenLayoutAttr(WordAttr[TokenLayout]):
    """Whether a matrix of tokens in HBM is [H, T] or [T, H]: `#penguin.token_layout<t_h>`."""

    name = "penguin.token_layout"
    WORDS: ClassVar[type[StrEnum]] = TokenLayout
    ORDINALS: ClassVar[Mapping[str, int]] = {"h_t": 0, "t_h": 1}


class MatmulPerfMode(StrEnum):
    """How the PE array packs narrow operands; `double_row_gen3` is the name of `double_row` on Cayman."""

    NONE = "none"
    DOUBLE_ROW = "double_row"
    DOUBLE_ROW_GEN3 = "double_row_gen3"
    DOUBLE_COLUMN = "double_column"
    DOUBLE_PIXEL = "double_pixel"
    DOUBLE_ROW_SW_INTERLEAVE = "double_row_sw_interleave"


@irdl_attr_definition
class MatmulPerfModeAttr(WordAttr[MatmulPerfMode]):
    """How the PE array packs narrow operands: `#penguin.matmul_perf_mode<double_row_gen3>`."""

    name = "penguin.matmul_perf_mode"
    WORDS: ClassVar[type[StrEnum]] = MatmulPerfMode
    ORDINALS: ClassVar[Mapping[str, int]] = {
        "none": 0,
        "double_row": 1,
        "double_row_gen3": 1,
        "double_column": 2,
        "double_pixel": 3,
        "double_row_sw_interleave": 4,
    }


class AutoCast(StrEnum):
    """What is computed in a narrower type."""

    NONE = "none"
    MATMULT = "matmult"
    ALL = "all"


@irdl_attr_definition
class AutoCastAttr(WordAttr[AutoCast]):
    """What is computed in a narrower type: `#penguin.auto_cast<matmult>`."""

    name = "penguin.auto_cast"
    WORDS: ClassVar[type[StrEnum]] = AutoCast


class AutoCastType(StrEnum):
    """The narrower type of a cast policy."""

    BF16 = "bf16"
    FP16 = "fp16"


@irdl_attr_definition
class AutoCastTypeAttr(WordAttr[AutoCastType]):
    """The narrower type of a cast policy: `#penguin.auto_cast_type<bf16>`."""

    name = "penguin.auto_cast_type"
    WORDS: ClassVar[type[StrEnum]] = AutoCastType
