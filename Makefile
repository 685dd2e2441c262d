# `make play` and `make test` do all the set-up a fresh clone needs.
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

# Every installation takes the versions of constraints.txt.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help play test lint format client browser wheel soak bench think load frames screens clean

help:
	@echo "make play    the table in your browser; PORT= HOST= choose where, ARGS=--no-browser only says where"
	@echo "make test    linter, types and all tests"
	@echo "make lint    linter and types only"
	@echo "make format  put all Python and JavaScript into the common format"
	@echo "make wheel   the wheel and the source archive, in dist/"
	@echo "make soak    $(GAMES) random games and $(FORGED) forged actions; GAMES= FORGED= JOBS= bound it"
	@echo "make bench   speed on one core; SAVE=1 adds the figures to bench/results.md"
	@echo "make think   how long the commanders think; SAVE=1 likewise"
	@echo "make load    200 matches with machines against a real server; SAVE=1 adds the figures too"
	@echo "make frames  how smooth the board pans in Chromium; SAVE=1 likewise"
	@echo "make screens the pictures of the table in docs/img"
	@echo "make clean   remove the environment and all caches"

play: $(PLAY)
	@exec $(BIN)/grognard table $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(ARGS)

test: lint browser
	$(BIN)/pytest -n 2 --dist loadfile --ignore tests/browser
# Apart from the others: the browser's driver keeps an event loop running in its process.
	$(BIN)/pytest -n 2 --dist loadfile tests/browser

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory client; \
		else echo "npm is not installed: the client's types and format are not checked"; fi

# Writes all files in the style that `make lint` checks.
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

# The browser tests take the system's Chromium, or have Playwright fetch one.
browser: $(READY)
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| test -n "$$CHROMIUM" || $(BIN)/playwright install chromium

# First the source archive, then the wheel from it; the build backend is the one of the environment.
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

# How smooth the board pans, in a real browser.
frames: browser
	$(BIN)/python bench/frames.py $(if $(SAVE),--save)

# The pictures of the table in docs/img; pngquant makes them small where it is installed.
screens: browser
	$(BIN)/python docs/screens.py

# The environment is made once, and again only when one of these two files has changed; playing needs less than testing.
$(PLAY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Grognard needs Python 3.11 or later; say which: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	@touch $@

$(READY): $(PLAY)
	$(INSTALL) --editable ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) node_modules build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
