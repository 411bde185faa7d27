"""The instructions of Backend IR: one row an opcode, from which operations, text, checks, JSON and documentation come.

Rows stand in the order of the opcodes. `R` marks a key that reading requires, `A` one that is always written, `O` one
that is left out where it has its default. A default of `R` is what the constructor gives: text may leave it out, a
document may not. The one-line summaries go by the names and by what AWS documents of the instructions that kernels can
write; they are no part of the format.

Sources: reverse-engineering notes on neuronx_cc 2.24 (readers and writers of the instruction classes in libBIR,
birverifier); leanprover/KLR for defaults that no reader shows. Less sure than the rest: the keys of
`CollectiveCompute` from `stream_id` on, `Call`, the loops, the keys of `DMABlock`, and `is_first_reduce`.
"""

from collections.abc import Mapping

from ..instruction_type import InstructionType
from .keys import (
    BOOL,
    DICTIONARY,
    EDGE,
    EXPRESSION,
    FLOAT,
    I32,
    INT,
    OPAQUE,
    PAIRS,
    SERIALISED_FLOAT,
    TEXT,
    U8,
    U16,
    U32,
    U64,
    UNROLLED_EDGE,
    A,
    Key,
    O,
    R,
    Row,
    affine,
    enumeration,
    list_of,
    name_of,
    record,
)

ACCUMULATION = enumeration("EngineAccumulationType")
ACTIVATION = enumeration("ActivationFunctionType")
ALU = enumeration("AluOpType")
AXES = enumeration("AxisListType")
QOS = enumeration("DMAQoSClass")
TRANSPOSE = enumeration("TransposeOps")

HEADER: tuple[Key, ...] = (
    A("origin", enumeration("NamedObjectOrigin"), "Internal"),
    A("engine", enumeration("EngineType"), "Unassigned"),
    A("engine_id", U32, 0),
    A("scheduled_start", INT, 0),
    A("scheduled_end", INT, 0),
    O("optin_passes", list_of(TEXT)),
    O("dependencies", list_of(EDGE), ()),
    O("loop_carried_dependencies", list_of(EDGE), ()),
    O("unroll_dependencies", list_of(UNROLLED_EDGE), ()),
    O("sync_info", DICTIONARY),
    O("debug", DICTIONARY),
    O("loopnest", list_of(name_of("a loop axis")), ()),
    O("predicates", list_of(OPAQUE), ()),
    O("order", list_of(EXPRESSION), ()),
    O("dma_trigger_debug_update_semaphore_id", U32),
)
"""The common header but for the opcode, the name (the operation's symbol) and the three operand sections.

The bits that the default of `optin_passes` sets have no published names, so absent is absent there.
"""

CAN_READ_UNINIT = O("can_read_uninit", affine(BOOL))
DMA_QOS = O("dma_qos", QOS, "Unassigned")

MATMULT_BASE: tuple[Key, ...] = (
    A("accumulation_flag", affine(U8), 0),
    A("psum_zero_region", affine(U8), 0),
    A("replication_resolution", affine(U32), 0),
    A("replication_shift_amnt", affine(U32), 0),
    A("replication_num_rows", affine(U32), 0),
    A("is_transpose", affine(BOOL), False),
    A("is_fmap_onezero", affine(BOOL), False),
    A("is_weight_onezero", affine(BOOL), False),
    A("tile_size", list_of(affine(INT), 2), (-1, -1)),
    A("tile_position", list_of(affine(INT), 2), (-1, -1)),
    A("perf_mode", enumeration("MatmultPerfMode"), "None"),
    A("ifmap_quant_offset", affine(U8), 0),
    A("weights_quant_offset", affine(U8), 0),
)
"""What every matrix multiplication has; `ins[0]` moves, `ins[1]` is stationary, `outs[0]` lies in PSUM."""

DMA: tuple[Key, ...] = (
    O("queue", name_of("a DMA queue")),
    O("dge_type", enumeration("DGEType"), "Unassigned"),
    O("duplicate", affine(BOOL)),
)
DESCRIPTOR: tuple[Key, ...] = (O("num_tiling_dimensions", affine(U32)),)
COLLECTIVE: tuple[Key, ...] = (O("queue", OPAQUE),)
"""Written and never read back; an affine expression, as far as can be told."""
QUEUE_INSTANCE: tuple[Key, ...] = (O("queue", name_of("a DMA queue")), O("instance", INT))

REPLICA_GROUPS = list_of(list_of(U32))
CC_CHANNEL = record(O("kind", enumeration("CollectiveKind")), O("replica_groups", REPLICA_GROUPS), O("op", ALU))
LOOP_AXIS = record(R("name", name_of("the axis")), R("lb", affine(INT)), R("ub", affine(INT)), R("stride", affine(INT)))

FUNCTION_ARGUMENTS = DICTIONARY
BUFFER_SHAPES = (O("sb_buf_shape", list_of(INT, 2)), O("psum_buf_shape", list_of(INT, 3)))
OPERAND_SHAPES = list_of(list_of(INT))
SCOPE = O("address_rotation_scope_val", enumeration("AddressRotationScope"), "None")

ROWS: tuple[Row, ...] = (
    # 0
    Row(
        "Generic", "Base of the instructions that any engine can run.", abstract=True, engines=("ALL",), arch=(20, None)
    ),
    Row("GenericCopy", "Copy on whichever engine it is put on.", "Generic", (CAN_READ_UNINIT,)),
    Row("GenericRelu", "Rectify, max(x, 0), on whichever engine it is put on.", "Generic"),
    Row("AbstractCopy", "Copy that is still to be made a DMA or an engine's copy.", "EventSemaphore", (DMA_QOS,)),
    Row(
        "Activation",
        "Apply func(scale * x + bias) to each element; may accumulate along the free axes.",
        keys=(
            R("scale", FLOAT),
            R("alpha", FLOAT),
            CAN_READ_UNINIT,
            R("func", ACTIVATION, "Identity"),
            R("acc", ACCUMULATION, "Idle"),
            O("is_activate2", affine(BOOL)),
            R("op0", ALU, "bypass"),
            R("op1", ALU, "bypass"),
            O("reverse0", affine(BOOL)),
            O("reverse1", affine(BOOL)),
            R("reduce_op", ALU, "bypass"),
        ),
        engines=("Activation",),
    ),
    Row("ReadActivationAccumulator", "Read the accumulators of the activation engine."),
    Row(
        "LoadActFuncSet", "Load the tables of a set of activation functions.", keys=(O("act_func_set_id", affine(INT)),)
    ),
    Row("MatmultBase", "Base of the matrix multiplications of the PE array.", keys=MATMULT_BASE, abstract=True),
    Row(
        "Matmult",
        "Multiply the moving by the stationary matrix into PSUM.",
        "MatmultBase",
        MATMULT_BASE,
        default_engine="PE",
    ),
    Row(
        "MatmultSparse",
        "Multiply by a compressed stationary matrix; ins[2] are its tags.",
        "MatmultBase",
        (*MATMULT_BASE, R("compress_ratio", affine(INT))),
    ),
    # 10
    Row(
        "Memset",
        "Fill with a constant or with random bits.",
        keys=(R("mode", enumeration("MemsetMode")), R("constant", affine(U32))),
        engines=("DVE", "Pool"),
    ),
    Row(
        "GetGlobalRankId",
        "Write the rank of this core in the whole job to a register.",
        keys=(R("world_size", affine(U32)),),
        engines=("ALL",),
        arch=(20, None),
    ),
    Row("NoOp", "Do nothing; carries dependencies."),
    Row("EventSemaphore", "Wait for and update semaphores only.", "Generic"),
    Row(
        "GroupResetSemaphores",
        "Set a group of semaphores to zero.",
        keys=(O("mode", enumeration("EventSemaphoreClearMode")), O("sema_group", list_of(U32))),
    ),
    Row("AllEngineBarrier", "Wait until all engines have come here."),
    Row("Drain", "Wait until the engine's pipeline is empty.", keys=(O("is_reset_sema", affine(BOOL)),)),
    Row("Halt", "Stop the engine."),
    Row("DMA", "Base of the instructions that a DMA queue runs.", keys=DMA, abstract=True),
    Row("Load", "Bring a tensor from DRAM into SBUF.", "DMA", (*DMA, CAN_READ_UNINIT, DMA_QOS)),
    # 20
    Row(
        "Pool",
        "Pool over a window: maximum or average.",
        keys=(R("func", enumeration("PoolFunctionType"), "Max"),),
        engines=("DVE",),
    ),
    Row("Reciprocal", "1 / x of each element."),
    Row("Save", "Write a tensor from SBUF to DRAM.", "Load", (*DMA, CAN_READ_UNINIT, DMA_QOS)),
    Row("TensorCopy", "Copy a tensor on chip.", keys=(CAN_READ_UNINIT,)),
    Row(
        "TensorCopyDynamicSrc",
        "Copy from a place that is known at run time.",
        keys=(O("scale", affine(U32)), CAN_READ_UNINIT),
    ),
    Row(
        "TensorCopyDynamicDst",
        "Copy to a place that is known at run time.",
        keys=(O("scale", affine(U32)), CAN_READ_UNINIT),
    ),
    Row("IndirectCopy", "Gather elements of a partition by indices.", keys=(R("num_valid_indices", affine(U16)),)),
    Row(
        "TensorReduce",
        "Reduce along the innermost axes (X to XYZW) or across partitions (C, XYZWC).",
        keys=(
            R("op", ALU, "bypass"),
            R("axis", AXES, "X"),
            O("apply_transpose", affine(BOOL)),
            O("negate", affine(BOOL)),
        ),
    ),
    Row(
        "TensorScalar",
        "Two operations of each element with constants: (x op0 const0) op1 const1.",
        keys=(
            R("op0", ALU),
            R("const0", SERIALISED_FLOAT),
            R("reverse0", affine(BOOL)),
            R("op1", ALU),
            R("const1", SERIALISED_FLOAT),
            R("reverse1", affine(BOOL)),
        ),
    ),
    Row(
        "TensorScalarPtr",
        "Two operations of each element with scalars that are read from memory.",
        keys=(
            R("op0", ALU),
            R("reverse0", affine(BOOL)),
            R("op1", ALU),
            R("reverse1", affine(BOOL)),
            O("apply_transpose", affine(BOOL)),
            O("is_tensor_scalar_addr", affine(BOOL)),
            O("is_scalar_tensor_tensor", affine(BOOL)),
            O("is_tensor_tensor_scan", affine(BOOL)),
            O("negate_second_output", affine(BOOL)),
            O("acc", ACCUMULATION, "Idle"),
        ),
    ),
    # 30
    Row(
        "TensorScalarCache",
        "Operations with a scalar and a running state: reduce, cumulate or scan.",
        keys=(
            R("op0", ALU),
            R("op1", ALU),
            O("reverse0", affine(BOOL)),
            O("reverse1", affine(BOOL)),
            O("mode", enumeration("TSCMode"), "Reduce"),
            O("acc", ACCUMULATION, "Idle"),
        ),
        engines=("DVE",),
    ),
    Row(
        "TensorTensor",
        "An operation of two tensors element by element.",
        keys=(R("op", ALU), O("acc", ACCUMULATION, "Idle")),
    ),
    Row(
        "DMACopy",
        "Copy by DMA: plain, transposing, computing (CCE) or replicating.",
        "DMA",
        (
            *DMA,
            O("mode", enumeration("CopyMode"), "Copy"),
            O("oob_is_err", affine(BOOL)),
            O("transpose_op", TRANSPOSE),
            O("constants", list_of(FLOAT)),
            O("cce_op", ALU),
            O("replica_groups", REPLICA_GROUPS),
            O("remote_notification", list_of(U32)),
            CAN_READ_UNINIT,
            DMA_QOS,
            O("use_gpsimd_dma", BOOL),
        ),
    ),
    Row("GPSIMDSB2SB", "Copy between the SBUFs of two cores by the GPSIMD engine.", engines=("Pool",), arch=(30, None)),
    Row(
        "BNStats",
        "Count, mean and variance along the free axes, as batch normalisation needs them.",
        keys=(R("apply_transpose", affine(BOOL), False),),
    ),
    Row("BNStatsAggregate", "Merge several results of BNStats."),
    Row("BNGradients", "Gradients of batch normalisation: sums over the free axes."),
    Row("BNBackprop", "Backward pass of batch normalisation, first form.", keys=(R("total_elements", FLOAT),)),
    Row("BNBackprop2", "Backward pass of batch normalisation, second form.", keys=(R("total_elements", FLOAT),)),
    Row(
        "StreamShuffle",
        "Move partitions around within groups of 32, as a mask says.",
        keys=(R("mask", list_of(affine(U32))),),
    ),
    # 40
    Row("StreamTranspose", "Transpose blocks of 32 x 32."),
    Row("ReadVarAddr", "Read the address of a variable.", "DMA", DMA),
    Row(
        "GenericIndirectLoad",
        "Load by indices, before it is lowered.",
        "DMA",
        (*DMA, O("indirect_dims", list_of(enumeration("IndirectDim")))),
    ),
    Row("IndirectLoad", "Load by indices.", "DMA", (*DMA, O("runtime_semaphore_wait_value", affine(U32)))),
    Row(
        "GenericIndirectSave",
        "Save by indices, before it is lowered.",
        "DMA",
        (*DMA, O("indirect_dims", list_of(enumeration("IndirectDim"))), O("op", ALU)),
    ),
    Row("IndirectSave", "Save by indices.", "DMA", (*DMA, O("runtime_semaphore_wait_value", affine(U32)))),
    Row(
        "IndirectSaveAccumulate",
        "Save by indices and accumulate what is there.",
        "DMA",
        (*DMA, O("num_indices", affine(U32)), O("entry_step_elements", affine(U32)), O("op", ALU)),
    ),
    Row("Collective", "Base of the collectives.", keys=COLLECTIVE, engines=("ALL",), arch=(20, None), abstract=True),
    Row(
        "CollectiveCompute",
        "A collective over replica groups: reduce, gather, scatter, permute, exchange.",
        "Collective",
        (
            *COLLECTIVE,
            O("cc_channel", CC_CHANNEL),
            O("cc_dim", enumeration("CollectiveDimension"), "Free"),
            O("cc_type_hint", enumeration("CollectiveComputeTypeHint"), "None"),
            O("stream_id", affine(INT)),
            O("src_target_pairs", list_of(list_of(INT))),
            O("can_read_uninit", affine(BOOL), False),
            O("is_local", affine(BOOL), False),
            O("pipe_id", affine(INT)),
            O("recv_from_rank", affine(INT)),
            O("send_to_rank", affine(INT)),
            O("initial_corebarrier", OPAQUE),
            O("permute_chain", OPAQUE),
            O("src1_bitmap", OPAQUE),
            O("unique_tensors", enumeration("UniqueTensorsType")),
            O("use_gpsimd_dma", BOOL),
            DMA_QOS,
        ),
        default_engine="Pool",
    ),
    Row("CollectiveSend", "Send to a peer.", "Collective", (*COLLECTIVE, R("peer_id", affine(U64)), CAN_READ_UNINIT)),
    # 50
    Row("CollectiveRecv", "Receive from a peer.", "Collective", (*COLLECTIVE, R("peer_id", affine(U64)))),
    Row("Select", "Take each element from one of two tensors by a predicate."),
    Row(
        "CopyPredicated",
        "Copy the elements whose predicate holds.",
        keys=(
            CAN_READ_UNINIT,
            O("reverse_pred", affine(BOOL)),
            O("reduce_op", ALU, "bypass"),
            O("accumulator_cmd", ACCUMULATION, "Idle"),
        ),
    ),
    Row(
        "CustomOp",
        "Call a function of a user's library on the GPSIMD engine.",
        keys=(
            R("opFunctionName", TEXT),
            R("opLibFile", TEXT),
            R("ulib_to_ucode_version", TEXT),
            R("ulib_to_isa_version", TEXT),
            O("is_builtin", affine(BOOL), False),
            R("srcsShape", OPERAND_SHAPES),
            R("dstsShape", OPERAND_SHAPES),
        ),
        engines=("Pool",),
        arch=(20, 20),
    ),
    Row(
        "BIRKernel",
        "A library kernel by name.",
        keys=(
            R("kernel_name", TEXT),
            R("srcs_shape", OPERAND_SHAPES),
            R("dsts_shape", OPERAND_SHAPES),
            R("kernel_attrs", DICTIONARY),
            *BUFFER_SHAPES,
            O("auto_cast", TEXT),
            O("auto_cast_type", TEXT),
            O("is_causal", affine(BOOL), False),
            O("fused_rmsnorm", affine(BOOL), True),
            O("norm_type", affine(I32)),
            O("lnc_size", affine(I32)),
            O("lower_bound", FLOAT, 0.0),
            O("store_add", affine(BOOL), False),
            O("quant_kernel", affine(BOOL), False),
            O("output_layout", affine(I32), 0),
        ),
        engines=("Unassigned",),
        arch=(20, None),
        written_in=".kernel_nodes:BirKernelOp",
    ),
    Row(
        "NKIKernel",
        "A call of a user's kernel.",
        keys=(
            R("func", name_of("the function")),
            R("func_args", FUNCTION_ARGUMENTS),
            R("func_outs", FUNCTION_ARGUMENTS),
            *BUFFER_SHAPES,
            SCOPE,
            O("kernel_source_val", enumeration("KernelSource"), "Beta1"),
        ),
        engines=("Unassigned",),
        written_in=".kernel_nodes:NkiKernelOp",
    ),
    Row(
        "NKIKLIRKernel",
        "A kernel that carries what its trace wrote.",
        keys=(
            R("klir_binary", TEXT),
            R("kernel_format", TEXT),
            O("nki_binary_version_identifier", TEXT),
            O("enable_device_dump", affine(BOOL), False),
            O("func_args", FUNCTION_ARGUMENTS),
            O("func_outs", FUNCTION_ARGUMENTS),
            *BUFFER_SHAPES,
            SCOPE,
        ),
        engines=("Unassigned",),
        written_in=".kernel_nodes:NkiKlirKernelOp",
    ),
    Row(
        "DevicePrint",
        "Print a tensor from the device.",
        keys=(O("prefix", TEXT), O("output_buffer", enumeration("DebugDeviceBuffer"))),
    ),
    Row("GetRandState", "Read the state of the random generator."),
    Row(
        "SetRandState",
        "Set the state of an engine's random generator.",
        keys=(R("rng_engine", enumeration("EngineType")),),
    ),
    # 60
    Row(
        "Rand",
        "Random numbers of a distribution.",
        keys=(
            R("random_algorithm", enumeration("RandomAlgorithmKind")),
            R("rand_num_steps", affine(U8)),
            R("distribution", enumeration("RandomDistribution")),
            R("params", list_of(FLOAT)),
        ),
    ),
    Row(
        "Iota",
        "Fill with affine sequences of integers.",
        keys=(R("base", affine(INT)), R("pattern", PAIRS), O("channel_multiplier", affine(INT))),
    ),
    Row(
        "TensorScalarAffineSelect",
        "Keep the elements whose affine index compares true, fill the others.",
        keys=(
            R("base", affine(INT)),
            R("pattern", PAIRS),
            O("channel_multiplier", affine(INT)),
            R("compare_op", ALU),
            O("fill_value", SERIALISED_FLOAT),
        ),
    ),
    Row(
        "RangeSelect",
        "Keep the elements whose index lies in a range, fill the others; may reduce.",
        keys=(
            O("base", affine(INT)),
            O("compare_op0", ALU, "bypass"),
            O("compare_op1", ALU, "bypass"),
            O("reduce_op", ALU, "bypass"),
            O("reduce_cmd", ACCUMULATION, "Idle"),
            O("fill_value", SERIALISED_FLOAT),
            O("num_active_channels", affine(INT)),
        ),
    ),
    Row("GetSequenceBounds", "First and last index of each run of equal values.", engines=("Pool",)),
    Row("Dropout", "Zero elements at random.", keys=(O("is_keep_threshold", affine(BOOL), False),)),
    Row(
        "GetCurProcessingRankID",
        "The rank whose data an iteration of a collective processes.",
        keys=(
            R("iter_id", affine(U32)),
            R("channel_id", affine(U32)),
            O("stream_id", affine(INT)),
            R("replica_groups", REPLICA_GROUPS),
        ),
    ),
    Row(
        "DMATrigger",
        "Start the blocks of descriptors of a queue.",
        "DMA",
        (*DMA, O("dma_blocks", list_of(name_of("a DMA block")))),
    ),
    Row("DMADescriptor", "Base of the descriptors of a DMA block.", keys=DESCRIPTOR, abstract=True),
    Row("DMADescriptorCopy", "Descriptor of a copy.", "DMADescriptor", (*DESCRIPTOR, CAN_READ_UNINIT)),
    # 70
    Row(
        "DMADescriptorCCE",
        "Descriptor of a copy that computes.",
        "DMADescriptor",
        (*DESCRIPTOR, O("constants", list_of(FLOAT)), O("op", ALU)),
    ),
    Row(
        "DMADescriptorTranspose",
        "Descriptor of a transposing copy.",
        "DMADescriptor",
        (*DESCRIPTOR, O("transpose_op", TRANSPOSE), CAN_READ_UNINIT),
    ),
    Row("DMADescriptorReplicate", "Descriptor of a replicating copy.", "DMADescriptor", DESCRIPTOR),
    Row("RegisterAlu", "An operation on registers.", keys=(O("op", ALU), O("is_64bit", affine(BOOL), False))),
    Row("RegisterMove", "Move a value to a register."),
    Row("TensorLoad", "Load a scalar of a tensor into a register.", "DMA"),
    Row("TensorSave", "Save a register to a scalar of a tensor.", "DMA"),
    Row("Terminator", "Base of the instructions that end a block.", abstract=True),
    Row(
        "CompareAndBranch",
        "Compare two values and go on at one of two blocks.",
        "Terminator",
        (
            R("comp_op", enumeration("BranchCompareOp")),
            R("on_true", name_of("a block")),
            R("on_false", name_of("a block")),
        ),
        engines=("ALL",),
    ),
    Row("UnconditionalBranch", "Go on at a block.", "Terminator", (R("target", name_of("a block")),), engines=("ALL",)),
    # 80
    Row(
        "BranchHint",
        "Say which way a branch will probably go.",
        keys=(O("hint", enumeration("BranchOutcomeHint")), O("associate_branch", name_of("a block"))),
        engines=("ALL",),
    ),
    Row("Return", "Return from a function.", "Terminator", engines=("ALL",)),
    Row("Exit", "End the program.", "Terminator"),
    Row("Break", "Leave the innermost loop.", "Terminator"),
    Row(
        "Call",
        "Call a function.",
        keys=(
            O("table_id", affine(I32)),
            R("target", name_of("the function")),
            O("arguments", FUNCTION_ARGUMENTS),
        ),
        engines=("ALL",),
    ),
    Row(
        "SwitchQueueInstance",
        "Make another instance of a DMA queue the current one.",
        keys=(O("no_rearm", affine(BOOL), False), *QUEUE_INSTANCE),
        engines=("ALL",),
        arch=(20, None),
    ),
    Row(
        "ResetQueueInstance",
        "Reset an instance of a DMA queue.",
        keys=QUEUE_INSTANCE,
        engines=("ALL",),
        arch=(20, None),
    ),
    Row(
        "CoreBarrier",
        "Wait until several cores have come here.",
        keys=(O("runtime_semaphore", affine(U32)), O("id", affine(U32)), O("cores", list_of(U32))),
        arch=(30, None),
    ),
    Row("Max", "The eight largest values of each partition."),
    Row("MaxIndex", "The indices of given values."),
    # 90
    Row(
        "MatchReplace",
        "Replace the elements that match given values by a constant.",
        keys=(R("imm_value", SERIALISED_FLOAT),),
    ),
    Row(
        "MaxIndexAndMatchReplace",
        "The indices of given values, which are replaced by a constant.",
        keys=(R("imm_value", SERIALISED_FLOAT),),
    ),
    Row("Gather", "Gather elements by indices."),
    Row(
        "InlineASMBytes",
        "Bytes of machine code, as they are.",
        keys=(
            O("asm_bytes", list_of(U8)),
            O("sync_type", enumeration("InstSyncType")),
            O("latency_estimate", EXPRESSION),
        ),
        engines=("Pool",),
    ),
    Row("TensorCompletion", "Say that a tensor is complete.", keys=(O("mode", enumeration("TensorCompletionMode")),)),
    Row(
        "MatmultMx",
        "Multiply block-scaled (MX) matrices; ins[2] and ins[3] are the scales.",
        "MatmultBase",
        MATMULT_BASE,
        engines=("PE",),
        arch=(40, None),
    ),
    Row("QuantizeMx", "Quantise to a block-scaled (MX) format.", engines=("DVE",), arch=(40, None)),
    Row("Rand2", "Random numbers, second generation."),
    Row("RandSetState", "Set the state of the second generation's generator."),
    Row("RandGetState", "Read the state of the second generation's generator."),
    # 100
    Row("Rng", "Random bits."),
    Row("ActivationReadAccumulator", "Read the accumulators of the activation engine, second form."),
    Row("DveReadAccumulator", "Read the accumulators of the vector engine.", keys=(O("negated", affine(BOOL), False),)),
    Row(
        "Exponential",
        "e to the power of each element; may accumulate.",
        keys=(R("reduce_cmd", ACCUMULATION, "Idle"),),
        engines=("DVE",),
    ),
    Row("NonzeroWithCount", "The indices of the elements that are not zero, and how many there are."),
    Row(
        "Loop",
        "Run the blocks for each value of an axis with constant bounds.",
        keys=(
            O("isBasicBlock", BOOL),
            O("isParallel", BOOL),
            R("LoopAxis", LOOP_AXIS),
            O("unroll", OPAQUE),
            O("registers", list_of(name_of("a register"))),
        ),
        engines=("ALL",),
        body="the blocks of the loop",
        blocks_only=True,
    ),
    Row(
        "DynamicForLoop",
        "Run the blocks for each value of an axis whose upper bound is known at run time.",
        keys=(R("DynamicForLoopAxis", LOOP_AXIS),),
        engines=("ALL",),
        body="the blocks of the loop",
        blocks_only=True,
    ),
    Row(
        "DMABlock",
        "A block of descriptors that a trigger starts.",
        keys=(
            O("dma_trigger", OPAQUE),
            O("block_id", U32),
            O("section_start", BOOL),
            O("priority_class", OPAQUE),
            O("remote_notifications", list_of(U32)),
            O("on_wait", list_of(OPAQUE)),
            O("on_update", list_of(OPAQUE)),
        ),
        body="the descriptors that the block queues",
    ),
    Row(
        "DoWhile",
        "Run the blocks as long as a condition holds at their end.",
        keys=(R("cond", EXPRESSION),),
        engines=("ALL",),
        body="the blocks of the loop",
        blocks_only=True,
    ),
    Row(
        "TongaReduceMacroSymbolic",
        "A reduction over loop axes, before they are unrolled.",
        keys=(
            R("op", ALU, "bypass"),
            O("is_first_reduce", BOOL, False),
            O("reduce_axes", list_of(OPAQUE)),
        ),
    ),
)
"""All 110 opcodes."""


def _by_opcode() -> Mapping[InstructionType, Row]:
    return {InstructionType[row.name]: row for row in ROWS}


CATALOGUE: Mapping[InstructionType, Row] = _by_opcode()
"""The row of each opcode."""
