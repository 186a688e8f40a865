# Everything a newcomer needs: make run, make test, make lint. Python 3.11 with pip and venv is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := UV_PROJECT_ENVIRONMENT=$(VENV) $(BIN)/uv
SYNC := $(UV) sync --quiet --locked --inexact --python $(BIN)/python
PORT ?= 8000
# Processes of the test suite; each takes half a gigabyte and some seconds to collect.
WORKERS ?= 2
SUITE = pytest -n $(WORKERS) --dist worksteal
PYTEST = $(BIN)/python -m $(SUITE)
LINTED := club games tournaments tests benchmarks manage.py

# Compiled modules are kept: the tests start some hundred processes, and each would compile Django anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run hall test test-oracle test-next test-services test-thorough test-thorough-services \
  test-browser drill crowd durations messages lint bench fire fuzz mutants sbom audit clean install install-all compiled

help:
	@echo "make run            install, prepare the database and the demo, and serve http://127.0.0.1:$(PORT)/"
	@echo "make hall           the same, without the demo, and open to the phones in the network"
	@echo "make test           the test suite on SQLite, without what takes minutes"
	@echo "make test-oracle    exports read and paired again by other programs"
	@echo "make test-next      the same on the newest Python found and the newest Django, without the slow ones"
	@echo "make test-services  what touches a database, a queue or a process, on PostgreSQL and Redis of this machine"
	@echo "make test-thorough  all of what the others take a sample of (half an hour and more); on PostgreSQL and Redis:"
	@echo "make test-thorough-services"
	@echo "make drill          backups restored, refused and migrated, a killed site replaced by its copy, on both databases"
	@echo "make crowd          results entered and a round published before thousands of visitors and listeners (Linux)"
	@echo "make test-browser   the pages in Chromium"
	@echo "make messages       translations brought up to date with the sources, and compiled"
	@echo "make lint           style, types, templates, architecture, migrations"
	@echo "make compiled       hot modules as C, where a C compiler is there (make run and make test do it)"
	@echo "make durations      record how long each test module takes, for the check of make lint"
	@echo "make bench          speed beside other programs (minutes)"
	@echo "make fire           every promise of docs/reliability.md tried, with a report; FULL=1 for the long form (hours)"
	@echo "make mutants AREA=money  the product changed in one place at a time, and a test that must fail (minutes)"
	@echo "make fuzz           readers of files fuzzed with coverage; FUZZ=\"SECONDS READER\", by default 60 s for each of them"
	@echo "make sbom           docs/sbom.json: the packages and files of others that the product contains"
	@echo "make audit          known vulnerabilities of these packages, where a network is there"
	@echo "make clean          remove what make made (never the data)"

# uv lives in the environment it fills, so that nothing has to be installed by hand.
$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed, and '$(PYTHON)' is missing or older: name one with 'make PYTHON=/path/to/python3 ...'"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.9,<1"

$(VENV)/installed: uv.lock pyproject.toml | $(BIN)/uv
	$(SYNC) --no-dev
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(SYNC)
	@touch $@

# One stamp a dependency group: oracle, services, browser, fuzz.
$(VENV)/installed-%: $(VENV)/installed-dev
	$(SYNC) --group $*
	@touch $@

# pydraughts and py-draughts both install a package called `draughts`: the second lives apart.
$(VENV)/rival/installed: uv.lock pyproject.toml | $(BIN)/uv
	UV_PROJECT_ENVIRONMENT=$(VENV)/rival $(BIN)/uv sync --quiet --locked --only-group rival --python $(BIN)/python
	@touch $@

# Hot modules as C (games/compiled): made again when one of them, how they are built or the lock is newer. Where it
# cannot be done the builder says so in one line each time, and everything works interpreted.
COMPILED := $(VENV)/compiled
COMPILER := $(VENV)/compiler

$(COMPILED): $(wildcard games/compiled/*.p* games/rules/*.py games/pdn/*.py games/laws/*.py games/endings/*.py) uv.lock \
  | $(VENV)/installed
	@$(BIN)/python -m games.compiled.build wanted; case $$? in \
	  0) UV_PROJECT_ENVIRONMENT=$(COMPILER) $(BIN)/uv sync --quiet --locked --only-group compiler --python $(BIN)/python \
	       || echo "The rules kernel stays interpreted, slower and just as right: Cython could not be installed."; \
	     if $(COMPILER)/bin/python -m games.compiled.build; then touch $@; fi ;; \
	  1) touch $@ ;; \
	esac

compiled:
	@rm -f $(COMPILED)
	@$(MAKE) --no-print-directory $(COMPILED)

install: $(VENV)/installed-dev
install-all: $(VENV)/installed-oracle $(VENV)/installed-fuzz $(VENV)/installed-services $(VENV)/installed-browser $(VENV)/rival/installed

run: $(VENV)/installed $(COMPILED)
	$(BIN)/python manage.py serve --demo --port $(PORT)

# Without the demo. The name http://draughts.local needs a package, and works without it by the address alone.
hall: $(VENV)/installed $(COMPILED)
	@$(SYNC) --no-dev --extra hall || echo "No name in the network: zeroconf could not be installed."
	$(BIN)/python manage.py serve --hall --port $(PORT)

KERNEL = DRAUGHTS_KERNEL=$${DRAUGHTS_KERNEL-$$(test ! -e $(COMPILED) || echo compiled)}
EVERY_TIME := -m "not processes and not thorough and not oracle"

# Byte code is made once before the processes start, which would else each compile every module.
test: $(VENV)/installed-oracle $(COMPILED)
	@$(BIN)/python -m compileall -q club games tournaments tests/support
	$(KERNEL) $(PYTEST) $(EVERY_TIME) --slowest-modules 10

# Other programs: bbpPairings is built from ../shared/oracles, gacrux and the readers of PDN are packages.
test-oracle: $(VENV)/installed-oracle $(VENV)/rival/installed $(COMPILED)
	$(KERNEL) $(PYTEST) -m "oracle and not thorough" $$(grep -rl mark.oracle tests --include='test_*.py')

# Backups of both databases restored into both, bent and damaged ones refused, full disks, an archive of an earlier
# schema migrated; and the first of two machines killed in the middle of a round, on SQLite and then on PostgreSQL.
drill: $(VENV)/installed-services
	$(BIN)/python -m pytest -q -n 0 tests/club/backups/test_follow.py
	DATABASE_URL="$(TEST_DATABASE_URL)" $(BIN)/python -m pytest -q tests/club/backups tests/project/test_squashed_migrations.py

durations: $(VENV)/installed-oracle $(COMPILED)
	$(KERNEL) $(PYTEST) $(EVERY_TIME) --record-durations

# What the others leave out or take a sample of, with examples that are drawn anew each time.
IN_FULL := -m "thorough or sampled or processes"

test-thorough: export DRAUGHTS_TESTS = thorough
test-thorough: $(VENV)/installed-oracle $(VENV)/installed-fuzz $(COMPILED)
	$(KERNEL) $(PYTEST) $(IN_FULL) --slowest-modules 10

# The newest Python found beside the base one; the lock gives it the newest Django.
PYTHON_NEXT ?= $(firstword $(shell for p in python3.13 python3.14 $$HOME/.pyenv/versions/3.1[34].*/bin/python; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 13))' 2>/dev/null && echo $$p; done))

test-next: $(VENV)-next/installed
	$(VENV)-next/bin/python -m $(SUITE) -m "not slow and not processes and not thorough and not oracle"

$(VENV)-next/installed: uv.lock pyproject.toml | $(BIN)/uv
	@test -n "$(PYTHON_NEXT)" || { \
	  echo "No Python 3.13 was found: name one with 'make test-next PYTHON_NEXT=/path/to/python3.13'"; exit 1; }
	UV_PROJECT_ENVIRONMENT=$(VENV)-next $(BIN)/uv sync --quiet --locked --group oracle --group services --python $(PYTHON_NEXT)
	@touch $@

TEST_DATABASE_URL ?= postgresql://postgres@127.0.0.1:5432/postgres
TEST_REDIS_URL ?= redis://127.0.0.1:6379/9

# ON=next runs it where test-next runs, as .ci/run does, with what needs no service: every function of the tests
# runs once on what is newest.
ON ?= base
WHAT_base := --on-services
WHAT_next := --every-function
ON_base := $(VENV)
ON_next := $(VENV)-next
READY_base := $(VENV)/installed-oracle $(VENV)/installed-services
READY_next := $(VENV)-next/installed

ON_SERVICES := test-services test-thorough-services

$(ON_SERVICES): export DATABASE_URL = $(TEST_DATABASE_URL)
$(ON_SERVICES): export REDIS_URL = $(TEST_REDIS_URL)
# A test waits for no disk: what a power cut would take from a test's database is not missed.
$(ON_SERVICES): export PGOPTIONS = -c synchronous_commit=off
# The rules on the interpreted kernel as well; make test has them on the compiled one.
$(ON_SERVICES): export DRAUGHTS_KERNEL = interpreted
test-thorough-services: export DRAUGHTS_TESTS = thorough
$(ON_SERVICES): $(READY_$(ON))
	@$(ON_$(ON))/bin/python tests/support/services.py
	$(ON_$(ON))/bin/python -m $(SUITE) --slowest-modules 10 \
	  $(if $(DRAUGHTS_TESTS),--on-services $(IN_FULL),$(WHAT_$(ON)) -m "not thorough")

# Chromium without its window takes a third of the processor time of the whole one.
CHROMIUM ?= $(firstword $(wildcard /usr/bin/chromium-headless-shell) /usr/bin/chromium)

test-browser: export CHROMIUM := $(CHROMIUM)
test-browser: $(VENV)/installed-browser
	@test -x "$(CHROMIUM)" || { \
	  echo "Chromium is not at $(CHROMIUM): install it or name it with 'make test-browser CHROMIUM=/path/to/chromium'"; exit 1; }
	$(PYTEST) tests/browser

BENCHMARKS := perft node_counts differential forms proofs replay request memory slips live reconnect live_boards desk_first publication slow_disk published standings corrections \
  pairing matches team_swiss members pages ratings endings

# All of them, also after one that misses a budget; then it ends with what was missed.
bench: $(VENV)/installed-oracle $(VENV)/rival/installed $(COMPILED)
	@missed=; for name in $(BENCHMARKS); do $(BIN)/python -m benchmarks.$$name || missed="$$missed $$name"; done; \
	  [ -z "$$missed" ] || { echo "budgets missed by:$$missed"; exit 1; }

# Visitors and listeners by the thousand while results are entered and a round is published.
crowd: BENCHMARKS := published live reconnect publication desk_first
crowd: bench

# One row after the other, also after one that fails; the report names what was shown and what was not.
fire: export CHROMIUM := $(CHROMIUM)
fire: $(VENV)/installed-oracle $(VENV)/installed-fuzz $(VENV)/installed-services $(VENV)/installed-browser $(VENV)/rival/installed $(COMPILED)
	$(BIN)/python -m benchmarks.fire $(if $(filter 1,$(FULL)),--full) $(FIRE)

# One area of tests/data/mutants.json. On the interpreted kernel: what is compiled cannot be changed in a process.
mutants: $(VENV)/installed-oracle
	DRAUGHTS_KERNEL=interpreted $(BIN)/python tests/support/mutants.py $(AREA) $(MUTANTS)

# Coverage-guided, with atheris; KEEP=1 replaces the files that the suite reads (tests/data/fuzz).
FUZZ ?= 60
fuzz: $(VENV)/installed-fuzz
	$(BIN)/python tests/support/fuzzing.py $(FUZZ) $(if $(filter 1,$(KEEP)),--keep)

# What the product contains of others (tests/support/sbom.py), and whether a vulnerability of it is known.
sbom: $(VENV)/installed-dev
	$(BIN)/python tests/support/sbom.py

audit: $(VENV)/installed
	@$(UV) audit --locked; case $$? in \
	  0) ;; \
	  1) echo "Update what is named above, or say in docs/security.md why it does no harm here."; exit 1 ;; \
	  *) echo "Nothing was checked, for the reason above: uv 0.13 or newer and a way to api.osv.dev are needed."; exit 2 ;; \
	esac

messages: $(VENV)/installed-dev
	$(BIN)/python manage.py catalogues

lint: $(VENV)/installed-dev
	$(BIN)/ruff check $(wildcard $(LINTED))
	$(BIN)/ruff format --check $(wildcard $(LINTED))
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/python -m pytest -q -n 0 tests/project/test_boundaries.py
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py catalogues --check
	$(BIN)/python tests/support/durations.py
	$(BIN)/python tests/support/dead_code.py

clean:
	rm -rf $(VENV) $(VENV)-next .mypy_cache .ruff_cache .pytest_cache .hypothesis games/compiled/built
	find club games tournaments tests -name __pycache__ -type d -prune -exec rm -rf {} +
