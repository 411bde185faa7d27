"""The concern *double row*, legacy flavour: the two rows are interleaved, the 2 is the last dimension."""

from typing import ClassVar

from ..access_builders.cayman_matmul_double_row_ap import ROWS
from ..verify_rewrites.relations import Permutation
from .double_row import CarveDoubleRow


class CarveLegacyDoubleRow(CarveDoubleRow):
    """
    Carves the trailing dimension of size 2 into `double_row`, which is enumerated before `free`.

    So the order of the walk changes, from (free, rows) to (rows, free). The distance between interleaved rows is not
    held against an alignment.
    """

    relation: ClassVar[object | None] = Permutation(ROWS)
    legacy: ClassVar[bool] = True
