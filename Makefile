# make run     install what is missing, build, and validate real data
# make test    install what is missing, run the tests
# make lint    check the formatting
# make test-html  look at the HTML report in headless Chromium; the pictures are left in .build
# make bench   measure what the README claims; bench-models: the same for typed models, bench-plugins: for plugins
# make hosts   load all sample plugins in a host with Swift's library inside and in one without

SWIFT ?= swift
DEBIAN = libicu-dev libphonenumber-dev libre2-dev libsimdjson-dev libyaml-dev libzstd-dev zlib1g-dev pkg-config
# The tool links Swift's library statically: it starts faster, and plugins cannot change what it does.
RELEASE = -c release --static-swift-stdlib
TOOL = .build/release/proviso
PLUGINS = .build/plugins

.PHONY: run test test-html lint bench bench-models bench-plugins hosts build deps

deps:
	@./Scripts/install-missing $(DEBIAN)

# By product: building everything would build swift-syntax too, which only the macros need.
build: deps
	@for product in proviso CreditCard IBAN Phone; do $(SWIFT) build $(RELEASE) --product $$product || exit 1; done
	@mkdir -p $(PLUGINS)
	@for name in CreditCard IBAN Phone; do \
	    cp .build/release/lib$$name.so $(PLUGINS)/.$$name.new && mv $(PLUGINS)/.$$name.new $(PLUGINS)/$$name.so || exit 1; \
	done

# Invalid records end the tool with 1: that is what the data is there to show. Anything else is a failure.
run: build
	@./Scripts/demonstrate $(TOOL) $(PLUGINS)

test: deps
	$(SWIFT) test

test-html: deps
	@./Scripts/install-missing chromium
	PROVISO_CHROMIUM=chromium $(SWIFT) test --filter PageTests

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Plugins Tests Benchmarks

bench: deps
	$(SWIFT) run $(RELEASE) proviso-bench

# The first build of swift-syntax for a release takes many minutes.
bench-models: deps
	$(SWIFT) run $(RELEASE) model-bench

bench-plugins: deps
	@for product in LuhnC LuhnSwift; do $(SWIFT) build $(RELEASE) --product $$product || exit 1; done
	$(SWIFT) run $(RELEASE) plugin-bench

hosts: build
	$(SWIFT) build --product proviso
	@./Scripts/load-samples $(PLUGINS) $(TOOL) .build/debug/proviso
