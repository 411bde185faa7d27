"""The enumerations of the kernel nodes, spelled as Backend IR serialises them.

Names and ordinals: reverse-engineering notes on neuronx_cc 2.24.
"""

from ..neuron.words import word_attribute

AddressRotationScopeAttr = word_attribute(
    "bir.address_rotation_scope",
    "How far the addresses of a kernel's buffers are rotated",
    "None Kernel Global",
    ordinals=range(3),
)
KernelSourceAttr = word_attribute(
    "bir.kernel_source",
    "The front end that a user's kernel comes from",
    "Beta1 Beta2 Beta3",
    ordinals=range(3),
)
