"""The pass in a plain xDSL context: the first error is raised, what cannot be counted is not, options hold."""

from __future__ import annotations

import pytest
from macro_instances import INSTANCES, lowered, module_of
from xdsl.context import Context
from xdsl.dialects.builtin import UnknownLoc
from xdsl.utils.exceptions import VerifyException

from neuron_opt.dialects.neuron.target import TargetAttr
from neuron_opt.passes.lower_macros.lower_macros import LowerMacrosPass
from neuron_opt.passes.lower_macros.telemetry import KernelCategory, KernelMetrics


def test_a_name_that_is_missing_is_raised() -> None:
    macro = INSTANCES["native_kernel"].build(func_name="nothing")
    module = module_of(macro)
    with pytest.raises(VerifyException, match="Internal NKI kernel 'nothing' is not registered"):
        LowerMacrosPass().apply(Context(), module)
    assert module.body.block.last_op is macro


def test_a_gate_of_the_target_is_raised_before_anything_is_lowered() -> None:
    first = INSTANCES["bir_kernel"].build()
    gated = INSTANCES["cayman_packed_pe_transpose"].build(perf_mode="double_row_gen3")
    module = module_of(first, gated, target=TargetAttr("trn1"))
    with pytest.raises(VerifyException, match="perf_mode=`double_row_gen3` is not supported on trn1"):
        LowerMacrosPass().apply(Context(), module)
    assert first.parent is module.body.block
    assert gated.parent is module.body.block


def test_remarks_are_dropped() -> None:
    assert lowered(INSTANCES["bir_kernel"].build(), kernel_metrics=True).name == "bir.bir_kernel"


def test_a_macro_without_a_place_makes_a_node_without_one() -> None:
    assert isinstance(lowered(INSTANCES["mlp"].build()).location, UnknownLoc)


def test_metrics_are_sorted_and_added_up() -> None:
    metrics = KernelMetrics()
    metrics.record_kernel(KernelCategory.NEW_NKI_FE, "ResizeNearest", 3)
    metrics.record_kernel(KernelCategory.BIR_KERNEL, "softmax")
    metrics.record_kernel(KernelCategory.BIR_KERNEL, "RouterTopK")
    metrics.record_kernel(KernelCategory.BIR_KERNEL, "softmax")
    assert metrics.lines() == ["BIR_KERNEL RouterTopK: 1", "BIR_KERNEL softmax: 2", "NEW_NKI_FE ResizeNearest: 3"]
