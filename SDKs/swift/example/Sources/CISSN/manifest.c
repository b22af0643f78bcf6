#include "catalogs.h"

#include "proviso.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

PROVISO_MANIFEST({"id": "org.example.issn-swift", "version": "1.0.0", "locales": ["en", "de"], "rules": [{
    "type": "swift/issn", "summary": "An ISSN (ISO 3297), or a list of them.", "kinds": ["text", "list"],
    "invalidCode": "issn.format",
    "options": {
        "hyphen": {"kinds": ["text"], "values": ["optional", "required", "forbidden"], "summary": "The hyphen."},
        "prefixes": {"kinds": ["text", "list"], "summary": "The beginnings that are allowed."}},
    "codes": {"issn.format": [], "issn.checksum": ["expected"], "issn.prefix": ["prefixes"], "issn.item": ["index"]},
    "examples": [{"value": "0317-8471", "valid": true}, {"value": "0317-8472", "code": "issn.checksum"},
                 {"value": ["0317-8471", "x"], "code": "issn.item", "parameters": {"index": 1}}]}]})

static const char en[] = {
#embed "en.arb"
};
static const char de[] = {
#embed "de.arb"
};

text_span catalog_en(void) { return (text_span){en, sizeof en}; }
text_span catalog_de(void) { return (text_span){de, sizeof de}; }
