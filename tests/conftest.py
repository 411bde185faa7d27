"""Fixtures that every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles import OracleMissingError, oracles_are_compulsory, require_oracle


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the source tree."""
    return Path(__file__).resolve().parent.parent


def _oracle(name: str) -> Path:
    try:
        return require_oracle(name)
    except OracleMissingError as error:
        if oracles_are_compulsory():
            pytest.fail(f"on CI every oracle must be there, but {error}", pytrace=False)
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def mlir_opt() -> Path:
    """The path of real mlir-opt. A test that asks for it is skipped where it is missing, and fails on CI."""
    return _oracle("mlir-opt")


@pytest.fixture(scope="session")
def llvm_filecheck() -> Path:
    """The path of LLVM's FileCheck. A test that asks for it is skipped where it is missing, and fails on CI."""
    return _oracle("FileCheck")


@pytest.fixture(scope="session")
def llvm_not() -> Path:
    """The path of LLVM's `not`. A test that asks for it is skipped where it is missing, and fails on CI."""
    return _oracle("not")
