"""`--verify-rewrites`: proves what every rewrite of access patterns declares to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..passes.manager.driver import Extension
from ..passes.manager.driver_flags import GROUP_PIPELINE
from ..passes.manager.flags import CommandLineError, Flag, FlagKind, ParsedArguments

if TYPE_CHECKING:
    from ..passes.manager.context import OptContext


class VerifyRewritesExtension(Extension):
    """The flags `--verify-rewrites` and `--verify-rewrites-budget`."""

    flags = (
        Flag(
            "verify-rewrites",
            "Prove the relation that each rewrite of access patterns declares; one that does not hold is an error",
            group=GROUP_PIPELINE,
        ),
        Flag(
            "verify-rewrites-budget",
            "Elements that the proof of one rewrite may enumerate where the algebra does not decide (default 65536)",
            FlagKind.INTEGER,
            metavar="count",
            group=GROUP_PIPELINE,
        ),
    )

    def check(self, arguments: ParsedArguments) -> None:
        if arguments.is_given("verify-rewrites-budget") and not arguments.boolean("verify-rewrites"):
            raise CommandLineError("--verify-rewrites-budget needs --verify-rewrites")

    def configure(self, context: OptContext, arguments: ParsedArguments) -> None:
        if not arguments.boolean("verify-rewrites"):
            return
        from ..dialects.neuron.strided_set import ENUMERATION_BUDGET
        from ..passes.verify_rewrites.listener import RewriteVerifier

        budget = arguments.integer("verify-rewrites-budget")
        context.rewrite_listeners.append(RewriteVerifier(context, ENUMERATION_BUDGET if budget is None else budget))
