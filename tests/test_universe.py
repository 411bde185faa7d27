"""The plug-in that makes our dialects and passes appear in plain `xdsl-opt`.

xDSL imports it at every start of every one of its programs in the same environment, so importing it must cost
nothing and cannot be allowed to fail.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from xdsl.universe import XDSL_UNIVERSE, Universe

from neuron_opt.tools.tables import DIALECTS, PASSES
from neuron_opt.tools.universe import NEURON_UNIVERSE

OWN_MODULES = {"neuron_opt", "neuron_opt.tools", "neuron_opt.tools.tables", "neuron_opt.tools.universe"}


def run_python(script: str) -> str:
    """What a script prints in an interpreter of its own."""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8")
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_importing_it_loads_nothing_but_tables() -> None:
    """On top of what xDSL's own programs have loaded by then."""
    loaded = run_python(
        "import sys, xdsl.universe\n"
        "before = set(sys.modules)\n"
        "import neuron_opt.tools.universe\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    assert set(loaded.split()) <= OWN_MODULES


def test_importing_it_survives_whatever_is_broken_elsewhere() -> None:
    """With every other module of ours, and numpy, made impossible to import."""
    run_python(
        "import sys\n"
        "for name in ('neuron_opt.dialects', 'neuron_opt.passes', 'neuron_opt.tools.opt_main', 'numpy'):\n"
        "    sys.modules[name] = None\n"
        "from neuron_opt.tools.universe import NEURON_UNIVERSE\n"
        "assert NEURON_UNIVERSE.all_dialects and NEURON_UNIVERSE.all_passes"
    )


def test_a_getter_loads_only_what_it_is_asked_for() -> None:
    loaded = run_python(
        "import sys\n"
        "from neuron_opt.tools.universe import NEURON_UNIVERSE\n"
        "NEURON_UNIVERSE.all_dialects['bir']()\n"
        "print(*sys.modules)"
    ).split()
    assert "neuron_opt.dialects.bir" in loaded
    assert "neuron_opt.dialects.penguin" not in loaded
    assert "neuron_opt.passes" not in loaded


def test_the_dialects_are_offered_under_their_names() -> None:
    assert sorted(NEURON_UNIVERSE.all_dialects) == sorted(DIALECTS) == ["bir", "neuron", "penguin"]
    for name, get_dialect in NEURON_UNIVERSE.all_dialects.items():
        assert get_dialect().name == name


def test_each_getter_has_its_own_pass() -> None:
    assert "lower-macros" in NEURON_UNIVERSE.all_passes
    for name, get_pass in NEURON_UNIVERSE.all_passes.items():
        assert get_pass().name == name


def test_every_pass_is_offered_unless_xdsl_has_one_of_that_name() -> None:
    """A name that two universes offer is an error that stops xdsl-opt."""
    assert set(NEURON_UNIVERSE.all_passes) == set(PASSES) - set(XDSL_UNIVERSE.all_passes)
    assert not set(NEURON_UNIVERSE.all_dialects) & set(XDSL_UNIVERSE.all_dialects)


def test_the_entry_point_is_found() -> None:
    """The package is installed, and its universe fits together with xDSL's own."""
    multiverse = Universe.get_multiverse()
    assert multiverse.all_dialects["penguin"] is NEURON_UNIVERSE.all_dialects["penguin"]
    assert multiverse.all_passes["lower-macros"] is NEURON_UNIVERSE.all_passes["lower-macros"]


@pytest.mark.parametrize("name", ["neuron", "penguin", "bir"])
def test_plain_xdsl_programs_can_load_a_whole_dialect(name: str) -> None:
    """xDSL takes all operations and attributes of a dialect at once."""
    dialect = NEURON_UNIVERSE.all_dialects[name]()
    members = [*dialect.operations, *dialect.attributes]
    assert members
    assert all(member.name.startswith(f"{name}.") for member in members)
