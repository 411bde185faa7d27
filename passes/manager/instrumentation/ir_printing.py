"""`--mlir-print-ir-…` and `--print-ir-diff`: the IR between passes, on standard error or in a tree of files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..diagnostics import operation_name
from ..files import FileError
from .base import Instrumentation, PassRun

if TYPE_CHECKING:
    from pathlib import Path

    from xdsl.ir import Operation

OperationText = Callable[["Operation"], str]


@dataclass(frozen=True)
class IRPrintingOptions:
    """Which passes are printed, and how.

    `before` and `after` are names of passes, or None for all of them.
    """

    before: Collection[str] | None = ()
    after: Collection[str] | None = ()
    only_after_change: bool = False
    after_failure: bool = False
    module_scope: bool = False
    diff: bool = False
    tree_directory: str | None = None

    @property
    def prints(self) -> bool:
        """Whether anything is ever printed."""
        return self.before is None or self.after is None or bool(self.before or self.after or self.after_failure)


def _contains(names: Collection[str] | None, name: str) -> bool:
    return names is None or name in names


def symbol_name(op: Operation) -> str | None:
    """The symbol that an operation defines, if it does."""
    from xdsl.dialects.builtin import StringAttr

    name = op.get_attr_or_prop("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def top_level(op: Operation) -> Operation:
    """The outermost operation around an operation."""
    while (parent := op.parent_op()) is not None:
        op = parent
    return op


class IRPrinter(Instrumentation):
    """Prints the IR around passes.

    Banners are mlir-opt's, with the pass spelled as a pipeline spells it, its options included:
    `// -----// IR Dump After LowerMacros (lower-macros{tkg-threshold=4}) //----- //`.
    """

    def __init__(self, options: IRPrintingOptions, text_of: OperationText) -> None:
        self.options = options
        self.text_of = text_of
        # The text before the pass that is running, when a diff or a comparison will need it.
        self._before = ""
        self._written: set[Path] = set()

    def before_pass(self, run: PassRun) -> None:
        options = self.options
        prints_before = _contains(options.before, run.step.entry.name)
        if prints_before or options.diff or options.only_after_change:
            self._before = self._text(run)
        if prints_before:
            self._print(run, "Dump Before", self._before)

    def after_pass(self, run: PassRun) -> None:
        options = self.options
        if not _contains(options.after, run.step.entry.name):
            return
        after = self._text(run)
        if options.only_after_change and after == self._before:
            return
        self._print_after(run, "After", after)

    def after_nested_failed(self, run: PassRun) -> None:
        if self.options.after_failure:
            self._print_after(run, "After", self.text_of(top_level(run.op)), " Failed")

    def after_pass_failed(self, run: PassRun) -> None:
        options = self.options
        if options.after_failure or _contains(options.after, run.step.entry.name):
            self._print_after(run, "After", self._text(run), " Failed")

    def _print_after(self, run: PassRun, place: str, after: str, failed: str = "") -> None:
        if not self.options.diff:
            self._print(run, f"Dump {place}", after, failed)
            return
        from .line_diff import unified_diff

        lines = unified_diff(
            self._before.splitlines(),
            after.splitlines(),
            f"before {run.step.entry.name}",
            f"after {run.step.entry.name}",
        )
        self._print(run, f"Diff {place}", "".join(f"{line}\n" for line in lines), failed)

    def _text(self, run: PassRun) -> str:
        return self.text_of(top_level(run.op) if self.options.module_scope else run.op)

    def _print(self, run: PassRun, what: str, text: str, failed: str = "") -> None:
        entry = run.step.entry
        title = f"{entry.display_name}{failed} ({run.step.spell(all_options=False)})"
        where = ""
        if self.options.module_scope:
            symbol = symbol_name(run.op)
            where = f" ('{operation_name(run.op)}' operation{f': @{symbol}' if symbol is not None else ''})"
        banner = f"// -----// IR {what} {title}{where} //----- //\n"
        if self.options.tree_directory is None:
            body = text or "// no change\n"
            sys.stderr.write(f"{banner}{body}\n")
            return
        from pathlib import Path

        number = "_".join(str(index) for index in run.path)
        suffix = "_before" if what == "Dump Before" else ""
        ending = "diff" if what.startswith("Diff") else "mlir"
        folder = Path(self.options.tree_directory, *_folders(run.op))
        path = folder / f"{number}_{entry.name}{suffix}.{ending}"
        # Pieces of a split input are told apart by writing one after the other.
        mode = "a" if path in self._written else "w"
        self._written.add(path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with path.open(mode, encoding="utf-8") as stream:
                stream.write(banner + text)
        except (OSError, ValueError) as failure:
            reason = getattr(failure, "strerror", None) or str(failure)
            raise FileError(f"cannot write the IR to '{path}': {reason}") from None


def _folders(op: Operation) -> list[str]:
    """The folders of an operation in the tree: one for itself below those of the operations around it."""
    folders: list[str] = []
    current: Operation | None = op
    while current is not None:
        name = operation_name(current).replace(".", "_")
        symbol = symbol_name(current)
        safe = "no-symbol-name" if symbol is None else "".join(c if c.isalnum() or c in "_-." else "_" for c in symbol)
        folders.append(f"{name}_{safe}")
        current = current.parent_op()
    return folders[::-1]
