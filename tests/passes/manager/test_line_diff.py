"""The diff of dumps: it is right, it is small, and its time grows with the length of the texts."""

from __future__ import annotations

import random
import re
import time
from difflib import unified_diff as difference_of_python

from neuron_opt.passes.manager.instrumentation.line_diff import unified_diff


def applied(before: list[str], diff: list[str]) -> list[str]:
    """What a diff makes of a text."""
    result: list[str] = []
    place = 0
    for line in diff[2:]:
        header = re.fullmatch(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@", line)
        if header is not None:
            start = int(header[1]) - (header[2] != "0")
            result += before[place:start]
            place = start
        elif line.startswith("+"):
            result.append(line[1:])
        else:
            assert before[place] == line[1:]
            if line.startswith(" "):
                result.append(line[1:])
            place += 1
    return result + before[place:]


def test_a_diff_makes_one_text_of_the_other() -> None:
    numbers = random.Random(1)
    for _ in range(2000):
        before = [f"l{numbers.randrange(12)}" for _ in range(numbers.randrange(25))]
        after = [line for line in before if numbers.random() < 0.8]
        for _ in range(numbers.randrange(4)):
            after.insert(numbers.randint(0, len(after)), f"l{numbers.randrange(16)}")
        diff = list(unified_diff(before, after, "a", "b"))
        assert bool(diff) == (before != after)
        assert applied(before, diff) == after


def test_a_simple_change_is_what_python_says() -> None:
    before = [f"line {number}" for number in range(40)]
    after = [*before[:10], "new", *before[11:30], *before[32:]]
    assert list(unified_diff(before, after, "a", "b")) == list(
        difference_of_python(before, after, "a", "b", lineterm="")
    )


def test_changes_are_grouped_as_python_groups_them() -> None:
    numbers = random.Random(2)
    for _ in range(500):
        before = [f"line {number}" for number in range(60)]
        after = [line for line in before if numbers.random() < 0.9]
        expected = list(difference_of_python(before, after, "a", "b", lineterm=""))
        assert list(unified_diff(before, after, "a", "b")) == expected


def test_many_changes_take_no_longer_each() -> None:
    before = [line for number in range(20_000) for line in (f"func @f{number}", "  constant", "  return", "}")]
    after = [line for line in before if line != "  constant"]
    begin = time.process_time()
    diff = list(unified_diff(before, after, "a", "b"))
    # Comparing all with all would take many minutes.
    assert time.process_time() - begin < 20
    assert sum(line == "-  constant" for line in diff) == 20_000
