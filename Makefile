# `make play` and `make test` set up everything that a fresh clone needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
READY := $(VENV)/.ready

HOST ?=
PORT ?=
ARGS ?=
SEED ?=
GAMES ?= 10000
FORGED ?= 100000
JOBS ?= 2

# Every installation uses the versions in constraints.txt.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help play test lint format client browser wheel soak bench think load frames screens clean

help:
	@echo "make play    open the table in your browser; PORT= and HOST= set the address, ARGS=--no-browser only prints it"
	@echo "make test    run the linter, the type checks and all tests"
	@echo "make lint    run the linter and the type checks only"
	@echo "make format  format all Python and JavaScript"
	@echo "make wheel   build the wheel and the source archive in dist/"
	@echo "make soak    play $(GAMES) random games and try $(FORGED) illegal actions; GAMES= FORGED= JOBS= change that"
	@echo "make bench   measure the speed on one core; SAVE=1 adds the figures to bench/results.md, here and below"
	@echo "make think   measure how long the commanders think"
	@echo "make load    measure a table with 200 matches against machines"
	@echo "make frames  measure how smoothly the board pans in Chromium"
	@echo "make screens take the screenshots in docs/img"
	@echo "make clean   remove the environment and all caches"

play: $(PLAY)
	@exec $(BIN)/grognard table $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(ARGS)

test: lint browser
	$(BIN)/pytest -n 2 --dist loadfile --ignore tests/browser
# In a separate run: the browser's driver keeps an event loop running in its process.
	$(BIN)/pytest -n 2 --dist loadfile tests/browser

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory client; \
		else echo "npm is not installed: the client's types and format are not checked"; fi

# Formats all files as `make lint` expects.
format: $(READY) node_modules/.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	npm run --silent format

# The client's JSDoc types and format; the client itself needs neither Node nor a build.
client: node_modules/.ready
	npm run --silent check

node_modules/.ready: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

# The browser tests use the system's Chromium. If there is none, Playwright downloads one.
browser: $(READY)
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| test -n "$$CHROMIUM" || $(BIN)/playwright install chromium

# Builds the source archive, and the wheel from it, with the build backend of the environment.
wheel: $(READY)
	$(BIN)/python -m build --no-isolation --outdir dist

soak: $(READY)
	$(BIN)/grognard soak --games $(GAMES) --forged $(FORGED) --jobs $(JOBS) --seed "$(or $(SEED),1)"

bench: $(READY)
	$(BIN)/python bench/run.py $(if $(SAVE),--save)

think: $(READY)
	$(BIN)/python bench/think.py $(if $(SAVE),--save)

load: $(READY)
	$(BIN)/python bench/load.py $(if $(SAVE),--save)

frames: browser
	$(BIN)/python bench/frames.py $(if $(SAVE),--save)

# Takes the screenshots in docs/img. If pngquant is installed, it makes them smaller.
screens: browser
	$(BIN)/python docs/screens.py

# The environment is made once, and renewed when one of these two files changes. Playing needs less than testing.
$(PLAY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Grognard needs Python 3.11 or later; choose one: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing Grognard into $(VENV); this happens only once and takes about a minute."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) --editable .
	@touch $@

$(READY): $(PLAY)
	@echo "Installing the tools for development and tests."
	@$(INSTALL) --editable ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) node_modules build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
