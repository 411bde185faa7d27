"""Splicing functions of the module in place of their calls: binding by maps, blocks, addresses, what is left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from opt import opt

TYPES = """
!x = memref<128x64xf32, #neuron.memory<hbm>>
!t = memref<128x64xf32, #neuron.memory<sbuf>>
!bytes = memref<128x512xui8, #neuron.memory<sbuf>>
"""

FORMALS = """
    %as = bir.memory_location_set @a_set {kind = ExternalInput} : !x
    %a = bir.memory_location @a set(%as : !x) : !x
    %bs = bir.memory_location_set @b_set {kind = ExternalInput} : !x
    %b = bir.memory_location @b set(%bs : !x) : !x
    %ys = bir.memory_location_set @y_set {kind = ExternalOutput} : !x
    %y = bir.memory_location @y set(%ys : !x) : !x
"""

STORAGE = """
    %ts = bir.memory_location_set @t_set {kind = Internal} : !t
    %t = bir.memory_location @t set(%ts : !t) {allocated = true, dims = [128, 256], addr = 128} : !t
    bir.register @r0 {numPhysicalRegs = 1}
"""

HBM = "#neuron.interval<count = 8192, dtype = f32>"
SBUF = "#neuron.ap<partition = [[64, 128]], free = [[1, 64]], dtype = f32>"

LOAD = f"bir.load @load ins(%a : !x via {HBM}) -> outs(%t : !t via {SBUF})\n"
SAVE = f"bir.save @save ins(%t : !t via {SBUF}) -> outs(%y : !x via {HBM}) {{dependencies = [@load]}}\n"


def function(blocks: str, *, name: str = "k", storage: str = STORAGE, nki: str = "nki = true") -> str:
    return f"bir.function @{name} {{{nki}}} body {{{FORMALS}{storage}{blocks}}}\n".replace("{} body", "body")


STRAIGHT = function(f"bir.block @Block1 body {{ {LOAD}{SAVE} bir.return }}")


def call(maps: str = "", *, operands: str = "%p, %q, %r", extra: str = "", keys: str = "", func: str = "k") -> str:
    first, second, output = operands.split(", ")
    ins = f"{first} : !x via {HBM}, {second} : !x via {HBM}"
    return f"bir.nki_kernel @{func} ins({ins}) -> outs({output} : !x via {HBM}{extra}) {{{maps}{keys}}}\n"


NAMED = 'func_args = {b = "ins[0]", a = "ins[1]"}, func_outs = {y = "outs[0]"}'


def module(body: str, *functions: str) -> str:
    return f"""{TYPES}
module {{
  func.func @f(%p: !x, %q: !x, %r: !x, %s: !bytes) {{
    {body}
    return
  }}
  {"".join(functions)}
}}
"""


def test_operands_are_bound_by_name_and_the_function_goes(tmp_path: Path) -> None:
    outcome = opt(tmp_path, module(call(NAMED), STRAIGHT), "--inline-nki-kernels", "--mlir-pass-statistics")
    assert outcome.code == 0, outcome.errors
    assert "bir.load @k_load ins(%q : " in outcome.output
    assert re.search(r"bir\.save @k_save .* -> outs\(%r : .*dependencies = \[@k_load\]", outcome.output)
    assert 'bir.memory_location_set @"k:t_set"' in outcome.output and 'bir.memory_location @"k:t"' in outcome.output
    assert "bir.register @k_r0" in outcome.output
    assert "bir.function" not in outcome.output and "bir.return" not in outcome.output
    assert "(S) 1 num-inlined" in outcome.errors and "(S) 1 num-removed" in outcome.errors


def test_without_names_operands_are_taken_in_their_order(tmp_path: Path) -> None:
    outcome = opt(tmp_path, module(call(), STRAIGHT), "--inline-nki-kernels")
    assert "bir.load @k_load ins(%p : " in outcome.output


def test_the_name_of_a_call_begins_all_names(tmp_path: Path) -> None:
    text = module(call(NAMED, keys=", sym_name = @inst__k") * 2, STRAIGHT)
    outcome = opt(tmp_path, text, "--inline-nki-kernels")
    assert outcome.code == 0, outcome.errors
    assert re.findall(r"bir\.load @(\w+)", outcome.output) == ["inst__k_load", "inst__k_1_load"]


def test_functions_of_other_kinds_stay(tmp_path: Path) -> None:
    text = module(call(NAMED), function(f"bir.block @Block1 body {{ {LOAD}{SAVE} }}", nki=""))
    assert "bir.function @k" in opt(tmp_path, text, "--inline-nki-kernels").output


@pytest.mark.parametrize(
    ("maps", "message", "note"),
    [
        (
            'func_args = {a = "ins[0]", c = "ins[1]"}, func_outs = {y = "outs[0]"}',
            "c input cannot be found ",
            "the inputs of @k: a, b",
        ),
        (
            'func_args = {a = "ins[0]"}, func_outs = {y = "outs[0]"}',
            "b input cannot be found ",
            "the body of @k needs it, and the call does not name it",
        ),
        (
            'func_args = {a = "ins[0]", b = "ins[2]"}, func_outs = {y = "outs[0]"}',
            "b input cannot be found ",
            "\"ins[2]\" is not an operand of the call in 'ins'",
        ),
        ('func_outs = {z = "outs[0]"}', "z output cannot be found ", "the outputs of @k: y"),
        (
            'func_outs = {y = "ins[0]"}',
            "y output cannot be found ",
            "\"ins[0]\" is not an operand of the call in 'outs'",
        ),
        ("func_outs = {y = 3}", "y output cannot be found ", "3 : i64 is not an operand of the call in 'outs'"),
    ],
)
def test_names_that_cannot_be_found(tmp_path: Path, maps: str, message: str, note: str) -> None:
    outcome = opt(tmp_path, module(call(maps), STRAIGHT), "--inline-nki-kernels")
    assert outcome.code == 1
    assert f"'bir.nki_kernel' op {message}\n" in outcome.errors
    assert f"note: {note}\n" in outcome.errors


def test_actual_names_may_be_those_of_storage(tmp_path: Path) -> None:
    """As in a document, whose maps name the locations of the caller."""
    caller = f"""
    bir.function @main body {{
      %ps = bir.memory_location_set @p_set {{kind = ExternalInput}} : !x
      %p = bir.memory_location @p set(%ps : !x) : !x
      %qs = bir.memory_location_set @q_set {{kind = ExternalInput}} : !x
      %q = bir.memory_location @q set(%qs : !x) : !x
      %rs = bir.memory_location_set @r_set {{kind = ExternalOutput}} : !x
      %r = bir.memory_location @r set(%rs : !x) : !x
      bir.block @Block1 body {{
        {call('func_args = {a = "q_set", b = "p"}, func_outs = {y_set = "r"}')}
        bir.return
      }}
    }}
    """
    outcome = opt(tmp_path, f"{TYPES} module {{ {caller} {STRAIGHT} }}", "--inline-nki-kernels")
    assert outcome.code == 0, outcome.errors
    assert "bir.load @k_load ins(%q : " in outcome.output
    # Storage stands with the function's, before the block.
    assert outcome.output.index('@"k:t"') < outcome.output.index("bir.block @Block1")


def test_a_missing_function_is_an_error(tmp_path: Path) -> None:
    outcome = opt(tmp_path, module(call(NAMED, func="kernal"), function("", name="kernel")), "--inline-nki-kernels")
    assert outcome.code == 1
    assert "calls @kernal, and the module has no bir.function of that name; did you mean 'kernel'?" in outcome.errors


def test_shapes_are_checked_before_anything_is_spliced(tmp_path: Path) -> None:
    text = module(call(NAMED), STRAIGHT).replace("!x = memref<128x64xf32", "!x = memref<64x128xf32", 1)
    text = text.replace(": !x\n    %bs", ": memref<128x64xf32, #neuron.memory<hbm>>\n    %bs")
    text = text.replace(FORMALS.splitlines()[1], FORMALS.splitlines()[1].replace("!x", "!w"))
    text = text.replace("!t = ", "!w = memref<128x64xf32, #neuron.memory<hbm>>\n!t = ", 1)
    text = text.replace("@a set(%as : !x)", "@a set(%as : !w)").replace("ins(%a : !x", "ins(%a : !w")
    outcome = opt(tmp_path, text, "--inline-nki-kernels")
    assert outcome.code == 1
    assert "has shape 64x128, the kernel's a is 128x64" in outcome.errors


def test_sbuf_addresses_count_from_the_scratch_output(tmp_path: Path) -> None:
    scratch = """
    %ss = bir.memory_location_set @scratch_set {kind = Internal} : !bytes
    %sl = bir.memory_location @scratch set(%ss : !bytes) {addr = 4096} : !bytes
    """
    extra = ", %sl : !bytes via #neuron.ap<partition = [[512, 128]], free = [[1, 512]], dtype = ui8>"
    text = module(scratch + call(NAMED, extra=extra, keys=", sb_buf_shape = [512, 128]"), STRAIGHT)
    outcome = opt(tmp_path, text, "--inline-nki-kernels")
    assert outcome.code == 0, outcome.errors
    assert re.search(r'@"k:t" set.*addr = 4224', outcome.output)
    # The scratch output was there for the call alone.
    assert "@scratch" not in outcome.output
    # By position as well, where the scratch output is the one that is left over.
    text = module(scratch + call(extra=extra, keys="sb_buf_shape = [512, 128]"), STRAIGHT)
    assert re.search(r'@"k:t" set.*addr = 4224', opt(tmp_path, text, "--inline-nki-kernels").output)
    # Scratch that nobody placed has nothing to count from.
    text = module(call(NAMED, extra=extra.replace("%sl", "%s"), keys=", sb_buf_shape = [512, 128]"), STRAIGHT)
    assert re.search(r'@"k:t" set.*addr = 128', opt(tmp_path, text, "--inline-nki-kernels").output)


BLOCKS = function(f"""
    bir.block @Entry body {{
      bir.compare_and_branch @branch ins(register @r0 : i32, imm 3 : i32)
          {{comp_op = IS_GEIMM, on_true = @Then, on_false = @Else}}
    }}
    bir.block @Then body {{ {LOAD}{SAVE} bir.return }}
    bir.block @Else body {{
      bir.loop @loop {{LoopAxis = {{name = @i, lb = 0, ub = 4, stride = 1}}, registers = [@r0]}} body {{
        bir.block @Inner body {{
          bir.tensor_scalar_ptr @scaled ins(%t : !t via {SBUF}, imm #bir.affine<4 * axis(@i)> : f32, register @r0 : i32)
              -> outs(%t : !t via {SBUF}) {{op0 = mult, reverse0 = false, op1 = add, reverse1 = false,
              loopnest = [@i]}}
        }}
      }}
      bir.unconditional_branch @again {{target = @Then}}
    }}
""")


def main(body: str) -> str:
    return f"""{TYPES}
module {{
  bir.function @main body {{
    %ps = bir.memory_location_set @p_set {{kind = ExternalInput}} : !x
    %p = bir.memory_location @p set(%ps : !x) : !x
    %rs = bir.memory_location_set @r_set {{kind = ExternalOutput}} : !x
    %r = bir.memory_location @r set(%rs : !x) : !x
    {body}
  }}
"""


def test_several_blocks_are_put_behind_the_callers(tmp_path: Path) -> None:
    caller = main(
        f"bir.block @Block1 body {{ bir.no_op @before {call(operands='%p, %p, %r')} bir.no_op @after bir.return }}"
    )
    outcome = opt(tmp_path, f"{caller} {BLOCKS} }}", "--inline-nki-kernels", "--verify-each")
    assert outcome.code == 0, outcome.errors
    shape = [
        line.strip()
        for line in outcome.output.splitlines()
        if re.match(r"\s*bir\.(block|no_op|unconditional|compare|return|loop)", line)
    ]
    assert shape == [
        "bir.block @Block1 body {",
        "bir.no_op @before",
        "bir.unconditional_branch @k_br_to_body {target = @k_Entry}",
        "bir.block @k_Entry body {",
        "bir.compare_and_branch @k_branch ins(register @k_r0 : i32, imm 3 : i32) "
        "{comp_op = IS_GEIMM, on_true = @k_Then, on_false = @k_Else}",
        "bir.block @k_Then body {",
        "bir.unconditional_branch @k_br_to_continuation {target = @k_continuation}",
        "bir.block @k_Else body {",
        "bir.loop @k_loop {LoopAxis = {name = @k_i, lb = 0, ub = 4, stride = 1}, registers = [@k_r0]} body {",
        "bir.block @k_Inner body {",
        "bir.unconditional_branch @k_again {target = @k_Then}",
        "bir.block @k_continuation body {",
        "bir.no_op @after",
        "bir.return",
    ]
    assert "imm #bir.affine<4 * axis(@k_i)> : f32, register @k_r0 : i32" in outcome.output
    assert "loopnest = [@k_i]" in outcome.output


REFUSED = {
    "outside a block": (
        module(call(), BLOCKS),
        "has a body of 3 blocks, @k, which can be spliced only into a block of a bir.function",
    ),
    "a return in a loop": (
        main(f"bir.block @B body {{ {call(operands='%p, %p, %r')} bir.return }}")
        + BLOCKS.replace("bir.block @Inner body {", "bir.block @Inner body { bir.return }\nbir.block @More body {")
        + "}",
        "has a body, @k, that returns from inside 'bir.loop'",
    ),
    "block arguments": (
        main(f"bir.block @B {{arguments = [1]}} body {{ {call(operands='%p, %p, %r')} bir.return }}") + BLOCKS + "}",
        "has a body of several blocks, and block @B has arguments, whose incoming blocks would change",
    ),
    "an exit": (
        module(call(), STRAIGHT.replace("bir.return", "bir.exit")),
        "has a body of 1 blocks, @k, which can be spliced only into a block of a bir.function",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_blocks_that_cannot_be_spliced(tmp_path: Path, case: str) -> None:
    text, message = REFUSED[case]
    outcome = opt(tmp_path, text, "--inline-nki-kernels")
    assert outcome.code == 1
    assert f"'bir.nki_kernel' op {message}" in outcome.errors


def test_functions_that_call_are_spliced_after_what_they_call(tmp_path: Path) -> None:
    outer = function(f"bir.block @Block1 body {{ {call(operands='%a, %b, %y')} bir.return }}", name="outer", storage="")
    outcome = opt(tmp_path, module(call(func="outer"), outer, STRAIGHT), "--inline-nki-kernels")
    assert outcome.code == 0, outcome.errors
    assert "bir.load @outer_k_load ins(%p : " in outcome.output
    assert "bir.nki_kernel" not in outcome.output and "bir.function" not in outcome.output


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("one", "one"), "calls @one from inside it"),
        (("one", "two"), "calls @two, which calls itself, by way of others or not"),
    ],
)
def test_functions_that_call_themselves_are_errors(tmp_path: Path, names: tuple[str, str], message: str) -> None:
    functions = [
        function(
            f"bir.block @Block1 body {{ {call(operands='%a, %b, %y', func=callee)} bir.return }}", name=name, storage=""
        )
        for name, callee in dict(zip(names, reversed(names), strict=True)).items()
    ]
    outcome = opt(tmp_path, module(call(func="one"), *functions), "--inline-nki-kernels")
    assert outcome.code == 1
    assert message in outcome.errors


def test_aliases_of_parameters_become_aliases_of_operands(tmp_path: Path) -> None:
    storage = """
    %is = bir.memory_location_set @i_set {kind = Internal} : !x
    %i = bir.memory_location @i set(%is : !x) {alias = [{set = @y_set, location = @y, kind = 3}]} : !x
    """
    kernel = function("bir.block @Block1 body { bir.return }", storage=storage)
    caller = main(f"bir.block @B body {{ {call(operands='%p, %p, %r')} bir.return }}")
    outcome = opt(tmp_path, f"{caller} {kernel} }}", "--inline-nki-kernels")
    assert outcome.code == 0, outcome.errors
    assert "alias = [{set = @r_set, location = @r, kind = 3}]" in outcome.output


def test_names_in_patterns_follow(tmp_path: Path) -> None:
    patterns = f"""
    bir.tensor_copy @copy
        ins(%t : !t via #bir.dynamic_ap<pattern = {SBUF}, offset = #bir.affine<64 * register(@r0)>>)
        -> outs(%t : !t via #bir.register_ap<ap = [[64, 128], [1, 64]], dtype = f32, regref = @r0>)
    """
    kernel = function(f"bir.block @Block1 body {{ {patterns} bir.return }}")
    outcome = opt(tmp_path, module(call(), kernel), "--inline-nki-kernels")
    assert outcome.code == 0, outcome.errors
    assert "register(@k_r0)" in outcome.output and "regref = @k_r0" in outcome.output


def test_locations_in_the_text_lead_to_the_call(tmp_path: Path) -> None:
    outcome = opt(tmp_path, module(call(NAMED), STRAIGHT), "--inline-nki-kernels", "--mlir-print-debuginfo")
    assert "callsite(" in outcome.output


def test_an_unknown_source_is_an_error_where_it_is_read(tmp_path: Path) -> None:
    """What the backend says when it inlines ("Unrecognized kernel source encountered.") cannot be reached here."""
    outcome = opt(tmp_path, module(call(keys="kernel_source_val = Beta9"), STRAIGHT), "--inline-nki-kernels")
    assert outcome.code == 1
    assert "unknown 'kernel_source_val' 'Beta9'" in outcome.errors
    assert "(one of: Beta1, Beta2, Beta3)" in outcome.errors
