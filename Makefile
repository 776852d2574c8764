# The whole workflow.  Every target works from a fresh clone: what it needs is made in .venv/ and
# var/, nowhere else, and a second run finds it there.

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory --no-builtin-rules
.DELETE_ON_ERROR:

export VENV ?= .venv
export PYTHON ?= python3
# The tests start hundreds of processes of Python, each of which would compile the project again.
unexport PYTHONDONTWRITEBYTECODE
ENVIRONMENT := scripts/environment.sh
PY := $(VENV)/bin/python
NODE := $(PY) scripts/node.py
NODE_TOOLS := requirements/node
# What else needs packages of Node, if it is there.
NODE_LOCKS := $(NODE_TOOLS)/package-lock.json $(wildcard clients/typescript/package-lock.json)
STAGES := bootstrap base prod full dev
# One more than there are cores: many tests wait for processes of their own.  WORKERS=0 to debug.
WORKERS ?= 3
# Each has a whole deployment to break, and mostly waits for it to mend.
DEPLOYMENTS ?= 4
ARGS ?=
# What is played; empty: the first game of the catalogue.
GAME ?=
SHOWN = $(if $(GAME),--game $(GAME)) $(ARGS)
# `full`: PostgreSQL, Redis, two web processes, two workers and a beat instead of one process.
PROFILE ?= embedded
NEEDS_embedded := base
NEEDS_full := full

.PHONY: help play demo test test-fast test-sqlite check lint types contracts migrations openapi-check api-lint \
        fmt playthroughs examples bench bench-load bench-audits bench-flame image-check lock openapi operator hooks \
        clean

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile

# --- Play -----------------------------------------------------------------------------------------

play: $(VENV)/.$(NEEDS_$(PROFILE)) ## Start a server, watch a match told by a real client, play along by curl
	@$(PY) manage.py play --profile $(PROFILE) $(SHOWN)

demo: $(VENV)/.$(NEEDS_$(PROFILE)) ## Play one match, print the scores, leave nothing behind
	@data=$$(mktemp -d) && trap 'exit 130' INT TERM && trap 'rm -rf "$$data"' EXIT && \
	    PARLOUR_DATA_DIR="$$data" PORT=0 $(PY) manage.py demo --profile $(PROFILE) $(SHOWN)

operator: $(VENV)/.base ## Make an account for the admin, in the data of `make play`
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py createsuperuser

# --- Test -----------------------------------------------------------------------------------------

# A pass in which ARGS chose no test at all (pytest's exit code 5) is a pass.
PYTEST := $(PY) -m pytest -q $(ARGS)
ONLY_IF_ANY := || [ $$? -eq 5 ]

test: check ## Everything that must hold: check, then every test, with servers of the suite's own
	@$(PYTEST) -n $(WORKERS) --dist worksteal -m "not faults and not postgres" $(ONLY_IF_ANY)
	@echo "what touches the database, on PostgreSQL and Valkey"
	@$(PY) -m config.services -- $(PYTEST) -p no:schemathesis -n $(WORKERS) -m database $(ONLY_IF_ANY)
	@echo "and the faults, on whole deployments"
	@$(PYTEST) -p no:schemathesis -n $(DEPLOYMENTS) -m faults $(ONLY_IF_ANY)

test-fast: $(VENV)/.dev ## Within a minute: no slow tests, no servers, the laws tried a few times
	@LAWS=quick $(PYTEST) -n $(WORKERS) -m "not slow and not postgres and not server and not servers and not faults"

test-sqlite: $(VENV)/.dev ## On SQLite, what `make test` runs on PostgreSQL alone: everything above the data layer
	@$(PYTEST) -n $(WORKERS) -m postgres

check: $(VENV)/.node ## Lint, format, types, import contracts, migrations, schema
	@$(MAKE) --jobs=2 --output-sync=target lint types contracts migrations openapi-check api-lint

lint: $(VENV)/.dev
	@$(PY) -m ruff check --quiet . && $(PY) -m ruff format --quiet --check .
	@echo "lint        ok"

types: $(VENV)/.dev
	@$(PY) -m mypy --no-error-summary .
	@echo "types       ok"

contracts: $(VENV)/.dev
	@$(PY) $(VENV)/bin/lint-imports --no-logo >$(VENV)/.contracts || { cat $(VENV)/.contracts; exit 1; }
	@echo "contracts   ok"

migrations: $(VENV)/.dev
	@$(PY) manage.py makemigrations --check --dry-run --verbosity 1 >$(VENV)/.migrations || { cat $(VENV)/.migrations; exit 1; }
	@echo "migrations  ok"

openapi-check: $(VENV)/.dev
	@for file in openapi asyncapi problems; do $(PY) manage.py $$file --check || exit 1; done
	@echo "openapi     ok"

api-lint: $(VENV)/.node ## Read the API's descriptions with other people's tools, which warn of nothing
	@$(NODE) node $(NODE_TOOLS)/node_modules/@redocly/cli/bin/cli.js lint \
	    --config $(NODE_TOOLS)/redocly.yaml docs/api/openapi.json >$(VENV)/.api-lint 2>&1 \
	    || { cat $(VENV)/.api-lint; exit 1; }
	@$(NODE) node $(NODE_TOOLS)/asyncapi.mjs docs/api/asyncapi.json
	@echo "api-lint    ok"

# --- Write ----------------------------------------------------------------------------------------

fmt: $(VENV)/.dev ## Format, and mend what the linter can mend
	@$(PY) -m ruff format . && $(PY) -m ruff check --fix .

openapi: $(VENV)/.node ## Write docs/api's openapi.json, asyncapi.json and problems.md, and the clients' types
	@for file in openapi asyncapi problems; do $(PY) manage.py $$file || exit 1; done
	@$(PY) clients/python/generate_models.py
	@$(NODE) node clients/typescript/scripts/types.ts

examples: $(VENV)/.dev ## Play the API's examples anew, to be reviewed as a diff; then write the description
	@$(PY) -m tests.api.examples.write
	@$(MAKE) openapi

playthroughs: $(VENV)/.dev ## Write the transcripts of whole games anew, to be reviewed as a diff
	@$(PY) -m tests.games.rules.playthroughs.write

bench: $(VENV)/.dev ## Measure the engine: a table and JSON, median of three
	@$(PY) -m bench.engine $(ARGS)

image-check: ## Run the image's build steps in a temporary folder, without an engine
	@$(PYTHON) docker/check

bench-load: $(VENV)/.dev ## Measure whole servers under load: 20 minutes; ARGS=--quick takes seconds
	@$(PY) -m bench.load $(ARGS)

bench-audits: $(VENV)/.dev ## Measure audits: plays 10,000 matches and audits them; ARGS="--matches 300" takes a minute
	@$(PY) -m bench.audits $(ARGS)

bench-flame: $(VENV)/.dev ## Draw docs/flame.svg of the hot path (needs py-spy on PATH)
	@stacks=$$(mktemp) && trap 'rm -f "$$stacks"' EXIT && \
	    $(PY) -m bench.load --quick --seconds 10 --databases postgres --profile "$$stacks" && \
	    $(PY) -m bench.flame "$$stacks" docs/flame.svg

lock: $(VENV)/.uv ## Pin requirements/*.in with hashes (new versions only where an .in asks)
	@cd requirements && for stage in $(STAGES); do \
	    echo "locking $$stage"; \
	    ../$(PY) -m uv pip compile -q --generate-hashes --no-header --no-emit-index-url \
	        --python-version 3.11 $$stage.in -o $$stage.txt || exit 1; \
	done

hooks: $(VENV)/.dev ## Run the checks before every commit of this clone
	@$(PY) -m pre_commit install

clean: ## Remove the environment, caches and the data of `make play`
	rm -rf .venv var requirements/node/node_modules clients/typescript/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- The environment ------------------------------------------------------------------------------

$(VENV)/.uv: requirements/bootstrap.txt
	@echo "parlour: making an environment in $(VENV) …"
	@$(ENVIRONMENT) make
	@touch $@

$(VENV)/.base: requirements/base.txt $(VENV)/.uv
	@echo "parlour: installing what a table needs …"
	@$(ENVIRONMENT) install base
	@touch $@

$(VENV)/.full: requirements/full.txt $(VENV)/.uv
	@echo "parlour: installing what the production shape needs, PostgreSQL and Valkey too …"
	@$(ENVIRONMENT) install full
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.uv
	@$(ENVIRONMENT) need git
	@echo "parlour: installing what checks and tests need …"
	@$(ENVIRONMENT) install dev
	@touch $@

# Node itself: 22 or newer on the PATH, else the wheel of the development environment.
$(VENV)/.node: $(NODE_LOCKS) $(VENV)/.dev
	@echo "parlour: installing what reads the API's descriptions …"
	@for lock in $(NODE_LOCKS); do $(NODE) npm $$(dirname $$lock) ci --silent || exit 1; done
	@touch $@
