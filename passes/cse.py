"""The `cse` pass: an operation that computes what is computed already gives way to the first one."""

from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Operation, Region
from xdsl.traits import IsolatedFromAbove, IsTerminator, MemoryEffectKind, get_effects
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from .manager.pass_base import Pass

_Key: TypeAlias = tuple[object, ...]


@dataclass
class _Known:
    """An operation that later ones may be equal to."""

    op: Operation
    writes: int | None
    """For one that reads memory, how many writes its block had seen; None for one without effects."""


@dataclass
class _Scope:
    """What is known in one block, on top of what the blocks around it know."""

    outer: "_Scope | None"
    known: dict[_Key, _Known] = field(default_factory=dict[_Key, _Known])

    def find(self, key: _Key) -> _Known | None:
        scope: _Scope | None = self
        while scope is not None:
            found = scope.known.get(key)
            if found is not None:
                return found
            scope = scope.outer
        return None


@dataclass(frozen=True)
class CSEPass(Pass):
    """Common subexpression elimination.

    Of operations with the same name, operands, attributes, properties and result types only the first one
    stays, where it dominates the others: in the same block, in a block around it, or in the entry block of
    its region. Operations without effects qualify anywhere; one that only reads memory qualifies as long as
    nothing in its block may have written in between. Operations that have results, no uses and no effects are
    erased on the way.

    An operation without results is never touched, so destination-style operations stay.
    """

    name = "cse"
    summary = "Eliminate common subexpressions"
    anchors = ()
    statistics = {
        "num-cse'd": "Number of operations replaced by an equal one",
        "num-dce'd": "Number of dead operations erased",
    }

    def apply_to(self, context: Context, op: Operation) -> None:
        run = _Elimination()
        for region in op.regions:
            run.region(region, None)
        self.count(context, "num-cse'd", run.replaced)
        self.count(context, "num-dce'd", run.erased)


class _Elimination:
    """One run over one anchor; linear in the number of operations."""

    def __init__(self) -> None:
        self.replaced = 0
        self.erased = 0

    def region(self, region: Region, outer: _Scope | None) -> None:
        entry: _Scope | None = None
        for block in region.blocks:
            # The entry block dominates every other block of the region; between the others nothing is
            # assumed.
            scope = _Scope(outer if entry is None else entry)
            if entry is None:
                entry = scope
            self.block(block, scope)

    def block(self, block: Block, scope: _Scope) -> None:
        writes = 0
        # The next operation is taken first: the current one may be erased, and others before it.
        op = block.first_op
        while op is not None:
            following = op.next_op
            if op.regions:
                isolated = op.has_trait(IsolatedFromAbove, value_if_unregistered=True)
                for region in op.regions:
                    self.region(region, None if isolated else scope)
            writes = self.operation(op, scope, writes)
            op = following

    def operation(self, op: Operation, scope: _Scope, writes: int) -> int:
        """Simplifies one operation; gives the number of writes that its block has seen after it."""
        effects = get_effects(op)
        if effects is None:
            return writes + 1
        if not op.results or op.successors or op.has_trait(IsTerminator):
            return writes + 1 if effects else writes
        if is_trivially_dead(op):
            self.erase(op)
            return writes
        reads = bool(effects)
        if any(effect.kind is not MemoryEffectKind.READ for effect in effects):
            return writes + 1
        if any(len(region.blocks) > 1 for region in op.regions):
            return writes
        key = _key(op)
        known = scope.find(key)
        if (
            known is not None
            # What was read holds only in the same block, and until something may have written.
            and (not reads or (known.op.parent is op.parent and known.writes == writes))
            and all(
                mine.is_structurally_equivalent(other) for mine, other in zip(op.regions, known.op.regions, strict=True)
            )
        ):
            for result, replacement in zip(op.results, known.op.results, strict=True):
                if replacement.name_hint is None:
                    replacement.name_hint = result.name_hint
                result.replace_all_uses_with(replacement)
            op.detach()
            op.erase()
            self.replaced += 1
            return writes
        scope.known[key] = _Known(op, writes if reads else None)
        return writes

    def erase(self, op: Operation) -> None:
        """Erases a dead operation, and then those that only it used."""
        pending = [op]
        while pending:
            dead = pending.pop()
            owners = [operand.owner for operand in dead.operands]
            dead.detach()
            dead.erase()
            self.erased += 1
            for owner in owners:
                if (
                    isinstance(owner, Operation)
                    and owner.parent is not None
                    and owner.results
                    and owner not in pending
                    and is_trivially_dead(owner)
                ):
                    pending.append(owner)


def _key(op: Operation) -> _Key:
    """What two operations must share to be equal, their regions aside."""
    name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
    return (
        name,
        tuple(op.operands),
        frozenset(op.attributes.items()),
        frozenset(op.properties.items()),
        tuple(op.result_types),
        len(op.regions),
    )
