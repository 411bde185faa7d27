"""The registered pipeline `penguin-to-bir`: all the way from the tensoriser's hand-over to the backend's form."""

from dataclasses import dataclass

from .manager.pass_base import Pipeline, option


@dataclass(frozen=True)
class PenguinToBirPipeline(Pipeline):
    """Lowers macros and compute operations, legalises the access patterns of what came of them, and verifies.

    The options are those of `lower-macros` and `legalize-access-patterns` with the same names.
    """

    name = "penguin-to-bir"
    summary = "Lower everything of Penguin to legal Backend IR"

    tkg_threshold: int = option(
        default=96, help="Largest batch times sequence that counts as token generation (decode)"
    )
    nki_frontend: str = option(default="beta3", help="Front end of registry traces", choices=("beta3", "beta2"))
    double_row_flavour: str = option(
        default="gen3",
        help="Where the two rows of a double-row matmul are: the first free dimension, or the last",
        choices=("gen3", "legacy"),
    )

    def text(self) -> str:
        return (
            f"lower-macros{{tkg-threshold={self.tkg_threshold} nki-frontend={self.nki_frontend}}},"
            "lower-compute,"
            f"legalize-access-patterns{{double-row-flavour={self.double_row_flavour}}},"
            "verify"
        )
