"""lit configuration: the RUN lines run inside lit's own processes."""

# pyright: basic, reportUndefinedVariable=false
# ruff: noqa: F821 - lit gives `config` to this file

import os
import sys
from pathlib import Path

from neuron_opt.testing import InProcessTest

config.name = "neuron-opt-watch"
config.test_format = InProcessTest()
config.suffixes = [".mlir"]
# The tools of the environment that lit is installed in.
config.environment["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), config.environment["PATH"]))
