"""The enumerations of the kernel nodes, spelled as Backend IR serialises them.

Names and ordinals: reverse-engineering notes on neuronx_cc 2.24.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from xdsl.irdl import irdl_attr_definition

from ..neuron.words import WordAttr


class AddressRotationScope(StrEnum):
    """How far the addresses of a kernel's buffers are rotated."""

    NONE = "None"
    KERNEL = "Kernel"
    GLOBAL = "Global"


@irdl_attr_definition
class AddressRotationScopeAttr(WordAttr[AddressRotationScope]):
    """How far the addresses of a kernel's buffers are rotated: `#bir.address_rotation_scope<Kernel>`."""

    name = "bir.address_rotation_scope"
    WORDS: ClassVar[type[StrEnum]] = AddressRotationScope
    ORDINALS: ClassVar[Mapping[str, int]] = {"None": 0, "Kernel": 1, "Global": 2}


class KernelSource(StrEnum):
    """The front end that a user's kernel comes from."""

    BETA1 = "Beta1"
    BETA2 = "Beta2"
    BETA3 = "Beta3"


@irdl_attr_definition
class KernelSourceAttr(WordAttr[KernelSource]):
    """The front end that a user's kernel comes from: `#bir.kernel_source<Beta3>`."""

    name = "bir.kernel_source"
    WORDS: ClassVar[type[StrEnum]] = KernelSource
    ORDINALS: ClassVar[Mapping[str, int]] = {"Beta1": 0, "Beta2": 1, "Beta3": 2}
