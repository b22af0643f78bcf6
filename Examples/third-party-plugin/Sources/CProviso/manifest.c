#include "proviso.h"

PROVISO_MANIFEST({
  "id": "org.example.roman",
  "version": "1.0",
  "locales": ["en", "de"],
  "rules": [{
    "type": "example/roman",
    "summary": "A Roman numeral from I to MMMCMXCIX, in capitals.",
    "kinds": ["text"],
    "invalidCode": "roman.invalid",
    "codes": {"roman.invalid": []}
  }]
})
