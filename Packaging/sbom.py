"""The list of everything inside the packages, in SPDX 2.3."""

import hashlib
import json
import time

from common import EPOCH, HOME, LIBRARIES, VERSION, debian_version, swift_version


def identifier(name):
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in name)


def package(name, version, license, page, **more):
    return {"SPDXID": identifier(f"Package-{name}"), "name": name, "versionInfo": version, "licenseConcluded": license,
            "licenseDeclared": license, "copyrightText": "NOASSERTION", "downloadLocation": page, "filesAnalyzed": False,
            **more}


def source(name, version):
    return [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
             "referenceLocator": f"pkg:deb/debian/{name}@{version.replace('+', '%2B')}?distro=bookworm"}]


def build(files, out):
    main = package("proviso", VERSION, "Apache-2.0", HOME, primaryPackagePurpose="APPLICATION")
    libraries = [package("Swift", swift_version(), "Apache-2.0 WITH Swift-exception", "https://www.swift.org")]
    for name, debian, license, page in LIBRARIES:
        version = debian_version(debian)
        libraries.append(package(name, version, license, page, externalRefs=source(debian, version)))
    entries, relations = [], [("SPDXRef-DOCUMENT", "DESCRIBES", main["SPDXID"])]
    for file in files:
        content = file.read_bytes()
        sums = [{"algorithm": kind.upper(), "checksumValue": hashlib.new(kind, content).hexdigest()}
                for kind in ("sha1", "sha256")]
        entries.append({"SPDXID": identifier(f"File-{file.name}"), "fileName": f"./{file.name}", "checksums": sums,
                        "fileTypes": ["ARCHIVE"], "licenseConcluded": "Apache-2.0", "licenseInfoInFiles": ["NOASSERTION"],
                        "copyrightText": "NOASSERTION"})
        relations.append((entries[-1]["SPDXID"], "GENERATED_FROM", main["SPDXID"]))
    relations += [(main["SPDXID"], "STATIC_LINK", library["SPDXID"]) for library in libraries]
    digest = hashlib.sha256("".join(entry["checksums"][1]["checksumValue"] for entry in entries).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"proviso-{VERSION}",
        "documentNamespace": f"{HOME}/spdx/{VERSION}/{digest[:32]}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH)),
                         "creators": ["Organization: The Proviso authors", "Tool: make-dist"]},
        "packages": [main, *libraries], "files": entries,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relations],
    }
    file = out / f"proviso-{VERSION}.spdx.json"
    file.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    return file
