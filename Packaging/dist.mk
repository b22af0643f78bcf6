# make dist    build the packages of a release in dist/: tarball, Debian packages, Python wheel, checksums, SBOM
# make dist-check  try them in clean roots of Debian and Ubuntu, which debootstrap makes: needs root, some minutes and 3 GB
# make release-check  what must pass before a release: dist, dist-check, two equal builds, the public interface

DIST_LIBRARIES = .build/dist-libraries
DIST_BUILD = .build/dist
DIST_TOOL = $(DIST_BUILD)/release/proviso
# Without what the macros need nothing is fetched. The packed relocations of `make build` need glibc 2.36. No path of this
# directory stays in the files.
DIST_FLAGS = -c release --scratch-path $(DIST_BUILD) --static-swift-stdlib --disable-local-rpath --disable-default-traits \
	-Xswiftc -use-ld=lld -Xswiftc -L -Xswiftc $(CURDIR)/$(DIST_LIBRARIES) -Xcxx -DPROVISO_ICU_INSIDE \
	-Xlinker --no-export-dynamic -Xlinker $(CURDIR)/$(DIST_LIBRARIES)/older-glibc.o \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.

.PHONY: dist dist-build dist-check release-check

# One file time and one commit in all packages, so that two builds are equal.
dist: export SOURCE_DATE_EPOCH := $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),0)
COMMIT = $(shell git rev-parse --short=12 HEAD 2>/dev/null)

dist-build: deps
	@Scripts/install-missing g++ binutils dpkg-dev icu-devtools python3
	Scripts/dist-libraries $(DIST_LIBRARIES)
	for product in proviso proviso-worker; do \
	    PROVISO_COMMIT=$(COMMIT) PKG_CONFIG_PATH=$(CURDIR)/$(DIST_LIBRARIES) $(SWIFT) build $(DIST_FLAGS) --product $$product || exit 1; \
	done

dist: dist-build
	Scripts/dist-packages $(DIST_BUILD)/release dist
