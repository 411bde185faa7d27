"""Splicing the body of a function in place of a call.

What neuronx_cc 2.24 does when it inlines a kernel (reverse-engineering notes): storage is made anew as
`<instance>:<name>`, addresses in SBUF count from where the call's scratch output lies, instructions are cloned under
`<instance>_<name>`, branches go to the new blocks, and what returned goes on behind the call, by `br_to_continuation`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions import instruction_class
from ...dialects.bir.kernel_nodes import KernelNodeOp
from ...dialects.bir.operation import BirOp
from ...dialects.bir.structure import (
    BlockBase,
    ForeignLocationBase,
    FunctionBase,
    LocationBase,
    LocationSetBase,
    QueueBase,
    RegisterBase,
    StructureOp,
    structure_class,
)
from ..manager.rewriting import nested_operations
from .binding import Bound
from .kernel_function import KernelFunction, symbol_of
from .renaming import Renaming, axes_of
from .splice_error import SpliceError

_BRANCHES = frozenset({"bir.compare_and_branch", "bir.unconditional_branch", "bir.exit"})
_RETURN = "bir.return"
_TO_BODY, _TO_CONTINUATION = "br_to_body", "br_to_continuation"
"""What the branches around a spliced body are called, behind the instance."""


@dataclass
class Names:
    """
    What many splices of one run share: the names that are taken, and how often an instance was asked for.

    Collected when they are first asked for, so that a run is linear in its calls.
    """

    taken: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    instances: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    queues: dict[int, set[str]] = field(default_factory=dict[int, set[str]])

    def of(self, scope: Operation) -> set[str]:
        """The names that are taken in a scope."""
        found = self.taken.get(id(scope))
        if found is None:
            symbols = (symbol_of(op) for op in nested_operations(scope))
            found = self.taken[id(scope)] = {symbol for symbol in symbols if symbol is not None}
        return found

    def queues_of(self, module: Operation) -> set[str]:
        """The names of the queues of a module; those that are added have to be added here as well."""
        found = self.queues.get(id(module))
        if found is None:
            queues = (op for op in module.regions[0].block.ops if isinstance(op, QueueBase))
            found = self.queues[id(module)] = {queue.symbol for queue in queues}
        return found


def scope_of(op: Operation) -> Operation:
    """The function around an operation, else the outermost operation."""
    scope = op
    while (parent := scope.parent_op()) is not None:
        scope = parent
        if isinstance(scope, FunctionBase | FuncOp):
            break
    return scope


def splice(
    call: KernelNodeOp, kernel: KernelFunction, bound: Sequence[Bound], names: Names, instance: str
) -> tuple[Operation, ...]:
    """
    Replace a call by the body of its function; the operations of the body that took its place.

    `instance` is what the new names begin with, made unique if need be. Raises SpliceError, and then nothing has
    changed.
    """
    plan = _Plan(call, kernel, bound, names)
    plan.check()
    return plan.carry_out(instance)


class _Plan:
    """One splice."""

    def __init__(self, call: KernelNodeOp, kernel: KernelFunction, bound: Sequence[Bound], names: Names):
        self.call = call
        self.kernel = kernel
        self.bound = {id(each.formal.value): each for each in bound}
        self.scope = scope_of(call)
        self.names = names
        self.taken = names.of(self.scope)
        self.storage = list(kernel.storage())
        self.actual_names = self._actual_names()
        self.straight = self._is_straight()

    # Checks, before anything is changed.

    def check(self) -> None:
        """Refuse what cannot be spliced here. Raises SpliceError."""
        kernel = self.kernel
        if not kernel.blocks:
            raise SpliceError(f"has a body to be spliced, @{kernel.name}, that has no blocks")
        if not self.straight:
            self._check_blocks()
        for op in nested_operations(kernel.function):
            if op.name == "bir.call":
                raise SpliceError(f"has a body, @{kernel.name}, that calls another function; inline that one first")
            # Every pattern is moved once for nothing, so that no refusal comes when half is done.
            for index, each in self._bound_operands(op):
                each.rebase(cast(BirOp, op).pattern(index))
        self._check_aliases()

    def _is_straight(self) -> bool:
        """Whether the body is one block that ends in a return, or just ends."""
        if len(self.kernel.blocks) != 1:
            return False
        instructions = list(self.kernel.blocks[0].regions[0].block.ops)
        return not any(
            op.name in _BRANCHES or (op.name == _RETURN and index != len(instructions) - 1)
            for index, op in enumerate(instructions)
        )

    def _check_blocks(self) -> None:
        kernel, block = self.kernel, self.call.parent_op()
        if not isinstance(block, BlockBase) or not isinstance(block.parent_op(), FunctionBase):
            raise SpliceError(
                f"has a body of {len(kernel.blocks)} blocks, @{kernel.name}, which can be spliced only into a block of "
                "a bir.function",
                notes=("a body of one block that ends in bir.return can be spliced anywhere",),
            )
        for each in (*kernel.blocks, *(op for op in self.scope.regions[0].block.ops if isinstance(op, BlockBase))):
            if "arguments" in each.properties:
                raise SpliceError(
                    f"has a body of several blocks, and block @{each.symbol} has arguments, whose incoming blocks "
                    "would change"
                )
        for each in kernel.blocks:
            for op in each.regions[0].block.ops:
                if any(nested.name == _RETURN for nested in nested_operations(op)):
                    raise SpliceError(f"has a body, @{kernel.name}, that returns from inside '{op.name}'")

    def _check_aliases(self) -> None:
        formals = {formal.name for formal in (*self.kernel.inputs, *self.kernel.outputs)}
        for op in self.storage:
            for name in _aliased(op):
                if name in formals and name not in self.actual_names:
                    raise SpliceError(
                        f"has a body, @{self.kernel.name}, in which @{op.symbol} aliases the parameter @{name}, whose "
                        "operand here is no bir.memory_location"
                    )

    # The splice.

    def carry_out(self, instance: str) -> tuple[Operation, ...]:
        """Do it."""
        instance, renaming = self._rename(instance)
        anchor = self.call
        while anchor.parent_op() is not self.scope and anchor.parent_op() is not None:
            parent = anchor.parent_op()
            assert parent is not None
            anchor = cast(Any, parent)
        values: dict[SSAValue, SSAValue] = {}
        storage = [self._cloned(op, values) for op in self.storage]
        # Aliases may be of a parameter, which is storage of the caller's.
        of_storage = replace(renaming, storage={**self.actual_names, **renaming.storage})
        for op in storage:
            self._settle(op, of_storage)
        Rewriter.insert_op(storage, InsertPoint.before(anchor))
        self._copy_queues()
        if self.straight:
            body = [self._cloned(op, values) for op in self.kernel.blocks[0].regions[0].block.ops if op.name != _RETURN]
            for op in body:
                self._settle_nested(op, renaming)
            Rewriter.insert_op(body, InsertPoint.before(self.call))
        else:
            body = self._splice_blocks(instance, renaming, values)
        self.taken.update(renaming.all_new())
        self._erase_call()
        return (*storage, *body)

    def _rename(self, instance: str) -> tuple[str, Renaming]:
        """A name for the instance under which nothing is called like something else, and all the new names."""
        key = (id(self.scope), instance)
        number = self.names.instances.get(key, 0)
        while True:
            candidate = f"{instance}_{number}" if number else instance
            renaming = self._renaming(candidate)
            own = (f"{candidate}_{_TO_BODY}", f"{candidate}_{_TO_CONTINUATION}")
            if not any(name in self.taken for name in (*own, *renaming.all_new())):
                self.names.instances[key] = number + 1
                return candidate, renaming
            number += 1

    def _renaming(self, instance: str) -> Renaming:
        renaming = Renaming()
        for op in self.storage:
            if isinstance(op, RegisterBase):
                renaming.registers[op.symbol] = f"{instance}_{op.symbol}"
            elif isinstance(op, LocationSetBase | LocationBase | ForeignLocationBase):
                renaming.storage[op.symbol] = f"{instance}:{op.symbol}"
        for block in self.kernel.blocks:
            for op in (block, *nested_operations(block)):
                for axis in axes_of(op):
                    renaming.axes[axis] = f"{instance}_{axis}"
                name = symbol_of(op)
                if name is None:
                    continue
                into = renaming.blocks if isinstance(op, BlockBase) else renaming.instructions
                into[name] = f"{instance}_{name}"
        if self.straight:
            # The block goes, its instructions are in the caller's.
            del renaming.blocks[self.kernel.blocks[0].symbol]
        else:
            renaming.blocks[""] = f"{instance}_continuation"
        renaming.scopes.update(renaming.instructions)
        if isinstance(self.scope, FunctionBase):
            renaming.scopes[self.kernel.name] = self.scope.symbol
        return renaming

    def _actual_names(self) -> dict[str, str]:
        """The names of formal parameters to those of the locations that are the operands."""
        found: dict[str, str] = {}
        for each in self.bound.values():
            owner = self.call.operands[each.operand].owner
            if isinstance(owner, LocationBase):
                found[each.formal.location.symbol] = owner.symbol
                location_set = owner.operands[0].owner
                if isinstance(location_set, LocationSetBase):
                    found.setdefault(each.formal.location_set.symbol, location_set.symbol)
        return found

    def _cloned(self, op: Operation, values: dict[SSAValue, SSAValue]) -> Operation:
        clone = op.clone(values)
        caller = self.call.location
        pairs = zip((op, *nested_operations(op)), (clone, *nested_operations(clone)), strict=True)
        for original, copy in pairs:
            if isinstance(original.location, UnknownLoc):
                copy.location = caller
            elif not isinstance(caller, UnknownLoc):
                copy.location = CallSiteLoc(original.location, caller)
            else:
                copy.location = original.location
        return clone

    def _settle_nested(self, op: Operation, renaming: Renaming) -> None:
        for each in (op, *nested_operations(op)):
            self._settle(each, renaming)

    def _settle(self, op: Operation, renaming: Renaming) -> None:
        """Make a clone the caller's: names, operands, addresses."""
        renaming.apply(op)
        name = symbol_of(op)
        if name is not None:
            for names in self._own(op, renaming):
                if name in names:
                    op.properties["sym_name"] = StringAttr(names[name])
        if isinstance(op, LocationBase):
            self._rebase_location(op)
        for index, each in self._bound_operands(op):
            cast(BirOp, op).set_pattern(index, each.rebase(cast(BirOp, op).pattern(index)))
            op.operands[index] = self.call.operands[each.operand]

    @staticmethod
    def _own(op: Operation, renaming: Renaming) -> Iterator[dict[str, str]]:
        """Where the new name of an operation stands."""
        if isinstance(op, BlockBase):
            yield renaming.blocks
        elif isinstance(op, RegisterBase):
            yield renaming.registers
        elif isinstance(op, StructureOp):
            yield renaming.storage
        else:
            yield renaming.instructions

    def _bound_operands(self, op: Operation) -> Iterator[tuple[int, Bound]]:
        if isinstance(op, BirOp):
            for index, operand in enumerate(op.operands):
                each = self.bound.get(id(operand))
                if each is not None:
                    yield index, each

    def _rebase_location(self, location: LocationBase) -> None:
        """Count the address of an allocated SBUF location from where the call's scratch output lies."""
        base = self._scratch_base()
        if not base or location.memory_type != "SB" or not _is_true(location.key("allocated")):
            return
        address = cast("IntegerAttr[Any]", location.key("addr"))
        location.properties["addr"] = IntegerAttr(address.value.data + base, address.type)

    def _scratch_base(self) -> int:
        for operand in self._scratch_operands():
            owner = self.call.operands[operand].owner
            if isinstance(owner, LocationBase) and owner.memory_type == "SB":
                return int(cast("IntegerAttr[Any]", owner.key("addr")).value.data)
        return 0

    def _scratch_operands(self) -> Sequence[int]:
        """The outputs that are no parameter of the body."""
        parameters = {each.operand for each in self.bound.values()}
        return [operand for operand in self.call.group_range("outs") if operand not in parameters]

    def _copy_queues(self) -> None:
        """Bring the queues of the body's module along that the caller's does not have."""
        source, target = _module_of(self.kernel.function), _module_of(self.call)
        if source is target or source is None or target is None:
            return
        known = self.names.queues_of(target)
        wanted = {
            queue.data
            for op in nested_operations(self.kernel.function)
            if isinstance(queue := op.properties.get("queue"), StringAttr) and queue.data not in known
        }
        if not wanted:
            return
        queues = [op for op in source.regions[0].block.ops if isinstance(op, QueueBase) and op.symbol in wanted]
        first = target.regions[0].block.first_op
        assert first is not None, "the call is in it"
        Rewriter.insert_op([op.clone() for op in queues], InsertPoint.before(first))
        known |= wanted

    def _splice_blocks(self, instance: str, renaming: Renaming, values: dict[SSAValue, SSAValue]) -> list[Operation]:
        """Put the body's blocks behind the caller's, which is cut in two at the call."""
        block = self.call.parent_op()
        assert isinstance(block, BlockBase), "checked"
        continuation_name = renaming.blocks.pop("")
        self.taken.add(continuation_name)
        branch = instruction_class(InstructionType.UnconditionalBranch)
        body = [self._cloned(op, values) for op in self.kernel.blocks]
        number = 0
        for op in body:
            self._settle_nested(op, renaming)
            for instruction in list(op.regions[0].block.ops):
                if instruction.name == _RETURN:
                    suffix = "" if number == 0 else f"_{number}"
                    number += 1
                    going_on = branch(name=f"{instance}_{_TO_CONTINUATION}{suffix}", target=continuation_name)
                    going_on.location = instruction.location
                    Rewriter.replace_op(instruction, going_on)
        rest: list[Operation] = []
        following = self.call.next_op
        while following is not None:
            following, moved = following.next_op, following
            moved.detach()
            rest.append(moved)
        continuation = structure_class("bir.block")(continuation_name, body=rest)
        continuation.location = block.location
        entering = branch(name=f"{instance}_{_TO_BODY}", target=cast(BlockBase, body[0]).symbol)
        entering.location = self.call.location
        Rewriter.insert_op(entering, InsertPoint.at_end(cast(Block, self.call.parent)))
        Rewriter.insert_op([*body, continuation], InsertPoint.after(block))
        return body

    def _erase_call(self) -> None:
        scratch = [self.call.operands[operand].owner for operand in self._scratch_operands()]
        Rewriter.erase_op(self.call)
        for owner in scratch:
            # A scratch output is there for the call alone.
            if isinstance(owner, LocationBase) and owner.results[0].first_use is None:
                location_set = owner.operands[0].owner
                Rewriter.erase_op(owner)
                if isinstance(location_set, LocationSetBase) and location_set.results[0].first_use is None:
                    Rewriter.erase_op(location_set)


def _module_of(op: Operation) -> Operation | None:
    current: Operation | None = op
    while current is not None and current.name != "builtin.module":
        current = current.parent_op()
    return current


def _aliased(op: StructureOp) -> Iterator[str]:
    """The names of the locations that storage aliases."""
    aliases = op.properties.get("alias")
    for entry in cast("ArrayAttr[Attribute]", aliases).data if isinstance(aliases, ArrayAttr) else ():
        name = entry.data.get("location") if isinstance(entry, DictionaryAttr) else None
        if isinstance(name, StringAttr):
            yield name.data


def _is_true(attr: Attribute | None) -> bool:
    return isinstance(attr, IntegerAttr) and bool(cast("IntegerAttr[Any]", attr).value.data)


def spliced_nodes(operations: Sequence[Operation], node: type[KernelNodeOp]) -> Iterator[Any]:
    """The nodes of a class among operations and in them."""
    for op in operations:
        for each in (op, *nested_operations(op)):
            if isinstance(each, node):
                yield each
