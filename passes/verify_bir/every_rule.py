"""All rules together: importing the modules that declare them fills the tables."""

from __future__ import annotations

from . import operations, placement, structures
from .rules import RULES, STRUCTURE_RULES, Rule, StructureRule
from .unrolled import UNROLLED_RULES, UNROLLED_STRUCTURE_RULES

DECLARED_IN = (placement, operations, structures)
"""The modules that declare rules."""


def rules_of(after_unroll: bool = False) -> tuple[tuple[Rule, ...], tuple[StructureRule, ...]]:
    """The rules about instructions and those about structures; with `after_unroll`, also those that hold then."""
    rules, structure_rules = tuple(RULES), tuple(STRUCTURE_RULES)
    if after_unroll:
        return (*rules, *UNROLLED_RULES), (*structure_rules, *UNROLLED_STRUCTURE_RULES)
    return rules, structure_rules
