# make        builds $(PLUGIN)
# make test   builds it and runs the conformance kit

PLUGIN = @name@.so
PROVISO ?= proviso
SWIFT ?= swift

.PHONY: all test clean

all: $(PLUGIN)

# Swift's library goes into the plugin, so that it also runs where there is no Swift.
$(PLUGIN): Package.swift $(wildcard Sources/*/*)
	$(SWIFT) build -c release -Xswiftc -static-stdlib
	cp .build/release/lib@Pascal@.so $@
	chmod go-w $@

test: $(PLUGIN)
	$(PROVISO) plugin test --value 12345 $(PLUGIN)

clean:
	rm -f $(PLUGIN)
