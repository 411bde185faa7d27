"""A hostile user of neuron-opt: broken and nonsensical modules, made from the tests and examples.

    python tests/fuzz/fuzzer.py --seconds 600 --seed 1

Every mutant is read with `--verify-roundtrip`; what is accepted goes through every pipeline, and what that
prints has to be accepted again. The run is deterministic but for the time it takes. A fault is a traceback,
a run that takes too long or too much memory, an error without a place, an exit code that does not fit what
was said, IR that does not verify or does not read back, and output after an error.
"""

from __future__ import annotations

import random
import re
import signal
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import extract_tb
from types import FrameType

from xdsl.dialects import get_all_dialects

from neuron_opt.dialects.bir import BIR
from neuron_opt.dialects.neuron import NEURON
from neuron_opt.dialects.penguin import PENGUIN
from neuron_opt.passes.manager import internal_errors
from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.parser import OptParser, ReferenceParser, decode_source, parse_module
from neuron_opt.passes.manager.printer import operation_text
from neuron_opt.passes.manager.sources import SourceFile
from neuron_opt.passes.manager.split_input import split_input
from neuron_opt.tools import opt_main

ROOT = Path(__file__).resolve().parents[2]

LIMIT_SECONDS = 10.0
"""A mutant of a small file that takes longer has met something that grows without bound."""

PIPELINES: tuple[tuple[str, ...], ...] = (
    ("--penguin-to-bir", "--encode-descriptors"),
    ("--lower-macros",),
    ("--lower-macros=nki-frontend=beta2", "--verify-rewrites"),
    ("--lower-compute",),
    ("--lower-compute", "--legalize-access-patterns", "--verify-rewrites"),
    ("--legalize-access-patterns",),
    ("--encode-descriptors",),
    ("--canonicalize",),
    ("--cse",),
)
"""What is run on each mutant that is accepted."""

PRINTED: tuple[tuple[str, ...], ...] = (
    ("--print-portable",),
    ("--mlir-print-aliases",),
    ("--mlir-print-debuginfo",),
    ("--mlir-print-op-generic", "--mlir-print-unique-ssa-ids"),
)
"""Ways of printing that are tried on each mutant that is accepted."""

NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "3",
    "7",
    "127",
    "128",
    "129",
    "512",
    "65536",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "1" + 30 * "0",
    "9" * 4000,
    "1.5",
    "-0.0",
    "1.0e400",
    "0x7FC00000",
    "0xFFFFFFFFFFFFFFFFFF",
)
WORDS = (
    '""',
    '"x"',
    '"\\00"',
    "true",
    "false",
    "unit",
    "none",
    "[]",
    "[[]]",
    "[0]",
    "{}",
    "@x",
    "i0",
    "i64",
    "si8",
    "index",
    "f32",
    "bf16",
    "tf32",
    "f64",
    "?",
    "*",
    "!none",
    "array<i64>",
    "array<i64: 1, 2>",
    "dense<1> : tensor<2xi8>",
    "dense<[]> : tensor<0xi8>",
    "affine_map<(d0)[s0] -> (d0 floordiv s0)>",
    "memref<*xf32>",
    "memref<0x4xf32>",
    "memref<2x4xf32, strided<[1, 2], offset: 3>>",
    "memref<f32, #neuron.memory<sbuf>>",
    "memref<128x4xbf16, #neuron.memory<psum>>",
    "tensor<4xf32>",
    "#neuron.ap<partition = [[1, 128]], free = [[1, 4]], dtype = bf16>",
    "#neuron.ap<partition = [], free = [], dtype = f32>",
    "#neuron.interval<count = 4, dtype = i8>",
    "#neuron.target<inf2>",
    "#neuron.memory<sbuf>",
    "loc(unknown)",
    "-> ",
    "via",
    "tile<offsets = [0, 0], shape = [128, 512]>",
)
NOT_OURS = ("dense_resource", "scf.execute_region")
"""What xDSL itself does not read back: it keeps resources for the whole process, and drops a terminator in printing."""
TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|[%@#!^]?[A-Za-z_$][\w$.-]*|[%@#!^]\d+|-?\d+\.\d*(?:[eE][-+]?\d+)?|-?\d+|->|::|\s+|.',
    re.DOTALL,
)
DIMENSION = re.compile(r"(?<![\w%@#.])\d+(?=x|\b)|(?<=\dx)\d+(?=x)|(?<=x)[a-z]+\d+\w*|(?<![%@#!.\w])[A-Za-z_]\w+")
TYPES = (
    "bf16",
    "f32",
    "f16",
    "f8E4M3FN",
    "f8E5M2",
    "i8",
    "i16",
    "i32",
    "ui8",
    "si32",
    "tf32",
    "i64",
    "f64",
    "i1",
    "index",
)
PLACED = re.compile(r"^.+:\d+:\d+: error: ")
DEFECT = "internal error"


class TimeUpError(BaseException):
    """The limit is over; no handler of the driver stops it."""


@dataclass(frozen=True)
class Outcome:
    """What one run gave."""

    code: int
    output: str
    errors: str
    failure: str | None
    """The exception that the driver caught as its own defect, and where it was raised."""
    seconds: float


@dataclass
class Fault:
    """One kind of misbehaviour, with the smallest input that showed it."""

    kind: str
    arguments: tuple[str, ...]
    text: str
    detail: str
    count: int = 1


@dataclass
class Report:
    """What a run of the fuzzer found."""

    tried: int = 0
    accepted: int = 0
    faults: dict[str, Fault] = field(default_factory=lambda: dict[str, Fault]())

    def add(self, fault: Fault) -> None:
        known = self.faults.get(fault.kind)
        if known is None:
            self.faults[fault.kind] = fault
            return
        fault.count = known.count + 1
        known.count += 1
        if len(fault.text) < len(known.text):
            self.faults[fault.kind] = fault


def _where(failure: BaseException) -> str:
    """The class of an exception and the innermost places where it was raised, ours and not ours."""
    frames = extract_tb(failure.__traceback__)
    ours = [frame for frame in frames if str(ROOT) in frame.filename]
    named = [*ours[-1:], *frames[-1:]]
    places = " < ".join(dict.fromkeys(f"{Path(frame.filename).name}:{frame.lineno}:{frame.name}" for frame in named))
    return f"{type(failure).__name__} at {places}"


class Driver:
    """Runs neuron-opt in this process and looks at everything it does."""

    def __init__(self, folder: Path, limit: float = LIMIT_SECONDS) -> None:
        self.path = folder / "input.mlir"
        self.limit = limit
        self._failures: list[str] = []

    @contextmanager
    def watching(self) -> Generator[None]:
        """Notes what the driver takes for a defect of its own, and lets it write no reproducers."""
        report, of_driver = internal_errors.report_internal_error, internal_errors.report_failure_of_driver

        def noted(engine: object, message: str, failure: BaseException, *rest: object, **more: object) -> None:
            self._failures.append(f"{_where(failure.__cause__ or failure)}: {message}")
            sys.stderr.write(f"{DEFECT}\n")

        def noted_of_driver(failure: BaseException, *rest: object) -> tuple[str, list[str]]:
            self._failures.append(_where(failure))
            return DEFECT, []

        internal_errors.report_internal_error = noted
        internal_errors.report_failure_of_driver = noted_of_driver

        def stop(number: int, frame: FrameType | None) -> None:
            raise TimeUpError

        before = signal.signal(signal.SIGALRM, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGALRM, before)
            internal_errors.report_internal_error = report
            internal_errors.report_failure_of_driver = of_driver

    def run(self, text: str | bytes, arguments: Sequence[str]) -> Outcome:
        """One run on a text."""
        self.path.write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        output, errors = StringIO(), StringIO()
        self._failures.clear()
        begin = time.process_time()
        failure = None
        code = -1
        try:
            with redirect_stdout(output), redirect_stderr(errors):
                signal.setitimer(signal.ITIMER_REAL, self.limit)
                try:
                    code = opt_main.run([str(self.path), *arguments])
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
        except TimeUpError as stop:
            failure = f"too slow: {_where(stop)}"
        except Exception as escaped:
            failure = f"escaped: {_where(escaped)}"
        if self._failures:
            failure = self._failures[0]
        return Outcome(code, output.getvalue(), errors.getvalue(), failure, time.process_time() - begin)


def complaint(outcome: Outcome) -> str | None:
    """What is wrong with what a run did, or None."""
    if outcome.failure is not None:
        return outcome.failure
    lines = outcome.errors.splitlines()
    errors = [line for line in lines if "error: " in line and not line.startswith((" ", "\t"))]
    if "not enough memory" in outcome.errors:
        return "out of memory"
    if outcome.code not in (0, 1):
        return f"exit code {outcome.code}"
    placed = [line for line in errors if PLACED.match(line)]
    if outcome.code == 0 and placed:
        return f"exit code 0 with an error: {_kind(placed[0])}"
    if outcome.code == 1 and not errors:
        return "exit code 1 without an error"
    if outcome.code == 1 and not placed:
        return f"an error without a place: {_kind(errors[0])}"
    if outcome.code == 1 and outcome.output.strip():
        return "output after an error"
    empty = next((line for line in placed if not re.sub(r"^.+?:\d+:\d+: error: ", "", line).strip()), None)
    return None if empty is None else "an empty message"


def _kind(line: str) -> str:
    """A message without the names and numbers of one case."""
    message = re.sub(r"^.*?error: ", "", line)
    return re.sub(r"\(.*|'[^']*'|\"[^\"]*\"|-?\d[\w.+-]*", "_", message)[:120]


def _read_by(text: str | bytes, parser_class: type[OptParser]) -> str:
    """All that a parser makes of a text: the module with locations, and what was reported."""
    stream = StringIO()
    context = OptContext(allow_unregistered=True, diagnostics=DiagnosticEngine(stream=stream, colour=False))
    for name, dialect in (("bir", BIR), ("neuron", NEURON), ("penguin", PENGUIN)):
        context.register_dialect(name, lambda dialect=dialect: dialect)
    for name, factory in get_all_dialects().items():
        context.register_dialect(name, factory)
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    source = decode_source(data, "t.mlir", context.diagnostics)
    module = None if source is None else parse_module(context, source, parser_class=parser_class, allow_empty=True)
    printed = "" if module is None else operation_text(module, generic=True, debug_info=True)
    return f"{printed}\n{stream.getvalue()}"


def compare_parsers(text: str | bytes, report: Report) -> None:
    """The fast parser against the same parser on xDSL's lexer, which reads every attribute anew."""
    try:
        fast, reference = _read_by(text, OptParser), _read_by(text, ReferenceParser)
    except Exception as failure:
        fast, reference = f"raised {_where(failure)}", ""
    if fast != reference:
        shown = text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")
        pairs = zip_longest(fast.splitlines(), reference.splitlines(), fillvalue="(nothing)")
        one, other = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
        report.add(Fault(f"the parsers differ: {_kind(one)} / {_kind(other)}", (), shown, f"{one}\n{other}"))


LEFT_INVALID = re.compile(r"cannot be read back|reads back as another")


def check(driver: Driver, text: str | bytes, report: Report) -> None:
    """Everything that is tried on one mutant."""
    shown = text if isinstance(text, str) else text.decode("utf-8", "backslashreplace")

    def add(kind: str, arguments: tuple[str, ...], outcome: Outcome) -> None:
        report.add(Fault(kind, arguments, shown, (outcome.errors or outcome.output)[:2000]))

    report.tried += 1
    arguments: tuple[str, ...] = ("--verify-roundtrip",)
    read = driver.run(text, arguments)
    wrong = complaint(read)
    if wrong is not None:
        add(wrong, arguments, read)
    for line in read.errors.splitlines():
        if LEFT_INVALID.search(line) and "error: " in line:
            # What it was that could not be read, in the notes, tells the kinds apart.
            note = next((each for each in read.errors.splitlines() if each.startswith("note: ")), "")
            add(f"{_kind(line)}: {_kind('error: ' + note)}", arguments, read)
    if read.code != 0:
        return
    report.accepted += 1
    for arguments in PRINTED:
        outcome = driver.run(text, arguments)
        if outcome.code == 0 and complaint(outcome) is None:
            if "--print-portable" not in arguments:
                _read_again(driver, outcome, arguments, add)
        elif not ("--print-portable" in arguments and outcome.code == 1 and outcome.failure is None):
            add(complaint(outcome) or f"cannot be printed: {outcome.errors[:100]}", arguments, outcome)
    for arguments in PIPELINES:
        outcome = driver.run(text, arguments)
        wrong = complaint(outcome)
        if wrong is not None:
            add(wrong, arguments, outcome)
        elif outcome.code == 0:
            _read_again(driver, outcome, arguments, add)
        else:
            # With the verifier off after passes, an error is the pass's own; with it on alone, the pass left rubbish.
            unverified = driver.run(text, (*arguments, "--verify-each=false"))
            if unverified.code == 0:
                add(f"left invalid by {arguments[0]}: {_kind(outcome.errors.splitlines()[0])}", arguments, outcome)


def _read_again(
    driver: Driver, outcome: Outcome, arguments: tuple[str, ...], add: Callable[[str, tuple[str, ...], Outcome], None]
) -> None:
    again = driver.run(outcome.output, ("--verify-roundtrip",))
    if again.code != 0 or complaint(again) is not None:
        first = (again.errors.splitlines() or [""])[0]
        add(f"what {arguments[0]} prints is not accepted: {_kind(first)}", arguments, again)


# Where mutants come from.


def _without_checks(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//")) + "\n"


def seeds(driver: Driver, every: int = 1) -> list[str]:
    """The pieces of one of `every` so many lit tests and examples, in their own, the generic, and the lowered form."""
    texts: dict[str, None] = {}
    files = [file for folder in ("test/lit", "examples") for file in sorted((ROOT / folder).rglob("*.mlir"))]
    for file in [file for file in files if "Output" not in file.parts][::every]:
        source = SourceFile(file.name, file.read_text(encoding="utf-8"))
        for chunk in split_input(source):
            if not any(word in chunk.text for word in NOT_OURS):
                texts[_without_checks(chunk.text)] = None
    for text in list(texts):
        if len(text) > 8000:
            continue
        for arguments in (
            ("--mlir-print-op-generic",),
            ("--penguin-to-bir",),
            ("--penguin-to-bir", "--print-op-generic"),
        ):
            outcome = driver.run(text, arguments)
            if outcome.code == 0:
                texts[outcome.output] = None
    return [text for text in texts if text.strip()]


def _everywhere(random_numbers: random.Random, text: str, others: Sequence[str]) -> str:
    """One number, type or word replaced wherever it stands, so that what belongs together still fits."""
    words = DIMENSION.findall(text)
    if not words:
        return text
    word = random_numbers.choice(words)
    if word.isdigit():
        new = random_numbers.choice(
            (*NUMBERS[:10], str(int(word[:20]) + 1), str(int(word[:20]) * 2), str(int(word[:20]) // 2))
        )
    else:
        new = random_numbers.choice(
            TYPES if word in TYPES else DIMENSION.findall(random_numbers.choice(others)) or TYPES
        )
    spelled = re.escape(word)
    return re.sub(rf"(?<![\w%@#.])(?<!\w-){spelled}(?=x|\b)|(?<=\dx){spelled}(?=x|\b)", new, text)


def _groups(text: str) -> list[tuple[int, int, list[str]]]:
    """The bracketed lists of a text: where their insides begin and end, and the entries."""
    found: list[tuple[int, int, list[str]]] = []
    open_brackets: list[tuple[int, list[int]]] = []
    place = 0
    for token in TOKEN.findall(text):
        if token in ("(", "[", "{", "<"):
            open_brackets.append((place + 1, [place + 1]))
        elif token == "," and open_brackets:
            open_brackets[-1][1].append(place + 1)
        elif token in (")", "]", "}", ">") and open_brackets:
            begin, cuts = open_brackets.pop()
            ends = [cut - 1 for cut in cuts[1:]] + [place]
            found.append((begin, place, [text[one:other] for one, other in zip(cuts, ends, strict=True)]))
        place += len(token)
    return found


def _entries(random_numbers: random.Random, text: str, others: Sequence[str]) -> str:
    """One entry of a bracketed list dropped, repeated, moved, or replaced by one from elsewhere."""
    groups = [group for group in _groups(text) if group[1] - group[0] < 1000]
    if not groups:
        return text
    begin, end, entries = random_numbers.choice(groups)
    place = random_numbers.randrange(len(entries))
    way = random_numbers.random()
    if way < 0.25:
        del entries[place]
    elif way < 0.4:
        entries.insert(place, entries[place])
    elif way < 0.55:
        random_numbers.shuffle(entries)
    else:
        elsewhere = groups if way < 0.8 else _groups(random_numbers.choice(others)) or groups
        name = entries[place].partition("=")[0].strip()
        candidates = [entry for group in elsewhere for entry in group[2]]
        similar = [entry for entry in candidates if name and entry.partition("=")[0].strip() == name]
        new = random_numbers.choice(similar if similar and way < 0.9 else candidates)
        if way > 0.95:
            entries.insert(place, new)
        else:
            entries[place] = new
    return text[:begin] + ",".join(entries) + text[end:]


def _lines(random_numbers: random.Random, text: str, others: Sequence[str]) -> str:
    """One line dropped, repeated, moved, or replaced by one from elsewhere."""
    lines = text.splitlines()
    place = random_numbers.randrange(len(lines))
    way = random_numbers.random()
    if way < 0.3:
        del lines[place]
    elif way < 0.5:
        lines.insert(random_numbers.randrange(len(lines)), lines[place])
    elif way < 0.7:
        lines.insert(random_numbers.randrange(len(lines)), lines.pop(place))
    else:
        lines[place] = random_numbers.choice(random_numbers.choice(others).splitlines())
    return "\n".join(lines) + "\n"


def mutate(random_numbers: random.Random, text: str, others: Sequence[str]) -> str | bytes:
    """One broken text."""
    way = random_numbers.random()
    if way < 0.08:
        return text[: random_numbers.randrange(len(text) + 1)]
    if way < 0.14:
        data = bytearray(text.encode())
        for _ in range(random_numbers.choice((1, 1, 2, 5))):
            place = random_numbers.randrange(len(data))
            data[place] = random_numbers.choice((0, 255, 10, 13, 34, data[place] ^ 1 << random_numbers.randrange(8)))
        return bytes(data)
    if way < 0.7:
        gentle = random_numbers.choice((_everywhere, _entries, _entries, _lines))
        for _ in range(random_numbers.choice((1, 1, 2, 3))):
            text = gentle(random_numbers, text, others)
        return text
    tokens = TOKEN.findall(text)
    places = [index for index, token in enumerate(tokens) if not token.isspace()]
    for _ in range(random_numbers.choice((1, 1, 1, 2, 3))):
        place = random_numbers.choice(places)
        token = tokens[place]
        way = random_numbers.random()
        if way < 0.45:
            if re.fullmatch(r"-?\d+(\.\d*)?(e[-+]?\d+)?", token):
                tokens[place] = random_numbers.choice(NUMBERS)
            elif re.fullmatch(r"x\d.*|\d+x.*", token):
                tokens[place] = re.sub(r"\d+", random_numbers.choice(NUMBERS[:9]), token, count=1)
            else:
                similar = [each for each in random_numbers.choices(tokens, k=40) if _shape(each) == _shape(token)]
                tokens[place] = random_numbers.choice(similar or WORDS)
        elif way < 0.55:
            tokens[place] = random_numbers.choice(WORDS)
        elif way < 0.65:
            tokens[place] = ""
        elif way < 0.72:
            tokens[place] = token + " " + token
        elif way < 0.8:
            other = random_numbers.choice(places)
            tokens[place], tokens[other] = tokens[other], tokens[place]
        elif way < 0.88:
            length = random_numbers.choice((2, 5, 12))
            begin = random_numbers.choice(places)
            tokens[place:place] = tokens[begin : begin + length]
            places = [index for index, token in enumerate(tokens) if not token.isspace()]
        elif way < 0.93:
            del tokens[place : place + random_numbers.choice((2, 4, 9))]
            places = [index for index, token in enumerate(tokens) if not token.isspace()] or [0]
            if not tokens:
                return ""
        else:
            found = TOKEN.findall(random_numbers.choice(others))
            begin = random_numbers.randrange(len(found))
            tokens[place : place + 1] = found[begin : begin + random_numbers.choice((1, 3, 10, 40))]
            places = [index for index, token in enumerate(tokens) if not token.isspace()]
    return "".join(tokens)


def _shape(token: str) -> str:
    return re.sub(r"[A-Za-z_]\w*|\d+", "a", token)[:3]


def fuzz(driver: Driver, texts: Sequence[str], seed: int, *, mutants: int | None, seconds: float | None) -> Report:
    """Mutants until one of the two limits is reached."""
    random_numbers = random.Random(seed)
    report = Report()
    end = None if seconds is None else time.monotonic() + seconds
    small = [text for text in texts if len(text) < 6000]
    with driver.watching():
        while (mutants is None or report.tried < mutants) and (end is None or time.monotonic() < end):
            mutant = mutate(random_numbers, random_numbers.choice(small), small)
            check(driver, mutant, report)
            compare_parsers(mutant, report)
    return report


def main() -> int:
    """Prints what was found, one kind after the other; the exit code is 1 when there is anything."""
    from argparse import ArgumentParser
    from resource import RLIMIT_AS, setrlimit

    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    setrlimit(RLIMIT_AS, (4 << 30, 4 << 30))
    with TemporaryDirectory() as folder:
        driver = Driver(Path(folder))
        with driver.watching():
            texts = seeds(driver)
        report = fuzz(driver, texts, options.seed, mutants=None, seconds=options.seconds)
    for fault in sorted(report.faults.values(), key=lambda fault: -fault.count):
        print(f"==== {fault.kind} ({fault.count} times)\n-- {' '.join(fault.arguments)}")
        print(f"{fault.text}\n-- said:\n{fault.detail}")
    print(f"{report.tried} mutants, {report.accepted} accepted, {len(report.faults)} kinds of faults")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
