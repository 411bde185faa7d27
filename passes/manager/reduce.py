"""Shrinking a module for as long as a test finds it interesting.

Each strategy lists the places of a module where it could take something away. The places are tried in ever smaller
groups, first all of them, then halves, at last one by one; what keeps the module interesting is kept, and everything
begins anew until no place is left. A candidate that does not verify is not tried, unless the module that was given did
not verify either: otherwise one error would soon be exchanged for another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, DictionaryAttr, FunctionType, ModuleOp, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from .context import OptContext
from .diagnostics import Diagnostic, DiagnosticEngine
from .printer import operation_text
from .verifier import verify

__all__ = ["STRATEGIES", "NotInterestingError", "Reducer", "Reduction", "Strategy"]

_SEGMENT_SIZES = ("operandSegmentSizes", "resultSegmentSizes")

Change = Callable[[], bool]
"""Takes something away and says whether anything was there to take."""


class Strategy(ABC):
    """One kind of thing that can be taken away."""

    name: str

    @abstractmethod
    def changes(self, module: ModuleOp) -> list[Change]:
        """What could be changed; the same list, in the same order, for a module and its copies."""


class NotInterestingError(Exception):
    """There is nothing to reduce: the test does not even find the input interesting."""


class Reduction(NamedTuple):
    """What came of a reduction."""

    module: ModuleOp
    text: str
    tests: int
    """How many candidates were given to the test."""
    rounds: int


class Reducer:
    """Reduces one module.

    `is_interesting` gets the text of a candidate; `listener`, if there is one, hears of each success: the name of the
    strategy, and the number of operations left.
    """

    def __init__(
        self,
        context: OptContext,
        is_interesting: Callable[[str], bool],
        *,
        strategies: Sequence[Strategy] | None = None,
        listener: Callable[[str, int], None] | None = None,
    ) -> None:
        self.context = context
        self.is_interesting = is_interesting
        self.strategies = tuple(STRATEGIES if strategies is None else strategies)
        self.listener = listener
        self._tried: set[str] = set()
        self._tests = 0
        self._must_verify = True

    def reduce(self, module: ModuleOp) -> Reduction:
        """The smallest module that was found. The one given is left as it is, and is the result when nothing can go.

        Raises NotInterestingError when the test does not find it interesting.
        """
        current = module
        self._must_verify = self._verifies(module)
        # Copies lose the names of blocks.
        self._tried = {self._text(module), self._text(module.clone())}
        if not self.is_interesting(self._text(module)):
            raise NotInterestingError("the input is not interesting")
        rounds = 0
        is_shrinking = True
        while is_shrinking:
            rounds += 1
            is_shrinking = False
            for strategy in self.strategies:
                smaller = self._minimised(strategy, current)
                if smaller is not None:
                    current, is_shrinking = smaller, True
        return Reduction(current, self._text(current), self._tests, rounds)

    def _text(self, module: ModuleOp) -> str:
        """A module as text; in the generic form when it need not verify, since a custom form may need more."""
        return operation_text(module, generic=not self._must_verify)

    def _minimised(self, strategy: Strategy, module: ModuleOp) -> ModuleOp | None:
        """A module with less of one kind, None when nothing could be taken away."""
        current, has_changed = module, False
        size = len(strategy.changes(current))
        while size:
            start = 0
            while start < (total := len(strategy.changes(current))):
                candidate = self._candidate(strategy, current, start, min(start + size, total))
                if candidate is None:
                    start += size
                    continue
                # What stood behind the group stands where the group was.
                current, has_changed = candidate, True
                if self.listener is not None:
                    self.listener(strategy.name, sum(1 for _ in current.walk()) - 1)
            size //= 2
        return current if has_changed else None

    def _candidate(self, strategy: Strategy, module: ModuleOp, start: int, end: int) -> ModuleOp | None:
        """A copy without some places, when it is interesting and was not tried before."""
        candidate = module.clone()
        try:
            changed = [change() for change in strategy.changes(candidate)[start:end]]
            if not any(changed) or (self._must_verify and not self._verifies(candidate)):
                return None
            text = self._text(candidate)
        except Exception:
            # A dialect that stumbles over a module that makes no sense: it cannot be used.
            return None
        if text in self._tried:
            return None
        self._tried.add(text)
        self._tests += 1
        return candidate if self.is_interesting(text) else None

    def _verifies(self, module: ModuleOp) -> bool:
        context = self.context.clone()
        context.diagnostics = DiagnosticEngine()
        context.diagnostics.add_handler(_swallow)
        return verify(context, module)


def _swallow(diagnostic: Diagnostic) -> bool:
    return True


# What several strategies need.


def _operations(module: ModuleOp) -> list[Operation]:
    """Every operation inside a module, in the order of the text."""
    return [op for op in module.walk() if op is not module]


def _is_in(op: Operation, module: ModuleOp) -> bool:
    """Whether an operation has not been taken away yet, nor what it stood in."""
    return op.get_toplevel_object() is module


def _values_before(op: Operation) -> Iterator[SSAValue]:
    """The values that an operation can use for sure: arguments of the blocks around it, results before it."""
    current: Operation | None = op
    while current is not None and current.parent is not None:
        block = current.parent
        if block.parent is not None and block.parent.first_block is block:
            yield from block.args
        earlier = block.first_op
        while earlier is not None and earlier is not current:
            yield from earlier.results
            earlier = earlier.next_op
        current = block.parent_op()


def _replacement(value: SSAValue, op: Operation) -> SSAValue | None:
    """Another value of the type of a value that can stand for it at an operation."""
    return next((each for each in _values_before(op) if each is not value and each.type == value.type), None)


def _erase(op: Operation) -> None:
    op.detach()
    op.erase(safe_erase=False)


# The strategies.


class EmptyRegions(Strategy):
    """Takes everything out of a region."""

    name = "regions"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation, region: Region) -> Change:
            def change() -> bool:
                if not _is_in(op, module) or region.first_block is None:
                    return False
                for block in reversed(list(region.blocks)):
                    region.erase_block(block, safe_erase=False)
                return True

            return change

        return [change_of(op, region) for op in _operations(module) for region in op.regions]


class Operations(Strategy):
    """Takes operations away, users before what they use; results that are still used are replaced by other values."""

    name = "operations"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation) -> Change:
            def change() -> bool:
                if not _is_in(op, module):
                    return False
                pairs: list[tuple[SSAValue, SSAValue]] = []
                for result in op.results:
                    if result.first_use is None:
                        continue
                    replacement = _replacement(result, op)
                    if replacement is None:
                        return False
                    pairs.append((result, replacement))
                for result, replacement in pairs:
                    result.replace_all_uses_with(replacement)
                _erase(op)
                return True

            return change

        return [change_of(op) for op in reversed(_operations(module))]


class Wrappers(Strategy):
    """Puts what an operation has in its region in the place of the operation."""

    name = "wrappers"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation) -> Change:
            def change() -> bool:
                if (
                    not _is_in(op, module)
                    or op.parent is None
                    or len(op.regions) != 1
                    or len(op.regions[0].blocks) != 1
                ):
                    return False
                block = op.regions[0].block
                if any(result.first_use is not None for result in op.results):
                    return False
                for argument in block.args:
                    if argument.first_use is None:
                        continue
                    replacement = _replacement(argument, op)
                    if replacement is None:
                        return False
                    argument.replace_all_uses_with(replacement)
                for inner in list(block.ops):
                    if inner.has_trait(IsTerminator, value_if_unregistered=False):
                        continue
                    inner.detach()
                    op.parent.insert_op_before(inner, op)
                _erase(op)
                return True

            return change

        return [change_of(op) for op in _operations(module) if op.regions]


class Blocks(Strategy):
    """Takes blocks away that no operation branches to."""

    name = "blocks"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation, block: Block) -> Change:
            def change() -> bool:
                region = block.parent
                if not _is_in(op, module) or region is None:
                    return False
                if any(block in inner.successors for other in region.blocks for inner in other.ops):
                    return False
                region.erase_block(block, safe_erase=False)
                return True

            return change

        return [
            change_of(op, block)
            for op in _operations(module)
            for region in op.regions
            for block in reversed(list(region.blocks)[1:])
        ]


class Arguments(Strategy):
    """Takes arguments of blocks away that nothing uses; the type of a function follows."""

    name = "arguments"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation, block: Block, index: int) -> Change:
            def change() -> bool:
                if not _is_in(op, module) or block.args[index].first_use is not None:
                    return False
                count = len(block.args)
                block.erase_arg(block.args[index])
                for attributes in (op.properties, op.attributes):
                    kind = attributes.get("function_type")
                    if isinstance(kind, FunctionType) and len(kind.inputs) == count:
                        inputs = [*kind.inputs.data[:index], *kind.inputs.data[index + 1 :]]
                        attributes["function_type"] = FunctionType.from_lists(inputs, kind.outputs.data)
                    beside = attributes.get("arg_attrs")
                    if isinstance(beside, ArrayAttr):
                        entries = cast("ArrayAttr[Attribute]", beside).data
                        if len(entries) == count:
                            attributes["arg_attrs"] = ArrayAttr([*entries[:index], *entries[index + 1 :]])
                return True

            return change

        # The last ones first: the index of those before them stays the same.
        return [
            change_of(op, block, index)
            for op in _operations(module)
            for region in op.regions
            for block in region.blocks
            for index in reversed(range(len(block.args)))
        ]


class Operands(Strategy):
    """Takes operands away; sizes of operand groups follow."""

    name = "operands"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation, index: int) -> Change:
            def change() -> bool:
                if not _is_in(op, module):
                    return False
                for attributes in (op.properties, op.attributes):
                    sizes = attributes.get(_SEGMENT_SIZES[0])
                    if isinstance(sizes, DenseArrayBase):
                        values = [int(value) for value in cast("DenseArrayBase[Any]", sizes).get_values()]
                        attributes[_SEGMENT_SIZES[0]] = DenseArrayBase.from_list(i32, _without(values, index))
                op.operands = [*op.operands[:index], *op.operands[index + 1 :]]
                return True

            return change

        return [change_of(op, index) for op in _operations(module) for index in reversed(range(len(op.operands)))]


def _without(sizes: list[int], index: int) -> list[int]:
    """Sizes of groups after the value at an index has gone from its group."""
    result = list(sizes)
    for group, size in enumerate(sizes):
        if index < size:
            result[group] -= 1
            break
        index -= size
    return result


class Uses(Strategy):
    """Lets operations use the first value of a type, so that those that made the others can go."""

    name = "uses"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation, index: int) -> Change:
            def change() -> bool:
                if not _is_in(op, module):
                    return False
                operand = op.operands[index]
                for value in _values_before(op):
                    if value is operand:
                        return False  # the first one already
                    if value.type == operand.type:
                        op.operands[index] = value
                        return True
                return False

            return change

        return [change_of(op, index) for op in _operations(module) for index in range(len(op.operands))]


class Attributes(Strategy):
    """Takes attributes and properties away."""

    name = "attributes"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(op: Operation, attributes: dict[str, Attribute], name: str) -> Change:
            def change() -> bool:
                return _is_in(op, module) and attributes.pop(name, None) is not None

            return change

        return [
            change_of(op, attributes, name)
            for op in module.walk()
            for attributes in (op.attributes, op.properties)
            for name in attributes
            if name not in _SEGMENT_SIZES and name != "op_name__"
        ]


class Entries(Strategy):
    """Takes entries out of attributes that are arrays or dictionaries, those inside of others too."""

    name = "entries"

    def changes(self, module: ModuleOp) -> list[Change]:
        def change_of(
            op: Operation, attributes: dict[str, Attribute], name: str, path: tuple[int | str, ...]
        ) -> Change:
            def change() -> bool:
                if not _is_in(op, module):
                    return False
                attributes[name] = _without_entry(attributes[name], path)
                return True

            return change

        return [
            change_of(op, attributes, name, path)
            for op in module.walk()
            for attributes in (op.attributes, op.properties)
            for name, value in attributes.items()
            for path in _entries(value)
        ]


def _entries(attribute: Attribute) -> Iterator[tuple[int | str, ...]]:
    """Paths to the entries of an attribute, inner and later ones first, so that earlier paths stay good."""
    if isinstance(attribute, ArrayAttr):
        data: Sequence[Attribute] = cast("ArrayAttr[Attribute]", attribute).data
        for index in reversed(range(len(data))):
            yield from ((index, *path) for path in _entries(data[index]))
            yield (index,)
    elif isinstance(attribute, DictionaryAttr):
        for key, value in reversed(list(attribute.data.items())):
            yield from ((key, *path) for path in _entries(value))
            yield (key,)


def _without_entry(attribute: Attribute, path: tuple[int | str, ...]) -> Attribute:
    first, *rest = path
    if isinstance(attribute, DictionaryAttr):
        entries = dict(attribute.data)
        value = entries.pop(str(first))
        if rest:
            entries = {**dict(attribute.data), str(first): _without_entry(value, tuple(rest))}
        return DictionaryAttr(entries)
    assert isinstance(attribute, ArrayAttr) and isinstance(first, int)
    data = list(cast("ArrayAttr[Attribute]", attribute).data)
    data[first : first + 1] = [_without_entry(data[first], tuple(rest))] if rest else []
    return ArrayAttr(data)


STRATEGIES: tuple[Strategy, ...] = (
    EmptyRegions(),
    Operations(),
    Wrappers(),
    Blocks(),
    Uses(),
    Operands(),
    Arguments(),
    Attributes(),
    Entries(),
)
"""The strategies in the order in which they are tried: what takes most away first."""
