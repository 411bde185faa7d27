"""
The `penguin` dialect: what the tensoriser hands over.

An operation is its operands by their names, inputs and then, behind `->`, outputs, and its attributes:

```mlir
penguin.mlp hidden(%x : !hidden) gate(%gate : !up) up(%up : !up) down(%down : !down)
    -> out(%y : !hidden) {act_fn = gelu, is_tkg = true}
```

Operands are memrefs that lie in a memory (`memref<1x16x4096xbf16, #neuron.memory<hbm>>`); what comes out is written
into those behind `->`, and nothing has a result. Inputs stand in any order, outputs too, without commas. One of which
only a part is accessed says so behind its value: `gate(%gate tile<offsets = [0, 0], shape = [128, 512]> : !up)`; the
accesses are [`full`](#penguinfull), which is not written, [`tile`](#penguintile), [`sub_tensor`](#penguinsub_tensor)
and [`opaque`](#penguinopaque).

Attributes have neither types nor, where they are words, quotes; one that has its default is not printed. A few
operations have one word or one `@name` directly behind their own.

In the tables below a letter in a shape is a dimension, the same wherever it stands in an operation. What the kernels
are for is said on the module, `module attributes {neuron.target = #neuron.target<trn2, lnc = 2>}`; without it that is
trn2 with one core.
"""

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
        "penguin.qkv": ".macros.qkv:QKVOp",
        "penguin.rmsnorm_quant": ".macros.rmsnorm_quant:RMSNormQuantOp",
        "penguin.router_topk": ".macros.moe:RouterTopKOp",
        "penguin.expert_mlps": ".macros.moe:ExpertMLPsOp",
        "penguin.row_tiled_mm": ".macros.matmul_probes:RowTiledMMOp",
        "penguin.column_tiled_mm": ".macros.matmul_probes:ColumnTiledMMOp",
        "penguin.cayman_packed_pe_transpose": ".macros.matmul_probes:CaymanPackedPETransposeOp",
        "penguin.bir_kernel": ".macros.kernels:BIRKernelOp",
        "penguin.native_kernel": ".macros.kernels:NativeKernelOp",
        "penguin.nki_kernel": ".macros.kernels:NKIKernelOp",
        "penguin.nki_klir_kernel": ".macros.kernels:NKIKLIRKernelOp",
        "penguin.tensor_reduce": ".compute.reduce:TensorReduceOp",
        "penguin.partition_reduce": ".compute.reduce:PartitionReduceOp",
        "penguin.neuron_reduce_macro": ".compute.reduce:NeuronReduceMacroOp",
        "penguin.transpose_tensor_reduce": ".compute.transposes:TransposeTensorReduceOp",
        "penguin.transpose_batchnorm_stats2": ".compute.transposes:TransposeBatchnormStats2Op",
        "penguin.matmul": ".compute.matmul:MatmulOp",
        "penguin.matmul_sparse": ".compute.matmul:MatmulSparseOp",
        "penguin.tensor_copy": ".compute.copies:TensorCopyOp",
        "penguin.tensor_copy_dynamic": ".compute.copies:TensorCopyDynamicOp",
        "penguin.dma_copy": ".compute.copies:DMACopyOp",
        "penguin.sb_to_sb": ".compute.collectives:SbToSbOp",
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
        "penguin.token_layout": ".words:TokenLayoutAttr",
        "penguin.matmul_perf_mode": ".words:MatmulPerfModeAttr",
        "penguin.auto_cast": ".words:AutoCastAttr",
        "penguin.auto_cast_type": ".words:AutoCastTypeAttr",
        "penguin.reduce_op": ".compute.words:ReduceOpAttr",
        "penguin.partition_axis": ".compute.words:PartitionAxisAttr",
        "penguin.double_row_flavour": ".compute.words:DoubleRowFlavourAttr",
        "penguin.dge_type": ".compute.words:DgeTypeAttr",
    },
)
"""The `penguin` dialect."""
