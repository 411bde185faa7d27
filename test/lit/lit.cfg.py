"""lit configuration: FileCheck tests, each a RUN line `neuron-opt … %s | filecheck %s`."""

# pyright: basic, reportUndefinedVariable=false
# ruff: noqa: F821 - lit gives `config` and `lit_config` to this file

import os
import sys
from pathlib import Path

import lit.formats

from neuron_opt.testing import InProcessTest

config.name = "neuron-opt"
# `lit --param shell=1` (or the environment variable NEURON_OPT_LIT_SHELL=1) has every RUN line run by lit's shell.
uses_shell = lit_config.params.get("shell", os.environ.get("NEURON_OPT_LIT_SHELL", "")) not in ("", "0")
config.test_format = lit.formats.ShTest() if uses_shell else InProcessTest()
config.test_source_root = str(Path(__file__).parent)
# Nothing is written beside the tests; a folder of this name is never searched for tests, nor put under
# version control.
config.test_exec_root = str(Path(__file__).parent / "Output")
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]

# The tools of the Python that runs lit come first, so that a test never meets those of another installation.
tools = str(Path(sys.executable).parent)
config.environment["PATH"] = os.pathsep.join((tools, config.environment.get("PATH", os.environ["PATH"])))
# A terminal's colours and the user's settings must not change what a test sees.
for name in ("NO_COLOR", "FILECHECK_OPTS", "LIT_OPTS"):
    config.environment.pop(name, None)

config.substitutions.append(("%{python}", sys.executable))
