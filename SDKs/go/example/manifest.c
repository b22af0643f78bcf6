#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.issn-go", "version": "1.0.0", "capabilities": {"threads": true, "workerOnly": true},
    "locales": ["en", "de"], "rules": [{
    "type": "go/issn", "summary": "An ISSN (ISO 3297), or a list of them.", "kinds": ["text", "list"],
    "invalidCode": "issn.format",
    "options": {
        "hyphen": {"kinds": ["text"], "values": ["optional", "required", "forbidden"], "summary": "The hyphen."},
        "prefixes": {"kinds": ["text", "list"], "summary": "The beginnings that are allowed."}},
    "codes": {"issn.format": [], "issn.checksum": ["expected"], "issn.prefix": ["prefixes"], "issn.item": ["index"]},
    "examples": [{"value": "0317-8471", "valid": true}, {"value": "0317-8472", "code": "issn.checksum"},
                 {"value": ["0317-8471", "x"], "code": "issn.item", "parameters": {"index": 1}}]}]})
