"""Times whole processes: several runs after a warm-up, two commands in turn, ratios pair by pair."""

import os
import statistics
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    """One run of a command: wall and processor seconds, peak memory in bytes."""

    wall: float
    processor: float
    peak_memory: int


class CommandFailed(Exception):
    """A benchmarked command did not succeed; the message is what it wrote to standard error."""


def run(command: Sequence[str], environment: dict[str, str] | None = None) -> Run:
    """
    Run a command once, its output thrown away.

    Raises CommandFailed when it exits with anything else than 0.
    """
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment
    )
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        raise CommandFailed(f"{' '.join(command)}: exit code {process.returncode}\n{errors.decode()[:2000]}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


@dataclass(frozen=True)
class Comparison:
    """Two commands in turn: the medians of each, and the median of the ratios of their processor time, pair by pair."""

    ours: float
    theirs: float
    ratio: float
    wall_ours: float
    wall_theirs: float
    memory_ours: int
    memory_theirs: int


def compare(
    ours: Sequence[str], theirs: Sequence[str], runs: int, environment: dict[str, str] | None = None
) -> Comparison:
    """
    Time two commands A B A B ...; the ratio is theirs over ours, so that above 1 ours is faster.

    Processor time is compared: on a machine that others use too it means more than the time on the wall.
    """
    run(ours, environment)
    run(theirs, environment)
    pairs = [(run(ours, environment), run(theirs, environment)) for _ in range(runs)]
    return Comparison(
        ours=statistics.median(a.processor for a, _ in pairs),
        theirs=statistics.median(b.processor for _, b in pairs),
        ratio=statistics.median(b.processor / a.processor for a, b in pairs),
        wall_ours=statistics.median(a.wall for a, _ in pairs),
        wall_theirs=statistics.median(b.wall for _, b in pairs),
        memory_ours=max(a.peak_memory for a, _ in pairs),
        memory_theirs=max(b.peak_memory for _, b in pairs),
    )


def best(command: Sequence[str], runs: int, environment: dict[str, str] | None = None) -> Run:
    """The quickest of several runs, by processor time."""
    return min((run(command, environment) for _ in range(runs)), key=lambda each: each.processor)
