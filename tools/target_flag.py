"""`--target`: writes the target attribute on the module, and holds the module against the target."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..passes.manager.diagnostics import emit_warning, report_exception
from ..passes.manager.driver import Extension
from ..passes.manager.driver_flags import GROUP_INPUT
from ..passes.manager.flags import CommandLineError, Flag, FlagKind, ParsedArguments

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation

    from ..passes.manager.context import OptContext


_TARGET_MODULE = "neuron_opt.dialects.neuron.target"
_TARGET_ATTRIBUTE = "neuron.target"


class TargetExtension(Extension):
    """The `--target` flag."""

    flags = (
        Flag(
            "target",
            "Write #neuron.target<…> on the module before it is verified: trn2, or trn2:lnc=2,max_strides=5",
            FlagKind.STRING,
            metavar="target",
            group=GROUP_INPUT,
        ),
    )

    def check(self, arguments: ParsedArguments) -> None:
        if arguments.is_given("target"):
            from ..dialects.neuron.target import parse_target

            try:
                parse_target(arguments.text("target"))
            except ValueError as failure:
                raise CommandLineError(f"--target: {failure}") from None

    def prepare(self, context: OptContext, module: ModuleOp, arguments: ParsedArguments) -> None:
        if arguments.is_given("target"):
            from ..dialects.neuron.target import TARGET_ATTRIBUTE, parse_target

            module.attributes[TARGET_ATTRIBUTE] = parse_target(arguments.text("target"))
        if module.attributes and _TARGET_ATTRIBUTE not in module.attributes:
            _warn_of_misspelt_targets(context, module)

    def verify_module(self, context: OptContext, module: Operation) -> None:
        if _TARGET_MODULE not in sys.modules and _TARGET_ATTRIBUTE not in module.attributes:
            # Neither a target nor an operation that asks for one can be there: both import it.
            return
        from ..dialects.neuron.target import verify_target_gates

        for op, failure in verify_target_gates(module):
            report_exception(context, op, failure)


def _warn_of_misspelt_targets(context: OptContext, module: ModuleOp) -> None:
    """Any attribute may stand on a module; one that was to be the target would be passed over in silence."""
    from ..passes.manager.suggestions import closest

    dialect, _, wanted = _TARGET_ATTRIBUTE.rpartition(".")
    for name in module.attributes:
        if name.startswith(f"{dialect}.") and closest(name[len(dialect) + 1 :], (wanted,)) is not None:
            emit_warning(
                context,
                module,
                f"has attribute '{name}', which nothing reads; did you mean '{_TARGET_ATTRIBUTE}'?",
                property_name=name,
            )
