"""The walls of the house: who may import whom, and what must not be there.

Imports are read from the syntax tree of every module, late and type-checking imports included, so that a wall
holds whether or not a test runs the line.
"""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "neuron_opt"
ROOMS = ("dialects", "passes", "testing", "tools")

ALLOWED_ROOMS = {
    "neuron_opt.dialects.neuron": ("neuron_opt.dialects.neuron",),
    "neuron_opt.dialects.penguin": ("neuron_opt.dialects.neuron", "neuron_opt.dialects.penguin"),
    "neuron_opt.dialects.bir": ("neuron_opt.dialects.neuron", "neuron_opt.dialects.bir"),
    "neuron_opt.dialects": (),
    "neuron_opt.passes.manager": ("neuron_opt.passes.manager",),
    "neuron_opt.passes": ("neuron_opt.passes", "neuron_opt.dialects"),
    # For test suites, of other projects too: it names tools to run in a table, and imports none.
    "neuron_opt.testing": ("neuron_opt.testing",),
    "neuron_opt.tools": ("neuron_opt.tools", "neuron_opt.testing", "neuron_opt.passes", "neuron_opt.dialects"),
}
"""For each part of the tree (the longest name that fits counts) the parts of ours that it may import."""

SLOW_TO_IMPORT = (
    "argparse",
    "asyncio",
    "concurrent",
    "difflib",
    "email",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "inspect",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pathlib",
    "pdb",
    "random",
    "shlex",
    "shutil",
    "subprocess",
    "tempfile",
    "textwrap",
    "tokenize",
    "traceback",
    "unittest",
    "urllib",
    "xml",
)
"""Modules that cost start-up time and that a plain run never needs: imported inside the function that does."""


def source_files() -> list[Path]:
    """Every module of the package."""
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def module_name(path: Path) -> str:
    """The import name of a file of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join((PACKAGE, *(parts[:-1] if parts[-1] == "__init__" else parts)))


@cache
def syntax_tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def names_of_import(node: ast.Import | ast.ImportFrom, importer: str, is_package: bool) -> Iterator[str]:
    """The absolute names that an import statement may import.

    `from a import b` gives `a.b`, which is a module or a member of one: walls are prefixes, so both serve.
    """
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = node.module or ""
    if node.level:
        parts = importer.split(".")
        parts = parts[: len(parts) - node.level + (1 if is_package else 0)]
        base = ".".join(filter(None, (*parts, base)))
    yield from (f"{base}.{alias.name}" for alias in node.names)


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and absolute name of everything that a module imports, anywhere in it, also by `import_module`."""
    importer = module_name(path)
    is_package = path.name == "__init__.py"
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in names_of_import(node, importer, is_package):
                yield node.lineno, name
        elif isinstance(node, ast.Call) and node.args:
            function = node.func
            called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            argument = node.args[0]
            if (
                called in ("import_module", "__import__")
                and isinstance(argument, ast.Constant)
                and isinstance(argument.value, str)
            ):
                yield node.lineno, argument.value


def module_level_imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and absolute name of what importing the module imports at once: not in functions, nor for types only."""

    def visit(statements: list[ast.stmt]) -> Iterator[tuple[int, str]]:
        for statement in statements:
            match statement:
                case ast.Import() | ast.ImportFrom():
                    for name in names_of_import(statement, module_name(path), path.name == "__init__.py"):
                        yield statement.lineno, name
                case ast.If():
                    if "TYPE_CHECKING" not in ast.dump(statement.test):
                        yield from visit(statement.body)
                    yield from visit(statement.orelse)
                case ast.Try():
                    yield from visit(statement.body)
                    for handler in statement.handlers:
                        yield from visit(handler.body)
                    yield from visit(statement.orelse)
                    yield from visit(statement.finalbody)
                case ast.With() | ast.For() | ast.While() | ast.ClassDef():
                    yield from visit(statement.body)
                case _:
                    pass

    yield from visit(syntax_tree(path).body)


def is_generator(path: Path) -> bool:
    """Whether the module writes files of this repository: no installed program loads it."""
    return path.parent == ROOT / "tools" and path.name.startswith("generate_")


def is_within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def room_of(name: str) -> str:
    """The part of the tree, a key of ALLOWED_ROOMS, that a module belongs to."""
    return max((room for room in ALLOWED_ROOMS if is_within(name, room)), key=len)


def crosses_a_wall(importer: str, imported: str) -> bool:
    """Whether `importer` must not import `imported` (both absolute names)."""
    if not is_within(imported, PACKAGE):
        return False
    return not any(is_within(imported, allowed) for allowed in ALLOWED_ROOMS[room_of(importer)])


def test_there_is_something_to_check() -> None:
    assert {module_name(path) for path in source_files()} >= {f"{PACKAGE}.{room}" for room in ROOMS}


@pytest.mark.parametrize(
    ("importer", "imported", "crosses"),
    [
        ("neuron_opt.dialects.neuron.memory", "neuron_opt.dialects.penguin", True),
        ("neuron_opt.dialects.neuron.memory", "neuron_opt.dialects.neuron.dtypes", False),
        ("neuron_opt.dialects.neuron.memory", "neuron_opt.passes", True),
        ("neuron_opt.dialects.penguin.macros.mlp", "neuron_opt.dialects.bir.kernel_nodes", True),
        ("neuron_opt.dialects.penguin.macros.mlp", "neuron_opt.dialects.neuron.memory", False),
        ("neuron_opt.dialects.bir.kernel_nodes", "neuron_opt.dialects.penguin", True),
        ("neuron_opt.dialects.bir.kernel_nodes", "neuron_opt.tools", True),
        ("neuron_opt.passes.manager.driver", "neuron_opt.dialects.neuron", True),
        ("neuron_opt.passes.manager.driver", "neuron_opt.passes.lower_macros", True),
        ("neuron_opt.passes.manager.driver", "neuron_opt.passes.manager.parser", False),
        ("neuron_opt.passes.manager.driver", "xdsl.parser", False),
        ("neuron_opt.passes.lower_macros", "neuron_opt.dialects.bir", False),
        ("neuron_opt.passes.lower_macros", "neuron_opt.tools.tables", True),
        ("neuron_opt.tools.opt_main", "neuron_opt.passes.manager", False),
        ("neuron_opt.tools.lint_checks_main", "neuron_opt.testing.lint_checks", False),
        ("neuron_opt.testing.lint_checks", "neuron_opt.tools.opt_main", True),
    ],
)
def test_the_wall_rule_itself(importer: str, imported: str, crosses: bool) -> None:
    assert crosses_a_wall(importer, imported) is crosses


def test_relative_imports_are_resolved() -> None:
    statement = ast.parse("from ..neuron import memory").body[0]
    assert isinstance(statement, ast.ImportFrom)
    resolved = list(names_of_import(statement, "neuron_opt.dialects.penguin.accesses", is_package=False))
    assert resolved == ["neuron_opt.dialects.neuron.memory"]
    statement = ast.parse("from . import memory").body[0]
    assert isinstance(statement, ast.ImportFrom)
    resolved = list(names_of_import(statement, "neuron_opt.dialects.neuron", is_package=True))
    assert resolved == ["neuron_opt.dialects.neuron.memory"]


def test_import_walls() -> None:
    crossings = [
        f"{path.relative_to(ROOT)}:{line}: {room_of(module_name(path))} must not import {imported}"
        for path in source_files()
        for line, imported in imports_of(path)
        if crosses_a_wall(module_name(path), imported)
    ]
    assert not crossings, "\n".join(crossings)


def test_the_set_algebra_knows_only_integers() -> None:
    path = ROOT / "dialects" / "neuron" / "strided_set.py"
    foreign = [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for line, name in imports_of(path)
        if any(is_within(name, package) for package in ("xdsl", "numpy", PACKAGE))
    ]
    assert not foreign, "\n".join(foreign)


def test_slow_modules_are_imported_late() -> None:
    early = [
        f"{path.relative_to(ROOT)}:{line}: imports {name} at module level"
        for path in source_files()
        if not is_generator(path) and not path.is_relative_to(ROOT / "testing")
        for line, name in module_level_imports(path)
        if any(is_within(name, slow) for slow in SLOW_TO_IMPORT)
    ]
    assert not early, "\n".join(early)


# -- private members of xDSL ---------------------------------------------------------------------

WRAPPERS = ("xdsl_interface.py", "lit_interface.py")
"""The only files that may touch what xDSL, or lit, does not promise to keep; there is one a library."""

SUPPRESSION = re.compile(r"#\s*(?:type:\s*ignore|pyright:\s*(?:ignore|basic|\w+\s*=\s*(?:false|none|\"?none)))")


def is_private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__")) and name != "_"


def unmangled(name: str, class_name: str) -> str:
    """A class-private name as it stands in the source."""
    prefix = f"_{class_name.lstrip('_')}__"
    return f"__{name.removeprefix(prefix)}" if name.startswith(prefix) else name


def is_of_xdsl(class_: type) -> bool:
    return is_within(class_.__module__, "xdsl")


@cache
def private_members(class_: type) -> frozenset[str]:
    """The private names that a class defines or declares itself."""
    names = {*vars(class_), *vars(class_).get("__annotations__", {})}
    return frozenset(unmangled(name, class_.__name__) for name in names if is_private(name)) - {
        # what Python itself puts into abstract and generic classes
        "_abc_impl",
        "_is_protocol",
        "_is_runtime_protocol",
    }


def test_type_checking_is_switched_off_only_in_the_wrappers() -> None:
    suppressed = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in source_files()
        if path.name not in WRAPPERS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if SUPPRESSION.search(line)
    ]
    assert not suppressed, "\n".join(suppressed)


def test_private_names_of_xdsl_are_not_imported() -> None:
    private = [
        f"{path.relative_to(ROOT)}:{line}: imports {name}"
        for path in source_files()
        if path.name not in WRAPPERS
        for line, name in imports_of(path)
        if is_within(name, "xdsl") and any(is_private(part) for part in name.split("."))
    ]
    assert not private, "\n".join(private)


@pytest.mark.parametrize("path", source_files(), ids=module_name)
def test_private_members_of_xdsl_are_not_touched(path: Path) -> None:
    """Neither accessed nor overridden, be it through inheritance.

    The private members are those of every xDSL class that the module can name, and of the bases of those and of the
    module's own classes.
    """
    if path.name in WRAPPERS:
        return
    module = importlib.import_module(module_name(path))
    named = [value for value in vars(module).values() if isinstance(value, type)]
    own = [class_ for class_ in named if class_.__module__ == module.__name__]
    foreign = {base for class_ in named for base in class_.__mro__ if is_of_xdsl(base)}
    private_to_xdsl = {name for class_ in foreign for name in private_members(class_)}

    touched = [
        f"{path.relative_to(ROOT)}:{node.lineno}: touches .{node.attr}"
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.Attribute) and node.attr in private_to_xdsl
    ]
    for class_ in own:
        inherited = {name for base in class_.__mro__ if is_of_xdsl(base) for name in private_members(base)}
        touched += [
            f"{path.relative_to(ROOT)}: {class_.__name__} redefines {name}"
            for name in private_members(class_) & inherited
        ]
    assert not touched, "\n".join(touched)


# -- what must not be there ----------------------------------------------------------------------


@cache
def tracked_files() -> list[Path]:
    """Every file that git tracks, but for links."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8"
    ).stdout
    paths = (ROOT / name for name in listing.split("\0") if name)
    return [path for path in paths if path.is_file() and not path.is_symlink()]


needs_git = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout: nothing is tracked")


def test_the_root_package_has_no_folder() -> None:
    assert not (ROOT / PACKAGE).exists(), "a folder of that name would shadow the installed package"


def test_no_tool_is_named_like_the_package() -> None:
    assert not list((ROOT / "tools").rglob(f"{PACKAGE}.*")), "run from tools/, it would shadow the package"


@pytest.mark.parametrize("folder", ["test", "tests"])
def test_test_folders_are_no_packages(folder: str) -> None:
    assert not list((ROOT / folder).rglob("__init__.py")), "it would shadow the standard library's `test`"


def test_every_folder_with_modules_is_a_package() -> None:
    missing = {path.parent for path in source_files() if not (path.parent / "__init__.py").exists()}
    assert not missing, f"without __init__.py they are missing from the wheel: {sorted(missing)}"


def test_every_room_is_marked_as_typed() -> None:
    assert all((ROOT / room / "py.typed").is_file() for room in ROOMS)


# Spelled in pieces, since this file is searched as well.
FORBIDDEN = {
    "an absolute path of somebody's machine": r"(?<![\w.:/-])/(?:" + "home|Users|root|work|" + r"tmp)/[\w.]",
    "a folder outside of the repository": r"\.\./" + "shared",
    "the host of a package registry": "|".join(
        ("pypi" + r"\.org", "pythonhosted" + r"\.org", "registry" + r"\.npmjs", "deb" + r"\.debian\.org")
    ),
    "a promise instead of work": r"\b(?:" + "TO" + "DO|FIX" + "ME|X" + r"XX)\b",
}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("see " + "/home" + "/someone/file", "an absolute path of somebody's machine"),
        ("'/tm" + "p/scratch'", "an absolute path of somebody's machine"),
        ("../sha" + "red/notes", "a folder outside of the repository"),
        ("https://pypi" + ".org/simple", "the host of a package registry"),
        ("# TO" + "DO: later", "a promise instead of work"),
    ],
)
def test_the_forbidden_patterns_find_something(text: str, kind: str) -> None:
    assert re.search(FORBIDDEN[kind], text)


@pytest.mark.parametrize(
    "text",
    ["tests/home/x", "https://example.org/home/page", "a/tmp/b", "(#!/usr/bin/env bash)", "out/root/x", "//tmp"],
)
def test_the_forbidden_patterns_leave_the_rest_alone(text: str) -> None:
    assert not any(re.search(pattern, text) for pattern in FORBIDDEN.values())


@needs_git
def test_no_forbidden_words() -> None:
    found: list[str] = []
    for path in tracked_files():
        text = path.read_bytes().decode("utf-8", errors="replace")
        for kind, pattern in FORBIDDEN.items():
            for match in re.finditer(pattern, text):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{path.relative_to(ROOT)}:{line}: {kind}: {match.group()!r}")
    assert not found, "\n".join(found)


@needs_git
def test_nothing_generated_is_tracked() -> None:
    generated = [
        path.relative_to(ROOT)
        for path in tracked_files()
        if "__pycache__" in path.parts or path.suffix == ".pyc" or "Output" in path.parts
    ]
    assert not generated


def test_no_possessive_group() -> None:
    """Python before 3.11.5 matches a possessive group wrongly; an atomic group, `(?>…)`, is right everywhere."""
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for room in (*ROOMS, "tests")
        for path in sorted((ROOT / room).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\)[*+?]\+", line) and "possessive group" not in line and path != Path(__file__).resolve()
    ]
    assert not found
