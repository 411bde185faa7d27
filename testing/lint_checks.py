"""Finding CHECK lines that check nothing: misspelt, never looked at, or true whatever is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from .check_lines import SUFFIXES, Directive, FileCheckCall, directives, run_lines

__all__ = ["Finding", "findings"]

_OTHER_WORDS = frozenset(
    (
        *("RUN", "COM", "XFAIL", "REQUIRES", "UNSUPPORTED", "DEFINE", "REDEFINE", "ALLOW_RETRIES", "END"),
        *("NOTE", "WARNING", "ERROR", "EXAMPLE", "SEE", "HTTP", "HTTPS", "FILE"),
    )
)
"""Words before a colon that are no directives of FileCheck, whatever they look like."""

_EXPECTED = ("expected-error", "expected-warning", "expected-remark", "expected-note")


class Finding(NamedTuple):
    """Something about a line of a test."""

    line: int
    column: int
    message: str


def findings(text: str) -> list[Finding]:
    """What is wrong with the checks of a test, in the order of the lines."""
    lines = text.splitlines()
    runs = run_lines(lines)
    calls = [call for run in runs for call in run.filecheck_calls() if "%s" in call.check_file]
    prefixes = list(dict.fromkeys(prefix for call in calls for prefix in call.prefixes))
    found = directives(lines, prefixes)
    result = [
        *_unused_and_misspelt(lines, prefixes, runs_anything=bool(runs)),
        *_never_defined(
            lines,
            calls,
            prefixes,
            found,
            {prefix: run.line for run in runs for call in run.filecheck_calls() for prefix in call.prefixes},
        ),
        *_cannot_fail(found),
        *_first_of_its_call(found, calls),
        *_variables(found, calls),
        *_diagnostics(lines, any("verify-diagnostics" in run.text for run in runs)),
    ]
    return sorted(set(result))


# Words that look like directives.

_COMMENT = re.compile(r"^\s*(?://+|#+|;+)\s*(.*)$")
_DIRECTIVE_LIKE = re.compile(r"([A-Za-z][A-Za-z0-9_]*(?:[-_ ][A-Z]+(?:-\d+)?)*)(\{LITERAL\})?\s*(:?)")


def _unused_and_misspelt(lines: Sequence[str], prefixes: Sequence[str], *, runs_anything: bool) -> Iterator[Finding]:
    """Comments that begin with what looks like a directive, and is none or belongs to no RUN line."""
    known = {prefix: [prefix, *(f"{prefix}-{suffix}" for suffix in SUFFIXES)] for prefix in prefixes}
    spellings = [name for names in known.values() for name in names]
    families = _families(lines)
    for number, line in enumerate(lines, start=1):
        comment = _COMMENT.match(line)
        if comment is None:
            continue
        body = comment.group(1)
        column = comment.start(1) + 1
        match = _DIRECTIVE_LIKE.match(body)
        if match is None:
            continue
        word, _, colon = match.groups()
        plain = re.sub(r"-\d+$", "", word)
        if plain in spellings and (colon or plain not in prefixes):
            if not colon:
                yield Finding(number, column, f"'{word}' has no ':' behind it and checks nothing")
            elif body[: match.end(3)].endswith(" :"):
                yield Finding(
                    number, column, f"there is a blank between '{word}' and its ':', so that it checks nothing"
                )
            continue
        if not colon or word.upper() in _OTHER_WORDS or (" " in word and not _is_shouted(word)):
            continue
        close = get_close_matches(word.replace("_", "-").replace(" ", "-"), spellings, n=1, cutoff=0.8)
        if not close and _is_shouted(word):
            close = get_close_matches(word.upper(), spellings, n=1, cutoff=0.75)
        if not close:
            close = [name for name in spellings if name == word.upper().replace("_", "-")]
        prefix, suffix = _parts(word)
        if close and not (suffix in SUFFIXES and prefix in families) and (_is_shouted(word) or word.upper() in close):
            yield Finding(number, column, f"'{word}' is no directive; did you mean '{close[0]}'?")
        elif suffix in SUFFIXES or (word in families and _is_shouted(word)) or "CHECK" in word:
            where = (
                "no RUN line uses the prefix" if runs_anything else "there is no RUN line, let alone one for the prefix"
            )
            yield Finding(number, column, f"'{word}' checks nothing: {where} {prefix}")
        elif prefix in prefixes and suffix:
            yield Finding(number, column, f"'{word}' is no directive (there are {', '.join(SUFFIXES)})")


def _families(lines: Sequence[str]) -> set[str]:
    """Prefixes that stand somewhere with a suffix of FileCheck's behind them."""
    found: set[str] = set()
    for line in lines:
        comment = _COMMENT.match(line)
        match = (
            None
            if comment is None
            else re.match(r"([A-Za-z0-9_-]+?)-(?:NEXT|SAME|NOT|DAG|EMPTY|LABEL|COUNT-\d+):", comment.group(1))
        )
        if match is not None:
            found.add(match.group(1))
    return found


def _parts(word: str) -> tuple[str, str]:
    """A word as a prefix and a suffix."""
    word = re.sub(r"-\d+$", "", word)
    prefix, dash, suffix = word.rpartition("-")
    return (prefix, suffix) if dash else (word, "")


def _is_shouted(word: str) -> bool:
    """Whether a word is written mostly in capitals."""
    letters = [each for each in word if each.isalpha()]
    return sum(each.isupper() for each in letters) * 4 >= len(letters) * 3


def _never_defined(
    lines: Sequence[str],
    calls: Sequence[FileCheckCall],
    prefixes: Sequence[str],
    found: Sequence[Directive],
    where: dict[str, int],
) -> Iterator[Finding]:
    """Prefixes that a RUN line names and that no line has."""
    present = {directive.prefix for directive in found}
    for call in calls:
        for prefix in call.prefixes:
            if prefix not in present:
                line = where.get(prefix, 1)
                column = lines[line - 1].find(prefix) + 1 or 1
                yield Finding(line, column, f"there is no line with the prefix {prefix}, which this RUN line uses")


# Lines that hold whatever is printed.


def _cannot_fail(found: Sequence[Directive]) -> Iterator[Finding]:
    for directive in found:
        # The line has to exist after NEXT, the number of matches to be right after COUNT.
        if directive.suffix not in ("", "SAME", "DAG") or directive.is_literal or not directive.pattern:
            continue
        if _matches_nothing(directive.pattern):
            yield Finding(
                directive.line,
                directive.column,
                f"'{directive.name}: {directive.pattern}' can never fail: the pattern matches nothing at all too",
            )


def _matches_nothing(pattern: str) -> bool:
    """Whether a pattern takes the empty text."""
    rest = re.sub(r"\[\[\$?\w+:(.*?)\]\]", r"{{\1}}", pattern)
    expression = ""
    for index, piece in enumerate(re.split(r"\{\{(.*?)\}\}", rest)):
        if index % 2:
            expression += f"(?:{piece})"
        elif piece.strip():
            return False
    try:
        return re.fullmatch(expression, "") is not None
    except re.error:
        return False


def _first_of_its_call(found: Sequence[Directive], calls: Sequence[FileCheckCall]) -> Iterator[Finding]:
    """NEXT, SAME and EMPTY that have no line before them."""
    for call in calls:
        first = next((directive for directive in found if directive.prefix in call.prefixes), None)
        if first is not None and first.suffix in ("NEXT", "SAME", "EMPTY"):
            yield Finding(
                first.line, first.column, f"'{first.name}' comes first: there is no match that it could follow"
            )


def _variables(found: Sequence[Directive], calls: Sequence[FileCheckCall]) -> Iterator[Finding]:
    """Variables that are used and that no line of the prefixes checked together has set."""
    groups = [call.prefixes for call in calls]
    for directive in found:
        if directive.is_literal:
            continue
        for match in re.finditer(r"\[\[#?\s*(\$?[A-Za-z_]\w*)\s*(?:[+-][^\]]*)?\]\]", directive.pattern):
            name = match.group(1)
            together = {prefix for group in groups if directive.prefix in group for prefix in group}
            setters = re.compile(rf"\[\[(?:#[^\]]*?[\s,]?)?{re.escape(name)}:")
            given = any(
                setters.search(other.pattern)
                for other in found
                if other.prefix in together
                and (other.line < directive.line or (other is directive and setters.search(directive.pattern)))
            )
            if not given and not name.startswith("$") and name not in _defined_on_command_line(calls):
                yield Finding(
                    directive.line, directive.column, f"variable '{name}' is used, and no line before sets it"
                )


def _defined_on_command_line(calls: Sequence[FileCheckCall]) -> set[str]:
    return {name for call in calls for name in call.variables}


def _diagnostics(lines: Sequence[str], are_verified: bool) -> Iterator[Finding]:
    """Expected diagnostics that nobody looks at, and misspelt ones."""
    for number, line in enumerate(lines, start=1):
        for match in re.finditer(r"//\s*(expect[a-z]*-[a-z]+)(?=\s*(?:@|\{\{|re))", line):
            word = match.group(1)
            column = match.start(1) + 1
            if word not in _EXPECTED:
                close = get_close_matches(word, _EXPECTED, n=1)
                suggestion = f"; did you mean '{close[0]}'?" if close else ""
                yield Finding(number, column, f"'{word}' expects nothing{suggestion}")
            elif not are_verified:
                yield Finding(number, column, f"'{word}' checks nothing: no RUN line has --verify-diagnostics")
