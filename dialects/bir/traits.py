"""Traits of Backend IR instructions."""

from dataclasses import dataclass

from xdsl.traits import OpTrait


@dataclass(frozen=True)
class OpaqueInstruction(OpTrait):
    """
    An instruction of the opaque band (opcodes 53 to 57): the scheduler knows its latency and nothing of its inside.

    Source: reverse-engineering notes on neuronx_cc 2.24 (the "Custom / Extension" band of the opcode enumeration).
    """
