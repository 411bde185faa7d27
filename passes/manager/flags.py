"""Command lines: a table of flags, and the loop that reads one.

Hand-written because the names of passes are flags as well, their order counts, nothing may be abbreviated,
and argparse takes longer to import than a small file takes to process. Conventions are those of LLVM's tools:
one or two hyphens, `--flag=value` or `--flag value`, `--flag=false` for a boolean, `-` for standard input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from .suggestions import did_you_mean


class FlagKind(Enum):
    """What a flag takes."""

    BOOLEAN = "boolean"
    STRING = "string"
    INTEGER = "integer"
    CHOICE = "choice"
    OPTIONAL_STRING = "optional string"
    """`--flag` alone stands for `Flag.bare`; a value can only be given with `=`."""


FILE_METAVARS = ("file", "folder")
"""What stands in the synopsis of a flag that takes the name of a file or folder."""


class Flag(NamedTuple):
    """One flag: its spelling without hyphens, what it takes, what help says."""

    name: str
    help: str
    kind: FlagKind = FlagKind.BOOLEAN
    metavar: str = ""
    choices: tuple[str, ...] = ()
    default: str | int | bool | None = None
    bare: str = ""
    aliases: tuple[str, ...] = ()
    repeats: bool = False
    hidden: bool = False
    group: str = "General"

    @property
    def spelling(self) -> str:
        """The flag as help and messages write it."""
        return f"-{self.name}" if len(self.name) == 1 else f"--{self.name}"

    @property
    def synopsis(self) -> str:
        """The flag with what it takes."""
        metavar = self.metavar or "|".join(self.choices) or "value"
        if self.kind is FlagKind.BOOLEAN:
            return self.spelling
        if self.kind is FlagKind.OPTIONAL_STRING:
            return f"{self.spelling}[=<{metavar}>]"
        if len(self.name) == 1:
            return f"{self.spelling} <{metavar}>"
        return f"{self.spelling}=<{metavar}>"


class CommandLineError(Exception):
    """A command line that cannot be understood; the message is for the user."""

    def __init__(self, message: str, notes: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.notes = tuple(notes)


class PassFlag(NamedTuple):
    """`--name`, `--name=options` or `--name{options}` on the command line, `text` being all of it."""

    name: str
    options: str | None
    text: str


class ParsedArguments:
    """What a command line says."""

    def __init__(self) -> None:
        self.values: dict[str, list[str | int | bool]] = {}
        self.defaults: dict[str, str | int | bool | None] = {}
        self.passes: list[PassFlag] = []
        self.files: list[str] = []

    def is_given(self, name: str) -> bool:
        """Whether the flag stands on the command line."""
        return name in self.values

    def _value(self, name: str) -> str | int | bool | None:
        given = self.values.get(name)
        return given[-1] if given else self.defaults[name]

    def boolean(self, name: str) -> bool:
        """The value of a boolean flag."""
        return bool(self._value(name))

    def text(self, name: str) -> str:
        """The value of a flag that takes text, `""` when it is neither given nor has a default."""
        value = self._value(name)
        return "" if value is None else str(value)

    def optional_text(self, name: str) -> str | None:
        """The value of a flag that takes text, or None."""
        value = self._value(name)
        return None if value is None else str(value)

    def integer(self, name: str) -> int | None:
        """The value of a flag that takes an integer, or None."""
        value = self._value(name)
        return None if value is None else int(value)

    def texts(self, name: str) -> list[str]:
        """Every value of a flag that may be given several times."""
        return [str(value) for value in self.values.get(name, ())]


def parse_arguments(
    arguments: Sequence[str],
    flags: Iterable[Flag],
    is_pass: Callable[[str], bool],
    other_names: Callable[[], Iterable[str]],
    absent: Mapping[str, str],
) -> ParsedArguments:
    """Reads a command line.

    `is_pass` says whether a name is that of a pass or registered pipeline; `other_names` gives those names,
    for suggestions only; `absent` has flags that users of similar tools may try, with the reason why they are
    not here. Raises CommandLineError at the first thing that cannot be understood.
    """
    table: dict[str, Flag] = {}
    parsed = ParsedArguments()
    for flag in flags:
        parsed.defaults[flag.name] = False if flag.kind is FlagKind.BOOLEAN and flag.default is None else flag.default
        for name in (flag.name, *flag.aliases):
            table[name] = flag
    index = 0
    only_files = False
    while index < len(arguments):
        argument = arguments[index]
        index += 1
        if only_files or argument == "-" or not argument.startswith("-"):
            parsed.files.append(argument)
            continue
        if argument == "--":
            only_files = True
            continue
        body = argument[2:] if argument.startswith("--") else argument[1:]
        name, equals, value = body.partition("=")
        flag = table.get(name)
        if flag is None:
            pass_flag = _pass_flag(argument, body, is_pass)
            if pass_flag is None and name in absent:
                raise CommandLineError(f"there is no flag '{argument}': {absent[name]}")
            if pass_flag is None:
                hyphens = "--" if argument.startswith("--") else "-"
                names = [f"{hyphens}{each}" for each in (*table, *other_names())]
                word = hyphens + name.partition("{")[0]
                suggestion = did_you_mean(word, names) or _longer(word, names)
                notes = () if suggestion else ("--help shows what there is",)
                raise CommandLineError(f"unknown flag '{argument}'{suggestion}", notes)
            parsed.passes.append(pass_flag)
            continue
        given: str | None = value if equals else None
        if given is None and flag.kind in (FlagKind.STRING, FlagKind.INTEGER, FlagKind.CHOICE):
            if index == len(arguments):
                raise CommandLineError(f"flag '{flag.spelling}' needs a value: {flag.synopsis}")
            given = arguments[index]
            index += 1
        if given == "" and flag.metavar in FILE_METAVARS:
            # A variable of a script that is not set, most probably: no file has this name.
            raise CommandLineError(f"flag '{flag.spelling}' needs a value, not '': {flag.synopsis}")
        if flag.name in parsed.values and not flag.repeats:
            raise CommandLineError(f"flag '{flag.spelling}' is given twice")
        parsed.values.setdefault(flag.name, []).append(_convert(flag, given))
    return parsed


def _longer(word: str, names: Sequence[str]) -> str:
    """A suggestion for what LLVM's tools would take as an abbreviation."""
    for name in names:
        if name.startswith(word):
            return f"; did you mean '{name}'?"
    return ""


def _pass_flag(argument: str, body: str, is_pass: Callable[[str], bool]) -> PassFlag | None:
    """A pass given as a flag, with its options after `=` or in braces, or None."""
    ends = [place for place in (body.find("="), body.find("{")) if place >= 0]
    end = min(ends, default=len(body))
    name = body[:end]
    if not is_pass(name):
        return None
    options = body[end:]
    if not options:
        return PassFlag(name, None, argument)
    return PassFlag(name, options.removeprefix("="), argument)


def _convert(flag: Flag, value: str | None) -> str | int | bool:
    if flag.kind is FlagKind.BOOLEAN:
        if value is None or value.lower() in ("true", "1"):
            return True
        if value.lower() in ("false", "0"):
            return False
        raise CommandLineError(f"flag '{flag.spelling}' takes 'true' or 'false', not '{value}'")
    if value is None:
        return flag.bare
    if flag.kind is FlagKind.INTEGER:
        try:
            # Python would read blanks, underlines and the digits of other scripts as well.
            if value.isascii() and value.removeprefix("-").isdecimal():
                return int(value)
        except ValueError:
            # More digits than Python converts.
            pass
        raise CommandLineError(f"flag '{flag.spelling}' takes an integer, not '{value}'")
    if flag.choices and value not in flag.choices:
        words = ", ".join(f"'{word}'" for word in flag.choices)
        raise CommandLineError(
            f"flag '{flag.spelling}' takes one of {words}, not '{value}'{did_you_mean(value, flag.choices)}"
        )
    return value
