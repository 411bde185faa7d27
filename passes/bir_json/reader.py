"""From BIR-JSON to the `bir` dialect, a function at a time.

Operands are bound to storage while a function is built, so that its storage is read before its blocks, whatever their
order in the text. What else is referred to by name (dependencies, blocks, queues, arguments of calls) may come later
and is looked up when the function, or the document, is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntAttr, ModuleOp, StringAttr, SymbolRefAttr, UnitAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions.catalogue import CATALOGUE
from ...dialects.bir.operands import ImmediateAttr, RegisterAccessAttr
from ...dialects.bir.operation import PATTERNS_SUFFIX
from ...dialects.bir.structure import ALIAS, MODULE_KEYS
from ...dialects.neuron.errors import did_you_mean
from ...dialects.neuron.op_format import SEGMENTS, interned_segment_sizes, layout_of
from ..manager.sources import Location
from ..manager.xdsl_interface import file_location
from .expressions import integer_of, json_type, name_text
from .json_text import JsonText, Span
from .operands import operand_of
from .plans import (
    CARRIERS,
    FORMAL_MAPS,
    KEPT_PREFIX,
    KERNEL_NODES,
    NAME,
    OPERAND_KEYS,
    SHAPE_KEYS,
    Plan,
    instruction_plan,
    structure_plan,
)
from .problems import BirJsonError, BirJsonProblem, Path
from .references import DEPENDENCIES, check_function
from .types import MEMORY_TYPES, MemRef, location_space, storage_type
from .values import bag_of, opaque_of, value_of, word_of

if TYPE_CHECKING:
    from xdsl.context import Context

MAX_PROBLEMS = 100
"""After so many problems, reading stops."""

VERSIONS = (1, 2)
VERSION_MESSAGE = "Check the version of bir json file - should be 1 (old) or 2 (new)"
UNTYPED = f"{KEPT_PREFIX}untyped"
"""The discardable attribute of a set that says no `dtype`; its memref is one of bytes."""
QUEUE_KEYS = ("dma_queues", "queues")
"""How the DMA queues of a document are called; writing uses the first."""
LOCATION_COUNT = "tensorId2MemLocSize"

Report = Callable[[BirJsonProblem], None]
Warn = Callable[[str, Location], None]


def read_bir_json(data: str | bytes, source_name: str, context: Context | None = None) -> ModuleOp:
    """
    The module of a whole document.

    Keys that no source describes are kept as discardable attributes `bir.<key>`, with a warning each in a context that
    takes diagnostics. Raises BirJsonError with everything that is wrong.
    """
    document = BirJsonDocument(data, source_name, context)
    module = document.empty_module()
    body = module.body.block
    for function in document.functions():
        body.add_op(function)
    return module


class BirJsonDocument:
    """
    A document whose functions are read one at a time: `functions`, `function(index)`.

    Making one reads the keys of the module and its queues. Raises BirJsonError, as do all methods that read.
    """

    def __init__(self, data: str | bytes, source_name: str, context: Context | None = None) -> None:
        self._warn = _warner(context)
        self._warned: set[tuple[str, str]] = set()
        self.attributes: dict[str, Attribute] = {}
        """The document's own keys, as the discardable attributes of a module."""
        self.version = 2
        """The version, which says how affine expressions are encoded."""
        self._queues: list[Operation] = []
        self._spans: list[tuple[Span, Path, bool]] = []
        self._names: dict[str, Span] = {}
        self._storage_types: dict[str, Mapping[tuple[str, str], MemRef]] = {}
        with _Problems() as problems:
            self.text = JsonText(source_name, _decoded(data, source_name))
            self._read_module(problems)

    @property
    def function_count(self) -> int:
        """How many functions there are, those of `nki_functions` included."""
        return len(self._spans)

    @property
    def core_count(self) -> int:
        """How many functions of the first container there are: one for each core in a kernel that was traced."""
        return sum(not nki for _, _, nki in self._spans)

    @property
    def function_names(self) -> tuple[str, ...]:
        """The names of the functions, in their order."""
        return tuple(self._names)

    def functions(self) -> Iterator[Operation]:
        """The functions in their order, each a `bir.function` that is made when its turn comes."""
        for index in range(len(self._spans)):
            yield self.function(index)

    def function(self, index: int) -> Operation:
        """One function. Raises IndexError for a number that is not there, BirJsonError for what cannot be read."""
        span, path, nki = self._spans[index]
        with _Problems() as problems:
            reader = _FunctionReader(self, span, path, nki, problems)
            function = reader.read()
        return function

    def empty_module(self) -> ModuleOp:
        """A module with the document's keys and queues, and no functions yet."""
        operations = [queue.clone() for queue in self._queues]
        return ModuleOp(operations, attributes=dict(self.attributes))

    # The module.

    def _read_module(self, problems: _Problems) -> None:
        path: Path = ()
        span = self.text.root
        self._expect(span, "{", path)
        members = dict(self.text.members(span.start))
        if set(members) == {"module"}:
            span, path = members["module"], ("module",)
            self._expect(span, "{", path)
            members = dict(self.text.members(span.start))
        self._read_keys(members, path, problems)
        for key in QUEUE_KEYS:
            if key in members:
                self._read_queues(members[key], (*path, key), problems)
        if "functions" not in members:
            problem = BirJsonProblem("Json field with name 'functions' not found (BIR015)")
            raise self.text.place(problem, span.start).within(*path)
        self._find_functions(members["functions"], (*path, "functions"), False, problems)
        if "nki_functions" in members:
            self._find_nki_functions(members["nki_functions"], (*path, "nki_functions"), problems)

    def _read_keys(self, members: Mapping[str, Span], path: Path, problems: _Problems) -> None:
        known = {key.name: key for key in MODULE_KEYS}
        for key, span in members.items():
            if key in ("functions", "nki_functions", *QUEUE_KEYS):
                continue
            name = "revision" if key == "archRev" else key
            try:
                value = self.text.decode(span)
                if name == "version":
                    if type(value) is not int or value not in VERSIONS:
                        raise BirJsonProblem(f"{VERSION_MESSAGE}, found {json_type(value)}")
                    self.version = value
                elif value is None and name in known and known[name].type.kind != "opaque":
                    continue
                elif name in known:
                    from ...dialects.bir.instructions.key_forms import form_of

                    form = form_of(known[name].type)
                    self.attributes[KEPT_PREFIX + name] = form.coerce(value_of(known[name].type, value, self.version))
                else:
                    self.unknown_key("the module", key, span.start)
                    self.attributes[KEPT_PREFIX + name] = opaque_of(value)
            except (BirJsonProblem, TypeError, ValueError) as error:
                problems.add(self.text.place(_problem(error), span.start).within(*path, key))
        order = [KEPT_PREFIX + name for name in known]
        # Equal documents are equal texts, whatever the order of their keys.
        self.attributes = {
            name: self.attributes[name]
            for name in (*order, *sorted(set(self.attributes) - set(order)))
            if name in self.attributes
        }

    def _read_queues(self, span: Span, path: Path, problems: _Problems) -> None:
        self._expect(span, "[", path)
        plan = structure_plan("bir.queue")
        for index, element in enumerate(self.text.elements(span.start)):
            try:
                record = record_of(self.text.decode(element))
                properties, attributes = self.properties_of(record, plan, "a queue", element.start, {"name"})
                properties[NAME] = named(record, "the queue's name")
                self._queues.append(plan.op_class.create(properties=properties, attributes=attributes))
            except BirJsonProblem as problem:
                problems.add(self.text.place(problem, element.start).within(*path, index))

    @property
    def queue_names(self) -> frozenset[str]:
        """The names of the document's queues."""
        return frozenset(cast(StringAttr, queue.properties[NAME]).data for queue in self._queues)

    def _find_functions(self, span: Span, path: Path, nki: bool, problems: _Problems) -> None:
        self._expect(span, "[", path)
        for index, element in enumerate(self.text.elements(span.start)):
            place = (*path, index)
            try:
                self._expect(element, "{", ())
                members = dict(self.text.members(element.start))
                if "name" not in members:
                    raise BirJsonProblem("Json field with name 'name' not found (BIR015)")
                name = name_text(self.text.decode(members["name"]), "the function's name", "name")
                if name in self._names:
                    raise BirJsonProblem(f"a function {name} is there already", "name")
                self._names[name] = element
                self._spans.append((element, place, nki))
            except BirJsonProblem as problem:
                problems.add(self.text.place(problem, element.start).within(*place))

    def _find_nki_functions(self, span: Span, path: Path, problems: _Problems) -> None:
        members = dict(self.text.members(span.start)) if self.text.text[span.start] == "{" else None
        if members is None or (members and set(members) != {"functions"}):
            problem = BirJsonProblem(
                "Malformed nki_functions json field: it is empty or has exactly one key, 'functions' (BIR025)"
            )
            problems.add(self.text.place(problem, span.start).within(*path))
        elif members:
            self._find_functions(members["functions"], (*path, "functions"), True, problems)

    def _expect(self, span: Span, opening: str, path: Path) -> None:
        if self.text.text[span.start] != opening:
            found = json_type(self.text.decode(span))
            problem = BirJsonProblem(f"expected {'an object' if opening == '{' else 'an array'}, found {found}")
            raise self.text.place(problem, span.start).within(*path)

    # What all records have in common.

    def unknown_key(self, owner: str, key: str, offset: int) -> None:
        """Warn of a key that no source describes, once for each owner."""
        if (owner, key) not in self._warned:
            self._warned.add((owner, key))
            message = f"key '{key}' of {owner} is not known; it is kept as attribute '{KEPT_PREFIX}{key}'"
            self._warn(message, self.text.location(offset))

    def properties_of(
        self, record: Mapping[str, Any], plan: Plan, owner: str, offset: int, skipped: set[str]
    ) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        """The properties and the discardable attributes of a record's keys. Raises BirJsonProblem."""
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {}
        for key, value in record.items():
            if key in skipped:
                continue
            known = plan.keys.get(key)
            if known is None:
                self.unknown_key(owner, key, offset)
                attributes[KEPT_PREFIX + key] = opaque_of(value, key)
                continue
            if value is None and known.type.kind != "opaque":
                # Some writers spell out what is absent.
                continue
            if key in DEPENDENCIES and not isinstance(value, list):
                code = " (BIR046)" if key == "unroll_dependencies" else ""
                raise BirJsonProblem(f"'{key}' must be a JSON array, found {json_type(value)}{code}", key)
            attribute = _attribute(plan, key, value, self.version)
            if attribute != plan.defaults[key] or key in plan.stored:
                properties[key] = attribute
        for key in plan.stored:
            if key not in properties:
                properties[key] = cast(Attribute, plan.defaults[key])
        for key in plan.required:
            if record.get(key) is None and key not in skipped:
                raise BirJsonProblem(f"Json field with name '{key}' not found (BIR015): {owner} needs it")
        return properties, attributes

    # Storage of other functions.

    def foreign_type(self, function: str, tensor_set: str, location: str) -> MemRef:
        """The type of a location of another function. Raises BirJsonProblem."""
        span = self._names.get(function)
        if span is None:
            raise BirJsonProblem(f"there is no function {function}", "memref_owner_func")
        types = self._storage_types.get(function)
        if types is None:
            types = self._storage_types[function] = self._types_in(span)
        type = types.get((tensor_set, location))
        if type is None:
            raise BirJsonProblem(
                f"MemoryLocation with name {location} not found in set {tensor_set} of {function} (BIR036)", "memref"
            )
        return type

    def _types_in(self, span: Span) -> dict[tuple[str, str], MemRef]:
        types: dict[tuple[str, str], MemRef] = {}
        allocations = dict(self.text.members(span.start)).get("allocations")
        if allocations is None or self.text.text[allocations.start] != "[":
            return types
        for element in self.text.elements(allocations.start):
            record = self.text.decode(element)
            if not isinstance(record, dict):
                continue
            tensor_set = cast("dict[str, Any]", record)
            locations = tensor_set.get("memorylocations")
            if not isinstance(locations, list):
                continue
            for location in cast("list[Any]", locations):
                try:
                    space = location_space(location, tensor_set)
                    types[tensor_set["name"], location["name"]] = storage_type(tensor_set, space)
                except (BirJsonProblem, KeyError, TypeError, AttributeError):
                    # Reading that function says what is wrong with it.
                    continue
        return types


def _attribute(plan: Plan, key: str, value: Any, version: int) -> Attribute:
    """The attribute of a key's value; equal simple ones share one."""
    kind = cast(type[Any], type(value))
    cached = (plan.op_class, key, kind, value) if kind is str or kind is int or kind is bool else None
    if cached is not None:
        found = _SHARED.get(cached)
        if found is not None:
            return found
    try:
        attribute = plan.forms[key].coerce(value_of(plan.keys[key].type, value, version))
    except BirJsonProblem as problem:
        raise problem.within(key) from None
    except (TypeError, ValueError) as error:
        raise BirJsonProblem(str(error), key) from None
    if cached is not None and len(_SHARED) < _MOST_SHARED:
        _SHARED[cached] = attribute
    return attribute


_SHARED: dict[tuple[type, str, type, str | int | bool], Attribute] = {}
_MOST_SHARED = 4096


def _problem(error: Exception) -> BirJsonProblem:
    return error if isinstance(error, BirJsonProblem) else BirJsonProblem(str(error))


class _Problems:
    """Gathers problems and raises them together at the end of a `with` statement."""

    def __init__(self) -> None:
        self.found: list[BirJsonProblem] = []

    def add(self, problem: BirJsonProblem) -> None:
        """Take a problem. Raises BirJsonError when there are too many."""
        self.found.append(problem)
        if len(self.found) >= MAX_PROBLEMS:
            raise BirJsonError(self.found)

    def __enter__(self) -> _Problems:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, BirJsonProblem):
            self.found.append(error)
        elif error is not None:
            return
        if self.found:
            raise BirJsonError(self.found) from None


def _decoded(data: str | bytes, name: str) -> str:
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        before = data[: failure.start].decode("utf-8-sig", "replace")
        problem = BirJsonProblem(
            f"the document is not UTF-8 text: byte 0x{data[failure.start]:02X} at offset {failure.start}"
        )
        problem.location = Location(name, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
        raise problem from None


def _warner(context: Context | None) -> Warn:
    diagnostics = getattr(context, "diagnostics", None)
    if diagnostics is None:
        return lambda message, location: None
    return diagnostics.warning


def record_of(value: Any) -> dict[str, Any]:
    """A JSON object. Raises BirJsonProblem."""
    if not isinstance(value, dict):
        raise BirJsonProblem(f"expected an object, found {json_type(value)}")
    return cast("dict[str, Any]", value)


def named(record: Mapping[str, Any], what: str) -> StringAttr:
    """The name of a record. Raises BirJsonProblem."""
    if "name" not in record:
        raise BirJsonProblem("Json field with name 'name' not found (BIR015)")
    return StringAttr(name_text(record["name"], what, "name"))


class _FunctionReader:
    """Reads one function."""

    def __init__(self, document: BirJsonDocument, span: Span, path: Path, nki: bool, problems: _Problems) -> None:
        self._document = document
        self._text = document.text
        self._version = document.version
        self._span = span
        self._path = path
        self._nki = nki
        self._problems = problems
        self._sets: dict[str, Operation] = {}
        self._locations: dict[str, Operation] = {}
        self._registers: set[str] = set()
        self._foreign: dict[tuple[str, str, str], Operation] = {}
        self._foreign_names: set[str] = set()
        self._aliases: list[tuple[Operation, Any, int, Path]] = []
        self._body = Block()
        self._file = StringAttr(self._text.name)
        self._offset = span.start
        self._patterns: dict[Attribute, Attribute] = {}

    def read(self) -> Operation:
        text = self._text
        members = dict(text.members(self._span.start))
        plan = structure_plan("bir.function")
        streamed = {"allocations", "blocks"}
        record = {key: text.decode(span) for key, span in members.items() if key not in streamed}
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {}
        try:
            properties, attributes = self._document.properties_of(
                record, plan, "a function", self._span.start, {"name"}
            )
        except BirJsonProblem as problem:
            self._add(problem, self._span.start)
        properties[NAME] = named(record, "the function's name")
        if self._nki:
            properties["nki"] = _TRUE
        if "allocations" in members:
            self._read_allocations(members["allocations"])
        if "blocks" in members:
            self._read_blocks(members["blocks"])
        function = plan.op_class.create(properties=properties, attributes=attributes, regions=[Region(self._body)])
        self._place(function, self._span.start)
        if not self._problems.found:
            check_function(function, self._path, self._document.queue_names, self._problems.add, self._located)
        return function

    def _located(self, op: Operation) -> Location | None:
        from ..manager.xdsl_interface import resolve_location

        location = getattr(op, "location", None)
        return None if location is None else resolve_location(location)[0]

    def _add(self, problem: BirJsonProblem, start: int, *path: str | int) -> None:
        """Take a problem whose path begins at the value at `start`, which stands at `path` in the function."""
        self._problems.add(self._text.place(problem, start).within(*self._path, *path))

    def _place(self, op: Operation, offset: int) -> None:
        location = self._text.location(offset)
        op.location = file_location(self._file, IntAttr(location.line), IntAttr(location.column))

    # Storage.

    def _elements(self, span: Span, key: str) -> Iterator[tuple[int, Span]]:
        if self._text.text[span.start] != "[":
            found = json_type(self._text.decode(span))
            self._add(BirJsonProblem(f"expected an array, found {found}"), span.start, key)
            return
        yield from enumerate(self._text.elements(span.start))

    def _read_allocations(self, span: Span) -> None:
        for index, element in self._elements(span, "allocations"):
            try:
                self._offset = element.start
                self._read_storage(record_of(self._text.decode(element)), index)
            except BirJsonProblem as problem:
                self._add(problem, element.start, "allocations", index)
        for op, value, start, path in self._aliases:
            try:
                op.properties["alias"] = self._aliases_of(value)
            except BirJsonProblem as problem:
                index, *rest = path
                self._add(problem.within(*rest, "alias"), start, "allocations", index)

    def _read_storage(self, record: dict[str, Any], index: int) -> None:
        kind = record.get("Skind")
        if kind is None:
            kind = "register" if "numPhysicalRegs" in record else "memory_location_set"
        if kind == "register":
            self._read_register(record)
        elif kind == "memory_location_set":
            self._read_set(record, index)
        elif kind == "memory_location":
            raise BirJsonProblem("Found MemoryLocation that has not been read: it stands outside of its set")
        else:
            raise BirJsonProblem(f"unknown kind of storage, {json_type(kind)}", "Skind")

    def _read_register(self, record: dict[str, Any]) -> None:
        plan = structure_plan("bir.register")
        properties, attributes = self._document.properties_of(
            record, plan, "a register", self._offset, {"name", "Skind"}
        )
        name = named(record, "the register's name")
        if name.data in self._registers:
            raise BirJsonProblem(f"a register {name.data} is there already", "name")
        self._registers.add(name.data)
        properties[NAME] = name
        self._append(plan.op_class.create(properties=properties, attributes=attributes))

    def _append(self, op: Operation) -> None:
        self._place(op, self._offset)
        self._body.add_op(op)

    def _read_set(self, record: dict[str, Any], index: int) -> None:
        plan = structure_plan("bir.memory_location_set")
        name = named(record, "the set's name")
        if name.data in self._sets:
            raise BirJsonProblem(f"a set {name.data} is there already", "name")
        locations = record.get("memorylocations")
        if locations is None:
            locations = []
        if not isinstance(locations, list):
            raise BirJsonProblem(f"expected an array, found {json_type(locations)}", "memorylocations")
        entries = cast("list[Any]", locations)
        first = cast("dict[str, Any]", entries[0] if entries and isinstance(entries[0], dict) else {})
        try:
            space = location_space(first, record)
        except BirJsonProblem as problem:
            raise problem.within("memorylocations", 0) from None
        type = storage_type(record, space)
        skipped = {"name", "Skind", "memorylocations", "dtype", "tensor_shape", LOCATION_COUNT}
        if space != "hbm":
            skipped.add("partition_dim")
        properties, attributes = self._document.properties_of(record, plan, "a set", self._offset, skipped)
        if space == "hbm" and record.get("addr_space") == "Shared":
            # The type says so.
            properties.pop("addr_space", None)
        if record.get("dtype") is None:
            attributes[UNTYPED] = UnitAttr()
        count = record.get(LOCATION_COUNT)
        if count is not None and count != len(entries):
            attributes[KEPT_PREFIX + LOCATION_COUNT] = opaque_of(count, LOCATION_COUNT)
        properties[NAME] = name
        op = plan.op_class.create(result_types=[type], properties=properties, attributes=attributes)
        op.results[0].name_hint = _hint(name.data)
        self._sets[name.data] = op
        self._append(op)
        for position, entry in enumerate(entries):
            try:
                self._read_location(record_of(entry), op, record, (index, "memorylocations", position))
            except BirJsonProblem as problem:
                raise problem.within("memorylocations", position) from None

    def _read_location(
        self, record: dict[str, Any], owner: Operation, set_record: Mapping[str, Any], path: Path
    ) -> None:
        plan = structure_plan("bir.memory_location")
        name = named(record, "the location's name")
        if name.data in self._locations:
            raise BirJsonProblem(f"a location {name.data} is there already", "name")
        space = location_space(record, set_record)
        try:
            type = storage_type(set_record, space)
        except BirJsonProblem as problem:
            raise BirJsonProblem(problem.message) from None
        properties, attributes = self._document.properties_of(
            record, plan, "a location", self._offset, {"name", "Skind", "type", "alias"}
        )
        if record.get("type") is not None:
            word = word_of(record["type"], "MemoryType")
            if word != MEMORY_TYPES[space]:
                properties["type"] = plan.forms["type"].coerce(word)
        properties[NAME] = name
        op = plan.op_class.create(
            operands=[owner.results[0]], result_types=[type], properties=properties, attributes=attributes
        )
        op.results[0].name_hint = _hint(name.data)
        self._locations[name.data] = op
        self._append(op)
        if record.get("alias") is not None:
            self._aliases.append((op, record["alias"], self._offset, path))

    def _aliases_of(self, value: Any) -> Attribute:
        if not isinstance(value, list):
            raise BirJsonProblem(f"'alias' must be a JSON array, found {json_type(value)}")
        from ...dialects.bir.instructions.key_forms import form_of

        form = form_of(ALIAS)
        entries: list[Attribute] = []
        for index, entry in enumerate(cast("list[Any]", value)):
            if not isinstance(entry, list) or len(cast("list[Any]", entry)) not in (2, 3):
                raise BirJsonProblem(
                    f"expected [set, location, kind] or [location, kind], found {json_type(entry)}", index
                )
            *names, kind = cast("list[Any]", entry)
            location = name_text(names[-1], "the name of a location", index, len(names) - 1)
            found = self._locations.get(location)
            owner = cast(Operation, found.operands[0].owner) if found is not None else None
            if owner is None or (len(names) == 2 and cast(StringAttr, owner.properties[NAME]).data != names[0]):
                raise BirJsonProblem(f"Unknown alias destination {location}", index, len(names) - 1)
            record = {
                "set": cast(StringAttr, owner.properties[NAME]).data,
                "location": location,
                "kind": integer_of(kind, index, len(names)),
            }
            try:
                entries.append(form.coerce(record))
            except (TypeError, ValueError) as error:
                raise BirJsonProblem(str(error), index) from None
        return ArrayAttr(entries)

    # What operands are bound to.

    def tensor_set(self, name: str) -> Operation | None:
        return self._sets.get(name)

    def location(self, name: str) -> Operation | None:
        return self._locations.get(name)

    def has_register(self, name: str) -> bool:
        return name in self._registers

    def foreign_location(self, function: str, tensor_set: str, location: str) -> SSAValue:
        key = (function, tensor_set, location)
        op = self._foreign.get(key)
        if op is None:
            type = self._document.foreign_type(*key)
            name = location
            while name in self._foreign_names:
                name += "_"
            self._foreign_names.add(name)
            op = structure_plan("bir.foreign_location").op_class.create(
                result_types=[type],
                properties={
                    NAME: StringAttr(name),
                    "reference": SymbolRefAttr(function, [tensor_set, location]),
                },
            )
            op.results[0].name_hint = _hint(name)
            self._foreign[key] = op
            self._append(op)
        return op.results[0]

    # Blocks and instructions.

    def _read_blocks(self, span: Span) -> None:
        for index, element in self._elements(span, "blocks"):
            try:
                self._read_block(element, index)
            except BirJsonProblem as problem:
                self._add(problem, element.start, "blocks", index)

    def _read_block(self, span: Span, index: int) -> None:
        text = self._text
        if text.text[span.start] != "{":
            raise BirJsonProblem(f"expected a block, found {json_type(text.decode(span))}")
        members = dict(text.members(span.start))
        record = {key: text.decode(value) for key, value in members.items() if key != "instructions"}
        self._offset = span.start
        op = self._block(record, Block())
        # Storage of other functions that instructions bring in stands in front of their block.
        if "instructions" in members:
            body = op.regions[0].block
            instructions = members["instructions"]
            if text.text[instructions.start] != "[":
                found = json_type(text.decode(instructions))
                raise BirJsonProblem(f"expected an array, found {found}", "instructions")
            for position, (offset, value) in enumerate(text.values(instructions.start)):
                self._offset = offset
                try:
                    body.add_op(self._instruction(value))
                except BirJsonProblem as problem:
                    self._add(problem, offset, "blocks", index, "instructions", position)
        self._place(op, span.start)
        self._body.add_op(op)

    def _block(self, record: dict[str, Any], body: Block) -> Operation:
        plan = structure_plan("bir.block")
        properties, attributes = self._document.properties_of(
            record, plan, "a block", self._offset, {"name", "instructions"}
        )
        properties[NAME] = named(record, "the block's name")
        op = plan.op_class.create(properties=properties, attributes=attributes, regions=[Region(body)])
        self._place(op, self._offset)
        return op

    def _nested_block(self, value: Any) -> Operation:
        record = record_of(value)
        body = Block()
        op = self._block(record, body)
        self._fill(body, record.get("instructions"), "instructions", self._instruction)
        return op

    def _fill(self, body: Block, value: Any, key: str, read: Callable[[Any], Operation]) -> None:
        if value is None:
            return
        if not isinstance(value, list):
            raise BirJsonProblem(f"expected an array, found {json_type(value)}", key)
        for index, entry in enumerate(cast("list[Any]", value)):
            try:
                body.add_op(read(entry))
            except BirJsonProblem as problem:
                raise problem.within(key, index) from None

    def _instruction(self, value: Any) -> Operation:
        record = record_of(value)
        opcode = _opcode(record)
        plan = instruction_plan(opcode)
        row = CATALOGUE[opcode]
        record = _unfolded(record, opcode)
        skipped = {"opcode", "name", "ins", "indirection_ins", "outs"}
        if plan.body:
            skipped.add(plan.body)
        if opcode is InstructionType.BIRKernel:
            skipped.update(SHAPE_KEYS)
            if isinstance(record.get("kernel_attrs"), list):
                record = {**record, "kernel_attrs": _pairs_as_object(record["kernel_attrs"])}
        if opcode is InstructionType.NKIKernel:
            skipped.update(("func", *FORMAL_MAPS))
        elif opcode is InstructionType.NKIKLIRKernel:
            skipped.update(FORMAL_MAPS)
        properties, attributes = self._document.properties_of(record, plan, row.name, self._offset, skipped)
        operands, sizes, kept = self._read_operands(record, plan, opcode, properties)
        if kept:
            attributes[OPERAND_KEYS] = DictionaryAttr(kept)
        if record.get("name") is not None:
            properties[NAME] = StringAttr(name_text(record["name"], "the instruction's name", "name"))
        properties[SEGMENTS] = interned_segment_sizes(sizes)
        regions: list[Region] = []
        if plan.body:
            body = Block()
            read = self._nested_block if row.blocks_only else self._instruction
            self._fill(body, record.get(plan.body), plan.body, read)
            regions.append(Region(body))
        op = plan.op_class.create(operands=operands, properties=properties, attributes=attributes, regions=regions)
        self._place(op, self._offset)
        if opcode in KERNEL_NODES:
            self._finish_kernel(op, record, opcode)
        return op

    def _read_operands(
        self, record: Mapping[str, Any], plan: Plan, opcode: InstructionType, properties: dict[str, Attribute]
    ) -> tuple[list[SSAValue], tuple[int, ...], dict[str, Attribute]]:
        operands: list[SSAValue] = []
        kept: dict[str, Attribute] = {}
        counts: dict[str, int] = {}
        for section in ("ins", "indirection_ins", "outs"):
            value = record.get(section)
            if value is None:
                continue
            if not isinstance(value, list):
                raise BirJsonProblem(f"expected an array, found {json_type(value)}", section)
            entries: list[Attribute] = []
            bound = 0
            for index, operand in enumerate(cast("list[Any]", value)):
                try:
                    (entry, target), unknown = operand_of(operand, self, self._version)
                    if section not in plan.sections:
                        raise BirJsonProblem(f"a {opcode.name} has no {section}")
                    if opcode in KERNEL_NODES and isinstance(entry, ImmediateAttr | RegisterAccessAttr):
                        raise BirJsonProblem(f"a {opcode.name} takes memory only, found {operand['kind']}", "kind")
                    if unknown:
                        for key in unknown:
                            self._document.unknown_key(f"an operand of kind {operand['kind']}", key, self._offset)
                        kept[f"{section}[{index}]"] = opaque_of(unknown)
                except BirJsonProblem as problem:
                    raise problem.within(section, index) from None
                entries.append(self._patterns.setdefault(entry, entry))
                if target is not None:
                    operands.append(target)
                    bound += 1
            counts[section] = bound
            if entries:
                properties[section + PATTERNS_SUFFIX] = ArrayAttr(entries)
        groups = layout_of(plan.op_class).groups
        return operands, tuple([counts.get(name, 0) for name in groups]), kept

    def _finish_kernel(self, op: Operation, record: Mapping[str, Any], opcode: InstructionType) -> None:
        """The keys of a kernel node that follow from its operands, or name them."""
        if opcode is InstructionType.BIRKernel:
            for key in SHAPE_KEYS:
                given = record.get(key)
                if given is not None and given != [list(shape) for shape in getattr(op, key)]:
                    op.attributes[KEPT_PREFIX + key] = opaque_of(given, key)
        if opcode is InstructionType.NKIKernel:
            if not record.get("func"):
                name = record.get("name")
                raise BirJsonProblem(
                    f"NKI Kernel function pointer is empty in instruction {name} (BIR205)",
                    *(["func"] if "func" in record else []),
                )
            op.properties["func"] = SymbolRefAttr(name_text(record["func"], "the name of a function", "func"))
        if opcode in CARRIERS:
            for key, section in FORMAL_MAPS.items():
                bag = record.get(key)
                # Absent is empty, which is also what the property has where it is not given.
                if bag:
                    op.properties[key] = self._formals(op, bag_of(bag, key), section)

    def _formals(self, op: Operation, bag: DictionaryAttr, section: str) -> DictionaryAttr:
        """A map from formal names to operands by their position, where the document names the sets of operands."""
        first: dict[str, str] = {}
        kernel: Any = op
        operands: range = kernel.group_range(section)
        for position, index in enumerate(operands):
            owner: Operation | Block = op.operands[index].owner
            if isinstance(owner, Operation) and owner.name == "bir.memory_location":
                owner = owner.operands[0].owner
                assert isinstance(owner, Operation), "checked by binding"
                first.setdefault(cast(StringAttr, owner.properties[NAME]).data, f"{section}[{position}]")
        return DictionaryAttr(
            {
                formal: StringAttr(first[actual.data])
                if isinstance(actual, StringAttr) and actual.data in first
                else actual
                for formal, actual in bag.data.items()
            }
        )


_TRUE = structure_plan("bir.function").forms["nki"].coerce(True)


def _opcode(record: Mapping[str, Any]) -> InstructionType:
    word = record.get("opcode")
    if word is None:
        raise BirJsonProblem("Json field with name 'opcode' not found (BIR015)")
    opcode = InstructionType.__members__.get(word) if isinstance(word, str) else None
    if opcode is None:
        hint = did_you_mean(word, InstructionType.__members__) if isinstance(word, str) else ""
        raise BirJsonProblem(f"Unknown opcode: {json_type(word)}{hint}", "opcode")
    if CATALOGUE[opcode].abstract:
        raise BirJsonProblem(f"Unknown opcode: {word} is a base class of instructions, there are none of it", "opcode")
    return opcode


_AXIS_KEYS: Mapping[InstructionType, str] = {
    InstructionType.Loop: "LoopAxis",
    InstructionType.DynamicForLoop: "DynamicForLoopAxis",
}


def _unfolded(record: dict[str, Any], opcode: InstructionType) -> dict[str, Any]:
    """A loop with its axis as one object, where a document has the name and the bounds side by side."""
    key = _AXIS_KEYS.get(opcode)
    if key is None:
        return record
    axis = record.get(key)
    if axis is None and opcode is InstructionType.DynamicForLoop and "LoopAxis" in record:
        record = {**record, key: record["LoopAxis"]}
        del record["LoopAxis"]
        axis = record[key]
    if isinstance(axis, dict):
        return record
    bounds = ("lb", "ub", "stride")
    name = axis if isinstance(axis, str) else record.get("name")
    if not any(bound in record for bound in bounds):
        return record
    unfolded = {entry: value for entry, value in record.items() if entry not in bounds}
    unfolded[key] = {"name": name, **{bound: record[bound] for bound in bounds if bound in record}}
    return unfolded


def _pairs_as_object(value: list[Any]) -> dict[str, Any]:
    bag_of(value, "kernel_attrs")
    return {pair[0]: pair[1] for pair in value}


def _hint(name: str) -> str | None:
    return name if SSAValue.is_valid_name(name) else None
