# Every target works as the first command in a fresh clone: `setup` makes .venv once and again only when
# the package's requirements change. All paths are relative, so the clone may live anywhere.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo test test-device test-types test-sync test-notebooks test-pages test-slow export release-check docs site readme lint clean

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Small tensors: a second thread costs more than it brings, and much more when the other core is busy.
export OMP_NUM_THREADS = 1
# Modules, and tests with their asserts, are compiled once, and not by each process.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make demo    fit 128 points with a wide network, with and without the symmetry, draw what it is worth into demo/"
	@echo "make test    sync check, README, list of pages, map, types, notebooks and tests/ but for their long parts, every page"
	@echo "make test-slow  the cells and tests that make test leaves out for their length"
	@echo "make test-device DEVICE=cuda  what users do on a device, compared with the CPU"
	@echo "make export  what the notebooks export: modules, stubs, docstrings; figures with a palette; the map"
	@echo "make release-check  sdist and wheel, built and tried in an environment of their own"
	@echo "make docs    the pages, as HTML, in _docs/"
	@echo "make site    the public site in _docs/, as it is deployed (needs Quarto 1.7 or later)"
	@echo "make readme  README.md from nbs/index.ipynb"
	@echo "make lint    ruff"
	@echo "make clean   remove what make made (.venv too)"

setup: $(STAMP)

# pip's own messages are filtered down to one line per package; a mirror that lacks a package is no news.
$(STAMP): settings.ini setup.py pyproject.toml constraints.txt
	@echo "== setting up .venv (once; a minute or two, most of it for torch)"
	@$(PYTHON) -m venv .venv
	@set -o pipefail; $(PIP) install --progress-bar off -c constraints.txt -e '.[dev]' 2> >(grep -v '^WARNING: Location' >&2) | awk '\
		/^(Collecting|Processing) / { sub(".*/", "", $$2); printf "   %3d %s\n", ++n, $$2; fflush() } \
		/^Installing collected/ { printf "   installing %d packages\n", n; fflush() }'
	@touch $@
	@echo "== .venv is ready"

demo: export MPLBACKEND = Agg
demo: $(STAMP)
	@$(BIN)/python tools/make_stubs.py >/dev/null
	@$(BIN)/symbayes-demo --out demo

# What begins or ends on one core leaves the other one idle: two at a time fill it. pytest comes last: its summary line closes the output.
test: export MPLBACKEND = Agg
test: $(STAMP)
	@$(BIN)/python tools/make_stubs.py
	@$(MAKE) --no-print-directory -j 2 test-types test-sync test-notebooks test-pages
	@echo "== tests"
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal tests/devices
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal tests

test-types: $(STAMP)
	@$(BIN)/python tools/check_types.py

test-sync: $(STAMP)
	@echo "== exports in sync, notebooks clean, figures with a palette, numbers in prose; lint and types"
	@$(BIN)/python tools/check_sync.py && $(BIN)/python tools/generated.py --check && $(BIN)/python tools/address.py --check && \
		$(BIN)/python tools/check_numbers.py && $(BIN)/python tools/check_links.py && $(BIN)/python tools/check_english.py && $(BIN)/ruff check -q symbayes tools tests nbs benchmarks setup.py

test-notebooks: $(STAMP)
	@echo "== notebooks, each in an empty folder with the wheel alone"
	@$(BIN)/python tools/test_notebooks.py

test-pages: $(STAMP)
	@echo "== pages"
	@$(BIN)/python tools/build_docs.py --plain

test-slow: export MPLBACKEND = Agg
test-slow: $(STAMP)
	@$(BIN)/python tools/check_types.py --whole
	@$(BIN)/python tools/test_notebooks.py --flags slow
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal --slow tests/devices
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal --slow tests

# DEVICE=pretend takes the stand-in with draws from the CPU, which is what a real device is compared by.
test-device: export DEVICE := $(or $(DEVICE),cuda)
test-device: export MPLBACKEND = Agg
test-device: $(STAMP)
	@$(BIN)/python -m pytest -q --slow tests/devices

export: $(STAMP)
	@$(BIN)/python tools/address.py --write
	@$(BIN)/nbdev-export
	@$(BIN)/nbdev-clean
	@$(BIN)/python tools/make_stubs.py
	@$(BIN)/python tools/generated.py

# What is checked before a version is tagged: see RELEASING.md.
release-check: $(STAMP)
	@$(BIN)/python tools/generated.py --check one_version
	@$(BIN)/python tools/try_release.py

docs: $(STAMP)
	@$(BIN)/python tools/build_docs.py
	@$(BIN)/python tools/measure_pages.py --out _docs/pages.csv

# Without Quarto nbdev-docs would try to install it, by curl and sudo; one before 1.7 passes over settings without a word.
site: $(STAMP)
	@command -v quarto >/dev/null || { echo "make site needs Quarto (https://quarto.org); make docs does without" >&2; exit 1; }
	@printf '%s\n' 1.7 "$$(quarto --version)" | sort -VC || { echo "make site needs Quarto 1.7 or later, this is $$(quarto --version)" >&2; exit 1; }
	@source .venv/bin/activate && PYTHONPATH=tools nbdev-docs
	@$(BIN)/python tools/finish_site.py _docs
	@$(BIN)/python tools/check_pages.py _docs

readme:
	@$(PYTHON) tools/generated.py make_readme

lint: $(STAMP)
	@$(BIN)/ruff check symbayes tools tests nbs benchmarks setup.py

clean:
	rm -rf .venv .release _proc _docs demo build dist *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
