"""Every flag of mlir-opt that is not LLVM's is here, or stands in the table with the reason."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from neuron_opt.passes.manager.driver_flags import ABSENT, FLAGS
from neuron_opt.tools.opt_main import extensions

OPT_MAIN = (
    "allow-unregistered-dialect",
    "color",
    "dump-pass-pipeline",
    "elide-resource-data-from-bytecode",
    "emit-bytecode",
    "emit-bytecode-version",
    "help",
    "help-hidden",
    "help-list",
    "help-list-hidden",
    "irdl-file",
    "list-passes",
    "load-dialect-plugin",
    "load-pass-plugin",
    "log-actions-to",
    "log-mlir-actions-filter",
    "no-implicit-module",
    "output-split-marker",
    "pass-pipeline",
    "profile-actions-to",
    "remark-format",
    "remark-policy",
    "remarks-filter",
    "remarks-filter-analyse",
    "remarks-filter-failed",
    "remarks-filter-missed",
    "remarks-filter-passed",
    "remarks-output-file",
    "run-reproducer",
    "show-dialects",
    "split-input-file",
    "verify-diagnostics",
    "verify-each",
    "verify-roundtrip",
    "version",
)
"""The flags of mlir-opt itself whose names do not start with mlir-."""


def test_every_flag_is_here_or_has_a_reason(mlir_opt: Path) -> None:
    text = subprocess.run([mlir_opt, "--help-hidden"], capture_output=True, text=True, check=True).stdout
    theirs = set(re.findall(r"^ +--?([a-z][a-z0-9-]*)", text, re.MULTILINE))
    assert set(OPT_MAIN) <= theirs
    wanted = {*OPT_MAIN, "o", "p", *(name for name in theirs if name.startswith("mlir-"))}
    flags = (*FLAGS, *(flag for extension in extensions() for flag in extension.flags))
    ours = {name for flag in flags for name in (flag.name, *flag.aliases)}
    assert sorted(wanted - ours - set(ABSENT)) == []
    assert sorted(ours & set(ABSENT)) == []
