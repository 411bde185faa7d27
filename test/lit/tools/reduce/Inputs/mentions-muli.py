"""Interesting (exit code 1) is what has a multiplication in it."""

import sys
from pathlib import Path

sys.exit("arith.muli" in Path(sys.argv[-1]).read_text(encoding="utf-8"))
