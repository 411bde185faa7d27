"""A deliberately wrong pattern for each relation: the checker catches it, and says at which index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any, ClassVar

import pytest
from instructions import Instructions, memref
from xdsl.context import Context
from xdsl.dialects.builtin import Float8E4M3Type, IntegerAttr, ModuleOp, bf16, f16, f32, i64
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from neuron_opt.dialects.bir.instruction_type import InstructionType
from neuron_opt.dialects.bir.operation import BirOp
from neuron_opt.dialects.neuron.access_pattern import AccessPatternAttr, IntervalAttr, full_pattern
from neuron_opt.passes.manager.context import OptContext
from neuron_opt.passes.manager.diagnostics import DiagnosticEngine
from neuron_opt.passes.manager.rewriting import OpPattern, apply_patterns
from neuron_opt.passes.verify_rewrites.listener import RewriteVerifier
from neuron_opt.passes.verify_rewrites.relations import (
    PIECES,
    PLACEHOLDER,
    SAME_GROUPS,
    SAME_ORDER,
    OperandPieces,
    Permutation,
    Relation,
)

Change = Callable[[BirOp], None]


class ChangingPattern(OpPattern):
    """Does to an instruction in place whatever the test says."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BirOp,)

    def __init__(self, change: Change) -> None:
        self.change = change

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BirOp)
        self.change(op)
        rewriter.notify_op_modified(op)


def wrong_pattern(promised: Relation | None, change: Change) -> ChangingPattern:
    """A pattern that promises a relation and makes a change."""

    class WrongPattern(ChangingPattern):
        relation: ClassVar[object | None] = promised

    return WrongPattern(change)


class CutWrongly(OpPattern):
    """Replaces an instruction by pieces with the free parts and offsets that the test says."""

    roots: ClassVar[tuple[type[Operation], ...]] = (BirOp,)
    relation: ClassVar[object | None] = PIECES

    def __init__(self, pieces: Sequence[Sequence[AccessPatternAttr]]) -> None:
        self.pieces = pieces

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BirOp)
        made: list[Operation] = []
        for patterns in self.pieces:
            piece = op.clone()
            for index, pattern in enumerate(patterns):
                piece.set_pattern(index, pattern)
            made.append(piece)
        rewriter.insert(made, InsertPoint.before(op))
        rewriter.erase(op)


def run(module: ModuleOp, pattern: OpPattern, budget: int = 1 << 16) -> str:
    stream = StringIO()
    context = OptContext(diagnostics=DiagnosticEngine(stream=stream, colour=False))
    context.rewrite_listeners.append(RewriteVerifier(context, budget))
    apply_patterns(context, module, [pattern], greedy=False)
    return stream.getvalue()


def copy(source: AccessPatternAttr, shape: Sequence[int], dtype: Attribute = f32) -> tuple[ModuleOp, BirOp]:
    made = Instructions()
    type = memref(shape, dtype)
    x, y = made.buffer(type), made.buffer(type)
    op = made.add(InstructionType.TensorCopy, [(x, source)], [(y, full_pattern(type))])
    return made.module(), op


PLAIN = AccessPatternAttr(f32, partition=[(32, 128)], free=[(8, 4), (1, 8)])


def changed(**parts: Any) -> Change:
    def change(op: BirOp) -> None:
        pattern = op.pattern(0)
        assert isinstance(pattern, AccessPatternAttr)
        op.set_pattern(0, pattern.with_parts(**parts))

    return change


def intro(op: str, relation: str, pattern: str = "WrongPattern") -> str:
    return f"<unknown>: error: '{op}' op the pattern '{pattern}' does not keep the relation '{relation}': "


# ----------------------------------------------------------------------------------------------- same order


def test_same_order_is_proved_by_flat_forms():
    module, _ = copy(PLAIN, (128, 4, 8))
    assert run(module, wrong_pattern(SAME_ORDER, changed(free=[(1, 32)]))) == ""


def test_other_order():
    module, _ = copy(PLAIN, (128, 4, 8))
    assert run(module, wrong_pattern(SAME_ORDER, changed(free=[(1, 8), (8, 4)]))) == (
        intro("bir.tensor_copy", "same order") + 'operand "ins[0]" does not visit the same elements in the same order\n'
        "note: they part at index 1: before element 1, after element 8\n"
        "note: before: [[32, 128], [8, 4], [1, 8]]\n"
        "note: after: [[32, 128], [1, 8], [8, 4]]\n"
    )


def test_late_difference():
    """Only the last partition is wrong: found without enumerating the others."""
    module, _ = copy(PLAIN, (128, 4, 8))
    assert "they part at index 4064: before element 4064, after the walk has ended" in run(
        module, wrong_pattern(SAME_ORDER, changed(partition=[(32, 127)]))
    )


def test_other_offset_and_fewer_elements():
    module, _ = copy(PLAIN, (128, 4, 8))
    assert "they part at index 0: before element 0, after element 1" in run(
        module, wrong_pattern(SAME_ORDER, changed(offset=1))
    )
    module, _ = copy(PLAIN, (128, 4, 8))
    assert "they part at index 4: before element 4, after element 8" in run(
        module, wrong_pattern(SAME_ORDER, changed(free=[(8, 4), (1, 4)]))
    )


def test_other_element_size():
    module, _ = copy(PLAIN, (128, 4, 8))
    assert run(module, wrong_pattern(SAME_ORDER, changed(dtype=f16))) == (
        intro("bir.tensor_copy", "same order") + 'operand "ins[0]" is counted in elements of another size\n'
        "note: before: float32, 4 bytes\n"
        "note: after: float16, 2 bytes\n"
    )


def test_interval_with_other_elements():
    """A pattern with gaps is not the interval from its first element on."""
    gaps = AccessPatternAttr(f32, partition=[(32, 128)], free=[(16, 2), (1, 8)])
    module, _ = copy(gaps, (128, 4, 8))

    def to_interval(op: BirOp) -> None:
        op.set_pattern(0, IntervalAttr(f32, count=2048))

    assert "they part at index 8: before element 16, after element 8" in run(
        module, wrong_pattern(SAME_ORDER, to_interval)
    )


def test_other_value():
    module, op = copy(PLAIN, (128, 4, 8))

    def swap(_: BirOp) -> None:
        op.operands[0], op.operands[1] = op.operands[1], op.operands[0]

    assert run(module, wrong_pattern(SAME_ORDER, swap)) == (
        intro("bir.tensor_copy", "same order") + 'operand "ins[0]" is another value than before\n'
    )


# ---------------------------------------------------------------------------------------------- same groups


def reduction(**keys: Any) -> ModuleOp:
    made = Instructions()
    x, y = made.buffer(memref((128, 4, 8))), made.buffer(memref((128, 4)))
    made.add(
        InstructionType.TensorReduce,
        [(x, PLAIN)],
        [(y, full_pattern(memref((128, 4))))],
        {"neuron.reduce_size": IntegerAttr(8, i64)},
        op="add",
        **keys,
    )
    return made.module()


def test_right_groups():
    right = changed(free=[(8, 4)], reduce=[(1, 8)])
    assert run(reduction(), wrong_pattern(SAME_GROUPS, right)) == ""
    assert run(reduction(axis="XYZWC"), wrong_pattern(SAME_GROUPS, right)) == "", (
        "axes across partitions are not counted"
    )


def test_groups_of_another_size():
    """The order is the same, element by element: only the groups differ."""
    assert run(reduction(), wrong_pattern(SAME_GROUPS, changed(free=[(16, 2)], reduce=[(1, 16)]))) == (
        intro("bir.tensor_reduce", "same groups") + 'operand "ins[0]" is reduced in other groups\n'
        "note: they part at index 8: before, groups of 8 elements, after, of 16\n"
        "note: reduce: [[1, 16]]\n"
    )


def test_axis_that_selects_other_groups():
    assert run(reduction(axis="XY"), wrong_pattern(SAME_GROUPS, changed(free=[(8, 4)], reduce=[(1, 8)]))) == (
        intro("bir.tensor_reduce", "same groups") + "axis XY selects groups of 32 elements, not of 8\n"
        "note: the counts that are not 1 inside a partition are [4, 8]; they part at index 8\n"
    )


def test_groups_in_another_order():
    wrong = changed(free=[(1, 8)], reduce=[(8, 4)])
    assert "they part at index 1: before element 1, after element 8" in run(
        reduction(), wrong_pattern(SAME_GROUPS, wrong)
    )


# ---------------------------------------------------------------------------------------------- permutation


def matmul(shape: Sequence[int] = (128, 16, 2)) -> ModuleOp:
    made = Instructions()
    type = memref(shape, Float8E4M3Type())
    x, d = made.buffer(type), made.buffer(memref((16, 16), f32, "psum"))
    made.add(
        InstructionType.Matmult,
        [(x, full_pattern(type)), (x, full_pattern(type))],
        [(d, full_pattern(memref((16, 16))))],
        perf_mode="DoubleRow",
    )
    return made.module()


def test_right_permutation():
    assert run(matmul(), wrong_pattern(Permutation(2), changed(double_row=[(1, 2)], free=[(2, 16)]))) == ""


def test_halves_instead_of_interleaved_rows():
    assert run(matmul(), wrong_pattern(Permutation(2), changed(double_row=[(16, 2)], free=[(1, 16)]))) == (
        intro("bir.matmult", "permutation (free, rows) -> (rows, free)")
        + 'operand "ins[0]" does not visit the same elements, rows first, in the same order\n'
        "note: they part at index 1: before element 2, after element 1\n"
        "note: before: [[32, 128], [1, 2], [2, 16]]\n"
        "note: after: [[32, 128], [16, 2], [1, 16]]\n"
    )


def test_operand_without_rows():
    assert run(matmul((128, 3, 5)), wrong_pattern(Permutation(2), changed(double_row=[(1, 3)], free=[(3, 5)]))) == (
        intro("bir.matmult", "permutation (free, rows) -> (rows, free)") + 'operand "ins[0]" had no rows last\n'
        "note: the trailing 2 elements cannot be split off [[1, 15]]: 2 does not divide 15\n"
    )


# -------------------------------------------------------------------------------------- pieces of one operand


def sparse() -> ModuleOp:
    made = Instructions()
    types = [memref((128, 4, 8), bf16), memref((128, 128), bf16), memref((128, 32), i64)]
    ins = [(made.buffer(type), full_pattern(type)) for type in types]
    result = memref((128, 8), f32, "psum")
    made.add(InstructionType.MatmultSparse, ins, [(made.buffer(result), full_pattern(result))], compress_ratio=4)
    return made.module()


CANDIDATES = OperandPieces("ins", 0, "compress_ratio")


def test_pieces_outside_or_inside():
    for free in ([(8, 4), (1, 8)], [(1, 8), (8, 4)]):
        assert run(sparse(), wrong_pattern(CANDIDATES, changed(free=free))) == ""


def test_pieces_in_reverse():
    wrong = changed(free=[(-8, 4), (1, 8)], offset=24)
    assert run(sparse(), wrong_pattern(CANDIDATES, wrong)) == (
        intro("bir.matmult_sparse", "pieces of one operand")
        + 'operand "ins[0]" does not visit the same partitions in the same order\n'
        "note: they part at index 0: before element 0, after element 24\n"
        "note: before: [[32, 128]]\n"
        "note: after: [[32, 128]] from 24\n"
    )


def test_pieces_of_other_elements():
    wrong = changed(free=[(1, 4), (4, 8)])
    assert run(sparse(), wrong_pattern(CANDIDATES, wrong)) == (
        intro("bir.matmult_sparse", "pieces of one operand")
        + 'operand "ins[0]" does not visit the same elements in piece 0 in the same order\n'
        "note: they part at index 1: before element 1, after element 4\n"
        "note: before: [[1, 8]]\n"
        "note: after: [[4, 8]]\n"
    )


def test_no_dimension_of_pieces():
    assert 'operand "ins[0]" has no dimension of 4 at either end of its free part\nnote: after: [[1, 32]]\n' in run(
        sparse(), wrong_pattern(CANDIDATES, changed(free=[(1, 32)]))
    )


# ----------------------------------------------------------------------------------------------- placeholder


START = AffineMap(1, 0, (AffineExpr.dimension(0) * 64,))


def gather() -> ModuleOp:
    from xdsl.dialects import test
    from xdsl.dialects.builtin import IndexType

    made = Instructions()
    cache, tile = memref((128, 4096)), memref((128, 64))
    index = test.TestOp(result_types=[IndexType()])
    made.block.add_op(index)
    dynamic = AccessPatternAttr(f32, partition=[(4096, 32)], free=[(1, 64)], start=START, access_shape=(32, 64))
    made.add(
        InstructionType.TensorCopyDynamicSrc,
        [(made.buffer(cache), dynamic)],
        [(made.buffer(tile), full_pattern(tile))],
        indices=[index.results[0]],
    )
    return made.module()


def test_more_partitions_from_the_same_one():
    right = changed(partition=[(4096, 128)], access_shape=(128, 64))
    assert run(gather(), wrong_pattern(PLACEHOLDER, right)) == ""


def test_every_other_partition():
    wrong = changed(partition=[(8192, 64)], access_shape=(64, 64))
    assert run(gather(), wrong_pattern(PLACEHOLDER, wrong)) == (
        intro("bir.tensor_copy_dynamic_src", "placeholder")
        + 'operand "ins[0]" does not visit the same partitions in the same order\n'
        "note: they part at index 1: before element 4096, after element 8192\n"
        "note: before: [[4096, 32]]\n"
        "note: after: [[8192, 64]]\n"
    )


def test_other_start():
    def change(op: BirOp) -> None:
        other = AffineMap(1, 0, (AffineExpr.dimension(0) * 65,))
        op.set_pattern(
            0, AccessPatternAttr(f32, partition=[(4096, 32)], free=[(1, 64)], start=other, access_shape=(32, 64))
        )

    assert run(gather(), wrong_pattern(PLACEHOLDER, change)) == (
        intro("bir.tensor_copy_dynamic_src", "placeholder") + 'operand "ins[0]" starts at another expression\n'
        "note: before: affine_map<(d0) -> ((d0 * 64))>\n"
        "note: after: affine_map<(d0) -> ((d0 * 65))>\n"
    )


def test_other_elements_of_a_partition():
    assert "does not visit the same elements of a partition in the same order" in run(
        gather(), wrong_pattern(PLACEHOLDER, changed(free=[(2, 64)]))
    )


# ---------------------------------------------------------------------------------------------------- pieces


def pieces_of(*free: Sequence[tuple[int, int, Sequence[tuple[int, int]]]]) -> list[list[AccessPatternAttr]]:
    """For each piece and operand an offset, a number of partitions and a free part."""
    made: list[list[AccessPatternAttr]] = []
    for piece in free:
        made.append(
            [
                AccessPatternAttr(f32, partition=[(32, partitions)], free=pairs, offset=offset, access_shape=None)
                for offset, partitions, pairs in piece
            ]
        )
    return made


def four_by_eight() -> ModuleOp:
    return copy(PLAIN, (128, 4, 8))[0]


def test_right_pieces_in_any_direction():
    half = [(8, 2), (1, 8)]
    outer = pieces_of([(0, 128, half), (0, 128, half)], [(16, 128, half), (16, 128, half)])
    assert run(four_by_eight(), CutWrongly(outer)) == ""
    columns = [(8, 4), (1, 4)]
    inner = pieces_of([(0, 128, columns), (0, 128, columns)], [(4, 128, columns), (4, 128, columns)])
    assert run(four_by_eight(), CutWrongly(inner)) == ""


def test_uneven_pieces_are_enumerated():
    uneven = pieces_of([(0, 128, [(1, 8)])] * 2, [(8, 128, [(8, 3), (1, 8)])] * 2)
    assert run(four_by_eight(), CutWrongly(uneven)) == ""


def test_piece_that_pairs_the_wrong_elements():
    """Each operand alone is covered exactly; the second piece pairs what does not belong together."""
    half = [(8, 2), (1, 8)]
    crossed = pieces_of([(0, 128, half), (16, 128, half)], [(16, 128, half), (0, 128, half)])
    assert run(four_by_eight(), CutWrongly(crossed)) == (
        intro("bir.tensor_copy", "pieces", "CutWrongly")
        + "the pieces do not visit all tuples of elements of (ins[0], outs[0])\n"
        "note: they part at index 0: the tuple (0, 0) is in no piece\n"
    )


def test_forgotten_and_repeated_elements():
    half = [(8, 2), (1, 8)]
    assert run(four_by_eight(), CutWrongly(pieces_of([(0, 128, half)] * 2, [(0, 128, half)] * 2))) == (
        intro("bir.tensor_copy", "pieces", "CutWrongly")
        + "the pieces do not visit all tuples of elements of (ins[0], outs[0])\n"
        "note: they part at index 16: the tuple (16, 16) is in no piece\n"
    )
    row = [(1, 8)]
    assert run(four_by_eight(), CutWrongly(pieces_of([(0, 128, half)] * 2, [(16, 128, row)] * 2))) == (
        intro("bir.tensor_copy", "pieces", "CutWrongly")
        + "the pieces visit 24 tuples of elements of (ins[0], outs[0]), the whole 32\n"
        "note: they part at index 24 at the latest\n"
    )


def test_cut_partitions():
    half = [(8, 4), (1, 8)]
    cut = pieces_of([(0, 64, half)] * 2, [(64 * 32, 64, half)] * 2)
    assert (
        'operand "ins[0]" does not visit the same elements of its partition part in the same order\n'
        "note: they part at index 64: before element 2048, after the walk has ended\n"
    ) in run(four_by_eight(), CutWrongly(cut))


def test_cut_reduction():
    """Half of a group is another sum."""
    made = Instructions()
    folded = AccessPatternAttr(f32, partition=[(32, 128)], free=[(8, 4)], reduce=[(1, 8)])
    kept = AccessPatternAttr(f32, partition=[(4, 128)], free=[(1, 4)])
    x, y = made.buffer(memref((128, 4, 8))), made.buffer(memref((128, 4)))
    made.add(InstructionType.TensorReduce, [(x, folded)], [(y, kept)], op="add")
    halves = [[folded.with_parts(reduce=[(1, 4)], offset=offset), kept] for offset in (0, 4)]
    assert 'operand "ins[0]" does not visit the same elements of its reduce part in the same order' in run(
        made.module(), CutWrongly(halves)
    )


def test_beyond_the_budget_is_undecided_not_guessed():
    uneven = pieces_of([(0, 128, [(1, 8)])] * 2, [(8, 128, [(8, 3), (1, 8)])] * 2)
    assert run(four_by_eight(), CutWrongly(uneven), budget=31) == (
        "<unknown>: warning: 'bir.tensor_copy' op the pattern 'CutWrongly' was not proved to keep the relation "
        "'pieces': 32 tuples of elements exceed the budget of 31\n"
    )


def folded_reduction(**keys: Any) -> ModuleOp:
    made = Instructions()
    folded = AccessPatternAttr(f32, partition=[(64, 128)], free=[(16, 4)], reduce=[(8, 2), (1, 4)])
    kept = AccessPatternAttr(f32, partition=[(4, 128)], free=[(1, 4)])
    x, y = made.buffer(memref((128, 64))), made.buffer(memref((128, 4)))
    made.add(InstructionType.TensorReduce, [(x, folded)], [(y, kept)], op="add", **keys)
    return made.module()


def test_elements_that_move_between_parts():
    """Without a cut the order is the same, but two elements more are reduced together."""
    wrong = changed(free=[(32, 2)], reduce=[(16, 2), (8, 2), (1, 4)])
    assert run(folded_reduction(axis="XY"), wrong_pattern(PIECES, wrong)) == (
        intro("bir.tensor_reduce", "pieces")
        + 'operand "ins[0]" does not visit the same elements of its free part in the same order\n'
        "note: they part at index 1: before element 16, after element 32\n"
        "note: before: [[16, 4]]\n"
        "note: after: [[32, 2]]\n"
    )


def test_factored_reduction_with_the_old_axis():
    """The reduce part takes three dimensions now, and the selector still names two."""
    assert run(folded_reduction(axis="XY"), wrong_pattern(PIECES, changed(reduce=[(8, 2), (2, 2), (1, 2)]))) == (
        intro("bir.tensor_reduce", "pieces") + "axis XY selects groups of 4 elements, not of 8\n"
        "note: the counts that are not 1 inside a partition are [4, 2, 2, 2]; they part at index 4\n"
    )


# ------------------------------------------------------------------------------------------------- the listener


def test_an_instruction_that_vanishes():
    class Vanish(OpPattern):
        roots: ClassVar[tuple[type[Operation], ...]] = (BirOp,)
        relation: ClassVar[object | None] = SAME_ORDER

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            rewriter.erase(op)

    module, _ = copy(PLAIN, (128, 4, 8))
    assert run(module, Vanish()) == intro("bir.tensor_copy", "same order", "Vanish") + "no instruction is left\n"


def test_an_instruction_with_fewer_operands():
    class Shrink(OpPattern):
        roots: ClassVar[tuple[type[Operation], ...]] = (BirOp,)
        relation: ClassVar[object | None] = SAME_ORDER

        def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
            assert isinstance(op, BirOp)
            made = Instructions().add(InstructionType.TensorCopy, [], [(op.operands[1], op.pattern(1))])
            made.detach()
            rewriter.replace(op, made)

    module, _ = copy(PLAIN, (128, 4, 8))
    assert run(module, Shrink()) == (
        intro("bir.tensor_copy", "same order", "Shrink")
        + "'bir.tensor_copy' had 2 operands with patterns, 'bir.tensor_copy' has 1\n"
    )


def test_a_pattern_that_promises_nothing_is_not_checked():
    module, _ = copy(PLAIN, (128, 4, 8))
    assert run(module, wrong_pattern(None, changed(offset=1))) == ""


def test_a_plain_context_raises():
    """Under xdsl-opt there is no engine that would collect the error."""
    from xdsl.utils.exceptions import VerifyException

    _, op = copy(PLAIN, (128, 4, 8))
    verifier = RewriteVerifier(Context())
    pattern = wrong_pattern(SAME_ORDER, changed(offset=1))
    verifier.before_rewrite(pattern, op)
    pattern.change(op)
    with pytest.raises(VerifyException, match="does not keep the relation 'same order'"):
        verifier.after_rewrite(pattern, op, ())
    assert verifier.proved == 0
