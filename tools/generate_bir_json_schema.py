"""Writes `docs/bir-json.schema.json`, the JSON Schema of BIR-JSON, out of the catalogue of instructions.

Run `python -m neuron_opt.tools.generate_bir_json_schema` after changing the catalogue; with `--check` nothing is
written and the exit code says whether the file is fresh.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ..passes.bir_json.schema import schema

SCHEMA = Path(__file__).parents[1] / "docs" / "bir-json.schema.json"


def schema_text() -> str:
    """The text that the file should have."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the file, or with `--check` compares it."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words not in ([], ["--check"]):
        print("usage: python -m neuron_opt.tools.generate_bir_json_schema [--check]", file=sys.stderr)
        return 2
    text = schema_text()
    if not words:
        SCHEMA.write_text(text, encoding="utf-8")
        return 0
    if SCHEMA.exists() and SCHEMA.read_text(encoding="utf-8") == text:
        return 0
    print(f"docs/{SCHEMA.name} is not fresh; run python -m neuron_opt.tools.generate_bir_json_schema", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
