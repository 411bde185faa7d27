"""What reading accepts beside what is written, and what it refuses: with the message, the path and the place."""

# Messages stand whole, each in its line.
# ruff: noqa: E501

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from math import inf, isnan
from typing import Any, cast

import pytest
from xdsl.dialects.builtin import DictionaryAttr, FloatAttr, ModuleOp, StringAttr
from xdsl.ir import Operation

from neuron_opt.dialects.bir.affine import AffineAttr, Axis, FloorDivide, Linear, Modulo
from neuron_opt.dialects.bir.dependencies import Edge, EdgeAttr, EdgeKind
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr
from neuron_opt.passes.bir_json.problems import BirJsonError
from neuron_opt.passes.bir_json.reader import BirJsonDocument, read_bir_json
from neuron_opt.passes.bir_json.writer import bir_json_text
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.tools.opt_main import new_context

Edit = Callable[[Any], None]


def physical(name: str = "x", **keys: Any) -> Any:
    record = {"kind": "physical_ap", "ap": [[512, 128], [1, 512]], "dtype": "float32", "memref": name}
    return record | {"memsetref": f"{name}_set"} | keys


def storage(name: str, type: Any = "SB", **keys: Any) -> Any:
    location = {"name": name, "type": type}
    return {"name": f"{name}_set", "dtype": "float32", "tensor_shape": [128, 512], "memorylocations": [location]} | keys


def document(*instructions: Any, **keys: Any) -> Any:
    """A document of one block with a few instructions in front of these."""
    copy = {"opcode": "TensorCopy", "name": "copy", "ins": [physical()], "outs": [physical("y")]}
    end = {"opcode": "Return", "name": "end"}
    main = {
        "name": "main",
        "allocations": [storage("x"), storage("y"), {"Skind": "register", "name": "r0"}],
        "blocks": [{"name": "Block1", "instructions": [copy, *instructions, end]}],
    }
    return {"version": 2, "functions": [main]} | keys


def read(doc: Any) -> ModuleOp:
    module = read_bir_json(doc if isinstance(doc, str | bytes) else json.dumps(doc, indent=1), "in.json")
    module.verify()
    return module


def instruction(doc: Any, name: str) -> Operation:
    """The instruction of a name."""
    return next(
        op
        for op in read(doc).walk()
        if isinstance(found := op.properties.get("sym_name"), StringAttr) and found.data == name
    )


def errors(doc: Any) -> list[str]:
    with pytest.raises(BirJsonError) as caught:
        read(doc)
    return [str(problem).partition(": ")[2] for problem in caught.value.errors]


def edited(edit: Edit, *instructions: Any) -> Any:
    doc = document(*instructions)
    edit(doc)
    return doc


# Both spellings.


def test_a_document_may_be_wrapped_in_an_object() -> None:
    assert bir_json_text(read({"module": document()})) == bir_json_text(read(document()))


def test_defaults_are_restored() -> None:
    kernel: Any = {
        "opcode": "BIRKernel",
        "name": "k",
        "kernel_name": "MLP",
        "kernel_attrs": {},
        "srcs_shape": [[128, 512]],
        "dsts_shape": [[128, 512]],
        "ins": [physical()],
        "outs": [physical("y")],
    }
    assert str(instruction(document(kernel), "k").properties["fused_rmsnorm"]) == "true"
    written = json.loads(bir_json_text(read(document(kernel))))["functions"][0]["blocks"][0]["instructions"][1]
    assert written["fused_rmsnorm"] is True
    assert "store_add" not in written
    assert "lower_bound" not in written
    assert written["srcs_shape"] == [[128, 512]]


def test_kernel_attributes_are_an_object_or_a_list_of_pairs() -> None:
    kernel: Any = {"opcode": "BIRKernel", "kernel_name": "MLP", "ins": [], "outs": [physical()], "name": "k"}
    for attrs in ({"act_fn": "SiLU", "n": 3}, [["act_fn", "SiLU"], ["n", 3]]):
        bag = instruction(document(kernel | {"kernel_attrs": attrs}), "k").properties["kernel_attrs"]
        assert isinstance(bag, DictionaryAttr)
        assert str(bag) == '{act_fn = "SiLU", n = 3 : i64}'


@pytest.mark.parametrize(("given", "kept"), [("all", '"all"'), (True, '"true"'), (False, '"false"')])
def test_the_cast_policy_is_a_string_or_a_flag(given: Any, kept: str) -> None:
    kernel: Any = {"opcode": "BIRKernel", "kernel_name": "MLP", "kernel_attrs": {}, "name": "k", "outs": [physical()]}
    assert str(instruction(document(kernel | {"auto_cast": given}), "k").properties["auto_cast"]) == kept


def test_memory_types_are_names_or_flags() -> None:
    def by_number(doc: Any) -> None:
        doc["functions"][0]["allocations"][0] = storage("x", 16)

    assert bir_json_text(read(edited(by_number))) == bir_json_text(read(document()))


def test_the_architecture_has_a_revision_of_two_names() -> None:
    for key in ("revision", "archRev"):
        assert json.loads(bir_json_text(read(document(**{key: "v1"}))))["revision"] == "v1"


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("copy", EdgeKind.FLOW),
        (["copy"], EdgeKind.FLOW),
        (["copy", "Anti"], EdgeKind.ANTI),
        (["copy", 3], EdgeKind.OUTPUT),
        ({"id": "copy", "kind": "Ordered"}, EdgeKind.ORDERED),
    ],
)
def test_dependencies_have_several_forms(entry: Any, kind: EdgeKind) -> None:
    dependencies: Any = instruction(document({"opcode": "NoOp", "name": "n", "dependencies": [entry]}), "n").properties[
        "dependencies"
    ]
    assert dependencies.data == (EdgeAttr(Edge("copy", kind)),)


@pytest.mark.parametrize(
    "axis",
    [
        {
            "DynamicForLoopAxis": {
                "name": "i",
                "lb": 0,
                "ub": {"kind": "IntRuntimeValueKind", "regref": "r0"},
                "stride": 1,
            }
        },
        {"DynamicForLoopAxis": "i", "lb": 0, "ub": {"kind": "IntRuntimeValueKind", "regref": "r0"}, "stride": 1},
        {"LoopAxis": {"name": "i", "lb": 0, "ub": {"kind": "IntRuntimeValueKind", "regref": "r0"}, "stride": 1}},
    ],
)
def test_the_axis_of_a_dynamic_loop_has_several_forms(axis: Any) -> None:
    blocks = [{"name": "b0", "instructions": [{"opcode": "NoOp"}]}]
    op = instruction(document({"opcode": "DynamicForLoop", "name": "loop", "blocks": blocks} | axis), "loop")
    assert str(op.properties["DynamicForLoopAxis"]) == (
        '{name = "i", lb = 0 : i64, ub = #bir.affine<register(@r0)>, stride = 1 : i64}'
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"terms": [{"AxisLabel": "i", "coef": 4}], "c": 3}, Linear(((Axis("i"), 4),), 3)),
        ({"AxisLabel": "i", "coef": 2}, Linear(((Axis("i"), 2),), 0)),
        ({"op": "mod", "op_param": 8, "terms": [{"AxisLabel": "i"}]}, Modulo(Linear(((Axis("i"), 1),), 0), 8)),
        (
            {"terms": [{"op": "FloorDivKind", "op_param": 2, "AxisLabel": "i", "coef": 5}]},
            Linear(((FloorDivide(Linear(((Axis("i"), 1),), 0), 2), 5),), 0),
        ),
        ({"kind": "AffIVKind", "axis": "i"}, Axis("i")),
    ],
)
def test_expressions_of_version_1(given: Any, expected: Any) -> None:
    doc = document({"opcode": "NoOp", "name": "n", "order": [given]}, version=1)
    order: Any = instruction(doc, "n").properties["order"]
    assert order.data[0] == AffineAttr(expected)
    assert json.loads(bir_json_text(read(doc)))["version"] == 2


def test_a_partition_step_may_count_partitions() -> None:
    op: Any = instruction(
        document({"opcode": "TensorCopy", "name": "c", "ins": [physical(ap=[[1, 128], [1, 512]])]}), "c"
    )
    assert op.patterns("ins")[0] == AccessPatternAttr(
        op.operands[0].type.element_type, partition=[(512, 128)], free=[(1, 512)]
    )


def test_null_is_absent() -> None:
    assert bir_json_text(read(document(arch=None))) == bir_json_text(read(document()))


@pytest.mark.parametrize(
    ("given", "value"),
    [("inf", inf), ("-Infinity", -inf), ("0x7f800000", inf), (3, 3.0), ("0x40200000", 2.5)],
)
def test_floats(given: Any, value: float) -> None:
    op = instruction(document({"opcode": "MatchReplace", "name": "r", "imm_value": given}), "r")
    number = op.properties["imm_value"]
    assert isinstance(number, FloatAttr)
    assert cast("FloatAttr[Any]", number).value.data == value


def test_not_a_number() -> None:
    text = json.dumps(document({"opcode": "MatchReplace", "name": "r", "imm_value": float("nan")}))
    number: Any = instruction(text, "r").properties["imm_value"]
    assert isnan(number.value.data)
    assert '"imm_value": "nan"' in bir_json_text(read(text))


def test_keys_that_nobody_describes_are_kept_with_a_warning() -> None:
    doc = document(
        {"opcode": "NoOp", "name": "n", "nwe": [1, {"a": None}], "ins": [physical(latency=3)]}, from_the_future=1.5
    )
    stream = StringIO()
    context = new_context()
    context.diagnostics = DiagnosticEngine(stream=stream, colour=False)
    module = read_bir_json(json.dumps(doc), "in.json", context)
    assert [line.partition(": ")[2] for line in stream.getvalue().splitlines() if "warning" in line] == [
        "warning: key 'from_the_future' of the module is not known; it is kept as attribute 'bir.from_the_future'",
        "warning: key 'nwe' of NoOp is not known; it is kept as attribute 'bir.nwe'",
        "warning: key 'latency' of an operand of kind physical_ap is not known; it is kept as attribute 'bir.latency'",
    ]
    written = json.loads(bir_json_text(module))
    assert written["from_the_future"] == 1.5
    no_op = written["functions"][0]["blocks"][0]["instructions"][1]
    assert no_op["nwe"] == [1, {"a": None}]
    assert no_op["ins"][0]["latency"] == 3


def test_formal_names_are_bound_by_position() -> None:
    call = {
        "opcode": "NKIKernel",
        "name": "k",
        "func": "kernel",
        "func_args": {"a": "x_set", "b": "elsewhere"},
        "func_outs": {"o": "y_set"},
        "ins": [physical()],
        "outs": [physical("y")],
    }
    op = instruction(document(call), "k")
    assert str(op.properties["func_args"]) == '{a = "ins[0]", b = "elsewhere"}'
    assert str(op.properties["func_outs"]) == '{o = "outs[0]"}'
    written = json.loads(bir_json_text(read(document(call))))["functions"][0]["blocks"][0]["instructions"][1]
    assert (written["func_args"], written["func_outs"]) == (call["func_args"], call["func_outs"])


def test_functions_are_read_one_at_a_time_and_may_refer_to_each_other() -> None:
    doc = document({"opcode": "TensorCopy", "name": "c", "ins": [physical("far", memref_owner_func="late")]})
    doc["functions"].append({"name": "late", "allocations": [storage("far")], "blocks": []})
    reader = BirJsonDocument(json.dumps(doc), "in.json")
    assert reader.function_names == ("main", "late")
    assert [op.name for op in reader.functions()] == ["bir.function", "bir.function"]
    assert "bir.foreign_location @far @late::@far_set::@far" in str(read(doc))


def test_the_order_of_keys_does_not_matter() -> None:
    def reverse(value: Any) -> Any:
        if isinstance(value, dict):
            entries = cast("dict[str, Any]", value)
            return {key: reverse(entries[key]) for key in reversed(entries)}
        return [reverse(entry) for entry in cast("list[Any]", value)] if isinstance(value, list) else value

    assert bir_json_text(read(reverse(document()))) == bir_json_text(read(document()))


# What is refused.


def set_at(path: list[str | int], value: Any) -> Edit:
    def edit(doc: Any) -> None:
        inner = doc
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return edit


MAIN: list[str | int] = ["functions", 0]
FIRST: list[str | int] = [*MAIN, "blocks", 0, "instructions", 0]
SET: list[str | int] = [*MAIN, "allocations", 0]
LOCATION: list[str | int] = [*SET, "memorylocations", 0]
AT = "$.functions[0].blocks[0].instructions[0]"

REFUSED: list[tuple[list[str | int], Any, str]] = [
    (["version"], 3, "$.version: Check the version of bir json file - should be 1 (old) or 2 (new), found the number 3"),
    (["version"], "2", "$.version: Check the version of bir json file - should be 1 (old) or 2 (new), found the string '2'"),
    (["functions"], {}, "$.functions: expected an array, found an object"),
    (["functions", 0], 3, "$.functions[0]: expected an object, found the number 3"),
    (["arch"], 3, "$.arch: expected a string, found the number 3"),
    (["nki_functions"], [], "$.nki_functions: Malformed nki_functions json field: it is empty or has exactly one key, 'functions' (BIR025)"),
    (["nki_functions"], {"a": []}, "$.nki_functions: Malformed nki_functions json field: it is empty or has exactly one key, 'functions' (BIR025)"),
    ([*MAIN, "name"], "", "$.functions[0].name: expected the function's name, found the string ''"),
    ([*MAIN, "blocks"], 3, "$.functions[0].blocks: expected an array, found the number 3"),
    ([*MAIN, "blocks", 0, "instructions"], 3, "$.functions[0].blocks[0].instructions: expected an array, found the number 3"),
    ([*MAIN, "blocks", 0], [], "$.functions[0].blocks[0]: expected a block, found an array"),
    ([*FIRST, "opcode"], "TensorCpoy", f"{AT}.opcode: Unknown opcode: the string 'TensorCpoy'; did you mean 'TensorCopy'?"),
    ([*FIRST, "opcode"], "MatmultBase", f"{AT}.opcode: Unknown opcode: MatmultBase is a base class of instructions, there are none of it"),
    ([*FIRST, "opcode"], 23, f"{AT}.opcode: Unknown opcode: the number 23"),
    ([*FIRST, "opcode"], None, f"{AT}: Json field with name 'opcode' not found (BIR015)"),
    ([*FIRST, "opcode"], "Memset", f"{AT}: Json field with name 'mode' not found (BIR015): Memset needs it"),
    ([*FIRST, "name"], 3, f"{AT}.name: expected the instruction's name, found the number 3"),
    ([*FIRST, "engine"], 5, f"{AT}.engine: expected a name of EngineType, found the number 5 (one of: Unassigned, Pool, Activation, PE, DMA, DVE, SP, ALL)"),
    ([*FIRST, "engine"], "Vector", f"{AT}.engine: unknown EngineType 'Vector' (one of: Unassigned, Pool, Activation, PE, DMA, DVE, SP, ALL)"),
    ([*FIRST, "engine_id"], -1, f"{AT}.engine_id: -1 is not a 32-bit integer from 0 to 4294967295"),
    ([*FIRST, "engine_id"], True, f"{AT}.engine_id: expected an integer, found true"),
    ([*FIRST, "engine_id"], 1.0, f"{AT}.engine_id: expected an integer, found the number 1.0"),
    ([*FIRST, "scheduled_end"], 1 << 63, f"{AT}.scheduled_end: 9223372036854775808 is not a 64-bit integer"),
    ([*FIRST, "loopnest"], "i", f"{AT}.loopnest: expected an array, found the string 'i'"),
    ([*FIRST, "dependencies"], {}, f"{AT}.dependencies: 'dependencies' must be a JSON array, found an object"),
    ([*FIRST, "loop_carried_dependencies"], 3, f"{AT}.loop_carried_dependencies: 'loop_carried_dependencies' must be a JSON array, found the number 3"),
    ([*FIRST, "unroll_dependencies"], "x", f"{AT}.unroll_dependencies: 'unroll_dependencies' must be a JSON array, found the string 'x' (BIR046)"),
    ([*FIRST, "dependencies"], [["gone", "Flow"]], f"{AT}.dependencies[0]: Unknown dependency: there is no instruction gone"),
    ([*FIRST, "dependencies"], [["end", 9]], f"{AT}.dependencies[0][1]: unknown kind of dependency, the number 9 (one of: Invalid, Ordered, Anti, Output, Flow)"),
    ([*FIRST, "dependencies"], [["end", "Flow", []]], f"{AT}.dependencies[0]: expected a dependency of up to 2 entries, found 3"),
    ([*FIRST, "loop_carried_dependencies"], ["gone"], f"{AT}.loop_carried_dependencies[0]: Unknown loop-carried dependency: there is no instruction gone"),
    ([*FIRST, "unroll_dependencies"], ["gone"], f"{AT}.unroll_dependencies[0]: Cannot find unrolled dependency: there is no instruction gone (BIR048)"),
    ([*FIRST, "unroll_dependencies"], [["end", "Flow", 3]], f"{AT}.unroll_dependencies[0][2]: expected an array, found the number 3 (BIR047)"),
    ([*FIRST, "order"], [{"kind": "Nope"}], f"{AT}.order[0].kind: Unsupported expression kind the string 'Nope'"),
    ([*FIRST, "order"], [{"kind": "SumKind", "n_terms": 2, "terms": [3]}], f"{AT}.order[0].n_terms: is 2, but there are 1 terms"),
    ([*FIRST, "order"], [{"kind": "MultKind", "var": {"kind": "AffIVKind"}, "scale": 2}], f"{AT}.order[0].var: Json field with name 'axis' not found in a AffIVKind"),
    ([*FIRST, "order"], [{"terms": []}], f"{AT}.order[0]: expected an affine expression, which has a 'kind'"),
    ([*FIRST, "ins"], {}, f"{AT}.ins: expected an array, found an object"),
    ([*FIRST, "ins", 0], 3, f"{AT}.ins[0]: expected an operand, found the number 3"),
    ([*FIRST, "ins", 0, "kind"], "RegisterSet", f"{AT}.ins[0].kind: Unsupported argument kind: the string 'RegisterSet'; did you mean 'register_ap'?"),
    ([*FIRST, "ins", 0, "kind"], 1, f"{AT}.ins[0].kind: Unsupported argument kind: the number 1"),
    ([*FIRST, "ins", 0], {}, f"{AT}.ins[0]: Json field with name 'kind' not found (BIR015)"),
    ([*FIRST, "ins", 0, "memref"], "z", f"{AT}.ins[0].memref: MemoryLocation with name z not found (BIR036)"),
    ([*FIRST, "ins", 0, "memsetref"], "z", f"{AT}.ins[0].memsetref: MemoryLocationSet with name z not found"),
    ([*FIRST, "ins", 0, "memsetref"], "y_set", f"{AT}.ins[0].memref: location x does not belong to set y_set"),
    ([*FIRST, "ins", 0, "memref_owner_func"], "f", f"{AT}.ins[0].memref_owner_func: there is no function f"),
    ([*FIRST, "ins", 0, "dtype"], "float64", f"{AT}.ins[0].dtype: Unknown dtype float64 (BIR023); did you mean 'float16'?"),
    ([*FIRST, "ins", 0, "ap"], [], f"{AT}.ins[0].ap: Invalid number of AccessPattern dimensions; must be in [2, 5], found 0 (BIR049)"),
    ([*FIRST, "ins", 0, "ap"], [[1]], f"{AT}.ins[0].ap[0]: expected a [step, num] pair of 64-bit integers, found an array"),
    ([*FIRST, "ins", 0, "ap"], [[512, 128], [1, 0]], f"{AT}.ins[0].ap: free[0] = [1, 0] visits 0 elements, at least 1 is needed"),
    ([*FIRST, "ins", 0, "offset"], 3, f"{AT}.ins[0].offset: Access must be aligned to datatype, 3 bytes are no whole number of float32 (BIR429)"),
    ([*FIRST, "ins", 0, "access_shape"], [3], f"{AT}.ins[0].access_shape: access_shape [3] has 3 elements, the pattern visits 65536"),
    ([*FIRST, "ins", 0, "dynamic_ap_info"], {"indirect_dim_max_index": 0}, f"{AT}.ins[0].dynamic_ap_info.indirect_dim_max_index: DynamicAPINFO::IndirectDimMaxIndex must be > 0, found 0 (BIR030)"),
    ([*FIRST, "ins", 0], {"kind": "register_access", "dtype": "int32", "regref": "r9"}, f"{AT}.ins[0].regref: Register with name r9 not found (BIR016)"),
    ([*FIRST, "ins", 0], {"kind": "imm_value", "dtype": "int32", "value": 2.5}, f"{AT}.ins[0].value: 2.5 is not an integer, but the element type is i32"),
    ([*FIRST, "ins", 0], {"kind": "imm_value", "dtype": "float32", "value": None}, f"{AT}.ins[0]: Json field with name 'value' not found"),
    ([*FIRST, "ins", 0], {"kind": "imm_array", "dtype": "float32", "value_array": [1, None]}, f"{AT}.ins[0].value_array[1]: null stands where a number was not finite, and which one is lost; write 'inf', '-inf' or 'nan'"),
    (SET, 3, "$.functions[0].allocations[0]: expected an object, found the number 3"),
    ([*SET, "tensor_shape"], [0, 4], "$.functions[0].allocations[0].tensor_shape: the tensor has no elements: dimension 0 is 0"),
    ([*SET, "tensor_shape"], [], "$.functions[0].allocations[0].tensor_shape: a tensor in sbuf needs a dimension across the partitions"),
    ([*SET, "partition_dim"], 2, "$.functions[0].allocations[0].partition_dim: is 2, the tensor has 2 dimensions"),
    ([*SET, "dtype"], "f32", "$.functions[0].allocations[0].dtype: Unknown dtype f32 (BIR023); did you mean 'float32'?"),
    ([*SET, "Skind"], "thing", "$.functions[0].allocations[0].Skind: unknown kind of storage, the string 'thing'"),
    ([*SET, "Skind"], "memory_location", "$.functions[0].allocations[0]: Found MemoryLocation that has not been read: it stands outside of its set"),
    ([*LOCATION, "type"], "SBUF", "$.functions[0].allocations[0].memorylocations[0].type: unknown MemoryType 'SBUF'; did you mean 'SB'? (one of: Unallocated, Input, Output, DRAM, SB, PSUM, RNGSTATE, REG)"),
    ([*LOCATION, "type"], 7, "$.functions[0].allocations[0].memorylocations[0].type: expected a name or its number of MemoryType, found the number 7 (one of: Unallocated, Input, Output, DRAM, SB, PSUM, RNGSTATE, REG)"),
    ([*LOCATION, "alias"], {}, "$.functions[0].allocations[0].memorylocations[0].alias: 'alias' must be a JSON array, found an object"),
    ([*LOCATION, "alias"], [["x_set", "w", 3]], "$.functions[0].allocations[0].memorylocations[0].alias[0][1]: Unknown alias destination w"),
    ([*LOCATION, "alias"], [["w", 3]], "$.functions[0].allocations[0].memorylocations[0].alias[0][0]: Unknown alias destination w"),
    ([*LOCATION, "name"], "y", "$.functions[0].allocations[1].memorylocations[0].name: a location y is there already"),
    ([*LOCATION, "device_print_metadata"], 1 << 64, "$.functions[0].allocations[0].memorylocations[0].device_print_metadata: the integer does not fit in 64 bits"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "message"), REFUSED, ids=[message[:60] for _, _, message in REFUSED])
def test_what_is_refused(path: list[str | int], value: Any, message: str) -> None:
    # What follows from a wrong name or type is said, too; the first is the cause.
    assert errors(edited(set_at(path, value)))[0] == message


INSTRUCTIONS: list[tuple[Any, str]] = [
    ({"opcode": "UnconditionalBranch", "target": "b"}, ".target: BasicBlock does not exist! There is no block b"),
    ({"opcode": "BranchHint", "associate_branch": "b"}, ".associate_branch: BasicBlock does not exist! There is no block b"),
    ({"opcode": "Load", "queue": "q"}, ".queue: Queue does not exist! There is no queue q"),
    ({"opcode": "ResetQueueInstance", "queue": "q"}, ".queue: Queue does not exist! There is no queue q"),
    ({"opcode": "DMATrigger", "dma_blocks": ["b"]}, ".dma_blocks[0]: Block does not exist! There is no DMA block b"),
    ({"opcode": "Call", "target": "f", "arguments": {"a": "z"}}, ".arguments.a: the argument is not found: there is no storage z"),
    ({"opcode": "NKIKernel", "name": "k", "func_args": {}, "func_outs": {}}, ": NKI Kernel function pointer is empty in instruction k (BIR205)"),
    ({"opcode": "BIRKernel", "kernel_name": "MLP", "kernel_attrs": {}, "indirection_ins": [physical()]}, ".indirection_ins[0]: a BIRKernel has no indirection_ins"),
    ({"opcode": "BIRKernel", "kernel_name": "MLP", "kernel_attrs": {}, "ins": [{"kind": "imm_value", "dtype": "int32", "value": 3}]}, ".ins[0].kind: a BIRKernel takes memory only, found imm_value"),
    ({"opcode": "BIRKernel", "kernel_name": "MLP", "kernel_attrs": [["a", 1], ["a", 2]]}, ".kernel_attrs[1][0]: key 'a' is there twice"),
    ({"opcode": "BIRKernel", "kernel_name": "MLP", "kernel_attrs": {}, "sb_buf_shape": [1]}, ".sb_buf_shape: expected an array of 2 entries, found 1"),
    ({"opcode": "Loop", "LoopAxis": {"name": "i", "lb": 0, "ub": 4}, "blocks": []}, ".LoopAxis: Json field with name 'stride' not found"),
    ({"opcode": "Loop", "LoopAxis": {"name": "i", "lb": 0, "ub": 4, "stride": 1}, "blocks": [{"name": "b", "instructions": [{"opcode": "Nope"}]}]}, ".blocks[0].instructions[0].opcode: Unknown opcode: the string 'Nope'; did you mean 'NoOp'?"),
    ({"opcode": "MatmultSparse", "compress_ratio": [2]}, ".compress_ratio: expected an integer, found an array"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "message"), INSTRUCTIONS, ids=[message[:50] for _, message in INSTRUCTIONS])
def test_what_is_refused_of_an_instruction(record: Any, message: str) -> None:
    assert errors(document(record)) == [f"$.functions[0].blocks[0].instructions[1]{message}"]


def test_blocks_that_are_not_there_are_no_predecessors() -> None:
    doc = document()
    doc["functions"][0]["blocks"][0]["arguments"] = [
        {"incoming_values": [["x", "Block1"], {"value": "x", "block": "B"}]}
    ]
    assert errors(doc) == [
        "$.functions[0].blocks[0].arguments[0].incoming_values[1].block: BasicBlock does not exist! There is no block B"
    ]


def test_many_problems_are_told_at_once_with_their_places() -> None:
    doc = document({"opcode": "Nope"}, {"opcode": "TensorCopy", "ins": [physical(dtype="x")]}, {"opcode": "NoOp"}, {})
    with pytest.raises(BirJsonError) as caught:
        read(json.dumps(doc, indent=1))
    text = json.dumps(doc, indent=1).splitlines()
    for problem, word in zip(caught.value.errors, ('"Nope"', '"x"', "{}"), strict=True):
        assert problem.location is not None
        assert text[problem.location.line - 1][problem.location.column - 1 :].startswith(word)


def test_two_functions_of_one_name() -> None:
    doc = document()
    doc["functions"].append({"name": "main"})
    assert errors(doc) == ["$.functions[1].name: a function main is there already"]


MALFORMED: list[tuple[str | bytes, str]] = [
    ("", "in.json:1:1: $: the document is empty"),
    ("  \n ", "in.json:2:2: $: the document is empty"),
    ("[", "in.json:1:2: $: the document ends where ']' is missing"),
    ('{"functions": [}', "in.json:1:16: $: '}' closes nothing that is open here"),
    ('{"a": "b', "in.json:1:7: $: this string does not end"),
    ('{"a" 1}', "in.json:1:6: $: expected ':' behind the key"),
    ('{"a": 1 "b": 2}', "in.json:1:9: $: expected ',' or '}' behind the value"),
    ('{"a": 1,}', "in.json:1:9: $: expected a key, which is a string"),
    ('{"version": 2}\n{}', "in.json:2:1: $: there is something behind the end of the document"),
    ('{"version": 2, "version": 2}', "in.json:1:16: $: key 'version' is there twice"),
    ('{"functions": [], "arch": tru}', "in.json:1:27: $.arch: this is not JSON: expecting value"),
    ('{"functions": [], "artifact_info": {"a": {"b": 1, "b": 2}}}', "in.json:1:51: $.artifact_info: key 'b' is there twice"),
    ('{"functions": [], "arch": "\n"}', "in.json:1:28: $.arch: this is not JSON: invalid control character at"),
    ('{"functions": [], "artifact_info": {"a": ' + "9" * 5000 + "}}", "in.json:1:36: $.artifact_info: a number here has too many digits"),
    ('{"functions": [{"name": "f", "blocks": [{"name": "b", "instructions": [{"opcode": "NoOp"} 3]}]}]}', "in.json:1:91: $.functions[0].blocks[0]: expected ',' or ']' behind the value"),
    ('{"functions": [{"name": "f", "blocks": [{"name": "b", "instructions": [{"opcode": NoOp}]}]}]}', "in.json:1:83: $.functions[0].blocks[0]: this is not JSON: expecting value"),
    ("[" * 600 + "]" * 600, "in.json:1:513: $: arrays and objects are nested more than 512 deep"),
    ("3", "in.json:1:1: $: expected an object, found the number 3"),
    ("{}", "in.json:1:1: $: Json field with name 'functions' not found (BIR015)"),
    (b'{"a":\n "\xff"}', "in.json:2:3: $: the document is not UTF-8 text: byte 0xFF at offset 8"),
    ('{"functions": [], "arch": "\\ud800"}', "in.json:1:27: $.arch: the string has half of a surrogate pair, \\ud800, which is no text"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_text(text: str | bytes, message: str) -> None:
    with pytest.raises(BirJsonError) as caught:
        read_bir_json(text, "in.json")
    assert [str(problem) for problem in caught.value.errors] == [message]


def test_a_byte_order_mark_is_dropped() -> None:
    assert bir_json_text(read(b"\xef\xbb\xbf" + json.dumps(document()).encode())) == bir_json_text(read(document()))
