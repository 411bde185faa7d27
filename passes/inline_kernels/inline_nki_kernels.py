"""The pass `inline-nki-kernels`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ...dialects.bir.kernel_nodes import NkiKernelOp
from ...dialects.bir.structure import FunctionBase
from ..manager.diagnostics import emit_error
from ..manager.pass_base import Pass
from ..manager.rewriting import nested_operations
from ..manager.suggestions import did_you_mean
from .binding import bind_by_maps
from .kernel_function import KernelFunction, symbol_of
from .splice import Names, splice
from .splice_error import SpliceError


@dataclass(frozen=True)
class InlineNkiKernelsPass(Pass):
    """
    Splices the functions of NKI kernels in place of `bir.nki_kernel`.

    The function is the `bir.function` of the module that the node names. `func_args` and `func_outs` bind its external
    inputs and outputs by name; where they are empty operands are taken in their order. Shapes, element types and
    memories are checked before anything is spliced.

    Storage is made anew as `<instance>:<name>`, everything else as `<instance>_<name>`; allocated locations in SBUF
    count their address from that of the call's scratch output. A body of one block stands where the call stood, a body
    of several is put behind the caller's block, which is cut in two. A function of the module's NKI functions that
    nothing calls any more is removed.
    """

    name = "inline-nki-kernels"
    summary = "Splice NKI kernels' functions in place of their call sites"
    dependent_dialects: ClassVar[tuple[str, ...]] = ("bir",)
    statistics: ClassVar[Mapping[str, str]] = {
        "num-inlined": "Call sites inlined",
        "num-removed": "Functions removed that nothing calls any more",
    }

    def apply_to(self, context: Context, op: Operation) -> None:
        functions = {each.symbol: each for each in op.regions[0].block.ops if isinstance(each, FunctionBase)}
        names = Names()
        spliced: dict[str, FunctionBase] = {}
        for name in _callees_first(op, functions):
            caller = functions[name] if name is not None else op
            nested = nested_operations(caller)
            calls = [each for each in nested if isinstance(each, NkiKernelOp) and _caller(each, op) == name]
            for call in calls:
                function = self._inline(context, call, functions, names)
                if function is not None:
                    spliced[function.symbol] = function
        for call in [each for each in nested_operations(op) if isinstance(each, NkiKernelOp)]:
            if _callee(call) in spliced:
                emit_error(context, call, f"calls @{_callee(call)}, which calls itself, by way of others or not")
                return
        self._remove(context, op, spliced)

    def _inline(
        self, context: Context, call: NkiKernelOp, functions: Mapping[str, FunctionBase], names: Names
    ) -> FunctionBase | None:
        """Replace a call by the body of its function, which is returned, or report why not."""
        symbol = _callee(call)
        function = functions.get(symbol)
        if function is None:
            emit_error(
                context,
                call,
                f"calls @{symbol}, and the module has no bir.function of that name{did_you_mean(symbol, functions)}",
                property_name="func",
            )
            return None
        if _is_inside(call, function):
            emit_error(context, call, f"calls @{symbol} from inside it", property_name="func")
            return None
        kernel = KernelFunction(function)
        try:
            bound = bind_by_maps(call, kernel, call.func_args.data, call.func_outs.data)
            splice(call, kernel, bound, names, symbol_of(call) or symbol)
        except SpliceError as failure:
            notes = tuple(getattr(failure, "__notes__", ()))
            emit_error(context, call, str(failure), operand=failure.operand, notes=notes)
            return None
        self.count(context, "num-inlined")
        return function

    def _remove(self, context: Context, op: Operation, spliced: Mapping[str, FunctionBase]) -> None:
        if not spliced:
            return
        used: set[str] = set()
        for each in nested_operations(op):
            if isinstance(each, NkiKernelOp):
                used.add(_callee(each))
            elif each.name == "bir.call":
                target: Any = each.properties.get("target")
                used.add(getattr(target, "data", ""))
        for name, function in spliced.items():
            nki: Any = function.properties.get("nki")
            if name not in used and nki is not None and bool(nki.value.data):
                Rewriter.erase_op(function)
                self.count(context, "num-removed")


def _callee(call: NkiKernelOp) -> str:
    func = call.properties["func"]
    assert isinstance(func, SymbolRefAttr), "checked by the verifier"
    return func.root_reference.data


def _caller(call: Operation, module: Operation) -> str | None:
    """The name of the bir.function around a call; None where there is none."""
    current: Operation | None = call
    while current is not None and current is not module:
        if isinstance(current, FunctionBase):
            return current.symbol
        current = current.parent_op()
    return None


def _is_inside(op: Operation, outer: Operation) -> bool:
    current: Operation | None = op
    while current is not None:
        if current is outer:
            return True
        current = current.parent_op()
    return False


def _callees_first(module: Operation, functions: Mapping[str, FunctionBase]) -> "list[str | None]":
    """
    The functions that call, each behind those it calls, so that what is spliced has no calls left; the rest last.

    Of functions that call each other in a circle the order is that of the text; their calls stay.
    """
    calls: dict[str, list[str]] = {
        name: [_callee(each) for each in nested_operations(function) if isinstance(each, NkiKernelOp)]
        for name, function in functions.items()
    }
    order: list[str | None] = []
    done: set[str] = set()
    for first in functions:
        stack = [(first, iter(calls[first]))]
        if first in done:
            continue
        done.add(first)
        while stack:
            name, rest = stack[-1]
            following = next((each for each in rest if each in calls and each not in done), None)
            if following is None:
                order.append(name)
                stack.pop()
            else:
                done.add(following)
                stack.append((following, iter(calls[following])))
    order.append(None)
    return order
