"""The pass `translate-nki-klir`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, ClassVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import VerifyException

from ...dialects.bir.kernel_nodes import NUM_PARTITIONS, NkiKernelOp, NkiKlirKernelOp
from ...dialects.bir.structure import FunctionBase, LocationBase, QueueBase, structure_class
from ...dialects.bir.words import KernelSourceAttr
from ...dialects.neuron.access_pattern import full_pattern
from ...dialects.neuron.dtypes import BY_NAME, dtype_of
from ...dialects.neuron.memory import free_extent, psum, sbuf
from ...dialects.neuron.op_format import SEGMENTS, interned_segment_sizes, layout_of
from ...dialects.neuron.properties import shape_of
from ..inline_kernels.binding import bind_by_maps
from ..inline_kernels.kernel_function import KernelFunction, symbol_of
from ..inline_kernels.splice_error import SpliceError
from ..kernel_modules.reading import (
    DEEPEST_NESTING,
    LARGEST_FILE,
    UnopenableError,
    UnreadableError,
    check_nesting,
    read_bounded,
    report_unreadable,
    unreadable_json,
    verified,
)
from ..manager.diagnostics import emit_error, emit_remark
from ..manager.pass_base import Pass, option
from ..manager.rewriting import nested_operations
from .artefact_file import CarrierError, find_artefact, keep_artefact

KLIR_VERSION = (1, 0, 0)
"""The version of `nki_binary_version_identifier` that is understood, with every other of the same major number."""

PSUM_BANK_BYTES = 2048
"""Bytes of a PSUM bank in one partition (AWS Neuron documentation)."""

SKIPPED = "The kernel is compiled for LNC count lower than the current core_id"


@dataclass(frozen=True)
class TranslateNkiKlirPass(Pass):
    """
    Resolves `bir.nki_klir_kernel`: the artefact becomes a function, and the node a call of it, `bir.nki_kernel`.

    With `kernel_format = "bir"` (form B) the artefact is BIR-JSON with one function for each core, of which
    `neuron-core-id` picks one; the call's source is Beta3. With any other format (form A) it is a KLR file, whose
    kernel is imported as far as the dialect has its operators; the source is Beta2. KLR files are read with the Python
    package cbor2, which the extra `klr` installs.

    The artefact is looked for under the name that the node has, then under its last part in `artifact-dir`, where a
    copy is kept. The call is named `inst__<name>` after the kernel; parameters are bound by the names in `func_args`
    and `func_outs`. A kernel that is allocated gets scratch outputs: the bytes of SBUF and the banks of PSUM that it
    uses. Artefacts are data from elsewhere: nothing in them is run, and their size and depth are bounded.
    """

    name = "translate-nki-klir"
    summary = "Turn kernels that carry their trace into functions and calls"
    dependent_dialects: ClassVar[tuple[str, ...]] = ("bir",)
    statistics: ClassVar[Mapping[str, str]] = {
        "num-translated": "Nodes that became calls",
        "num-functions": "Functions that artefacts brought",
        "num-skipped": "Nodes that stay, as their artefact has no function for the core",
    }

    artifact_dir: str | None = option(default=None, help="The directory of artefacts")
    neuron_core_id: int | None = option(default=None, help="The core to take the function of, from 0")
    max_file_size: int = option(default=LARGEST_FILE, help="The most bytes that an artefact may have")
    max_nesting: int = option(default=DEEPEST_NESTING, help="How deeply the values of an artefact may be nested")
    max_items: int = option(default=50_000_000, help="The most values that a KLR file may have")

    def apply_to(self, context: Context, op: Operation) -> None:
        nodes = [node for node in nested_operations(op) if isinstance(node, NkiKlirKernelOp)]
        if nodes:
            translation = _Translation(self, context, op)
            for node in nodes:
                translation.translate(node)


class CoreSkippedError(Exception):
    """An artefact that has no function for the core."""


@dataclass
class _Artefact:
    """What an artefact came to: a function in the module, or what was wrong, which has been reported for one node."""

    function: FunctionBase | None = None
    skipped: str | None = None
    error: str | None = None


@dataclass
class _Translation:
    """One run of the pass on a module."""

    options: TranslateNkiKlirPass
    context: Context
    module: Operation
    artefacts: dict[tuple[str, bool], _Artefact] = field(default_factory=dict[tuple[str, bool], _Artefact])
    symbols: set[str] = field(default_factory=set[str])
    instances: set[str] = field(default_factory=set[str])
    asked: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        body = self.module.regions[0].block.ops
        self.symbols.update(symbol for each in body if (symbol := symbol_of(each)) is not None)
        self.instances.update(
            symbol for each in nested_operations(self.module) if (symbol := symbol_of(each)) is not None
        )

    def translate(self, node: NkiKlirKernelOp) -> None:
        """Replace a node by a call, or report why not."""
        is_json = node.kernel_format.data == "bir"
        try:
            if not is_json:
                _check_version(node)
            path = find_artefact(node.klir_binary.data, self.options.artifact_dir)
        except CarrierError as failure:
            emit_error(self.context, node, str(failure), property_name="klir_binary")
            return
        artefact = self.artefacts.get((path, is_json))
        if artefact is None:
            artefact = self.artefacts[path, is_json] = self._read(path, is_json)
        if artefact.error is not None:
            emit_error(self.context, node, artefact.error, property_name="klir_binary")
        elif artefact.skipped is not None:
            emit_remark(self.context, node, artefact.skipped)
            self.options.count(self.context, "num-skipped")
        elif artefact.function is not None:
            self._call(node, artefact.function, is_json)

    # Artefacts.

    def _read(self, path: str, is_json: bool) -> _Artefact:
        try:
            content = self._content(path, is_json)
            keep_artefact(path, content, self.options.artifact_dir)
            read = self._read_json if is_json else self._read_klr
            function, queues, constants = read(path, content)
            self._keep_constants(path, constants)
        except CoreSkippedError as skipped:
            return _Artefact(skipped=str(skipped))
        except CarrierError as failure:
            return _Artefact(error=str(failure))
        except UnreadableError as failure:
            # Reported in its own place; the node is only where it was met.
            report_unreadable(self.context, failure)
            return _Artefact(error=f"carries '{path}', which cannot be read")
        wrapper = ModuleOp([function])
        if not verified(self.context, wrapper):
            return _Artefact(error=f"carries '{path}', whose function is not valid")
        function.detach()
        self._add(function, queues)
        return _Artefact(function)

    def _content(self, path: str, is_json: bool) -> bytes:
        try:
            return read_bounded(path, self.options.max_file_size)
        except UnopenableError as failure:
            if is_json:
                raise
            raise CarrierError(f"fail to locate KLIR artifact: {failure}") from None

    def _read_json(self, path: str, content: bytes) -> "_Read":
        from ..bir_json.problems import BirJsonError
        from ..bir_json.reader import BirJsonDocument

        check_nesting(content, path, self.options.max_nesting)
        try:
            document = BirJsonDocument(content, path, self.context)
            core = self._core(document.core_count)
            function = document.function(core)
            queues = list(document.empty_module().body.block.ops)
        except BirJsonError as failure:
            raise unreadable_json(path, failure) from failure
        assert isinstance(function, FunctionBase)
        return function, queues, ()

    def _read_klr(self, path: str, content: bytes) -> "_Read":
        from .klr_container import KlrFileError, read_klr_file
        from .klr_import import CONSTANT_FILE, import_kernel, kernel_of

        try:
            file = read_klr_file(content, deepest=self.options.max_nesting, most_items=self.options.max_items)
            kernel = kernel_of(file)
            core = self._core(len(kernel.items("bodies")))
            function = import_kernel(kernel, core)
        except ImportError:
            raise CarrierError(
                f"carries '{path}', a KLR file, and reading one needs the Python package cbor2: install neuron-opt[klr]"
            ) from None
        except KlrFileError as failure:
            raise CarrierError(f"carries '{path}', which {failure}") from None
        except VerifyException as failure:
            raise CarrierError(f"carries '{path}', which has something that Backend IR does not: {failure}") from None
        files = [each.attributes.get(CONSTANT_FILE) for each in nested_operations(function)]
        return function, (), tuple(each.data for each in files if isinstance(each, StringAttr))

    def _core(self, count: int) -> int:
        """Which function to take. Raises CarrierError, or CoreSkippedError where the artefact has none for the core."""
        core = self.options.neuron_core_id
        if core is None:
            if count > 1:
                raise CarrierError(
                    "NeuronCoreId must be set when the LNC count is greater than 1: the artefact has "
                    f"{count} functions, pass neuron-core-id=N"
                )
            core = 0
        if core < 0:
            raise CarrierError(f"cannot be resolved for neuron-core-id = {core}, which is negative")
        if count == 0:
            raise CarrierError("carries an artefact without functions")
        if core >= count:
            raise CoreSkippedError(f"is skipped: {SKIPPED} {core} (it has {count} function{'s' if count > 1 else ''})")
        return core

    def _keep_constants(self, path: str, names: Sequence[str]) -> None:
        """Copy the files of constant tensors, which lie beside the artefact. Raises CarrierError, UnreadableError."""
        from pathlib import Path

        from ..trace_kernels.artefacts import is_file_name

        for name in names:
            if not is_file_name(name):
                raise CarrierError(f"carries '{path}', whose constant '{name}' is not the name of a file beside it")
            if self.options.artifact_dir is not None:
                constant = str(Path(path).parent / name)
                keep_artefact(constant, read_bounded(constant, self.options.max_file_size), self.options.artifact_dir)

    def _add(self, function: FunctionBase, queues: Sequence[Operation]) -> None:
        """Put a function at the end of the module under a name of its own, with the queues that it brings."""
        block = self.module.regions[0].block
        for queue in queues:
            if isinstance(queue, QueueBase) and queue.symbol not in self.symbols:
                self.symbols.add(queue.symbol)
                queue.detach()
                first = block.first_op
                Rewriter.insert_op(queue, InsertPoint.at_end(block) if first is None else InsertPoint.before(first))
        name = self._unique(function.symbol, self.symbols)
        function.properties["sym_name"] = StringAttr(name)
        function.properties["nki"] = IntegerAttr.from_bool(True)
        Rewriter.insert_op(function, InsertPoint.at_end(block))
        self.options.count(self.context, "num-functions")

    def _unique(self, wanted: str, taken: set[str]) -> str:
        """A name that is not taken, which then is. Where it left off last is kept, so that many calls cost no more."""
        number = self.asked.get(wanted, 0)
        name = f"{wanted}_{number}" if number else wanted
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        self.asked[wanted] = number + 1
        taken.add(name)
        return name

    # Calls.

    def _call(self, node: NkiKlirKernelOp, function: FunctionBase, is_json: bool) -> None:
        instance = self._unique(f"inst__{_name_of(node, function)}", self.instances)
        scratch = _scratch_shapes(node, function)
        storage, memrefs = _scratch(instance, scratch)
        outs = [node.pattern(index) for index in node.group_range("outs")]
        outs += [full_pattern(memref.type) for memref in memrefs]
        ins = [node.pattern(index) for index in node.group_range("ins")]
        inputs, outputs = len(ins), len(node.group_range("outs"))
        operands = list(node.operands)
        operands[inputs + outputs : inputs + outputs] = memrefs
        indices = len(operands) - len(ins) - len(outs)
        kept = {name: value for name, value in node.properties.items() if name in _KEPT}
        properties: dict[str, Attribute] = {
            **kept,
            "sym_name": StringAttr(instance),
            "func": SymbolRefAttr(function.symbol),
            "kernel_source_val": KernelSourceAttr.of("Beta3" if is_json else "Beta2"),
            **scratch,
            **NkiKernelOp.section_properties({"ins": ins, "outs": outs}),
            SEGMENTS: interned_segment_sizes((len(ins), len(outs), indices)),
        }
        call = NkiKernelOp.create(operands=operands, properties=properties, attributes=dict(node.attributes))
        call.location = node.location
        try:
            bind_by_maps(call, KernelFunction(function), call.func_args.data, call.func_outs.data)
        except SpliceError as failure:
            call.drop_all_references()
            self.instances.discard(instance)
            notes = tuple(getattr(failure, "__notes__", ()))
            emit_error(self.context, node, str(failure), operand=failure.operand, notes=notes)
            return
        for each in storage:
            each.location = node.location
        Rewriter.insert_op(storage, InsertPoint.before(node))
        Rewriter.replace_op(node, call)
        self.options.count(self.context, "num-translated")


_Read = tuple[FunctionBase, Sequence[Operation], Sequence[str]]
"""A function, the queues of its document, and the files of its constants."""

_KEPT = frozenset(NkiKernelOp.get_irdl_definition().properties) - {"kernel_source_val", "func", "sym_name"}
"""The fields of a node that its call has as well."""


def _name_of(node: NkiKlirKernelOp, function: FunctionBase) -> str:
    """What the call is named after: the node, else the kernel in the registry, else the function."""
    func_name = node.attributes.get("neuron.func_name")
    return symbol_of(node) or (func_name.data if isinstance(func_name, StringAttr) else function.symbol)


def _check_version(node: NkiKlirKernelOp) -> None:
    """The gate of form A. Raises CarrierError."""
    given = node.nki_binary_version_identifier
    if given is None or not given.data:
        return
    parts = given.data.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() for part in parts):
        raise CarrierError(f'has nki_binary_version_identifier = "{given.data}", expected major.minor.patch')
    if int(parts[0]) != KLIR_VERSION[0]:
        expected = ".".join(map(str, KLIR_VERSION))
        raise CarrierError(f"has version {given.data} of the NKI binary, which is not compatible with {expected}")


def _scratch_shapes(node: NkiKlirKernelOp, function: FunctionBase) -> dict[str, Attribute]:
    """
    The on-chip memory that a body uses, as buffer shapes: what is allocated in it, at least what the node says.

    SBUF: bytes a partition, partitions. PSUM: bytes of a bank in a partition, partitions, banks.
    """
    bytes_used, banks = 0, 0
    for op in function.regions[0].block.ops:
        if not isinstance(op, LocationBase):
            continue
        allocated = op.key("allocated")
        if not (isinstance(allocated, IntegerAttr) and cast("IntegerAttr[Any]", allocated).value.data):
            continue
        if op.memory_type == "SB":
            bytes_used = max(bytes_used, _integer(op, "addr") + _bytes_per_partition(op))
        elif op.memory_type == "PSUM":
            banks = max(banks, _integer(op, "bank") + 1)
    found = {
        "sb_buf_shape": (bytes_used, NUM_PARTITIONS) if bytes_used else (0, 0),
        "psum_buf_shape": (PSUM_BANK_BYTES, NUM_PARTITIONS, banks) if banks else (0, 0, 0),
    }
    shapes: dict[str, Attribute] = {}
    for name, shape in found.items():
        given = node.properties.get(name)
        if given is not None:
            shape = tuple(max(pair) for pair in zip(shape, shape_of(given), strict=True))
        if any(shape):
            shapes[name] = layout_of(NkiKernelOp).forms[name].coerce(shape)
    return shapes


def _integer(op: LocationBase, key: str) -> int:
    return int(cast("IntegerAttr[Any]", op.key(key)).value.data)


def _bytes_per_partition(op: LocationBase) -> int:
    """The bytes of a location in each partition: as `dims` has them, else those of the type."""
    dims = op.properties.get("dims")
    if isinstance(dims, ArrayAttr):
        numbers = [int(cast("IntegerAttr[Any]", each).value.data) for each in cast("ArrayAttr[Attribute]", dims).data]
        return prod(numbers[1:])
    type: Any = op.results[0].type
    dtype = dtype_of(type.element_type)
    assert dtype is not None, "checked by the verifier"
    return free_extent(type) * dtype.size_in_bytes


def _scratch(instance: str, shapes: Mapping[str, Attribute]) -> "tuple[list[Operation], list[Any]]":
    """Storage for the scratch buffers of a call, and the memrefs that are its last outputs."""
    storage: list[Operation] = []
    memrefs: list[Any] = []
    byte = BY_NAME["uint8"].type
    for name, suffix in (("sb_buf_shape", "sb"), ("psum_buf_shape", "psum")):
        if name not in shapes:
            continue
        shape = shape_of(shapes[name])
        bytes_used, partitions = prod((shape[0], *shape[2:])), shape[1]
        type = (sbuf if suffix == "sb" else psum)(partitions, bytes_used, dtype=byte)
        make_set: Any = structure_class("bir.memory_location_set")
        make_location: Any = structure_class("bir.memory_location")
        location_set = make_set(f"{instance}_{suffix}_set", result_type=type, kind="Internal")
        location = make_location(f"{instance}_{suffix}", result_type=type, set=location_set.results[0])
        storage += [location_set, location]
        memrefs.append(location.results[0])
    return storage, memrefs
