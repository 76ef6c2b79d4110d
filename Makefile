# The habits of this project. `make help` lists them; each sets up what it needs in a .venv of its own.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
# One more than there are cores: one process mostly waits for a browser, and leaves its own to others.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)))
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable
# pip compiles on one core, and the tests of NumPy and others too: half of the time that it takes.
COMPILE = $(BIN)/python -m compileall -qq -j 0 -x '/(tests|pip|setuptools)/' $(VENV)/lib || true
# The rules of the game on the first page, compiled while the rest goes on: its first verdict need not wait for them.
AHEAD = $(BIN)/python -P -m workbench.play.ahead hitmakers greedy </dev/null >/dev/null 2>&1 &
PYTEST = unset PYTHONDONTWRITEBYTECODE; $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -raR --rerun-show-tracebacks
CHECKS = $(MAKE) --no-print-directory --keep-going lint types

.DEFAULT_GOAL := help
.PHONY: help app test thorough lint types bench clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

app: $(VENV)/.app ## set everything up and open the dashboard (PORT=8501)
	@$(BIN)/workbench app --port $(PORT)

test: $(VENV)/.test ## set everything up and run every check and test, side by side; fails if any does
	@$(CHECKS) >$(VENV)/.checks 2>&1 & checks=$$!; $(PYTEST); tests=$$?; \
	wait $$checks; checked=$$?; cat $(VENV)/.checks; exit $$((tests || checked))

thorough: $(VENV)/.test ## what takes long: planted faults, benches, kills, damages, every page with every game, many random examples
	@$(PYTEST) -m 'thorough or hypothesis' --hypothesis-profile thorough

lint: $(VENV)/.test ## style, formatting and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.test ## mypy --strict
	$(BIN)/mypy

bench: $(VENV)/.test ## plays a second on this machine, alone and by the whole command
	$(BIN)/workbench bench

clean: ## remove the environment and every cache; scenarios and stored plays stay
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist *.egg-info

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "The workbench needs Python 3.11 or newer; name one: make PYTHON=python3.12 app" >&2; exit 1; }
	@echo "Setting up $(VENV), once ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.app: $(VENV)/bin/python pyproject.toml
	@echo "Installing the workbench and what it needs into $(VENV), once; this takes a minute or two ..."
	@$(INSTALL) .
	@$(AHEAD)
	@$(COMPILE)
	@touch $@

$(VENV)/.test: $(VENV)/bin/python pyproject.toml
	@echo "Installing what the tests need into $(VENV), once; this takes a minute or two ..."
	@$(INSTALL) '.[test]'
	@$(COMPILE)
	@touch $@ $(VENV)/.app
