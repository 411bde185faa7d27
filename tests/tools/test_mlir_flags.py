"""Every flag of mlir-opt that is not LLVM's is here, or stands in the table with the reason.

mlir-opt is linked with LLVM's optimiser and code generators, whose flags it lists too. Which those are is not ours to
say: LLVM's own tools, of the same release, list the same rows.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from neuron_opt.passes.canonicalize import CanonicalizePass
from neuron_opt.passes.cse import CSEPass
from neuron_opt.passes.manager.driver_flags import ABSENT, ABSENT_PASSES, FLAGS
from neuron_opt.passes.manager.flags import Flag
from neuron_opt.passes.manager.pass_base import Pass, option_declarations
from neuron_opt.tools.opt_main import extensions

ROW = re.compile(r"^  --?(?P<name>[A-Za-z][\w.-]*)(?P<value>\S*).*? - +(?P<help>.*)$")

SHARED_WITH_OPT = {"load-pass-plugin", "o"}
"""Flags that mlir-opt and LLVM's opt describe in the same words."""

DIALECT_INDEPENDENT = {
    *("bubble-down-memory-space-casts", "canonicalize", "composite-fixed-point-pass", "control-flow-sink", "cse"),
    *("generate-runtime-verification", "inline", "loop-invariant-code-motion", "loop-invariant-subset-hoisting"),
    *("mem2reg", "print-ir", "print-op-stats", "remove-dead-values", "sccp", "snapshot-op-locations", "sroa"),
    *("strip-debuginfo", "symbol-dce", "symbol-privatize", "topological-sort", "view-op-graph"),
}
"""The passes of mlir/include/mlir/Transforms/Passes.td, release 22."""


class Row(NamedTuple):
    """One flag as a tool lists it."""

    help: str
    takes_value: bool
    words: tuple[str, ...]


def listed(tool: Path) -> dict[str, Row]:
    """The flags of one of LLVM's tools; those that are indented more are passes and their options."""
    text = subprocess.run([tool, "--help-hidden"], capture_output=True, text=True, check=True).stdout
    rows: dict[str, Row] = {}
    name = ""
    for line in text.splitlines():
        match = ROW.match(line)
        if match is not None:
            name = match["name"]
            rows[name] = Row(match["help"], "=<" in match["value"], ())
        elif (word := re.match(r"^    =([\w-]+) ", line)) is not None and name:
            rows[name] = rows[name]._replace(words=(*rows[name].words, word[1]))
    return rows


def passes(tool: Path) -> dict[str, set[str]]:
    """The passes that mlir-opt lists, each with its options."""
    text = subprocess.run([tool, "--help-hidden"], capture_output=True, text=True, check=True).stdout
    text = text.partition("\n    Passes:\n")[2].partition("\n    Pass Pipelines:\n")[0]
    found: dict[str, set[str]] = {}
    name = ""
    for indentation, flag in re.findall(r"^( +)--([a-z0-9-]+)", text, re.MULTILINE):
        if len(indentation) == 6:
            name = flag
            found[name] = set()
        else:
            found[name].add(flag)
    return found


@pytest.fixture(scope="module")
def theirs(mlir_opt: Path) -> dict[str, Row]:
    return listed(mlir_opt)


@pytest.fixture(scope="module")
def of_llvm(llvm_filecheck: Path) -> set[tuple[str, str]]:
    """The rows of LLVM's optimiser and code generators: name and help."""
    return {
        (name, row.help) for tool in ("opt", "llc", "lli") for name, row in listed(llvm_filecheck.parent / tool).items()
    }


@pytest.fixture(scope="module")
def of_support(llvm_filecheck: Path) -> set[str]:
    """The names of the flags that every tool of LLVM has, FileCheck among them: of its library for command lines."""
    return set(listed(llvm_filecheck))


def flags() -> dict[str, Flag]:
    every = (*FLAGS, *(flag for extension in extensions() for flag in extension.flags))
    return {name: flag for flag in every for name in (flag.name, *flag.aliases)}


def test_every_flag_is_here_or_has_a_reason(
    theirs: dict[str, Row], of_llvm: set[tuple[str, str]], of_support: set[str]
) -> None:
    own = {name for name, row in theirs.items() if (name, row.help) not in of_llvm}
    # Were the tools not of one release, most of LLVM's flags would seem to be mlir-opt's own.
    assert 50 < len(own) < 100 < len(theirs)
    assert {"p", "verify-each", "mlir-timing", "irdl-file"} <= own
    wanted = own | (of_support & set(theirs)) | SHARED_WITH_OPT
    assert set(theirs) >= SHARED_WITH_OPT
    assert sorted(wanted - set(flags()) - set(ABSENT)) == []


def test_no_flag_is_both_here_and_missing() -> None:
    assert sorted(set(flags()) & set(ABSENT)) == []


def test_the_table_has_no_flags_that_mlir_opt_does_not_have(theirs: dict[str, Row]) -> None:
    assert sorted(set(ABSENT) - set(theirs)) == []
    # mlir-opt prints aliases unless it is told not to; here it is the other way round.
    assert [name for name in flags() if name.startswith("mlir-") and name not in theirs] == ["mlir-print-aliases"]


def test_flags_take_what_they_take_in_mlir_opt(theirs: dict[str, Row]) -> None:
    """Words have to be the same ones, and what is a switch there is none that needs a value here."""
    checked = 0
    for name, flag in flags().items():
        row = theirs.get(name)
        if row is None:
            continue
        if row.words and flag.choices:
            assert set(flag.choices) == set(row.words), name
            checked += 1
        if not row.takes_value and name not in ("o", "p", "debug-counter", "split-input-file"):
            # The value of these few is written otherwise in the list.
            assert flag.kind.value in ("boolean", "optional string"), name
    assert checked >= 4


def test_every_pass_for_any_dialect_is_here_or_has_a_reason(mlir_opt: Path) -> None:
    assert set(passes(mlir_opt)) >= DIALECT_INDEPENDENT
    assert DIALECT_INDEPENDENT - {"canonicalize", "cse"} == set(ABSENT_PASSES)


@pytest.mark.parametrize(("pass_class", "missing"), [(CanonicalizePass, {"region-simplify"}), (CSEPass, set[str]())])
def test_passes_have_the_options_of_mlir_opt(mlir_opt: Path, pass_class: type[Pass], missing: set[str]) -> None:
    ours = {declaration.name for declaration in option_declarations(pass_class)}
    assert passes(mlir_opt)[pass_class.name] - ours == missing
