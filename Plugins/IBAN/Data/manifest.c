#include "proviso.h"

PROVISO_MANIFEST({
  "id": "org.proviso.samples.iban",
  "version": "1.0.0",
  "vendor": "Proviso",
  "locales": [
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "bs", "ca", "ceb", "ckb", "cs", "cy", "da", "de", "el",
    "en", "eo", "es", "es-419", "et", "eu", "fa", "fi", "fil", "fo", "fr", "fy", "ga", "gl", "gu", "ha", "he",
    "hi", "hr", "hu", "hy", "id", "ig", "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky",
    "lb", "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "nn", "om",
    "or", "pa", "pl", "ps", "pt", "pt-PT", "ro", "ru", "rw", "sd", "si", "sk", "sl", "so", "sq", "sr",
    "sr-Latn", "su", "sv", "sw", "ta", "te", "tg", "th", "tk", "tr", "ug", "uk", "ur", "uz", "uz-Cyrl", "vi",
    "xh", "yo", "zh-Hans", "zh-Hant", "zu"
  ],
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
    },
    "examples": [
      {"value": "DE89370400440532013000", "valid": true},
      {"value": "DE89 3704 0044 0532 0130 00", "options": {"spaces": true}, "valid": true},
      {"value": "DE89370400440532013001", "code": "iban.checksum"},
      {"value": "DE89370400440532013000", "options": {"countries": ["FR"]}, "code": "iban.notAllowed"},
      {"value": "DE8937040044053201300", "code": "iban.length", "parameters": {"length": 22}}
    ]
  }]
})
