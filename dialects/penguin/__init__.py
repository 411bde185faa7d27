"""The `penguin` dialect: what the tensoriser hands over."""

from ..neuron.lazy_dialect import LazyDialect

PENGUIN = LazyDialect(
    "penguin",
    __name__,
    operations={
        "penguin.attention": ".macros.attention:AttentionOp",
        "penguin.backwards_attention": ".macros.backwards_attention:BackwardsAttentionOp",
        "penguin.attention_tkg_fwd": ".macros.attention_tkg:AttentionTkgFwdOp",
        "penguin.prefix_caching_attention": ".macros.prefix_caching:PrefixCachingAttentionOp",
        "penguin.mlp": ".macros.mlp:MLPOp",
    },
    attributes={
        "penguin.attention_variant": ".macros.attention:AttentionVariantAttr",
        "penguin.full": ".accesses:FullTensorAccess",
        "penguin.sub_tensor": ".accesses:SubTensorAccess",
        "penguin.tile": ".accesses:TileAccess",
        "penguin.opaque": ".accesses:OpaqueAccess",
        "penguin.norm_type": ".words:NormTypeAttr",
        "penguin.act_fn": ".words:ActFnAttr",
        "penguin.quantization_type": ".words:QuantizationTypeAttr",
        "penguin.qkv_output_layout": ".words:QkvOutputLayoutAttr",
        "penguin.sequence_layout": ".words:SequenceLayoutAttr",
        "penguin.router_act_fn": ".words:RouterActFnAttr",
        "penguin.expert_affinity_scale_mode": ".words:ExpertAffinityScaleModeAttr",
        "penguin.auto_cast": ".words:AutoCastAttr",
        "penguin.auto_cast_type": ".words:AutoCastTypeAttr",
    },
)
"""The `penguin` dialect."""
