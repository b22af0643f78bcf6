# make        builds $(PLUGIN)
# make test   builds it and runs the conformance kit

PLUGIN = @name@.so
PROVISO ?= proviso
CXXFLAGS ?= -O2 -Wall -Wextra

.PHONY: all test clean

all: $(PLUGIN)

$(PLUGIN): src/@name@.cpp include/proviso.h catalogs/en.arb catalogs/de.arb
	$(CXX) -std=c++17 $(CXXFLAGS) -fPIC -fvisibility=hidden -shared -Iinclude $< -o $@
	chmod go-w $@

test: $(PLUGIN)
	$(PROVISO) plugin test --value 12345 $(PLUGIN)

clean:
	rm -f $(PLUGIN)
