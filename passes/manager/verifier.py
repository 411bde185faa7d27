"""The verifier: everything xDSL checks and what it does not, many errors in one run, in linear time.

For each operation, innermost first: its successors and its place as a terminator, whether each operand's
definition dominates the use (also between the blocks of a control-flow graph, into nested regions, and not
into operations that are isolated from above), the symbols of a symbol table, and its own verifier. The own
verifier of an operation is skipped when something inside it is wrong: it would only stumble over the same.

xDSL's `Operation.verify` is not used: it stops at the first error and prints the whole module with it.

The own verifier of an operation runs once for each combination of operand types, result types, properties and
attributes, by identity, when it looks at nothing else (`looks_at_types_and_attributes_only`), or besides only at
which operands are one value (`VERIFIER_COMPARES_OPERANDS` of the class). What was found
good is remembered in the context from one verification to the next. `everything`, or a context that
`verifies_everything`, runs them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import StringAttr, UnregisteredOp
from xdsl.ir import Attribute, Block, BlockArgument, ErasedSSAValue, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator, SymbolTable
from xdsl.utils.exceptions import DiagnosticException

from .diagnostics import Diagnostic, emit_error, note, operation_name, report_exception
from .dominance import DominatorTree
from .xdsl_interface import (
    allow_deep_nesting,
    has_graph_regions,
    linear_traits,
    looks_at_types_and_attributes_only,
    operand_pattern,
    operand_tuple,
    resolve_location,
    successor_tuple,
    verification_key,
)

if TYPE_CHECKING:
    from .context import OptContext

__all__ = ["verify"]

_STUMBLES = (ValueError, LookupError, TypeError, AttributeError, AssertionError, NotImplementedError)
"""What verifiers that expect sound input raise on input that is not."""


def verify(context: OptContext, op: Operation, *, everything: bool = False) -> bool:
    """Verify an operation with everything in it; report what is wrong and say whether nothing was.

    `everything` runs the verifier of each operation even when the same was found good before, as does a context
    that `verifies_everything`.

    Values that an operation inside `op` uses may be defined outside of `op`: the passes of a pipeline run on
    parts of a module, and those parts are verified by themselves.
    """
    allow_deep_nesting()
    errors = context.diagnostics.error_count
    with linear_traits():
        _Verifier(context, op, everything or context.verifies_everything).operation(op)
    return context.diagnostics.error_count == errors


class _ClassFacts:
    """What the verifier asks of an operation class, asked once."""

    __slots__ = (
        "compares_operands",
        "is_graph",
        "is_isolated",
        "is_symbol_table",
        "is_terminator",
        "needs_terminator",
        "repeats",
        "verifies",
    )

    def __init__(self, op_type: type[Operation]) -> None:
        registered = not issubclass(op_type, UnregisteredOp)
        self.is_terminator = op_type.has_trait(IsTerminator)
        self.needs_terminator = registered and not op_type.has_trait(NoTerminator)
        self.is_isolated = registered and op_type.has_trait(IsolatedFromAbove)
        self.is_symbol_table = registered and op_type.has_trait(SymbolTable)
        self.is_graph = not registered or has_graph_regions(op_type)
        self.verifies = op_type.verify_ is not Operation.verify_
        self.repeats = looks_at_types_and_attributes_only(op_type)
        self.compares_operands = bool(getattr(op_type, "VERIFIER_COMPARES_OPERANDS", False))


class _Verifier:
    def __init__(self, context: OptContext, root: Operation, everything: bool) -> None:
        self.context = context
        self.good: dict[tuple[object, ...], list[Attribute]] | None = None if everything else context.verified
        self.root = root
        self.engine = context.diagnostics
        self.facts: dict[type[Operation], _ClassFacts] = {}
        self.live: set[SSAValue] = set()
        """The values of the blocks that are being walked, up to the operation that is being verified."""
        self.open: dict[Region, tuple[Block, DominatorTree | None]] = {}
        """The regions that are being walked: the current block, and the tree if there are several blocks."""

    def operation(self, op: Operation) -> None:
        facts = self.facts.get(type(op))
        if facts is None:
            facts = self.facts[type(op)] = _ClassFacts(type(op))
        operands = operand_tuple(op)
        if operands:
            live = self.live
            for operand in operands:
                if operand not in live:
                    self.operands(op)
                    break
        if successor_tuple(op):
            self.successors(op)
        if op.regions:
            errors = self.engine.error_count
            self.regions(op, facts)
            if self.engine.error_count > errors:
                return
        if not facts.verifies:
            return
        good = self.good
        if good is None or not facts.repeats or op.regions:
            self.run_verifier(op)
            return
        key, held = verification_key(op)
        if facts.compares_operands:
            key = (operand_pattern(op), *key)
        if key not in good and self.run_verifier(op):
            good[key] = held

    def run_verifier(self, op: Operation) -> bool:
        """Run the verifier of one operation, report what it finds, and say whether it found nothing."""
        try:
            op.verify_()
        except DiagnosticException as failure:
            report_exception(self.context, op, failure)
        except _STUMBLES as failure:
            emit_error(
                self.context,
                op,
                "is not valid",
                notes=[f"its verifier failed with {type(failure).__name__}: {failure}"],
            )
        else:
            return True
        return False

    # Regions.

    def regions(self, op: Operation, facts: _ClassFacts) -> None:
        if facts.is_isolated:
            outer = self.live, self.open
            self.live, self.open = set(), {}
            for region in op.regions:
                self.region(op, region, facts)
            self.live, self.open = outer
        else:
            for region in op.regions:
                self.region(op, region, facts)
        if facts.is_symbol_table:
            self.symbols(op)

    def region(self, op: Operation, region: Region, facts: _ClassFacts) -> None:
        first = region.first_block
        if first is None:
            return
        several = first.next_block is not None
        tree = DominatorTree(region) if several else None
        in_advance: list[SSAValue] = []
        if facts.is_graph:
            block: Block | None = first
            while block is not None:
                self.add_values(block, in_advance)
                block = block.next_block
            self.live.update(in_advance)

        block = first
        while block is not None:
            self.open[region] = (block, tree)
            self.block(op, block, facts, several)
            block = block.next_block
        del self.open[region]
        self.live.difference_update(in_advance)

    def add_values(self, block: Block, values: list[SSAValue]) -> None:
        values.extend(block.args)
        op = block.first_op
        while op is not None:
            values.extend(op.results)
            op = op.next_op

    def block(self, parent: Operation, block: Block, facts: _ClassFacts, several: bool) -> None:
        last = block.last_op
        if last is None:
            if several or facts.needs_terminator:
                emit_error(self.context, parent, "has an empty block; a block needs at least a terminator")
        elif several or facts.needs_terminator:
            last_facts = self.facts.get(type(last))
            is_terminator = last.has_trait(IsTerminator) if last_facts is None else last_facts.is_terminator
            if not is_terminator:
                emit_error(
                    self.context,
                    last,
                    "ends a block but is not a terminator",
                    notes=[f"required by the region of '{operation_name(parent)}'"],
                )

        live = self.live
        added: list[SSAValue] = []
        for argument in block.args:
            if argument not in live:
                live.add(argument)
                added.append(argument)
        verify_operation = self.operation
        op = block.first_op
        while op is not None:
            verify_operation(op)
            for result in op.results:
                if result not in live:
                    live.add(result)
                    added.append(result)
            op = op.next_op
        live.difference_update(added)

    # Values.

    def operands(self, op: Operation) -> None:
        """Report the operands of an operation that are not defined where it stands."""
        seen: set[SSAValue] = set()
        for index, operand in enumerate(operand_tuple(op)):
            if operand in self.live or operand in seen:
                continue
            seen.add(operand)
            if isinstance(operand, ErasedSSAValue):
                emit_error(self.context, op, f"operand #{index} is a value that was erased", operand=index)
                continue
            problem = self.problem(op, operand)
            if problem is not None:
                text, reason = problem
                emit_error(
                    self.context,
                    op,
                    text.format(index),
                    operand=index,
                    notes=[self.defined_here(operand, reason)],
                )

    def problem(self, op: Operation, operand: SSAValue) -> tuple[str, str] | None:
        """Why an operand that is not live here may not be used, with what to say at its definition."""
        owner = operand.owner
        block = owner if isinstance(owner, Block) else owner.parent
        region = None if block is None else block.parent
        does_not_dominate = "operand #{} does not dominate this use"
        if block is None or region is None:
            # Only the root of what is being verified may use something that belongs to nothing.
            return None if op is self.root else (does_not_dominate, "operand defined here (in no block)")
        place = self.open.get(region)
        if place is not None:
            current, tree = place
            if block is current:
                if owner is op:
                    return does_not_dominate, "operand defined here (by the operation itself)"
                if isinstance(owner, Operation) and _is_inside(op, owner):
                    return does_not_dominate, "operand defined here (by an operation around this use)"
                return does_not_dominate, "operand defined here (op in the same block)"
            if tree is None or tree.properly_dominates(block, current):
                return None
            return does_not_dominate, "operand defined here (op in the same region)"
        if self.is_outside(region):
            isolated = self.isolated_above(op, region)
            if isolated is None:
                return None
            return (
                f"operand #{{}} is defined outside of '{operation_name(isolated)}', which is isolated from above",
                "operand defined here",
            )
        return does_not_dominate, "operand defined here (in a region that does not surround this use)"

    def is_outside(self, region: Region) -> bool:
        """Whether a region surrounds the region that is being walked, perhaps outside of the root."""
        current: Operation | None = next(reversed(self.open)).parent if self.open else self.root
        while current is not None:
            parent = current.parent
            if parent is None:
                return False
            if parent.parent is region:
                return True
            current = parent.parent.parent if parent.parent is not None else None
        return False

    def isolated_above(self, op: Operation, region: Region) -> Operation | None:
        """The operation between a use and an outer region that lets no values in, if there is one."""
        inner = op.parent_region()
        while inner is not None and inner is not region:
            parent = inner.parent
            if parent is None:
                return None
            facts = self.facts.get(type(parent))
            if facts is None:
                facts = self.facts[type(parent)] = _ClassFacts(type(parent))
            if facts.is_isolated:
                return parent
            inner = parent.parent_region()
        return None

    def defined_here(self, operand: SSAValue, reason: str) -> Diagnostic:
        owner = operand.owner
        attribute = operand.location if isinstance(operand, BlockArgument) else None
        if isinstance(owner, Operation):
            attribute = owner.location
        return note(reason, None if attribute is None else resolve_location(attribute)[0])

    # Successors and symbols.

    def successors(self, op: Operation) -> None:
        block = op.parent
        if block is None or block.parent is None:
            emit_error(self.context, op, "has successors but is not in a block of a region")
            return
        if block.last_op is not op:
            emit_error(self.context, op, "with successors must terminate its block")
        for index, successor in enumerate(successor_tuple(op)):
            if successor.parent is not block.parent:
                emit_error(self.context, op, f"successor #{index} is a block of another region")

    def symbols(self, op: Operation) -> None:
        """Report symbols that are defined twice in a symbol table, each at its second definition."""
        first: dict[str, Operation] = {}
        for region in op.regions:
            for block in region.blocks:
                inner = block.first_op
                while inner is not None:
                    name = inner.properties.get("sym_name") or inner.attributes.get("sym_name")
                    if isinstance(name, StringAttr):
                        earlier = first.setdefault(name.data, inner)
                        if earlier is not inner:
                            emit_error(
                                self.context,
                                inner,
                                f"redefinition of symbol '@{name.data}'",
                                notes=[note("first defined here", resolve_location(earlier.location)[0])],
                            )
                    inner = inner.next_op


def _is_inside(op: Operation, outer: Operation) -> bool:
    current: Operation | None = op
    while current is not None:
        if current is outer:
            return True
        current = current.parent_op()
    return False
