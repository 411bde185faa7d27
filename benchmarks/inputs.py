"""The modules that the benchmarks run on: macros, compute, generic operations, and shapes that could grow badly."""

from collections.abc import Callable, Mapping
from pathlib import Path

TYPES = {
    "!hidden": "memref<1x8192x4096xbf16, #neuron.memory<hbm>>",
    "!norm": "memref<1x4096xbf16, #neuron.memory<hbm>>",
    "!up": "memref<4096x1792xbf16, #neuron.memory<hbm>>",
    "!down": "memref<1792x4096xbf16, #neuron.memory<hbm>>",
    "!qkv": "memref<1x8192x768xbf16, #neuron.memory<hbm>>",
    "!w_qkv": "memref<4096x768xbf16, #neuron.memory<hbm>>",
    "!tile": "memref<128x4x8xf32, #neuron.memory<sbuf>>",
    "!row": "memref<128x4xf32, #neuron.memory<sbuf>>",
}

MLP = (
    "  penguin.mlp hidden(%x : !hidden) norm_weight(%g : !norm) gate(%wg : !up) up(%wu : !up) down(%wd : !down) "
    "-> out(%y : !hidden) {norm_type = rms_norm, eps = 1.0e-5}\n"
)
QKV = (
    "  penguin.qkv hidden(%x : !hidden) weight(%wq : !w_qkv) norm_weight(%g : !norm) -> out(%q : !qkv) "
    "{norm_type = rms_norm, eps = 1.0e-5}\n"
)
REDUCE = "  penguin.tensor_reduce add src(%a : !tile) -> dst(%b : !row) {reduce_size = 8}\n"


def module(body: str, arguments: str, *, aliases: bool) -> str:
    """A module with one function; types by alias, or spelled out as tools print them."""
    text = f"func.func @f({arguments}) {{\n{body}  return\n}}\n"
    if aliases:
        used = {name: type for name, type in TYPES.items() if name in text}
        return "".join(f"{name} = {type}\n" for name, type in used.items()) + text
    for name in sorted(TYPES, key=len, reverse=True):
        text = text.replace(name, TYPES[name])
    return text


def macros(count: int, *, aliases: bool) -> str:
    """`count` macros, projections and blocks in turn."""
    arguments = "%x : !hidden, %g : !norm, %wg : !up, %wu : !up, %wd : !down, %wq : !w_qkv, %q : !qkv, %y : !hidden"
    return module((QKV + MLP) * (count // 2), arguments, aliases=aliases)


def compute(count: int) -> str:
    """`count` reductions, which lower to instructions and are legalised."""
    return module(REDUCE * count, "%a : !tile, %b : !row", aliases=False)


def generic(count: int) -> str:
    """`count` plain operations of xDSL's own dialects in the generic form."""
    lines = ['  %c0 = "arith.constant"() <{value = 1 : i32}> : () -> i32\n']
    lines += [f'  %c{index} = "arith.addi"(%c{index - 1}, %c0) : (i32, i32) -> i32\n' for index in range(1, count)]
    return f'"builtin.module"() ({{\n{"".join(lines)}}}) : () -> ()\n'


def many_functions(count: int) -> str:
    """`count` functions, each calling the one before it."""
    functions = ["func.func @f0() {\n  return\n}\n"]
    functions += [f"func.func @f{n}() {{\n  func.call @f{n - 1}() : () -> ()\n  return\n}}\n" for n in range(1, count)]
    return "".join(functions)


def many_blocks(count: int) -> str:
    """One function with `count` blocks in a row."""
    blocks = "".join(f"^bb{n}:\n  cf.br ^bb{n + 1}\n" for n in range(1, count))
    return f"func.func @f() {{\n  cf.br ^bb1\n{blocks}^bb{count}:\n  return\n}}\n"


def many_operands(count: int) -> str:
    """One operation with `count` operands."""
    values = ", ".join(["%a"] * count)
    types = ", ".join(["i32"] * count)
    return f'func.func @f(%a : i32) {{\n  "test.op"({values}) : ({types}) -> ()\n  return\n}}\n'


def large_attribute(count: int) -> str:
    """One operation with an attribute of `count` entries."""
    entries = ", ".join(str(index) for index in range(count))
    return f'func.func @f() {{\n  "test.op"() {{a = [{entries}]}} : () -> ()\n  return\n}}\n'


def nesting(depth: int) -> str:
    """`depth` regions inside one another."""
    return "module {\n" * depth + "}\n" * depth


GROWTH: Mapping[str, Callable[[int], str]] = {
    "macros": lambda count: macros(count, aliases=False),
    "compute": compute,
    "generic": generic,
    "functions and calls": many_functions,
    "blocks": many_blocks,
    "operands": many_operands,
    "attribute": large_attribute,
}
"""Shapes whose cost must grow linearly with the count."""


def write(folder: Path, name: str, text: str) -> Path:
    """Put a module into a folder."""
    path = folder / f"{name}.mlir"
    path.write_text(text, encoding="utf-8")
    return path
