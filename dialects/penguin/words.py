"""The enumerations of the macros.

Names and ordinals: aws-neuron/nki-library `common_types` (public); the ordinals are what Backend IR stores.
"""

from ..neuron.words import word_attribute

NormTypeAttr = word_attribute(
    "penguin.norm_type",
    "How the input of a macro is normalised",
    "no_norm rms_norm layer_norm rms_norm_skip_gamma",
    ordinals=range(4),
)
ActFnAttr = word_attribute(
    "penguin.act_fn",
    "The activation function between two projections",
    "silu gelu gelu_tanh_approx swish",
    ordinals=range(4),
    spellings="SiLU GELU GELU_Tanh_Approx Swish",
)
QuantizationTypeAttr = word_attribute(
    "penguin.quantization_type",
    "How weights or activations are quantised",
    "none static row mx static_mx row_mx",
    ordinals=range(6),
)
QkvOutputLayoutAttr = word_attribute(
    "penguin.qkv_output_layout",
    "The layout of the fused query, key and value, [B, S, F], [n, B, S, d] or [n, B, d, S]",
    "bsd nbsd nbds",
    ordinals=range(3),
)
SequenceLayoutAttr = word_attribute(
    "penguin.sequence_layout",
    "Whether a matrix of heads is [.., S, d] or [.., d, S]; explicit, because S may equal d",
    "s_d d_s",
)
RouterActFnAttr = word_attribute(
    "penguin.router_act_fn", "How a router turns logits into affinities", "sigmoid softmax", ordinals=range(2)
)
ExpertAffinityScaleModeAttr = word_attribute(
    "penguin.expert_affinity_scale_mode",
    "Where the affinity of an expert scales its result",
    "no_scale post_scale pre_scale pre_scale_delayed",
    ordinals=range(4),
)
TokenLayoutAttr = word_attribute(
    "penguin.token_layout",
    "Whether a matrix of tokens in HBM is [H, T] or [T, H]; explicit, because T may equal H",
    "h_t t_h",
    ordinals=range(2),
)
MatmulPerfModeAttr = word_attribute(
    "penguin.matmul_perf_mode",
    "How the PE array packs narrow operands; `double_row_gen3` is the name of `double_row` on Cayman",
    "none double_row double_row_gen3 double_column double_pixel double_row_sw_interleave",
    ordinals=(0, 1, 1, 2, 3, 4),
)
AutoCastAttr = word_attribute("penguin.auto_cast", "What is computed in a narrower type", "none matmult all")
AutoCastTypeAttr = word_attribute("penguin.auto_cast_type", "The narrower type of a cast policy", "bf16 fp16")
