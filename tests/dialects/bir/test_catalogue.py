"""The instruction catalogue against a list of opcodes and keys that was written down on its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.bir.enumerations import ENUMERATIONS, FLAGS, attribute_name, ordinals, word_class
from neuron_opt.dialects.bir.header import HEADER_PROPERTIES
from neuron_opt.dialects.bir.instruction_type import ABSTRACT, OPAQUE_BAND, InstructionType
from neuron_opt.dialects.bir.instructions import InstructionOp, instruction_class, operation_name
from neuron_opt.dialects.bir.instructions.catalogue import CATALOGUE, HEADER, MATMULT_BASE, ROWS
from neuron_opt.dialects.bir.instructions.keys import Key, KeyType, Presence
from neuron_opt.dialects.bir.kernel_nodes import KERNEL_NODES
from neuron_opt.dialects.bir.structure import STRUCTURES, structure_class
from neuron_opt.dialects.bir.traits import OpaqueInstruction
from neuron_opt.dialects.neuron.dtypes import DTYPES

MM = (
    "accumulation_flag psum_zero_region replication_resolution replication_shift_amnt replication_num_rows "
    "is_transpose is_fmap_onezero is_weight_onezero tile_size tile_position perf_mode ifmap_quant_offset "
    "weights_quant_offset"
)

# Ordinal, name, and the keys beyond the common header; ! marks what a reader requires, * an abstract class.
LISTED = f"""
0 Generic*
1 GenericCopy can_read_uninit
2 GenericRelu
3 AbstractCopy dma_qos
4 Activation scale! alpha! can_read_uninit func! acc! is_activate2 op0! op1! reverse0 reverse1 reduce_op!
5 ReadActivationAccumulator
6 LoadActFuncSet act_func_set_id
7 MatmultBase* {MM}
8 Matmult {MM}
9 MatmultSparse {MM} compress_ratio!
10 Memset mode! constant!
11 GetGlobalRankId world_size!
12 NoOp
13 EventSemaphore
14 GroupResetSemaphores mode sema_group
15 AllEngineBarrier
16 Drain is_reset_sema
17 Halt
18 DMA* queue dge_type duplicate
19 Load queue dge_type duplicate can_read_uninit dma_qos
20 Pool func!
21 Reciprocal
22 Save queue dge_type duplicate can_read_uninit dma_qos
23 TensorCopy can_read_uninit
24 TensorCopyDynamicSrc scale can_read_uninit
25 TensorCopyDynamicDst scale can_read_uninit
26 IndirectCopy num_valid_indices!
27 TensorReduce op! axis! apply_transpose negate
28 TensorScalar op0! const0! reverse0! op1! const1! reverse1!
29 TensorScalarPtr op0! reverse0! op1! reverse1! apply_transpose is_tensor_scalar_addr is_scalar_tensor_tensor \
is_tensor_tensor_scan negate_second_output acc
30 TensorScalarCache op0! op1! reverse0 reverse1 mode acc
31 TensorTensor op! acc
32 DMACopy queue dge_type duplicate mode oob_is_err transpose_op constants cce_op replica_groups remote_notification \
can_read_uninit dma_qos use_gpsimd_dma
33 GPSIMDSB2SB
34 BNStats apply_transpose!
35 BNStatsAggregate
36 BNGradients
37 BNBackprop total_elements!
38 BNBackprop2 total_elements!
39 StreamShuffle mask!
40 StreamTranspose
41 ReadVarAddr queue dge_type duplicate
42 GenericIndirectLoad queue dge_type duplicate indirect_dims
43 IndirectLoad queue dge_type duplicate runtime_semaphore_wait_value
44 GenericIndirectSave queue dge_type duplicate indirect_dims op
45 IndirectSave queue dge_type duplicate runtime_semaphore_wait_value
46 IndirectSaveAccumulate queue dge_type duplicate num_indices entry_step_elements op
47 Collective* queue
48 CollectiveCompute queue cc_channel cc_dim cc_type_hint stream_id src_target_pairs can_read_uninit is_local pipe_id \
recv_from_rank send_to_rank initial_corebarrier permute_chain src1_bitmap unique_tensors use_gpsimd_dma dma_qos
49 CollectiveSend queue peer_id! can_read_uninit
50 CollectiveRecv queue peer_id!
51 Select
52 CopyPredicated can_read_uninit reverse_pred reduce_op accumulator_cmd
53 CustomOp opFunctionName! opLibFile! ulib_to_ucode_version! ulib_to_isa_version! is_builtin srcsShape! dstsShape!
54 BIRKernel kernel_name! srcs_shape! dsts_shape! kernel_attrs! sb_buf_shape psum_buf_shape auto_cast auto_cast_type \
is_causal fused_rmsnorm norm_type lnc_size lower_bound store_add quant_kernel output_layout
55 NKIKernel func! func_args! func_outs! sb_buf_shape psum_buf_shape address_rotation_scope_val kernel_source_val
56 NKIKLIRKernel klir_binary! kernel_format! nki_binary_version_identifier enable_device_dump func_args func_outs \
sb_buf_shape psum_buf_shape address_rotation_scope_val
57 DevicePrint prefix output_buffer
58 GetRandState
59 SetRandState rng_engine!
60 Rand random_algorithm! rand_num_steps! distribution! params!
61 Iota base! pattern! channel_multiplier
62 TensorScalarAffineSelect base! pattern! channel_multiplier compare_op! fill_value
63 RangeSelect base compare_op0 compare_op1 reduce_op reduce_cmd fill_value num_active_channels
64 GetSequenceBounds
65 Dropout is_keep_threshold
66 GetCurProcessingRankID iter_id! channel_id! stream_id replica_groups!
67 DMATrigger queue dge_type duplicate dma_blocks
68 DMADescriptor* num_tiling_dimensions
69 DMADescriptorCopy num_tiling_dimensions can_read_uninit
70 DMADescriptorCCE num_tiling_dimensions constants op
71 DMADescriptorTranspose num_tiling_dimensions transpose_op can_read_uninit
72 DMADescriptorReplicate num_tiling_dimensions
73 RegisterAlu op is_64bit
74 RegisterMove
75 TensorLoad
76 TensorSave
77 Terminator*
78 CompareAndBranch comp_op! on_true! on_false!
79 UnconditionalBranch target!
80 BranchHint hint associate_branch
81 Return
82 Exit
83 Break
84 Call table_id target! arguments
85 SwitchQueueInstance no_rearm queue instance
86 ResetQueueInstance queue instance
87 CoreBarrier runtime_semaphore id cores
88 Max
89 MaxIndex
90 MatchReplace imm_value!
91 MaxIndexAndMatchReplace imm_value!
92 Gather
93 InlineASMBytes asm_bytes sync_type latency_estimate
94 TensorCompletion mode
95 MatmultMx {MM}
96 QuantizeMx
97 Rand2
98 RandSetState
99 RandGetState
100 Rng
101 ActivationReadAccumulator
102 DveReadAccumulator negated
103 Exponential reduce_cmd!
104 NonzeroWithCount
105 Loop isBasicBlock isParallel LoopAxis! unroll registers
106 DynamicForLoop DynamicForLoopAxis!
107 DMABlock dma_trigger block_id section_start priority_class remote_notifications on_wait on_update
108 DoWhile cond!
109 TongaReduceMacroSymbolic op! is_first_reduce reduce_axes
"""

NAMES = {
    "Matmult": "bir.matmult",
    "DMACopy": "bir.dma_copy",
    "GPSIMDSB2SB": "bir.gpsimd_sb2sb",
    "BNStats": "bir.bn_stats",
    "BNBackprop2": "bir.bn_backprop2",
    "TensorCopyDynamicSrc": "bir.tensor_copy_dynamic_src",
    "DMADescriptorCCE": "bir.dma_descriptor_cce",
    "InlineASMBytes": "bir.inline_asm_bytes",
    "GetCurProcessingRankID": "bir.get_cur_processing_rank_id",
    "NKIKLIRKernel": "bir.nki_klir_kernel",
    "TongaReduceMacroSymbolic": "bir.tonga_reduce_macro_symbolic",
    "Rand2": "bir.rand2",
}


def listed() -> list[tuple[int, str, bool, dict[str, bool]]]:
    """The rows of the list: ordinal, name, whether it is abstract, key to whether it is required."""
    rows: list[tuple[int, str, bool, dict[str, bool]]] = []
    for line in LISTED.strip().splitlines():
        ordinal, name, *keys = line.split()
        required = {key.rstrip("!"): key.endswith("!") for key in keys}
        rows.append((int(ordinal), name.rstrip("*"), name.endswith("*"), required))
    return rows


def test_the_catalogue_has_the_listed_opcodes_in_order() -> None:
    assert [(ordinal, row.name) for ordinal, row in enumerate(ROWS)] == [(row[0], row[1]) for row in listed()]
    assert [(int(opcode), opcode.name) for opcode in InstructionType] == [(row[0], row[1]) for row in listed()]
    assert len(CATALOGUE) == 110


@pytest.mark.parametrize(("ordinal", "name", "abstract", "keys"), listed())
def test_a_row_has_the_listed_keys(ordinal: int, name: str, abstract: bool, keys: dict[str, bool]) -> None:
    row = CATALOGUE[InstructionType(ordinal)]
    assert row.abstract is abstract
    assert {key.name: key.presence is Presence.REQUIRED for key in row.keys} == keys
    assert len(row.keys) == len(keys)


def test_abstract_opcodes_have_no_operation() -> None:
    assert {InstructionType[row[1]] for row in listed() if row[2]} == ABSTRACT
    for opcode in ABSTRACT:
        assert BIR.find_operation(operation_name(opcode)) is None
        with pytest.raises(ValueError, match=f"^{opcode.name} is a base class of instructions"):
            instruction_class(opcode)


def test_every_other_opcode_has_one_operation_by_name() -> None:
    concrete = [opcode for opcode in InstructionType if opcode not in ABSTRACT]
    assert len(concrete) == 104
    for opcode in concrete:
        op = instruction_class(opcode)
        assert op.INSTRUCTION_TYPE is opcode
        assert op.name == operation_name(opcode)
        assert BIR.find_operation(op.name) is op
    assert {name: operation_name(InstructionType[name]) for name in NAMES} == NAMES


def test_the_names_of_the_dialect_are_those_of_the_tables() -> None:
    instructions = {operation_name(opcode) for opcode in InstructionType if opcode not in ABSTRACT}
    assert set(BIR.operation_names) == instructions | set(STRUCTURES)
    words = {attribute_name(name) for name in [*ENUMERATIONS, *FLAGS]}
    others = {"affine", "dynamic_ap", "edge", "imm", "register_access", "register_ap", "symbolic_ap"}
    assert set(BIR.attribute_names) == words | {f"bir.{name}" for name in others}
    for name in BIR.operation_names:
        found = BIR.find_operation(name)
        assert found is not None
        assert found.name == name
    for name in BIR.attribute_names:
        attribute = BIR.find_attribute(name)
        assert attribute is not None
        assert attribute.name == name


def test_parents_are_opcodes_and_pass_their_keys_on() -> None:
    for row in ROWS:
        if not row.parent:
            continue
        parent = CATALOGUE[InstructionType[row.parent]]
        # TensorLoad and TensorSave derive from DMA, but have its keys neither read nor written.
        if row.name not in ("TensorLoad", "TensorSave"):
            assert set(parent.keys) <= set(row.keys), row.name


def test_the_header() -> None:
    assert len(MATMULT_BASE) == 13
    assert all(key.presence is Presence.ALWAYS for key in MATMULT_BASE)
    always = {key.name for key in HEADER if key.presence is Presence.ALWAYS}
    assert always == {"origin", "engine", "engine_id", "scheduled_start", "scheduled_end"}
    # With the opcode and the three operand sections these are the nineteen keys of the common header.
    assert len(HEADER) + 1 + 3 == 19
    assert ("sym_name", *[key.name for key in HEADER]) == HEADER_PROPERTIES
    for opcode in InstructionType:
        if opcode not in ABSTRACT:
            properties = instruction_class(opcode).get_irdl_definition().properties
            assert {key.name for key in HEADER} < set(properties), opcode.name


def test_operations_have_the_keys_of_their_rows() -> None:
    for opcode, row in CATALOGUE.items():
        if row.abstract or row.written_in:
            continue
        definition = instruction_class(opcode).get_irdl_definition()
        assert issubclass(instruction_class(opcode), InstructionOp)
        for key in row.keys:
            assert key.name in definition.properties
        assert [name for name, _ in definition.operands] == ["ins", "indirection_ins", "outs", "indices"]
        assert [name for name, _ in definition.regions] == (["body"] if row.body else [])


def test_kernel_nodes_have_the_keys_of_their_rows() -> None:
    # The shapes of the operands follow from their types.
    derived = {"srcs_shape", "dsts_shape"}
    internal = {"ins_patterns", "outs_patterns", "operandSegmentSizes", "sym_name", *[key.name for key in HEADER]}
    for op in KERNEL_NODES:
        row = CATALOGUE[op.INSTRUCTION_TYPE]
        assert set(op.get_irdl_definition().properties) - internal == {key.name for key in row.keys} - derived


def test_the_opaque_band_says_so() -> None:
    for opcode in InstructionType:
        if opcode not in ABSTRACT:
            assert instruction_class(opcode).has_trait(OpaqueInstruction) is (opcode in OPAQUE_BAND)


def test_engines_and_enumerations_exist() -> None:
    for row in ROWS:
        assert {*row.engines, row.default_engine or "ALL"} <= set(ENUMERATIONS["EngineType"])
    for key in [*HEADER, *[key for row in ROWS for key in row.keys]]:
        for type in _types(key):
            assert not type.enumeration or type.enumeration in ENUMERATIONS


def _types(key: Key) -> list[KeyType]:
    pending = [key.type]
    found: list[KeyType] = []
    while pending:
        type = pending.pop()
        found.append(type)
        pending += [field.type for field in type.fields]
        if type.element is not None:
            pending.append(type.element)
    return found


SIZES = {
    "ActivationFunctionType": 31,
    "AluOpType": 33,
    "AxisListType": 6,
    "BranchCompareOp": 13,
    "CollectiveKind": 11,
    "DMAQoSClass": 17,
    "EngineAccumulationType": 6,
    "EngineType": 8,
    "TensorClass": 13,
    "TensorKind": 10,
    "TransposeOps": 14,
}

SOME_ORDINALS = {
    ("ActivationFunctionType", "Gelu"): 16,
    ("ActivationFunctionType", "Reciprocal"): 25,
    ("AluOpType", "is_equal"): 18,
    ("AluOpType", "mod_int"): 32,
    ("AxisListType", "C"): 5,
    ("BranchCompareOp", "IS_LTREG"): 6,
    ("DMAQoSClass", "P14"): 16,
    ("EdgeKind", "Flow"): 4,
    ("EngineType", "DVE"): 5,
    ("MatmultPerfMode", "DoubleRowSwInterleave"): 4,
    ("MemoryType", "PSUM"): 32,
    ("TensorKind", "Const"): 6,
    ("TransposeOps", "XZYW"): 11,
}


def test_enumerations() -> None:
    assert {name: len(ENUMERATIONS[name]) for name in SIZES} == SIZES
    assert {entry: ordinals(entry[0])[entry[1]] for entry in SOME_ORDINALS} == SOME_ORDINALS
    for name in [*ENUMERATIONS, *FLAGS]:
        words = word_class(name)
        assert dict(words.ORDINALS) == dict(ordinals(name))
        assert [member.value for member in words.WORDS] == list(ordinals(name))
        assert len(set(ordinals(name).values())) == len(ordinals(name))
        assert word_class(name) is words
    with pytest.raises(KeyError):
        word_class("Dtype")
    assert len(DTYPES) == 20


def test_kernel_nodes_cost_no_catalogue() -> None:
    script = (
        "import sys; from neuron_opt.dialects.bir import BIR; BIR.find_operation('bir.bir_kernel'); "
        "print(*[name for name in sys.modules if 'bir.instructions' in name or 'bir.affine' in name])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == []


def test_structures() -> None:
    for name in STRUCTURES:
        assert structure_class(name) is BIR.find_operation(name)
