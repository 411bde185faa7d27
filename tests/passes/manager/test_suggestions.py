"""What a misspelt word was meant to be."""

from __future__ import annotations

import random

import pytest

from neuron_opt.passes.manager.suggestions import closest, did_you_mean, edit_distance


def naive_distance(left: str, right: str) -> int:
    """Optimal string alignment, straight from its definition."""
    table = [
        [max(row, column) if 0 in (row, column) else 0 for column in range(len(right) + 1)]
        for row in range(len(left) + 1)
    ]
    for row in range(1, len(left) + 1):
        for column in range(1, len(right) + 1):
            options = [
                table[row - 1][column] + 1,
                table[row][column - 1] + 1,
                table[row - 1][column - 1] + (left[row - 1] != right[column - 1]),
            ]
            if row > 1 and column > 1 and left[row - 2 : row] == right[column - 2 : column][::-1]:
                options.append(table[row - 2][column - 2] + 1)
            table[row][column] = min(options)
    return table[-1][-1]


def test_distance_is_the_naive_one_up_to_the_limit() -> None:
    choose = random.Random(7)
    for _ in range(3000):
        left, right = ("".join(choose.choices("abc", k=choose.randrange(8))) for _ in range(2))
        limit = choose.randrange(6)
        assert edit_distance(left, right, limit) == min(naive_distance(left, right), limit + 1), (left, right)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("penguin.mpl", "penguin.mlp"),
        ("lower_macros", "lower-macros"),
        ("Lower-Marcos", "lower-macros"),
        ("x", None),
        ("something-else", None),
        ("p" * 300, None),
    ],
)
def test_closest(word: str, expected: str | None) -> None:
    assert closest(word, ["penguin.mlp", "penguin.qkv", "lower-macros", "y"]) == expected


def test_the_sentence() -> None:
    assert did_you_mean("retrun", ["return"]) == "; did you mean 'return'?"
    assert did_you_mean("retrun", []) == ""
