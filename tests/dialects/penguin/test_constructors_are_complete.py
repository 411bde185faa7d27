"""A macro can be built in Python with everything that can be written of it."""

from __future__ import annotations

from inspect import signature
from typing import Any, cast

import pytest

from neuron_opt.dialects.neuron.op_format import layout_of
from neuron_opt.dialects.penguin import PENGUIN


@pytest.mark.parametrize("name", PENGUIN.operation_names)
def test_constructors_take_every_operand_and_property(name: str) -> None:
    op_class = PENGUIN.find_operation(name)
    assert op_class is not None
    layout = layout_of(cast(Any, op_class))
    parameters = set(signature(op_class).parameters)
    assert parameters == {*layout.groups, *layout.forms}
