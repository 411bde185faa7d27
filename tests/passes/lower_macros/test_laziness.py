"""What a lowering loads: the modules of the families it meets, and the registry for its own kernels alone."""

from __future__ import annotations

import subprocess
import sys

import pytest
from macro_instances import INSTANCES

PROBE = """
import sys
sys.path.insert(0, {support!r})
from macro_instances import INSTANCES, lowered

{before}
node = lowered(INSTANCES[{name!r}].build())
print(node.name)
for module in sorted(sys.modules):
    if module.startswith(("neuron_opt.passes.lower_macros", "neuron_opt.dialects.penguin.macros")):
        print(module)
registry = sys.modules.get("neuron_opt.passes.lower_macros.registry")
print("built", 0 if registry is None else registry.get_internal_kernel_registry.cache_info().currsize)
"""

SHARED = {
    "",
    ".lower_macros",
    ".macro_pattern",
    ".marshalling",
    ".options",
    ".sinks",
    ".sinks.base",
    ".telemetry",
}
"""What every family needs."""

BESPOKE = {".sinks.flavours"}

OWN: dict[str, tuple[str, set[str], set[str]]] = {
    # what: node, modules of the pass, modules of the dialect's macros
    "mlp": ("bir.bir_kernel", {".mlp", ".decode", ".sinks.common_native", *BESPOKE}, {".mlp"}),
    "mlp on tiles": ("bir.bir_kernel", {".mlp", ".decode", ".sinks.common_native", *BESPOKE}, {".mlp"}),
    "qkv": ("bir.bir_kernel", {".qkv", ".decode", ".sinks.common_native", *BESPOKE}, {".qkv"}),
    "rmsnorm_quant": ("bir.bir_kernel", {".rmsnorm_quant", ".sinks.common_native", *BESPOKE}, {".rmsnorm_quant"}),
    "attention": (
        "bir.bir_kernel",
        {".attention", ".sinks.common_attention", *BESPOKE},
        {".attention", ".attention_layouts"},
    ),
    "backwards_attention": (
        "bir.bir_kernel",
        {".backwards_attention", ".sinks.backwards_attention", *BESPOKE},
        {".backwards_attention", ".attention_layouts"},
    ),
    "attention_tkg_fwd": (
        "bir.bir_kernel",
        {".attention_tkg", ".library", ".sinks.generic_library"},
        {".attention_tkg", ".attention_layouts"},
    ),
    "prefix_caching_attention": (
        "bir.bir_kernel",
        {".prefix_caching", ".library", ".sinks.generic_library"},
        # Its names are variants of attention.
        {".prefix_caching", ".attention", ".attention_layouts"},
    ),
    "router_topk": ("bir.bir_kernel", {".moe", ".library", ".sinks.generic_library"}, {".moe"}),
    "row_tiled_mm": ("bir.bir_kernel", {".matmul_probes", ".library", ".sinks.generic_library"}, {".matmul_probes"}),
    "bir_kernel": ("bir.bir_kernel", {".bir_kernel", ".sinks.generic_library"}, {".kernels"}),
    "nki_kernel": ("bir.nki_kernel", {".nki_kernel", ".sinks.external"}, {".kernels"}),
    "native_kernel": (
        "bir.nki_klir_kernel",
        {".native_kernel", ".cache_key", ".registry", ".sinks.registry", ".sinks.external", *BESPOKE},
        {".kernels"},
    ),
}


FORBID = 'sys.modules["neuron_opt.passes.lower_macros.registry"] = None'
"""Makes every import of the registry fail."""


def run(name: str, support: str, before: str = "") -> list[str]:
    program = PROBE.format(support=support, name=name, before=before)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, timeout=120
    ).stdout.split("\n")


@pytest.fixture(scope="session")
def support() -> str:
    """The folder of the support modules."""
    import macro_instances

    assert macro_instances.__file__ is not None
    return macro_instances.__file__.rpartition("/")[0]


@pytest.mark.parametrize("name", OWN)
def test_a_family_loads_its_own_modules(name: str, support: str) -> None:
    node, of_pass, of_dialect = OWN[name]
    lines = run(name, support)
    assert lines[0] == node
    loaded = {line for line in lines if line.startswith("neuron_opt.")}
    pass_prefix, dialect_prefix = "neuron_opt.passes.lower_macros", "neuron_opt.dialects.penguin.macros"
    assert {line.removeprefix(pass_prefix) for line in loaded if line.startswith(pass_prefix)} == SHARED | of_pass
    assert {line.removeprefix(dialect_prefix) for line in loaded if line.startswith(dialect_prefix)} - {
        ""
    } == of_dialect
    assert f"built {1 if name == 'native_kernel' else 0}" in lines


OTHERS = [name for name in INSTANCES if name not in OWN]


@pytest.mark.parametrize("name", OTHERS)
def test_only_registry_kernels_look_the_registry_up(name: str, support: str) -> None:
    """The registry cannot even be imported here, and only its own kernels miss it (see above for the other macros)."""
    assert run(name, support, FORBID)[0].startswith("bir.")


def test_without_the_registry_its_kernels_fail(support: str) -> None:
    """That the test above can fail."""
    with pytest.raises(subprocess.CalledProcessError):
        run("native_kernel", support, FORBID)
