"""The assertions of neuronx_cc that no input of ours can reach, each with the reason.

Public source of the texts: reverse-engineering notes on neuronx_cc 2.24. Every other assertion about macros is raised
with its own words by a verifier or a lowering, and a test reaches it.
"""

_TYPED = "the operation's class says which macro it is; there is no untyped node that could be handed to the wrong code"
_CARRIER = "raised when the artefact of a traced kernel is read back, which the backend does behind this level"
_INLINING = "raised when the backend inlines the body of a kernel, behind this level"
_FRAMEWORK = "raised by the model code that chooses kernels, before there is a macro"

UNREACHABLE_CONTRACTS: dict[str, str] = {
    "Expected to get an AttentionMMSoftmaxMM or TiledNativeKernelAttention but got ": _TYPED,
    "Must be RowTiledMM but got ": _TYPED,
    "Must be ColumnTiledMM but got ": _TYPED,
    "Must be CaymanPackedPETranspose but got ": _TYPED,
    " must have indexing i * 32 + j at partition dimension for src tensor with more than 32 partitions but got ": (
        "the rule is about the scale operand of a microscaling matmul, which no macro has: the packed transpose has "
        "no scales, and the scales of MLP, QKV and experts are whole tensors in HBM. The access builder of such scales "
        "raises it"
    ),
    "fail to locate KLIR artifact": _CARRIER,
    "Wrong KLR version": _CARRIER,
    "Wrong KLIR content type": _CARRIER,
    " input cannot be found ": _CARRIER,
    " output cannot be found ": _CARRIER,
    "NeuronCoreId must be set when the LNC count is greater than 1": _CARRIER,
    "The kernel is compiled for LNC count lower than the current core_id ": _CARRIER,
    " because the allocation status of the kernel is not consistent with the current location of the pass": _INLINING,
    "Unrecognized kernel source encountered.": _INLINING,
    "BirKernel has static IO which cannot have CCop Fusion.": (
        "raised when the backend fuses collectives into a kernel, behind this level"
    ),
    "fused_add_qkv only support for nbsd layout": (
        "two versions of the model code assert opposite layouts with these words; the kernels themselves take both"
    ),
    "quantized_mlp_kernel must be enabled to use rmsnorm_quantize_kernel!": _FRAMEWORK,
}
"""The text of an assertion, without what is filled in, and why it cannot be reached."""
