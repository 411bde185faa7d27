"""The packages follow the tree; everything else stands in pyproject.toml."""

from setuptools import find_packages, setup

setup(packages=[f"neuron_opt.{name}" for name in find_packages(include=["dialects*", "passes*", "testing*", "tools*"])])
