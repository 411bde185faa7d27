"""The `bir` dialect: what the backend takes."""

from ..neuron.lazy_dialect import LazyDialect

BIR = LazyDialect(
    "bir",
    __name__,
    operations={
        "bir.bir_kernel": ".kernel_nodes:BirKernelOp",
        "bir.nki_kernel": ".kernel_nodes:NkiKernelOp",
        "bir.nki_klir_kernel": ".kernel_nodes:NkiKlirKernelOp",
    },
    attributes={
        "bir.address_rotation_scope": ".words:AddressRotationScopeAttr",
        "bir.kernel_source": ".words:KernelSourceAttr",
    },
)
"""The `bir` dialect."""
