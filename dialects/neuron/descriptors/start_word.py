"""ADDR4: the 32-bit word in which a descriptor says where its operand starts.

| bits | meaning |
|---|---|
| 0 to 28 | byte address; bits 25 to 28 zero: SBUF, 0x2000000 to 0x23fffff: PSUM |
| 29 | an index: where the operand starts is read from memory |
| 30 | the address is active: it changes while the instruction runs |
| 31 | register mode: the low bits are the number of the register that holds the address |

In SBUF a partition is 0x40000 bytes of addresses, in PSUM 0x8000, of which a bank is 0x800. Source: reverse-engineering
notes on neuronx_cc 2.24 (the encoder's address computation and the validators of start words).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from .error import DescriptorError

if TYPE_CHECKING:
    from ..target import Limits

SBUF_PARTITION_SHIFT = 18
PSUM_BASE = 0x2000000
PSUM_LAST = 0x23FFFFF
PSUM_PARTITION_SHIFT = 15
PSUM_BANK_SHIFT = 11

ADDRESS_MASK = 0x1FFFFFFF
REGION_MASK = 0x1E000000
INDIRECT_BIT = 1 << 29
ACTIVE_BIT = 1 << 30
REGISTER_BIT = 1 << 31
REGISTER_MASK = 0xFF
NUM_REGISTERS = 64
MAX_WORD = 0xFFFFFFFF

OUT_OF_RANGE = "memory address out of uint32 range"


class Mode(Enum):
    """How a start word is to be taken."""

    STATIC = "static"
    INDIRECT = "indirect"
    ACTIVE = "active"
    UNUSED = "unused"
    REGISTER = "register"


class StartWord(NamedTuple):
    """A start word taken apart. `space`, `partition` and `byte` are empty, 0 and 0 where no region has the address."""

    word: int
    mode: Mode
    address: int = 0
    register: int = 0
    space: str = ""
    partition: int = 0
    byte: int = 0
    """Byte in the partition; in PSUM over all banks."""

    @property
    def text(self) -> str:
        """What the word says, in words."""
        if self.mode is Mode.REGISTER:
            return f"register {self.register}"
        place = f"address {self.address:#x}, in no memory"
        if self.space == "sbuf":
            place = f"sbuf partition {self.partition} byte {self.byte:#x}"
        elif self.space == "psum":
            bank, byte = divmod(self.byte, 1 << PSUM_BANK_SHIFT)
            place = f"psum partition {self.partition} bank {bank} byte {byte:#x}"
        return place if self.mode is Mode.STATIC else f"{self.mode.value} {place}"


def address_of(space: str, partition: int, byte: int) -> int:
    """
    The address of a byte of a partition of `sbuf` or `psum`; in PSUM `byte` counts over all banks.

    Raises DescriptorError for another memory and for an address that 32 bits do not hold.
    """
    if space == "sbuf":
        address = (partition << SBUF_PARTITION_SHIFT) + byte
    elif space == "psum":
        address = PSUM_BASE + (partition << PSUM_PARTITION_SHIFT) + byte
    else:
        raise DescriptorError(f"a descriptor addresses sbuf or psum, not {space}")
    if not 0 <= address <= MAX_WORD:
        raise DescriptorError(
            OUT_OF_RANGE, (f"partition {partition} byte {byte:#x} of {space} is at address {address:#x}",)
        )
    return address


def static_word(address: int) -> int:
    """
    The word of an address that is known.

    Raises DescriptorError for an address that 32 bits do not hold, or that reaches into the bits of the mode.
    """
    if not 0 <= address <= MAX_WORD:
        raise DescriptorError(OUT_OF_RANGE, (f"the address is {address:#x}",))
    if address > ADDRESS_MASK:
        raise DescriptorError(f"the address {address:#x} has more than the 29 bits that a start word has for it")
    return address


def register_word(register: int) -> int:
    """The word of an address that is in a register. Raises DescriptorError for a register that there is not."""
    if not 0 <= register < NUM_REGISTERS:
        raise DescriptorError(f"register {register} is outside [0, {NUM_REGISTERS - 1}]")
    return REGISTER_BIT | register


def read_start_word(word: int) -> StartWord:
    """Take a start word apart, legal or not. Raises DescriptorError for a number of more than 32 bits."""
    if not 0 <= word <= MAX_WORD:
        raise DescriptorError(OUT_OF_RANGE, (f"the start word is {word:#x}",))
    if word & REGISTER_BIT:
        return StartWord(word, Mode.REGISTER, register=word & REGISTER_MASK)
    modes = {0: Mode.STATIC, INDIRECT_BIT: Mode.INDIRECT, ACTIVE_BIT: Mode.ACTIVE}
    mode = modes.get(word & (INDIRECT_BIT | ACTIVE_BIT), Mode.UNUSED)
    address = word & ADDRESS_MASK
    if not address & REGION_MASK:
        byte = address & ((1 << SBUF_PARTITION_SHIFT) - 1)
        return StartWord(word, mode, address, 0, "sbuf", address >> SBUF_PARTITION_SHIFT, byte)
    if PSUM_BASE <= address <= PSUM_LAST:
        inside = address - PSUM_BASE
        byte = inside & ((1 << PSUM_PARTITION_SHIFT) - 1)
        return StartWord(word, mode, address, 0, "psum", inside >> PSUM_PARTITION_SHIFT, byte)
    return StartWord(word, mode, address)


def check_start_word(start: StartWord, limits: Limits, alignment: int = 1) -> tuple[str, ...]:
    """Everything that a validator holds against a start word on a target; `alignment` is the wire type's, in bytes."""
    if start.mode is Mode.REGISTER:
        if start.word & ~(REGISTER_BIT | (NUM_REGISTERS - 1)):
            return (f"register mode has bits 6 to 30 set ({start.word:#010x}); there are {NUM_REGISTERS} registers",)
        return ()
    problems: list[str] = []
    if start.mode is Mode.UNUSED:
        problems.append("bits 29 and 30 are both set, no mode is so")
    if not start.space:
        problems.append(f"the address {start.address:#x} lies neither in sbuf nor in psum")
    if start.space == "sbuf" and start.mode is Mode.ACTIVE:
        problems.append("an active address lies in psum; in sbuf the address of a run-time start is in a register")
    size = limits.psum_bytes_per_partition if start.space == "psum" else limits.sbuf_bytes_per_partition
    if start.space and start.byte >= size:
        problems.append(
            f"byte {start.byte:#x} is beyond a partition, {start.space} of {limits.name} has {size:#x} bytes in one"
        )
    if start.address % alignment:
        problems.append(misaligned(start.address, alignment))
    return tuple(problems)


def misaligned(address: int, alignment: int) -> str:
    """That an address is not a multiple of its wire type's alignment."""
    return f"Access must be aligned to datatype, the start {address:#x} is not a multiple of {alignment} bytes"
