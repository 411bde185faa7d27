"""Counters that passes declare and bump while they run, kept per pass instance.

A pass declares its counters in ``Pass.statistics`` (name to description) and bumps them with ``Pass.count``.
The numbers live here, not in the pass, because passes are frozen: the same pass object may run on many
anchors and in many modules. The report (``--mlir-pass-statistics``) is made by
``instrumentation.statistics_report``.
"""

from collections.abc import Mapping


class StatisticsTable:
    """Counts per pass instance.

    Instances are told apart by identity: two ``canonicalize`` in one pipeline have two rows.
    """

    # What else is counted in a run may be kept beside the table for as long as it lives.
    __slots__ = ("__weakref__", "_counts", "_owners")

    def __init__(self) -> None:
        self._counts: dict[int, dict[str, int]] = {}
        # Keeps the pass objects alive, so that an id is never reused for another pass.
        self._owners: dict[int, object] = {}

    def add(self, owner: object, name: str, amount: int = 1) -> None:
        """Adds ``amount`` to the counter ``name`` of the pass ``owner``."""
        key = id(owner)
        counts = self._counts.get(key)
        if counts is None:
            counts = self._counts[key] = {}
            self._owners[key] = owner
        counts[name] = counts.get(name, 0) + amount

    def of(self, owner: object) -> Mapping[str, int]:
        """The counters of one pass; those that never moved are not in it."""
        return self._counts.get(id(owner), {})

    def owners(self) -> tuple[object, ...]:
        """Every pass that counted something, in the order of its first count."""
        return tuple(self._owners.values())
