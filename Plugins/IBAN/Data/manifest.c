#include "proviso.h"

PROVISO_MANIFEST({
  "id": "org.proviso.samples.iban",
  "version": "1.0.0",
  "vendor": "Proviso",
  "locales": ["en", "de", "fr", "es"],
  "rules": [{
    "type": "acme/iban",
    "summary": "An international bank account number (IBAN) with right check digits.",
    "kinds": ["text"],
    "invalidCode": "iban.format",
    "options": {
      "countries": {
        "kinds": ["list"],
        "summary": "The accepted countries, as two capital letters. Without it, all."
      },
      "spaces": {
        "kinds": ["boolean"],
        "summary": "Whether groups of four with spaces between them are accepted too."
      },
      "ignoreCase": {
        "kinds": ["boolean"],
        "summary": "Whether small letters are accepted too."
      }
    },
    "codes": {
      "iban.format": [],
      "iban.country": ["country"],
      "iban.notAllowed": ["countries"],
      "iban.length": ["country", "length"],
      "iban.structure": ["country"],
      "iban.checksum": []
    }
  }]
})
