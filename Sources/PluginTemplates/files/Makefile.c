# make        builds $(PLUGIN)
# make test   builds it and runs the conformance kit

PLUGIN = @name@.so
PROVISO ?= proviso
CFLAGS ?= -O2 -Wall -Wextra

.PHONY: all test clean

all: $(PLUGIN)

$(PLUGIN): src/@name@.c include/proviso.h catalogs/en.arb catalogs/de.arb
	$(CC) -std=c11 $(CFLAGS) -fPIC -fvisibility=hidden -shared -Iinclude $< -o $@
	chmod go-w $@

test: $(PLUGIN)
	$(PROVISO) plugin test --value 12345 $(PLUGIN)

clean:
	rm -f $(PLUGIN)
