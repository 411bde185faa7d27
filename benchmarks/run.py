"""Runs the benchmarks: one command, a table on the screen, the figures as JSON.

    python benchmarks/run.py                     everything
    python benchmarks/run.py --only start-up     one part: start-up, end-to-end, phases, growth, algebra, lit
    python benchmarks/run.py --quick             fewer runs and smaller modules
    python benchmarks/run.py --write             put the table into docs/performance.md, the figures beside it

neuron-opt runs from a wheel in an environment of its own. The same work runs in one go with what it is compared to:
`xdsl-opt` with the same passes by way of the plug-in, and real `mlir-opt` where it can read the text. Only ratios
of one run mean anything; nothing here passes or fails.
"""

import argparse
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import inputs
from measure import CommandFailed, best, compare, run

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "llama-3.1-8b-tp8-prefill.mlir"


@dataclass
class Table:
    """One table of the report."""

    title: str
    columns: Sequence[str]
    rows: list[list[str]] = field(default_factory=list[list[str]])
    note: str = ""

    def markdown(self) -> str:
        """The table in Markdown."""
        lines = [f"### {self.title}", ""]
        if self.note:
            lines += [self.note, ""]
        lines += ["| " + " | ".join(self.columns) + " |", "|" + "---|" * len(self.columns)]
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines)


@dataclass
class Bench:
    """Where things are, and how often to run."""

    folder: Path
    neuron_opt: str
    xdsl_opt: str
    python: str
    mlir_opt: str | None
    runs: int
    scale: int
    """What sizes are divided by."""
    figures: dict[str, Any] = field(default_factory=dict[str, Any])

    def size(self, count: int) -> int:
        """A number of operations, smaller in a quick run."""
        return max(count // self.scale, 100)


def prepare(folder: Path, runs: int, scale: int) -> Bench:
    """Build a wheel, install it into an environment of its own, find the other tools."""
    environment = folder / "environment"
    print("building a wheel and installing it ...", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = environment / "bin" / "python"
    source = folder / "source"
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".git", ".venv*", "build", "dist", "Output", "__pycache__")
    )
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(source)]
    subprocess.run(install, check=True)
    binaries = environment / "bin"
    return Bench(
        folder, str(binaries / "neuron-opt"), str(binaries / "xdsl-opt"), str(python), _mlir_opt(), runs, scale
    )


def _mlir_opt() -> str | None:
    for entry in sys.path:
        candidate = Path(entry) / "mlir" / "bin" / "mlir-opt"
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return str(candidate)
    return shutil.which("mlir-opt")


def _seconds(value: float) -> str:
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def start_up(bench: Bench) -> list[Table]:
    """How long a run takes that has next to nothing to do."""
    empty = inputs.write(bench.folder, "empty", "module {\n}\n")
    table = Table("Start-up", ("run", "neuron-opt", "compared to", "takes", "neuron-opt / it"))
    runs = max(bench.runs * 3, 5)
    cases: list[tuple[str, list[str], str, list[str]]] = [
        ("empty module", [bench.neuron_opt, str(empty)], "xdsl-opt", [bench.xdsl_opt, str(empty)]),
        (
            "one example, --lower-macros",
            [bench.neuron_opt, str(EXAMPLE), "--lower-macros"],
            "xdsl-opt, same pass",
            [bench.xdsl_opt, str(EXAMPLE), "-p", "lower-macros"],
        ),
        (
            "empty module",
            [bench.neuron_opt, str(empty)],
            "python -c pass",
            [bench.python, "-c", "pass"],
        ),
    ]
    if bench.mlir_opt:
        cases.append(("empty module", [bench.neuron_opt, str(empty)], "mlir-opt", [bench.mlir_opt, str(empty)]))
    for name, ours, other, theirs in cases:
        result = compare(ours, theirs, runs)
        table.rows.append([name, _seconds(result.ours), other, _seconds(result.theirs), f"{1 / result.ratio:.2f}"])
        bench.figures[f"start-up / {name} / {other}"] = 1 / result.ratio
    return [table]


def end_to_end(bench: Bench) -> list[Table]:
    """Whole runs beside xdsl-opt with the same passes, and plain reading beside mlir-opt."""
    count = bench.size(10_000)
    write = inputs.write
    spelled = write(bench.folder, "macros-spelled", inputs.macros(count, aliases=False))
    aliased = write(bench.folder, "macros-aliased", inputs.macros(count, aliases=True))
    generic = write(bench.folder, "generic", inputs.generic(count))
    compute = write(bench.folder, "compute", inputs.compute(count))
    lowered = bench.folder / "lowered.mlir"
    run([bench.neuron_opt, str(spelled), "--lower-macros", "-o", str(lowered)])
    model = write(bench.folder, "model", whole_model(80))
    lower = ["--lower-macros"]
    cases: list[tuple[str, Path, list[str], list[str]]] = [
        (f"{count:,} macros, types spelled out, lower-macros", spelled, lower, ["-p", "lower-macros"]),
        (f"{count:,} macros, type aliases, lower-macros", aliased, lower, ["-p", "lower-macros"]),
        ("80 decoder layers, lower-macros", model, lower, ["-p", "lower-macros"]),
        (
            f"{count:,} reductions, lowered and legalised",
            compute,
            ["--lower-compute", "--legalize-access-patterns"],
            ["-p", "lower-compute,legalize-access-patterns"],
        ),
        (f"{count:,} plain generic operations", generic, [], []),
        (f"a lowered module of {count:,} nodes, read again", lowered, [], []),
    ]
    table = Table(
        "End to end, beside xdsl-opt",
        ("work", "neuron-opt", "xdsl-opt", "times faster", "memory"),
        note="Whole processes: reading, verifying, the passes, verifying again, printing.",
    )
    for name, path, ours, theirs in cases:
        try:
            result = compare([bench.neuron_opt, str(path), *ours], [bench.xdsl_opt, str(path), *theirs], bench.runs)
        except CommandFailed as failure:
            table.rows.append([name, "failed", str(failure).splitlines()[1][:80], "", ""])
            continue
        memory = f"{result.memory_ours / 2**20:.0f} / {result.memory_theirs / 2**20:.0f} MiB"
        table.rows.append([name, _seconds(result.ours), _seconds(result.theirs), f"{result.ratio:.1f}", memory])
        bench.figures[f"end-to-end / {name}"] = result.ratio
    tables = [table]
    if bench.mlir_opt:
        tables.append(_beside_mlir_opt(bench, generic, spelled, count))
    return tables


def _beside_mlir_opt(bench: Bench, generic: Path, macros: Path, count: int) -> Table:
    assert bench.mlir_opt is not None
    table = Table(
        "Reading, verifying and printing, beside mlir-opt (C++)",
        ("work", "neuron-opt", "mlir-opt", "mlir-opt is faster by"),
    )
    portable = bench.folder / "portable.mlir"
    irdl = bench.folder / "neuron.irdl"
    irdl.write_bytes(subprocess.run([bench.neuron_opt, "--dump-irdl"], check=True, capture_output=True).stdout)
    run([bench.neuron_opt, str(macros), "--print-portable", "-o", str(portable)])
    cases = [
        (f"{count:,} plain generic operations", [str(generic)], [str(generic)]),
        (f"{count:,} macros in the portable form", [str(portable)], [f"--irdl-file={irdl}", str(portable)]),
    ]
    for name, ours, theirs in cases:
        result = compare([bench.neuron_opt, *ours], [bench.mlir_opt, *theirs], bench.runs)
        table.rows.append([name, _seconds(result.ours), _seconds(result.theirs), f"{1 / result.ratio:.0f}"])
        bench.figures[f"mlir-opt / {name}"] = 1 / result.ratio
    return table


def whole_model(layers: int) -> str:
    """The example's layer, once a layer of the model."""
    text = EXAMPLE.read_text(encoding="utf-8")
    head, _, rest = text.partition("  func.func @prefill_layer")
    body, _, _ = rest.rpartition("}\n")
    return head + "".join(f"  func.func @layer_{index}{body}" for index in range(layers)) + "}\n"


def phases(bench: Bench) -> list[Table]:
    """What each phase of a run takes, by the driver's own timing."""
    count = bench.size(10_000)
    path = inputs.write(bench.folder, "phases", inputs.macros(count, aliases=False))
    report = subprocess.run(
        [
            bench.neuron_opt, str(path), "--lower-macros", "-o", os.devnull,
            "--mlir-timing", "--mlir-timing-display=list",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stderr  # fmt: skip
    table = Table(f"Phases of lowering {count:,} macros", ("phase", "share"))
    for line in report.splitlines():
        parts = line.split()
        if len(parts) >= 4 and parts[1] == "(" and parts[2].endswith("%)"):
            table.rows.append([" ".join(parts[3:]), parts[2].rstrip(")")])
        elif len(parts) >= 3 and parts[1].startswith("(") and parts[1].endswith("%)"):
            table.rows.append([" ".join(parts[2:]), parts[1].strip("()")])
    return [table]


def exponent(points: Sequence[tuple[int, float]]) -> float:
    """The slope of a straight line through the points on logarithmic axes."""
    logs = [(math.log(count), math.log(seconds)) for count, seconds in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def growth(bench: Bench) -> list[Table]:
    """How the cost grows with the size, start-up taken off."""
    empty = inputs.write(bench.folder, "empty", "module {\n}\n")
    idle = best([bench.neuron_opt, str(empty)], 5)
    table = Table(
        "Growth",
        ("shape", "1k", "10k", "100k", "exponent", "memory an operation"),
        note="Processor time above that of an empty module; the exponent is fitted over the three sizes.",
    )
    passes = {
        "macros": ["--lower-macros"],
        "compute": ["--lower-compute", "--legalize-access-patterns"],
        "operands": ["--allow-unregistered-dialect"],
        "attribute": ["--allow-unregistered-dialect"],
    }
    for shape, make in inputs.GROWTH.items():
        points: list[tuple[int, float]] = []
        peak = 0
        for count in (1_000, 10_000, 100_000):
            size = bench.size(count) if bench.scale > 1 else count
            path = inputs.write(bench.folder, "growth", make(size))
            command = [bench.neuron_opt, str(path), "-o", os.devnull, *passes.get(shape, [])]
            try:
                measured = best(command, 3 if count < 100_000 else 1)
            except CommandFailed as failure:
                print(failure, file=sys.stderr)
                break
            points.append((size, max(measured.processor - idle.processor, 0.001)))
            peak = measured.peak_memory
        if len(points) < 3:
            table.rows.append([shape, *["failed"] * 5])
            continue
        slope = exponent(points)
        per_operation = (peak - idle.peak_memory) / points[-1][0]
        table.rows.append(
            [shape, *(_seconds(seconds) for _, seconds in points), f"{slope:.2f}", f"{per_operation / 1024:.1f} KiB"]
        )
        bench.figures[f"growth / {shape}"] = slope
    depth = bench.size(10_000)
    path = inputs.write(bench.folder, "nesting", inputs.nesting(depth))
    deep = best([bench.neuron_opt, str(path), "--allow-unregistered-dialect", "-o", os.devnull], 3)
    table.rows.append([f"nesting, {depth:,} levels", "", _seconds(deep.processor - idle.processor), "", "", ""])
    return [table]


def algebra(bench: Bench) -> list[Table]:
    """Access patterns a second, at the level of sets and through attributes."""
    script = Path(__file__).with_name("algebra.py")
    output = subprocess.run([bench.python, str(script)], check=True, capture_output=True, text=True).stdout
    figures: dict[str, float] = json.loads(output)
    table = Table("Access patterns", ("what", "a second"))
    for name, rate in figures.items():
        table.rows.append([name, f"{rate:,.0f}"])
        bench.figures[f"algebra / {name}"] = rate
    return [table]


def lit_suite(bench: Bench) -> list[Table]:
    """The FileCheck suite through the shell and in process."""
    suite = ROOT / "test" / "lit"
    lit = Path(sys.executable).with_name("lit")
    in_process = [str(lit), "-q", "-j1", str(suite)]
    shell = [str(lit), "-q", "-j1", "--param", "shell=1", str(suite)]
    result = compare(in_process, shell, max(bench.runs // 3, 1))
    table = Table("The FileCheck suite, one worker", ("in process", "through the shell", "times faster"))
    table.rows.append([_seconds(result.wall_ours), _seconds(result.wall_theirs), f"{result.ratio:.1f}"])
    bench.figures["lit / in process"] = result.ratio
    return [table]


PARTS: dict[str, Callable[[Bench], list[Table]]] = {
    "start-up": start_up,
    "end-to-end": end_to_end,
    "phases": phases,
    "growth": growth,
    "algebra": algebra,
    "lit": lit_suite,
}

REPORT = ROOT / "docs" / "performance.md"
MARK = "<!-- figures: written by `python benchmarks/run.py --write`, do not edit below -->"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts that are asked for; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", action="append", choices=list(PARTS), help="run this part (may be repeated)")
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs a comparison (default: 5)")
    parser.add_argument("--quick", action="store_true", help="fewer runs, modules a tenth of the size")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        bench = prepare(Path(folder), 2 if options.quick else options.runs, 10 if options.quick else 1)
        tables: list[Table] = []
        for name in options.only or PARTS:
            print(f"{name} ...", file=sys.stderr)
            tables += PARTS[name](bench)
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors."
    report = "\n\n".join([machine, *(table.markdown() for table in tables)])
    print(report)
    if options.json:
        options.json.write_text(json.dumps(bench.figures, indent=2) + "\n", encoding="utf-8")
    if options.write:
        head, _, _ = REPORT.read_text(encoding="utf-8").partition(MARK)
        REPORT.write_text(f"{head}{MARK}\n\n{report}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
