"""Translation takes at most twelve times the size of the file, beyond what the program itself takes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LIMIT = 12

_MEASURED = """
import sys
from neuron_opt.tools.translate_main import run
if run(sys.argv[1:]):
    sys.exit("the translation failed")
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def physical(number: int) -> Any:
    return {
        "kind": "physical_ap",
        "ap": [[512, 128], [1, 512 - number % 7]],
        "dtype": "float32",
        "memref": f"x{number % 20}",
        "memsetref": f"x{number % 20}_set",
    }


def function(name: str, instructions: int) -> Any:
    body = [
        {
            "opcode": "TensorTensor",
            "name": f"I-{number}",
            "engine": "DVE",
            "op": "add",
            "ins": [physical(number), physical(number + 1)],
            "outs": [physical(number + 2)],
            "dependencies": [[f"I-{number - 1}", "Flow"]] if number else [],
        }
        for number in range(instructions)
    ]
    allocations = [
        {
            "name": f"x{number}_set",
            "dtype": "float32",
            "tensor_shape": [128, 512],
            "memorylocations": [{"name": f"x{number}", "type": "SB"}],
        }
        for number in range(20)
    ]
    return {"name": name, "allocations": allocations, "blocks": [{"name": "Block1", "instructions": body}]}


def peak(*arguments: str) -> int:
    """The most memory, in bytes, that a translation held in a process of its own."""
    words = [sys.executable, "-c", _MEASURED, *arguments]
    finished = subprocess.run(words, capture_output=True, text=True, check=True)
    return int(finished.stdout) * 1024


# What getrusage says of a process goes back to the one that it was forked from.
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the most memory of a process stands in /proc")
@pytest.mark.parametrize(("functions", "instructions"), [(1, 3000), (3, 1000)], ids=["one function", "three functions"])
def test_memory_is_bounded_by_the_file(tmp_path: Path, functions: int, instructions: int) -> None:
    small, large = tmp_path / "small.json", tmp_path / "large.json"
    for path, size in ((small, 1), (large, instructions)):
        doc = {"version": 2, "functions": [function(f"f{number}", size) for number in range(functions)]}
        path.write_text(json.dumps(doc, separators=(",", ":")), encoding="utf-8")
    mlir, again = tmp_path / "large.mlir", tmp_path / "again.json"
    floor = peak("--bir-json-to-mlir", str(small), "-o", str(tmp_path / "small.mlir"))
    reading = peak("--bir-json-to-mlir", str(large), "-o", str(mlir)) - floor
    assert reading <= LIMIT * large.stat().st_size
    floor = peak("--mlir-to-bir-json", str(tmp_path / "small.mlir"), "-o", str(again))
    writing = peak("--mlir-to-bir-json", str(mlir), "-o", str(again)) - floor
    assert writing <= LIMIT * min(mlir.stat().st_size, again.stat().st_size)
