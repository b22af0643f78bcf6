# make help    this list
# make run     install what is missing, build, and validate real data
# make test    install what is missing, run the tests (FILTER=SlugValidatorTests for some of them)
# make test-all  the same with the tests of ProvisoRemote, ProvisoSQLite and the server, which build an HTTP client, GRDB and a server first
# make lint    check the formatting, the layers (Scripts/layers.txt), the words (Scripts/retired-words.txt), that rule types are known by
#              what they say of themselves, and the doc comments
# make docs    write the pages that are made from the program and the sources, and the DocC archive
# make site    write all pages as a site with search to .build/site/html, one page for each rule type and each code
# make install  copy what `make build` has built, the manual page and the completions to PREFIX (/usr/local); make uninstall removes them
# make library  build libproviso.so, the engine for C and Python (Docs/CLibrary.md); install-library copies it and its header to PREFIX
# make server  build proviso-server, which serves rules over HTTP, beside the tool
# make dist    build all packages of a release in dist/ (dist-check tries them, dist-twice compares two builds)
# make bench   measure what the README claims; bench-models: the same for typed models, bench-plugins: for plugins
# make sdks    build the example plugin of each language from nothing and check it (LANGUAGES="go zig" for some)
# make wasm-engine  install Wasmtime, which runs WebAssembly plugins, to ENGINE/lib/proviso (~/.local)
# make api-check  tell whether the public interface has changed (Docs/Versioning.md); ACCEPT=1 records it, TAG=… compares Swift
#
# More, for what few need:
# make data    renew the tables of currencies and countries, and compare the forms of postal codes with their source
# make check-vectors  check the tables of values of the plugins, and the rules of Docs/Peers.md
# make freeze-header  record the header of plugins for its minor version: Docs/Versioning.md
# make fuzz    feed random bytes to everything that reads foreign data, for a minute each
# make compare-paths  let random rule sets take all paths through the tool for a minute (SECONDS=3600, SEED=2), and compare what comes out
# make growth-table  measure by instructions how the cost of a record grows with it, for each feature
# make fuzz-quick  the kept inputs of the Swift targets and blind changes of them, without instruments
# make inject-faults  let the n-th malloc, open, read, write, fsync, rename and thread fail, for all n (MOST=20 for less)
# make mutate-sources  change Sources in a copy, and say which changes no test notices (COUNT=20, FILES="…", SEED=2)
# make sanitize  run tests under AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer
# make test-pages  use all pages in Chromium, in ten languages, on a phone, by keyboard and with axe; the pictures are left in .build/pages
# make test-openapi  try what the server says of itself with schemathesis, from PyPI
# make test-lsp  try the language server in Neovim and in a client in Python
# make test-spark  run Examples/spark with PySpark, which is installed into .build/spark
# make test-python  run the tests of the Python package on libproviso.so (PYTHONS="python3.9 python3.13"); bench-python: measure it
# make stress-library  run the samples in C, Go and JavaScript, call libproviso.so a million times with garbage from 8 threads, and reload 10,000 times
# make stress  kill runs and start them again, 500 times (TRIALS=50 for less), and compare what they write
# make mutate-plugins  change plugins at random, 10,000 times (MUTATIONS=500 for less, SEED=2 for others), and check the tool
# make bench-peers  measure it beside other validators, and write Docs/Performance.md; peers: install those validators
# make hosts   load all sample plugins in a host with Swift's library inside and in one without, in both modes
# make bench-expr  what expressions cost beside cel-python
# make bench-messages  what a message costs beside ICU's own
# make size    say how big the stripped tool is; more than 19.8 MB is an error
# make ci-check  try what CI services are given, and release-check: all of these and the versions in all files; need root
# make bench-workers  what a check costs in a worker beside the same in process

SWIFT ?= swift
DEBIAN = libicu-dev libphonenumber-dev libre2-dev libseccomp-dev libsimdjson-dev libsodium-dev libsqlite3-dev libyaml-dev \
	libzstd-dev zlib1g-dev pkg-config
# The tool links Swift's library statically: it starts faster, and plugins cannot change what it does. They see nothing
# of it either, so the linker leaves out what is not used, and keeps one of equal functions.
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
	-Xlinker --icf=all
# The dynamic linker of glibc 2.36 and newer reads packed relocations, a twentieth of the tool's size less.
ifneq ($(shell printf '2.36\n%s' "$$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -VC && echo packed),)
RELEASE += -Xlinker -z -Xlinker pack-relative-relocs
endif
# Package.swift reads it, and links small libraries statically, too; for a system without their archives there is
# PROVISO_STATIC=0. No library is looked for beside the tool: that would be ten places for each of them.
export PROVISO_STATIC ?= 1
TOOL = .build/release/proviso
WORKER = .build/release/proviso-worker
# Beside the tool, which finds them there.
BUNDLED = $(dir $(TOOL))../lib/proviso/bundled
SPARK = .build/spark
LIBRARY = $(dir $(TOOL))../lib/libproviso.so

# What bench-peers is to do: make bench-peers PEERS="e2e startup --runs 3"
PEERS ?= --write

# Where make install puts files; DESTDIR is put in front, for packages. The host looks for the worker in ../libexec/proviso.
PREFIX ?= /usr/local
NAMES = CreditCard IBAN Identifiers Phone Web
INSTALLED = $(addprefix $(DESTDIR)$(PREFIX)/,bin/proviso libexec/proviso/proviso-worker \
	$(NAMES:%=lib/proviso/bundled/%.so) share/man/man1/proviso.1 \
	share/bash-completion/completions/proviso share/zsh/site-functions/_proviso \
	share/fish/vendor_completions.d/proviso.fish $(if $(wildcard $(dir $(TOOL))proviso-server),bin/proviso-server))

# How many changes make mutate-plugins tries, and which ones
MUTATIONS ?= 10000
SEED ?= 1

# How long make compare-paths runs
SECONDS ?= 60

# How many failures of each kind make inject-faults tries in each run
MOST ?= 400

# How often make stress kills and resumes
TRIALS ?= 500

.PHONY: help server library install-library test-python bench-python stress-library run test test-all api-check freeze-header check-vectors fuzz fuzz-quick compare-paths inject-faults mutate-sources sanitize test-pages test-openapi test-lsp test-spark stress mutate-plugins lint site bench bench-expr bench-messages bench-peers peers bench-models bench-plugins bench-workers hosts size build deps docs data \
	install uninstall wasm-engine sdks

help:
	@sed -n '/^$$/q; s/^# \{0,1\}//p' Makefile

deps:
	@./Scripts/install-missing $(DEBIAN)

# By product: building everything would build swift-syntax too, which only the macros need.
build: export PROVISO_COMMIT = $(shell git rev-parse --short=12 HEAD 2>/dev/null)
build: deps
	@for product in proviso proviso-worker; do $(SWIFT) build $(RELEASE) --product $$product || exit 1; done
	@Scripts/link-worker $(dir $(TOOL))
	@Scripts/build-bundled $(BUNDLED)

# A program of its own: HTTP would make the tool larger. Other traits compile everything again, so it has its own directory.
server: build
	@$(SWIFT) build $(RELEASE) --scratch-path .build-server --traits Server --product proviso-server
	@install -m 755 .build-server/release/proviso-server $(dir $(TOOL))proviso-server

# Invalid records end the tool with 1: that is what the data is there to show. Anything else is a failure.
run: build
	@./Scripts/demonstrate $(TOOL)

data:
	@python3 -c 'import ensurepip' 2>/dev/null || ./Scripts/install-missing python3-venv
	@./Scripts/renew-data

# What is written by the tool itself: a test tells when it is stale.
docs: deps
	@$(SWIFT) build --product proviso
	.build/debug/proviso locales table > Docs/Locales.md
	.build/debug/proviso reference > Docs/CommandLine.md
	PROVISO_WRITE_DOCS=1 $(SWIFT) test --filter "RuleReferenceTests|SampleTests|GrammarTests"
	@$(SWIFT) build --target Proviso
	Scripts/draw-layers
	Scripts/make-docc

# What it installs stays in .build.
SITE = .build/site/python
site:
	@python3 -c 'import ensurepip' 2>/dev/null || ./Scripts/install-missing python3-venv
	@test -x $(SITE)/bin/pip || python3 -m venv $(SITE)
	@$(SITE)/bin/pip install -q --disable-pip-version-check -r Scripts/site-requirements.txt
	@Scripts/make-site

# The rule types of the plugins that come with the tool belong to the interface.
api-check: deps
	@for product in proviso CreditCard IBAN Phone Identifiers Web; do $(SWIFT) build --product $$product || exit 1; done
	@Scripts/api-check $(if $(ACCEPT),--accept) --swift $(TAG)

# Accepts other comments in proviso.h; with ACCEPT=1 other declarations too.
freeze-header:
	@Scripts/freeze-header $(if $(ACCEPT),--accept)

# Without it WebAssembly plugins are refused with a remedy.
ENGINE ?= $(HOME)/.local
wasm-engine:
	@Scripts/wasm-engine $(ENGINE)

sdks: build
	SDKs/check $(TOOL) $(LANGUAGES)

# Tests of WebAssembly plugins are skipped where the engine cannot be had.
test: deps
	@Scripts/wasm-engine || true
	@Scripts/run-tests $(SWIFT) test $(if $(FILTER),--filter '$(FILTER)')

# Clients of the server would wait for threads that hundreds of other tests hold. Its tests run one after the other: each
# server watches its rule files, and Linux gives a user 128 watchers.
test-all: deps
	@Scripts/wasm-engine || true
	@Scripts/run-tests $(SWIFT) test --enable-all-traits --skip '^ServerTests\.'
	@Scripts/run-tests $(SWIFT) test --skip-build --enable-all-traits --no-parallel --filter '^ServerTests\.'

# For a minute each; Fuzz/run 600 icu runs one of them for ten.
fuzz: deps
	Fuzz/run

# The Swift targets without instruments, five seconds each: what CI runs.
fuzz-quick: deps
	Fuzz/run --quick 5

# Random rule sets on all paths; SECONDS=3600 and another SEED for a night.
compare-paths: deps
	@$(SWIFT) build --product proviso
	@Scripts/compare-paths .build/debug/proviso --seconds $(SECONDS) --seed $(SEED)

growth-table: build
	@$(SWIFT) build --enable-all-traits --build-tests
	rm -rf .build/growth && mkdir -p .build/growth
	@PROVISO_GROWTH_TABLE=$(CURDIR)/.build/growth $(SWIFT) test --enable-all-traits --skip-build --filter theRowsAreWrittenForTheTool
	Scripts/growth-table $(TOOL) .build/growth

# A call of the system fails: the first of its kind, the second, … (MOST=20 for less)
inject-faults: deps
	@$(SWIFT) build --product proviso
	@Scripts/inject-faults .build/debug/proviso --most $(MOST) --seed $(SEED)

# Changes Sources in a copy: COUNT=20 FILES="Sources/ProvisoCore/Plan/*.swift"
COUNT ?= 20
FILES ?= Sources/ProvisoCore/*/*.swift
mutate-sources: deps
	@Scripts/mutate-sources --count $(COUNT) --seed $(SEED) $(FILES)

sanitize: deps
	Scripts/sanitize

# 100 ms from a key to the findings and 50 ms for a language are for the release server:
# `Scripts/test-pages .build/release/proviso .build/release/proviso-server`.
PAGES = .build/pages
test-pages: deps
	@./Scripts/install-missing chromium fonts-noto-core fonts-noto-cjk
	@python3 -c 'import ensurepip' 2>/dev/null || ./Scripts/install-missing python3-venv
	@test -x $(PAGES)/bin/pip || python3 -m venv $(PAGES)
	@$(PAGES)/bin/pip install -q --disable-pip-version-check -r Scripts/page-requirements.txt
	@for product in proviso proviso-server CreditCard IBAN; do $(SWIFT) build --traits Server --product $$product || exit 1; done
	$(PAGES)/bin/python Scripts/test-pages .build/debug/proviso .build/debug/proviso-server \
		--plugin .build/debug/libCreditCard.so --plugin .build/debug/libIBAN.so --limit 1000 --switch-limit 1000

test-openapi: deps
	$(SWIFT) build --traits Server --product proviso-server
	Tests/OpenAPI/check .build/debug/proviso-server

# A key press may take 100 ms with the release tool: `Tests/Editors/client-test .build/release/proviso`.
test-lsp: deps
	@command -v nvim >/dev/null || ./Scripts/install-missing neovim
	$(SWIFT) build --product proviso
	PROVISO_LSP_LIMIT=1000 Tests/Editors/client-test .build/debug/proviso
	PROVISO=.build/debug/proviso timeout 60 nvim --headless -u NONE -c "luafile Tests/Editors/neovim.lua"

stress: deps
	$(SWIFT) build --product proviso
	Scripts/stress-bulk --trials $(TRIALS)

# What fails is kept in .build/mutations with the command that shows it.
mutate-plugins: deps
	@for product in proviso proviso-worker; do $(SWIFT) build --product $$product || exit 1; done
	nice -n 10 Scripts/mutate-plugins .build/debug/proviso --count $(MUTATIONS) --seed $(SEED) --keep .build/mutations

# Spark 4 takes any Java from 17 on.
test-spark: deps
	@command -v java >/dev/null || ./Scripts/install-missing openjdk-17-jre-headless
	@python3 -c 'import ensurepip' 2>/dev/null || ./Scripts/install-missing python3-venv
	@test -x $(SPARK)/bin/pip || python3 -m venv $(SPARK)
	@$(SPARK)/bin/pip install -q --disable-pip-version-check -r Examples/spark/requirements.txt
	$(SWIFT) build --product proviso
	PROVISO=.build/debug/proviso $(SPARK)/bin/python -m unittest -v Tests/SparkTests/test_spark.py
	Scripts/build-library .build/engine
	PROVISO_LIBRARY=$(CURDIR)/.build/engine/libproviso.so $(SPARK)/bin/python Tests/SparkTests/test_frames.py

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Plugins Tests Benchmarks
	@Scripts/check-layers
	@Scripts/draw-layers --check
	@Scripts/check-words
	@Scripts/check-rule-types
	@Scripts/doc-coverage --minimum=90

bench: deps
	@./Scripts/install-missing g++ python3 time
	@for product in proviso proviso-bench; do $(SWIFT) build $(RELEASE) --product $$product || exit 1; done
	.build/release/proviso-bench
	Benchmarks/Peers/setup --floor
	Benchmarks/Peers/run floor inproc e2e --only C++

# Only what is installed is compared: `make peers` comes first, and needs some minutes and 1 GB.
bench-peers: deps
	@./Scripts/install-missing g++ python3 time
	@for product in proviso proviso-bench message-bench; do $(SWIFT) build $(RELEASE) --product $$product || exit 1; done
	Benchmarks/Peers/setup --no-install
	Benchmarks/Peers/run $(PEERS)

peers:
	Benchmarks/Peers/setup

# Messages beside icu::MessageFormat; with `--json SECONDS` those that other libraries are measured with.
bench-messages: deps
	$(SWIFT) build $(RELEASE) --product message-bench
	.build/release/message-bench

# Expressions beside cel-python, which is installed into .build.
bench-expr: deps
	$(SWIFT) build $(RELEASE) --product expr-bench
	@[ -d .build/celpy ] || pip3 install -q --target .build/celpy cel-python
	PYTHONPATH=.build/celpy python3 Benchmarks/Expressions/beside.py .build/release/expr-bench

# The first build of swift-syntax for a release takes many minutes.
bench-models: deps
	$(SWIFT) build $(RELEASE) --product model-bench
	.build/release/model-bench

bench-plugins: deps
	@for product in LuhnC LuhnSwift; do $(SWIFT) build $(RELEASE) --product $$product || exit 1; done
	$(SWIFT) build $(RELEASE) --product plugin-bench
	.build/release/plugin-bench

# Builds nothing, so that it can run as root after `make build`.
install:
	@test -x $(TOOL) -a -x $(WORKER) || { echo "run 'make build' first: there is no $(TOOL) or $(WORKER)" >&2; exit 1; }
	@umask 022; for file in $(INSTALLED); do \
	    mkdir -p "$${file%/*}" || exit 1; \
	    case $$file in \
	    */bin/proviso-server) install -m 755 $(dir $(TOOL))proviso-server $$file ;; \
	    */bin/proviso) install -m 755 $(TOOL) $$file ;; \
	    */proviso-worker) install -m 755 $(WORKER) $$file ;; \
	    *.so) install -m 644 $(BUNDLED)/$${file##*/} $$file ;; \
	    *.1) $(TOOL) reference --man > $$file ;; \
	    */bash-completion/*) $(TOOL) completion bash > $$file ;; \
	    */zsh/*) $(TOOL) completion zsh > $$file ;; \
	    *) $(TOOL) completion fish > $$file ;; \
	    esac || exit 1; \
	    echo $$file; \
	done

library: deps
	@Scripts/build-library $(dir $(LIBRARY)) $(RELEASE)

install-library:
	@test -e $(LIBRARY) || { echo "run 'make library' first: there is no $(LIBRARY)" >&2; exit 1; }
	@mkdir -p $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	install -m 644 $(LIBRARY) $(DESTDIR)$(PREFIX)/lib/libproviso.so
	ln -sf libproviso.so $(DESTDIR)$(PREFIX)/lib/libproviso.so.1
	install -m 644 Sources/EngineInterface/include/proviso_engine.h $(DESTDIR)$(PREFIX)/include/proviso_engine.h

PYTHONS ?= python3
test-python: deps
	@python3 -c 'import ensurepip' 2>/dev/null || ./Scripts/install-missing python3-venv
	Scripts/build-library .build/engine
	Scripts/test-python .build/engine/libproviso.so $(PYTHONS)

bench-python: library
	@test -x .build/bench-python/bin/pip || python3 -m venv .build/bench-python
	@.build/bench-python/bin/pip install -q --disable-pip-version-check -r Benchmarks/Python/requirements.txt
	PROVISO_LIBRARY=$(LIBRARY) .build/bench-python/bin/python Benchmarks/Python/compare.py
	PROVISO_LIBRARY=$(LIBRARY) .build/bench-python/bin/python Benchmarks/Python/tables.py

stress-library: deps
	@./Scripts/install-missing gcc
	Scripts/build-library .build/engine
	Scripts/stress-library .build/engine/libproviso.so

uninstall:
	rm -f $(INSTALLED)
	@rmdir $(DESTDIR)$(PREFIX)/libexec/proviso $(DESTDIR)$(PREFIX)/lib/proviso/bundled $(DESTDIR)$(PREFIX)/lib/proviso \
	    2>/dev/null || true

hosts: build
	$(SWIFT) build --product proviso
	$(SWIFT) build --product proviso-worker
	@./Scripts/load-samples $(BUNDLED) $(TOOL) .build/debug/proviso

# The tables of the plugins, and the rules of Docs/Peers.md.
check-vectors: deps
	@for product in proviso proviso-worker Identifiers Web; do $(SWIFT) build --product $$product || exit 1; done
	@Scripts/check-vectors .build/debug/proviso .build/debug

size: build
	@! nm $(TOOL) | grep -q 17_StringProcessing || { echo "the tool has Swift's regular expressions, 1.2 MB: use holds(_:) and the others of TextSearch.swift" >&2; exit 1; }
	@strip -o $(TOOL).stripped $(TOOL)
	@size=$$(stat -c %s $(TOOL).stripped); echo "proviso, stripped: $$size bytes"; [ $$size -lt 19800000 ]

bench-workers: build
	$(SWIFT) build $(RELEASE) --product worker-bench
	.build/release/worker-bench $(BUNDLED)/CreditCard.so proviso/credit-card =4111111111111111

include Packaging/dist.mk
