"""From the kernel in a KLR file to a `bir.function`.

Operators of KLR that stand for one instruction each are imported; the first that is not is named. Access patterns
become `#neuron.ap` by the rules of `passes.klr`. Sources: leanprover/KLR (the operators, the tensors, the accesses);
reverse-engineering notes on neuronx_cc 2.24 (the kernel has to be allocated; its constants are files).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import MemRefType, NoneAttr, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation

from ...dialects.bir.instruction_type import InstructionType
from ...dialects.bir.instructions import instruction_class
from ...dialects.bir.operands import ImmediateAttr
from ...dialects.bir.structure import FunctionBase, LocationBase, StructureOp, structure_class
from ...dialects.neuron.access_pattern import AccessPatternAttr
from ...dialects.neuron.dtypes import BY_NAME
from ...dialects.neuron.memory import MemoryAttr, Space, free_extent, is_tile
from ...dialects.neuron.op_format import Accessed, layout_of
from ..klr.access_pattern import APPair, BirAccessPattern, Tensor, basic_access, to_bir, whole_tensor
from ..klr.errors import KlrError
from ..klr.index_span import IndexSpan
from ..klr.neuron_ap import klr_tensor, to_neuron_ap
from .klr_container import KlrFile, KlrFileError, Value
from .klr_schema import RECORDS, Fields, constructor, described, only

CONSTANT_FILE = "neuron.constant_file"
"""The file with the values of a constant tensor, as a discardable attribute of its set."""

_MEMORIES: Mapping[str, tuple[Space, bool]] = {
    "hbm": (Space.HBM, False),
    "private_hbm": (Space.HBM, False),
    "shared_hbm": (Space.HBM, True),
    "sbuf": (Space.SBUF, False),
    "psum": (Space.PSUM, False),
}

_ENGINES: Mapping[str, str] = {
    "unassigned": "Unassigned",
    "act": "Activation",
    "dma": "DMA",
    "dve": "DVE",
    "pe": "PE",
    "pool": "Pool",
    "sp": "SP",
}

_ACTIVATIONS: Mapping[str, str] = {
    "log": "Ln",
    "erf_dx": "Derivative_Erf",
    "gelu_dx": "Derivative_Gelu",
    "silu_dx": "Derivative_silu",
    "gelu_apprx_sigmoid_dx": "Derivative_Gelu_apprx_sigmoid",
}
"""The activation functions that Backend IR has under another name; the others only begin with a capital letter."""

_REVERSED: Mapping[str, tuple[bool, bool]] = {
    "none": (False, False),
    "first": (True, False),
    "second": (False, True),
    "both": (True, True),
}

_DGE_MODES = ("None", "SWDGE", "HWDGE", "Unassigned")
"""Which engine makes descriptors, by the number that NKI has for it."""

PSUM_BANK_BYTES = 2048
"""Bytes of a PSUM bank in one partition (AWS Neuron documentation)."""


class Place(NamedTuple):
    """A tensor that instructions access: its location, and the type that it was declared with."""

    location: LocationBase
    type: "MemRefType[Attribute]"


def kernel_of(file: KlrFile) -> Fields:
    """The kernel in a file. Raises KlrFileError."""
    return Fields(only(file.contents.fields, "contents"), "LncKernel")


def import_kernel(kernel: Fields, core: int) -> FunctionBase:
    """
    The body of a kernel for one core as a function.

    Raises KlrFileError for what cannot be imported, IndexError for a core that the kernel has no body for.
    """
    return _Import(kernel).function(core)


@dataclass
class _Import:
    """One kernel on its way."""

    kernel: Fields
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    storage: list[Operation] = field(default_factory=list[Operation])
    constants: dict[str, str] = field(default_factory=dict[str, str])
    names: set[str] = field(default_factory=set[str])
    instructions: dict[str, Any] = field(default_factory=dict[str, Any])

    def function(self, core: int) -> FunctionBase:
        bodies = self.kernel.items("bodies")
        body = bodies[core]
        for entry in self.kernel.items("sharedConstants"):
            constant = Fields(entry, "SharedConstantFile")
            self.constants[constant.text("name")] = constant.text("fileName")
        for section, kind in (
            ("inputs", "ExternalInput"),
            ("outputs", "ExternalOutput"),
            ("sharedBuffers", "Internal"),
        ):
            for tensor in self.kernel.items(section):
                self._declare(Fields(tensor, "TensorName"), kind)
        if not isinstance(body, tuple) or isinstance(body, Value):
            raise KlrFileError(f"has {described(body)} for a body, expected a list of blocks")
        blocks = [self._block(Fields(block, "Block")) for block in cast("tuple[Any, ...]", body)]
        self._join(blocks)
        self._add_edges()
        function: Any = structure_class("bir.function")
        return function(self.kernel.text("name"), nki=True, body=[*self.storage, *blocks])

    # Storage.

    def _type(self, tensor: Fields) -> "MemRefType[Attribute]":
        name = tensor.text("name")
        address = Fields(tensor["address"], "Address")
        memory = address.word("memory", "Memory")
        if memory not in _MEMORIES:
            raise KlrFileError(f"has tensor {name} in {memory}, which is no memory of a tensor")
        dtype = BY_NAME.get(tensor.word("dtype", "Dtype"))
        if dtype is None:
            raise KlrFileError(f"has tensor {name} of {tensor.word('dtype', 'Dtype')}, which Backend IR does not have")
        shape = Fields(tensor["shape"], "Shape")
        sizes = (shape.natural("parDim"), *shape.naturals("freeDims"))
        if not all(sizes):
            raise KlrFileError(f"has tensor {name} of shape {list(sizes)}, which has no elements")
        space, shared = _MEMORIES[memory]
        return MemRefType(dtype.type, sizes, NoneAttr(), MemoryAttr(space, shared=shared))

    def _declare(self, tensor: Fields, kind: str) -> Place:
        """The place of a tensor, made when it is met first. A tensor seen in two shapes keeps the first."""
        name, type = tensor.text("name"), self._type(tensor)
        place = self.places.get(name)
        if place is not None:
            return place
        if name in self.constants:
            kind = "Const"
        make_set: Any = structure_class("bir.memory_location_set")
        make_location: Any = structure_class("bir.memory_location")
        location_set = make_set(f"{name}_set", result_type=type, kind=kind)
        if name in self.constants:
            location_set.attributes[CONSTANT_FILE] = StringAttr(self.constants[name])
        keys = self._address(name, Fields(tensor["address"], "Address"), type) if is_tile(type) else {}
        location = make_location(name, result_type=type, set=location_set.results[0], **keys)
        location_set.results[0].name_hint = _hint(f"{name}_set")
        location.results[0].name_hint = _hint(name)
        self.storage += [location_set, location]
        place = self.places[name] = Place(location, type)
        return place

    def _address(self, name: str, address: Fields, type: "MemRefType[Attribute]") -> dict[str, Any]:
        """Where an on-chip tensor lies. Raises KlrFileError for one that is not allocated."""
        if address["parOffset"] is None or address["freeOffset"] is None:
            raise KlrFileError(
                f"has tensor {name} in {address.word('memory', 'Memory')} without an address: codegen.getIsAllocated() "
                "does not hold, the kernel has to be allocated before it is handed over"
            )
        partition, offset = address.natural("parOffset"), address.natural("freeOffset")
        keys: dict[str, Any] = {
            "allocated": True,
            "dims": [address.natural("parSize"), address.natural("freeSize")],
            "addr": offset,
            "base": partition,
        }
        memory = type.memory_space
        if isinstance(memory, MemoryAttr) and memory.space.data == Space.PSUM:
            keys["bank"] = offset // PSUM_BANK_BYTES
        return keys

    # Accesses.

    def _tensor_ref(self, value: Any) -> Accessed:
        kind, fields = constructor(value, "TensorRef")
        if kind != "abstract":
            raise KlrFileError(f"has a tensor reference of kind {kind}, expected an access by name")
        return self._access(only(fields, "a tensor reference"))

    def _access(self, value: Any) -> Accessed:
        kind, fields = constructor(value, "Access")
        inner = only(fields, "an access")
        dtype: Attribute | None = None
        if kind == "simple":
            tensor = Fields(inner, "TensorName")
            access = self._lowered(tensor, lambda seen: to_bir(whole_tensor(seen)))
        elif kind == "basic":
            basic = Fields(inner, "AccessBasic")
            tensor = Fields(basic["tensor"], "TensorName")
            indices = [self._index(index) for index in basic.items("indexes")]
            access = self._lowered(tensor, lambda seen: to_bir(basic_access(seen, indices)))
        elif kind == "pattern":
            pattern = Fields(inner, "AccessPattern")
            tensor = Fields(pattern["tensor"], "TensorName")
            pairs = [Fields(pair, "APPair") for pair in pattern.items("pattern")]
            # The offset of such a pattern is what its pairs were indexed with.
            offset = max(0, sum(pair.integer("step") * pair.natural("offset") for pair in pairs))
            access = self._lowered(tensor, lambda seen: BirAccessPattern(seen, offset, _pairs(pairs)))
        else:
            bir = Fields(inner, "BirAccessPattern")
            tensor = Fields(bir["tensor"], "TensorName")
            if bir["scalarOffset"] is not None or bir["vectorOffset"] is not None:
                raise KlrFileError(
                    f"has an access to {tensor.text('name')} whose offset is known at run time, which is not imported"
                )
            pairs = [Fields(pair, "APPair") for pair in bir.items("pattern")]
            access = self._lowered(tensor, lambda seen: BirAccessPattern(seen, bir.natural("offset"), _pairs(pairs)))
            if bir["dtypeOverride"] is not None:
                dtype = self._override(bir, tensor)
        return self._operand(tensor, access, dtype)

    def _override(self, bir: Fields, tensor: Fields) -> Attribute:
        name, stored = bir.word("dtypeOverride", "Dtype"), tensor.word("dtype", "Dtype")
        dtype = BY_NAME.get(name)
        if dtype is None or dtype.size_in_bytes != BY_NAME[stored].size_in_bytes:
            raise KlrFileError(f"has an access to {tensor.text('name')}, of {stored}, as {name}, which is not imported")
        return dtype.type

    def _lowered(self, tensor: Fields, lower: "Callable[[Tensor], BirAccessPattern]") -> BirAccessPattern:
        try:
            return lower(klr_tensor(self._type(tensor)))
        except KlrError as failure:
            raise KlrFileError(f"has an access to {tensor.text('name')} that cannot be lowered: {failure}") from None

    def _index(self, value: Any) -> IndexSpan:
        kind, fields = constructor(value, "Index")
        inner = only(fields, "an index")
        try:
            if kind == "coord":
                if type(inner) is not int:
                    raise KlrFileError(f"has {described(inner)} for an index, expected a number")
                return IndexSpan.coordinate(inner)
            slice = Fields(inner, "Slice")
            return IndexSpan.slice(slice.natural("l"), slice.natural("u"), slice.integer("step"))
        except KlrError as failure:
            raise KlrFileError(f"has an index that cannot be used: {failure}") from None

    def _operand(self, tensor: Fields, access: BirAccessPattern, dtype: Attribute | None) -> Accessed:
        name, type = tensor.text("name"), self._type(tensor)
        place = self._declare(tensor, "Internal")
        try:
            pattern = to_neuron_ap(access, type)
        except KlrError as failure:
            raise KlrFileError(f"has an access to {name} that cannot be lowered: {failure}") from None
        if place.type != type:
            pattern = self._seen_as(name, pattern, place.type, type)
        if dtype is not None:
            pattern = pattern.with_parts(dtype=dtype)
        return Accessed(place.location.results[0], pattern)

    def _seen_as(
        self, name: str, pattern: AccessPatternAttr, stored: "MemRefType[Attribute]", seen: "MemRefType[Attribute]"
    ) -> AccessPatternAttr:
        """A pattern on a tensor in another shape than it was declared with, where that moves no element."""
        same = (
            stored.element_type == seen.element_type
            and prod(stored.get_shape()) == prod(seen.get_shape())
            and (not is_tile(stored) or free_extent(stored) == free_extent(seen))
        )
        if not same:
            raise KlrFileError(f"has tensor {name} both as {stored} and as {seen}, which is not imported")
        return pattern.with_parts(access_shape=pattern.logical_shape(seen))

    def _operand_or_immediate(self, value: Any) -> Any:
        kind, fields = constructor(value, "Operand")
        inner = only(fields, "an operand")
        if kind == "tile":
            return self._tensor_ref(inner)
        kind, fields = constructor(inner, "Immediate")
        if kind not in ("int", "float"):
            raise KlrFileError(f"has an immediate of kind {kind}, which is not imported")
        number = only(fields, "an immediate")
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise KlrFileError(f"has {described(number)} for an immediate, expected a number")
        return ImmediateAttr.of(number, BY_NAME["float32" if kind == "float" else "int32"].type)

    # Blocks and instructions.

    def _block(self, block: Fields) -> StructureOp:
        label = block.text("label")
        body = [self._statement(statement, label) for statement in block.items("body")]
        make_block: Any = structure_class("bir.block")
        made = make_block(label, body=body)
        if block.flag("noReorder"):
            made.attributes["neuron.no_reorder"] = UnitAttr()
        return made

    def _join(self, blocks: Sequence[StructureOp]) -> None:
        """End every block: blocks go on at the next one, the last one returns."""
        labels = [block.symbol for block in blocks]
        if len(set(labels)) != len(labels):
            raise KlrFileError(f"has two blocks of one label: {', '.join(labels)}")
        for block, following in zip(blocks, labels[1:], strict=False):
            branch = instruction_class(InstructionType.UnconditionalBranch)
            block.regions[0].block.add_op(branch(name=self._name(f"{block.symbol}_br"), target=following))
        if not blocks:
            raise KlrFileError("has a body without blocks")
        blocks[-1].regions[0].block.add_op(instruction_class(InstructionType.Return)())

    def _name(self, wanted: str) -> str:
        name, number = wanted, 0
        while name in self.names:
            number += 1
            name = f"{wanted}_{number}"
        self.names.add(name)
        return name

    def _statement(self, statement: Any, label: str) -> Operation:
        _, fields = constructor(statement, "Stmt")
        if len(fields) != 3:
            raise KlrFileError(f"has a statement with {len(fields)} fields, expected 3")
        operator, fields_of_operator = constructor(fields[0], "Operator")
        importer = IMPORTED.get(operator)
        if importer is None:
            raise KlrFileError(
                f"has operator {operator} in block @{label}, which is not imported (imported are: "
                f"{', '.join(sorted(IMPORTED))})"
            )
        given = fields[1]
        if given is not None and not isinstance(given, str):
            raise KlrFileError(f"has {described(given)} for the name of a statement")
        opcode, sections, keys = importer(self, only(fields_of_operator, f"an operator {operator}"))
        name = self._name(given or f"{operator}_{len(self.instructions)}")
        instruction: Any = instruction_class(opcode)(name=name, **sections, **keys)
        self.instructions[name] = instruction
        return instruction

    def _add_edges(self) -> None:
        """Make what an edge leads to depend on where it comes from."""
        dependencies: dict[str, list[tuple[str, str]]] = {}
        for entry in self.kernel.items("edges"):
            edge = Fields(entry, "Edges")
            for target in edge.items("toEdges"):
                dependencies.setdefault(str(target), []).append((edge.text("fromEdge"), "Ordered"))
        for target, sources in dependencies.items():
            instruction = self.instructions.get(target)
            # Edges are those of all cores; this body may not have the instructions of another one.
            known = [source for source in sources if source[0] in self.instructions]
            if instruction is not None and known:
                form = layout_of(cast("type[Any]", type(instruction))).forms["dependencies"]
                instruction.properties["dependencies"] = form.coerce(known)

    # Operators.

    def _plain(self, value: Any, record: str, *sources: str) -> "tuple[Fields, dict[str, Any]]":
        """The fields of an operator, and its sections: `dst`, and `sources` in their order."""
        fields = Fields(value, record)
        destination = self._tensor_ref(fields["dst"])
        self._check_dtype(fields, destination)
        return fields, {"ins": [self._tensor_ref(fields[name]) for name in sources], "outs": [destination]}

    def _check_dtype(self, fields: Fields, destination: Accessed) -> None:
        if "dtype" not in RECORDS[fields.name].fields or fields["dtype"] is None:
            return
        name, pattern = fields.word("dtype", "Dtype"), cast(AccessPatternAttr, destination.note)
        if pattern.element.name != name:
            raise KlrFileError(
                f"has {fields.name} with dtype {name}, and a destination of {pattern.element.name}; a conversion in "
                "between is not imported"
            )

    def copy(self, value: Any) -> "_Instruction":
        """`Copy`: of a whole access."""
        fields, sections = self._plain(value, "Copy", "src")
        _refuse(fields, "opDim")
        return InstructionType.TensorCopy, sections, {}

    def nc_copy(self, value: Any) -> "_Instruction":
        """`NcCopy`: on an engine."""
        fields, sections = self._plain(value, "NcCopy", "src")
        return InstructionType.TensorCopy, sections, _engine(fields)

    def dma_copy(self, value: Any) -> "_Instruction":
        """`DmaCopy`: without computing."""
        fields, sections = self._plain(value, "DmaCopy", "src")
        return (
            InstructionType.DMACopy,
            sections,
            {**_dma(fields), **_bounds(fields, "srcBoundsCheck", "dstBoundsCheck")},
        )

    def nc_dma_copy(self, value: Any) -> "_Instruction":
        """`NcDmaCopy`: without computing, on an engine's queue."""
        fields, sections = self._plain(value, "NcDmaCopy", "src")
        _refuse(fields, "priority")
        mode = fields.natural("dgeMode")
        if mode >= len(_DGE_MODES):
            raise KlrFileError(f"has a NcDmaCopy with dgeMode {mode}, there are {len(_DGE_MODES)}")
        keys = {**_dma(fields), **_bounds(fields, "oobMode"), **_engine(fields), "dge_type": _DGE_MODES[mode]}
        return InstructionType.DMACopy, sections, keys

    def tensor_tensor(self, value: Any) -> "_Instruction":
        """`TensorTensor`: element by element."""
        fields, sections = self._plain(value, "TensorTensor", "src0", "src1")
        return InstructionType.TensorTensor, sections, {"op": fields.word("op", "AluOp"), **_engine(fields)}

    def tensor_reduce(self, value: Any) -> "_Instruction":
        """`TensorReduce`: along the innermost axes."""
        fields, sections = self._plain(value, "TensorReduce", "src")
        keys: dict[str, Any] = {"op": fields.word("op", "AluOp"), "axis": fields.word("opDim", "TensorSubDim")}
        if fields.flag("negated"):
            keys["negate"] = True
        return InstructionType.TensorReduce, sections, keys

    def tensor_scalar(self, value: Any) -> "_Instruction":
        """`TensorScalar`: two operations with scalars, which are operands."""
        fields, sections = self._plain(value, "TensorScalar", "src")
        sections["ins"].append(self._operand_or_immediate(fields["imm0"]))
        second = fields["op1"] is not None
        if second != (fields["imm1"] is not None):
            raise KlrFileError("has a TensorScalar with one of imm1 and op1")
        if second:
            sections["ins"].append(self._operand_or_immediate(fields["imm1"]))
        first_reversed, second_reversed = _REVERSED[fields.word("reverse", "TensorScalarReverseOps")]
        keys = {
            "op0": fields.word("op0", "AluOp"),
            "reverse0": first_reversed,
            "op1": fields.word("op1", "AluOp") if second else "bypass",
            "reverse1": second_reversed,
            **_engine(fields),
        }
        return InstructionType.TensorScalarPtr, sections, keys

    def activate(self, value: Any) -> "_Instruction":
        """`NcActivate`: with a constant scale, and a bias that is read from memory."""
        fields, sections = self._plain(value, "NcActivate", "src")
        _refuse(fields, "reduceOp", "reduceRes")
        scale = self._operand_or_immediate(fields["scale"])
        if not isinstance(scale, ImmediateAttr):
            raise KlrFileError("has an activation whose scale is read from memory, which is not imported")
        if fields["bias"] is not None:
            sections["ins"].append(self._tensor_ref(fields["bias"]))
        function = fields.word("activationFunc", "ActivationFunc")
        keys = {
            "scale": float(cast(float, scale.data.value)),
            "alpha": 0.0,
            "func": _ACTIVATIONS.get(function, function[:1].upper() + function[1:]),
            "acc": fields.word("accumulatorCmd", "AccumCmd"),
            "engine": "Activation",
        }
        return InstructionType.Activation, sections, keys

    def matmul(self, value: Any) -> "_Instruction":
        """`NcMatMul`: the moving operand first, as Backend IR has it."""
        fields, sections = self._plain(value, "NcMatMul", "moving", "stationary")
        keys: dict[str, Any] = {
            "is_transpose": fields.flag("isTranspose"),
            "is_fmap_onezero": fields.flag("isMovingZero"),
            "is_weight_onezero": fields.flag("isStationaryOneZero"),
            "perf_mode": fields.word("perfMode", "MatmulPerfMode"),
            "engine": "PE",
        }
        for name, key in (("tilePosition", "tile_position"), ("tileSize", "tile_size")):
            numbers = fields.naturals(name)
            if len(numbers) not in (0, 2):
                raise KlrFileError(f"has NcMatMul.{name} = {list(numbers)}, expected two numbers or none")
            if numbers:
                keys[key] = list(numbers)
        return InstructionType.Matmult, sections, keys

    def transpose(self, value: Any) -> "_Instruction":
        """`Transpose`: of 32 x 32 blocks, on the vector engine."""
        fields, sections = self._plain(value, "Transpose", "src")
        if fields.word("engine", "Engine") not in ("dve", "unassigned"):
            raise KlrFileError(f"has a Transpose on {fields.word('engine', 'Engine')}, which is not imported")
        return InstructionType.StreamTranspose, sections, _engine(fields)

    def reciprocal(self, value: Any) -> "_Instruction":
        """`Reciprocal`."""
        return InstructionType.Reciprocal, self._plain(value, "Reciprocal", "src")[1], {}

    def batch_norm_stats(self, value: Any) -> "_Instruction":
        """`BatchNormStats`."""
        return InstructionType.BNStats, self._plain(value, "BatchNormStats", "src")[1], {}

    def batch_norm_aggregate(self, value: Any) -> "_Instruction":
        """`BatchNormAggregate`."""
        return InstructionType.BNStatsAggregate, self._plain(value, "BatchNormAggregate", "src")[1], {}


_Instruction = tuple[InstructionType, dict[str, Any], dict[str, Any]]
"""An opcode, the sections of operands, the keys."""

IMPORTED: Mapping[str, Callable[[_Import, Any], _Instruction]] = {
    "batchNormAggregate": _Import.batch_norm_aggregate,
    "batchNormStats": _Import.batch_norm_stats,
    "copy": _Import.copy,
    "dmaCopy": _Import.dma_copy,
    "ncActivate": _Import.activate,
    "ncCopy": _Import.nc_copy,
    "ncDmaCopy": _Import.nc_dma_copy,
    "ncMatMul": _Import.matmul,
    "reciprocal": _Import.reciprocal,
    "tensorReduce": _Import.tensor_reduce,
    "tensorScalar": _Import.tensor_scalar,
    "tensorTensor": _Import.tensor_tensor,
    "transpose": _Import.transpose,
}
"""The operators that are imported."""


def _pairs(pairs: Sequence[Fields]) -> tuple[APPair, ...]:
    return tuple([APPair(pair.integer("step"), pair.natural("num")) for pair in pairs])


def _engine(fields: Fields) -> dict[str, Any]:
    return {"engine": _ENGINES[fields.word("engine", "Engine")]}


def _dma(fields: Fields) -> dict[str, Any]:
    if constructor(fields["compute_op"], "DgeComputeOp")[0] != "none":
        raise KlrFileError(f"has a {fields.name} that computes, which is not imported")
    return {}


def _bounds(fields: Fields, *names: str) -> dict[str, Any]:
    checks = {constructor(fields[name], "DmaBounds")[0] for name in names}
    if "reg" in checks:
        raise KlrFileError(f"has a {fields.name} whose bounds are checked by a register, which is not imported")
    return {"oob_is_err": True} if "error" in checks else {}


def _refuse(fields: Fields, *names: str) -> None:
    for name in names:
        if fields[name] is not None:
            raise KlrFileError(f"has a {fields.name} with {name}, which is not imported")


def _hint(name: str) -> str | None:
    from xdsl.ir import SSAValue

    return name if SSAValue.is_valid_name(name) else None
