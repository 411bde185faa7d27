"""`--print-portable`, `--dump-irdl` and `--irdl-file`: the flags by which modules go to real `mlir-opt` and back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..passes.manager.driver import Extension
from ..passes.manager.driver_flags import GROUP_INFORMATION, GROUP_INPUT, GROUP_PRINTING
from ..passes.manager.flags import CommandLineError, Flag, FlagKind, ParsedArguments

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Dialect

    from ..passes.manager.context import OptContext

_VARIADIC_DIALECT = "penguin_variadic"


def _variadic_dialect() -> Dialect:
    from ..passes.portable.variadic import VariadicDialect

    return VariadicDialect()


def _same(dialect: Dialect) -> Dialect:
    return dialect


class PortableExtension(Extension):
    """The flags `--print-portable`, `--dump-irdl` and `--irdl-file`, and the second names of the portable form."""

    flags = (
        Flag(
            "irdl-file",
            "Load the dialects that this file defines in IRDL before the input is read",
            FlagKind.STRING,
            metavar="file",
            repeats=True,
            group=GROUP_INPUT,
        ),
        Flag(
            "print-portable",
            "Print in a form that real mlir-opt takes, with --irdl-file of what --dump-irdl writes and "
            "--allow-unregistered-dialect",
            group=GROUP_PRINTING,
        ),
        Flag(
            "dump-irdl",
            "Write the dialects neuron and penguin as IRDL and do nothing else",
            group=GROUP_INFORMATION,
        ),
    )

    def run_instead(self, arguments: ParsedArguments) -> str | None:
        if not arguments.boolean("dump-irdl"):
            return None
        from ..dialects.neuron import NEURON
        from ..dialects.penguin import PENGUIN
        from ..passes.portable.irdl_export import irdl_text

        return irdl_text((NEURON, PENGUIN))

    def __init__(self) -> None:
        self._definitions: list[tuple[str, ModuleOp]] = []

    def check(self, arguments: ParsedArguments) -> None:
        paths = arguments.texts("irdl-file")
        if not paths:
            return
        from ..passes.manager.diagnostics import DiagnosticEngine
        from ..passes.portable.irdl_import import load_irdl

        engine = DiagnosticEngine(colour=arguments.boolean("color") if arguments.is_given("color") else None)
        for path in paths:
            module = load_irdl(path, engine)
            if module is None:
                raise CommandLineError(f"--irdl-file: no dialect can be made of '{path}'")
            self._definitions.append((path, module))

    def configure(self, context: OptContext, arguments: ParsedArguments) -> None:
        context.register_dialect(_VARIADIC_DIALECT, _variadic_dialect)
        if not self._definitions:
            return
        from ..passes.portable.irdl_import import dialects_of

        for path, module in self._definitions:
            for dialect in dialects_of(module, context):
                # A dialect of xDSL or of a plug-in gives way, one of ours does not.
                if dialect.name == "builtin" or dialect.name in context.dialect_names():
                    raise CommandLineError(f"--irdl-file: '{path}' defines '{dialect.name}', a dialect that exists")
                context.register_dialect(dialect.name, partial(_same, dialect))

    def print_module(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> str | None:
        if not arguments.boolean("print-portable"):
            return None
        from ..passes.portable.printer import portable_text

        try:
            return portable_text(
                module,
                debug_info=arguments.boolean("mlir-print-debuginfo"),
                dialects=context.loaded_dialects,
            )
        except ValueError as failure:
            raise CommandLineError(f"--print-portable: {failure}") from None
