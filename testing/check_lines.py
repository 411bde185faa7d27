"""What a FileCheck test consists of: RUN lines, the pipelines in them, and CHECK directives."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["SUFFIXES", "Directive", "FileCheckCall", "RunLine", "comment_leader", "directives", "run_lines"]

SUFFIXES = ("NEXT", "SAME", "NOT", "DAG", "EMPTY", "LABEL", "COUNT")
"""What may follow a prefix, `COUNT` with a number behind it."""

_RUN = re.compile(r"RUN:(.*)")
_FILECHECK_NAMES = ("filecheck", "FileCheck")


class FileCheckCall(NamedTuple):
    """A call of filecheck: what is checked against which prefixes of which file."""

    prefixes: tuple[str, ...]
    check_file: str
    input_file: str
    """`-` for standard input."""
    is_negated: bool
    variables: tuple[str, ...] = ()
    """The names that `-D` defines."""


class RunLine(NamedTuple):
    """One RUN line, continuation lines joined."""

    line: int
    """1-based, of the first line."""
    text: str

    def pipelines(self) -> Iterator[list[str]]:
        """The pipelines of the line, each a list of commands in text."""
        for pipeline in _split(self.text, ("&&", "||", ";")):
            yield [command.strip() for command in _split(pipeline, ("|",))]

    def filecheck_calls(self) -> Iterator[FileCheckCall]:
        """The calls of filecheck in the line."""
        for pipeline in self.pipelines():
            for command in pipeline:
                call = filecheck_call(command)
                if call is not None:
                    yield call


def _split(text: str, operators: Sequence[str]) -> list[str]:
    """A shell text cut at operators that are not quoted."""
    pieces: list[str] = []
    current = ""
    quote = ""
    index = 0
    while index < len(text):
        character = text[index]
        if character == "\\" and quote != "'" and index + 1 < len(text):
            current += text[index : index + 2]
            index += 2
            continue
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        else:
            operator = next((each for each in operators if text.startswith(each, index)), "")
            # `|` is not `||`, and the `&` of `2>&1` is no operator.
            if operator and not (operator == "|" and text.startswith("||", index)):
                pieces.append(current)
                current = ""
                index += len(operator)
                continue
        current += character
        index += 1
    return [*pieces, current]


def words_of(command: str) -> list[str]:
    """The words of a command; a text with an open quote is one word."""
    try:
        return shlex.split(command)
    except ValueError:
        return [command]


def filecheck_call(command: str) -> FileCheckCall | None:
    """What a command checks, when it is a call of filecheck."""
    words = words_of(command)
    negations = 0
    while words and (words[0] in ("not", "!", "env") or re.fullmatch(r"\w+=.*", words[0])):
        negations += words.pop(0) in ("not", "!")
    if not words or words[0].rpartition("/")[2] not in _FILECHECK_NAMES:
        return None
    prefixes: list[str] = []
    variables: list[str] = []
    input_file, check_file = "-", ""
    arguments = iter(words[1:])
    for argument in arguments:
        if not argument.startswith("-") or argument == "-":
            if argument not in ("<", ">", "-") and not re.match(r"\d?[<>]", argument):
                check_file = check_file or argument
            continue
        name, equals, value = argument.lstrip("-").partition("=")
        if argument.startswith("-D"):
            variables.append(name[1:].lstrip("#"))
            continue
        if name in ("check-prefix", "check-prefixes"):
            prefixes += (value if equals else next(arguments, "")).split(",")
        elif name == "input-file":
            input_file = value if equals else next(arguments, "-")
        elif name in ("comment-prefixes", "dump-input") and not equals:
            next(arguments, "")
    return FileCheckCall(tuple(prefixes) or ("CHECK",), check_file, input_file, negations % 2 == 1, tuple(variables))


def run_lines(lines: Sequence[str]) -> list[RunLine]:
    """The RUN lines of a test."""
    found: list[RunLine] = []
    continued = False
    for number, line in enumerate(lines, start=1):
        match = _RUN.search(line)
        if match is None:
            continue
        text = match.group(1).rstrip()
        if continued:
            last = found.pop()
            found.append(RunLine(last.line, last.text + text))
        else:
            found.append(RunLine(number, text))
        continued = found[-1].text.endswith("\\")
        if continued:
            found[-1] = RunLine(found[-1].line, found[-1].text[:-1])
    return found


def comment_leader(lines: Sequence[str]) -> str:
    """What comments of a test begin with, as its first RUN line shows; `//` when it has none."""
    for line in lines:
        match = re.match(r"\s*(\S+)\s*RUN:", line)
        if match is not None:
            return match.group(1)
    return "//"


class Directive(NamedTuple):
    """One CHECK directive."""

    line: int
    column: int
    prefix: str
    suffix: str
    """`""`, or one of SUFFIXES."""
    is_literal: bool
    pattern: str

    @property
    def name(self) -> str:
        """The directive as it is written."""
        return f"{self.prefix}-{self.suffix}" if self.suffix else self.prefix


def directives(lines: Sequence[str], prefixes: Sequence[str]) -> list[Directive]:
    """The directives of a test that have one of the prefixes, in order; those in comments of comments are none."""
    if not prefixes:
        return []
    any_prefix = "|".join(re.escape(prefix) for prefix in sorted(prefixes, key=len, reverse=True))
    pattern = re.compile(
        rf"(?<![A-Za-z0-9_-])({any_prefix})(?:-(NEXT|SAME|NOT|DAG|EMPTY|LABEL|COUNT-\d+))?(\{{LITERAL\}})?:(.*)"
    )
    comment = re.compile(rf"(?:RUN|COM):?.*(?:{any_prefix})")
    found: list[Directive] = []
    for number, line in enumerate(lines, start=1):
        match = pattern.search(line)
        if match is None or comment.search(line) is not None:
            continue
        prefix, suffix, literal, text = match.groups()
        suffix = (suffix or "").partition("-")[0]
        found.append(Directive(number, match.start(1) + 1, prefix, suffix, literal is not None, text.strip()))
    return found
