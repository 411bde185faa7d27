"""A library of kernel bodies: a directory of `.mlir` and BIR-JSON modules whose functions are found by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute

from ...dialects.bir.structure import FunctionBase
from ..kernel_modules.reading import (
    UnreadableError,
    module_kind,
    read_json_module,
    read_mlir_module,
    report_unreadable,
)
from .kernel_function import KernelFunction

KERNEL_NAME = "neuron.kernel_name"
"""The kernel that a function is a body of, where that is not the function's own name."""

KERNEL_ATTRS = "neuron.kernel_attrs"
"""What a body was made for: fields and attributes of a node that have to be equal."""


@dataclass
class KernelLibrary:
    """The bodies by the names of their kernels, and the modules they are in, which have to stay alive."""

    directory: str
    bodies: dict[str, list[KernelFunction]] = field(default_factory=dict[str, list[KernelFunction]])
    modules: list[ModuleOp] = field(default_factory=list[ModuleOp])

    def near(self, name: str) -> list[str]:
        """Up to five names of the library, the nearest to one that it lacks first."""
        from difflib import get_close_matches

        folded = {known.lower(): known for known in self.bodies}
        return [folded[match] for match in get_close_matches(name.lower(), folded, n=5, cutoff=0.4)]

    def add(self, module: ModuleOp) -> None:
        """Add the functions of a module."""
        self.modules.append(module)
        for op in module.body.block.ops:
            if isinstance(op, FunctionBase):
                name = op.attributes.get(KERNEL_NAME)
                kernel_name = name.data if isinstance(name, StringAttr) else op.symbol
                self.bodies.setdefault(kernel_name, []).append(KernelFunction(op))


def requirements_of(kernel: KernelFunction) -> Mapping[str, Attribute]:
    """What a body was made for."""
    attrs = kernel.function.attributes.get(KERNEL_ATTRS)
    return attrs.data if isinstance(attrs, DictionaryAttr) else {}


def read_library(context: Context, directory: str) -> KernelLibrary | None:
    """
    Read all modules of a directory, `.mlir` and `.json`, folders in it included, in the order of their names.

    Nothing in them is run; what is wrong with one is reported with its place, and then there is no library. Raises
    VerifyException instead when the context is not one of ours.
    """
    from pathlib import Path

    root = Path(directory)
    if not root.is_dir():
        report_unreadable(context, UnreadableError(f"kernel-library '{directory}' is not a directory"))
        return None
    library = KernelLibrary(directory)
    good = True
    for path in sorted(str(each) for each in root.rglob("*") if each.is_file()):
        kind = module_kind(path)
        if kind is None:
            continue
        try:
            module = read_mlir_module(context, path) if kind == "mlir" else read_json_module(context, path)
        except UnreadableError as failure:
            report_unreadable(context, failure)
            module = None
        if module is None:
            good = False
        else:
            library.add(module)
    return library if good else None
