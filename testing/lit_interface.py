"""The one place that touches what lit keeps to itself: how its internal shell runs a pipeline.

lit has no types and no interface for this; release 23 is what it is written against. With a lit that has another
interior, everything runs in lit's shell.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportPrivateUsage=false, reportUnknownLambdaType=false
# pyright: reportAttributeAccessIssue=false, reportUnnecessaryComparison=false, reportUnnecessaryContains=false

from __future__ import annotations

import inspect
import locale
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import lit
from lit import ShUtil, TestRunner
from lit.formats.shtest import ShTest as _ShTest
from lit.ShellEnvironment import ShellCommandResult, ShellEnvironment, processRedirects, updateEnv

from .in_process import Outcome, Tool, ToolStumbledError, run_tool

__all__ = ["LitConfig", "LitResult", "LitTest", "ShTest", "pipelines_run_by"]


class ShTest(_ShTest):  # pyright: ignore[reportUntypedBaseClass]
    """lit's format, with types."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)

    def execute(self, test: Any, litConfig: Any) -> Any:
        return super().execute(test, litConfig)


LitTest = Any
LitConfig = Any
LitResult = Any
_Pipeline = Any
_ShellEnvironment = Any

_EXTERNAL = frozenset(("FileCheck",))
"""Programs that may stand among tools of ours: they read their input to its end and nothing else."""

_OWN_STREAMS = ("/dev/std", "/dev/fd", "/dev/tty", "/proc/")
"""Files that stand for the streams of a process of one's own."""

_HARMLESS = frozenset(
    ("PYTHONBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONFAULTHANDLER", "PYTHONPYCACHEPREFIX", "PYTHONUNBUFFERED")
)
"""Variables that change nothing of what a program writes."""

_LIT_FOLDER = str(Path(str(lit.__file__)).parent)

_PARAMETERS = ("cmd", "shenv", "results", "timeoutHelper")


@contextmanager
def pipelines_run_by(tools: Mapping[str, Tool]) -> Generator[None]:
    """Lets lit's shell run pipelines of these tools in this process, as long as the context lasts."""
    shell = getattr(TestRunner, "_executeShCmd", None)
    if shell is None or tuple(inspect.signature(shell).parameters) != _PARAMETERS or os.name != "posix":
        yield
        return

    # The shell calls itself by this name for the parts of a sequence.
    def execute(cmd: Any, shenv: _ShellEnvironment, results: list[Any], timeoutHelper: Any) -> Any:
        if isinstance(cmd, ShUtil.Pipeline) and not timeoutHelper.active():
            stages = _stages(cmd, shenv, tools)
            if stages is not None:
                done = _run(cmd, shenv, stages)
                if done is not None:
                    results.extend(done.results)
                    return done.exit_code
        return shell(cmd, shenv, results, timeoutHelper)

    TestRunner._executeShCmd = execute
    try:
        yield
    finally:
        TestRunner._executeShCmd = shell


class _Stage(NamedTuple):
    """One command of a pipeline."""

    arguments: list[str]
    environment: Mapping[str, str]
    tool: Tool | None
    """None for an external program, whose path is then `path`."""
    path: str
    negation: Callable[[int], int]


def _stages(pipeline: _Pipeline, environment: _ShellEnvironment, tools: Mapping[str, Tool]) -> list[_Stage] | None:
    """What the commands of a pipeline are, None when one of them is a matter for the shell."""
    if environment.umask != -1 or environment.ulimit:
        return None
    stages: list[_Stage] = []
    for command in pipeline.commands:
        stage = _stage(command, environment, tools)
        if stage is None or (stages and any(operator == ("<",) for operator, _ in command.redirects)):
            return None
        stages.append(stage)
    if all(stage.tool is None for stage in stages):
        return None
    return stages


def _stage(command: Any, environment: _ShellEnvironment, tools: Mapping[str, Tool]) -> _Stage | None:
    arguments: list[Any] = list(command.args)
    if not all(isinstance(argument, str) for argument in arguments):
        return None  # a pattern of file names
    if any("%{readfile:" in argument or any(name in argument for name in _OWN_STREAMS) for argument in arguments):
        return None
    nots: list[str] = []
    own = environment
    while arguments and arguments[0] in ("not", "!", "env"):
        if arguments[0] != "env":
            nots.append(arguments.pop(0))
            continue
        if own is environment:
            own = ShellEnvironment(environment.cwd, environment.env)
        arguments = updateEnv(own, arguments)
    if not arguments or arguments[0] == "--crash" or not _is_same_python(own.env):
        return None
    name = arguments[0]
    tool = tools.get(name)
    if tool is None and name not in _EXTERNAL:
        return None
    path = _which(name, own.env.get("PATH", environment.env["PATH"]))
    if path is None or (tool is not None and Path(path).parent != Path(sys.executable).parent):
        return None  # not there, or that of another installation
    return _Stage(arguments, own.env, tool, path, _negation(nots))


def _negation(nots: list[str]) -> Callable[[int], int]:
    """What `not` and `!` make of an exit code, as lit's shell has it; a negative one is a signal."""
    if len(nots) % 2:
        if nots == ["not"]:
            return lambda code: int(code <= 0)
        return lambda code: int(code == 0)
    if nots:
        return lambda code: int(code != 0)
    return lambda code: code


_found: dict[tuple[str, str], str | None] = {}


def _which(name: str, path: str) -> str | None:
    key = (name, path)
    if key not in _found:
        _found[key] = lit.util.which(name, path)
    return _found[key]


def _is_same_python(environment: Mapping[str, str]) -> bool:
    """Whether a Python started with an environment would find the modules and conventions of this one."""
    # lit's own `cat` and `diff` leave their folder there, which has nothing that anybody imports by name.
    return all(
        environment.get(name) == os.environ.get(name)
        for name in {*environment, *os.environ}
        if name.startswith("PYTHON") and name not in _HARMLESS and environment.get(name) != _LIT_FOLDER
    )


class _Done(NamedTuple):
    results: list[Any]
    exit_code: Any


def _run(pipeline: _Pipeline, environment: _ShellEnvironment, stages: list[_Stage]) -> _Done | None:
    """Runs a pipeline, one command after the other; None when it has to be done again by the shell."""
    opened: list[Any] = []
    try:
        redirects = [processRedirects(command, subprocess.PIPE, environment, opened) for command in pipeline.commands]
        if any(error == subprocess.STDOUT and out != subprocess.PIPE for _, out, error in redirects):
            return None
        outcomes: list[Outcome] = []
        data = b""
        for stage, (source, out, error) in zip(stages, redirects, strict=True):
            if source != subprocess.PIPE:
                data = source.buffer.read()
            merges = error == subprocess.STDOUT or (error == out and error != subprocess.PIPE)
            try:
                outcome = _run_stage(stage, environment.cwd, data, merges)
            except (ToolStumbledError, OSError):
                return None
            outcomes.append(outcome)
            data = outcome.stdout if out == subprocess.PIPE else b""
        for outcome, (_, out, error) in zip(outcomes, redirects, strict=True):
            for stream, content in ((out, outcome.stdout), (error, outcome.stderr)):
                if stream not in (subprocess.PIPE, subprocess.STDOUT) and content:
                    stream.buffer.write(content)
    finally:
        for _, _, stream, _ in opened:
            stream.close()
    return _results(pipeline, stages, redirects, outcomes, opened)


def _run_stage(stage: _Stage, directory: str, data: bytes, merges: bool) -> Outcome:
    if stage.tool is not None:
        return run_tool(
            stage.tool,
            stage.arguments,
            environment=stage.environment,
            directory=directory,
            stdin=data,
            merges_streams=merges,
        )
    process = subprocess.run(
        stage.arguments,
        executable=stage.path,
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merges else subprocess.PIPE,
        cwd=directory,
        env=stage.environment,
        check=False,
    )
    if process.returncode == -signal.SIGINT:
        raise KeyboardInterrupt
    return Outcome(process.returncode, process.stdout, process.stderr or b"")


def _results(
    pipeline: _Pipeline, stages: list[_Stage], redirects: list[Any], outcomes: list[Outcome], opened: list[Any]
) -> _Done:
    results: list[Any] = []
    exit_code: Any = None
    for index, (stage, (_, out, error), outcome) in enumerate(zip(stages, redirects, outcomes, strict=True)):
        is_last = index == len(stages) - 1
        code = stage.negation(outcome.exit_code)
        shown_out = _decoded(outcome.stdout) if is_last and out == subprocess.PIPE else ""
        shown_error = ""
        if error == subprocess.PIPE:
            shown_error = _decoded(outcome.stderr) if is_last else outcome.stderr.decode("utf-8", errors="replace")
        files: list[Any] = []
        if code != 0:
            for name, mode, _, path in sorted(opened, key=lambda each: each[:2]):
                if path is not None and mode in ("w", "a"):
                    files.append((name, path, Path(path).read_bytes()))
        results.append(ShellCommandResult(pipeline.commands[index], shown_out, shown_error, code, False, files))
        if not pipeline.pipe_err or not exit_code or code != 0:
            exit_code = code
    if pipeline.negate:
        exit_code = not exit_code
    return _Done(results, exit_code)


def _decoded(data: bytes) -> str:
    """Bytes as a pipe in text mode gives them."""
    text = data.decode(locale.getencoding(), errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
