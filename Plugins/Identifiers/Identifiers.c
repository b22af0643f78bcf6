/// A plugin in C: numbers and codes that standards define, most of them with check digits.
///
/// The file in order: what the host reads without running it, the rule types, the entry. The checks are in other files.
#include "Identifiers.h"
#include "sample_catalogs.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

PROVISO_MANIFEST({
  "id": "org.proviso.identifiers",
  "version": "1.1.0",
  "vendor": "Proviso",
  "locales": ["ar", "de", "en", "fr"],
  "rules": [
    {"type": "proviso/isbn",
     "summary": "An ISBN of 10 or 13 digits, with or without hyphens, with a right check digit.",
     "kinds": ["text"], "invalidCode": "isbn.format",
     "codes": {"isbn.format": [], "isbn.checksum": []}},
    {"type": "proviso/isbn10",
     "summary": "An ISBN of 10 digits, with or without hyphens, with a right check digit.",
     "kinds": ["text"], "invalidCode": "isbn10.format",
     "codes": {"isbn10.format": [], "isbn10.checksum": []}},
    {"type": "proviso/isbn13",
     "summary": "An ISBN of 13 digits, with or without hyphens, with a right check digit.",
     "kinds": ["text"], "invalidCode": "isbn13.format",
     "codes": {"isbn13.format": [], "isbn13.checksum": []}},
    {"type": "proviso/issn",
     "summary": "An ISSN with a right check digit; its hyphen may be missing.",
     "kinds": ["text"], "invalidCode": "issn.format",
     "codes": {"issn.format": [], "issn.checksum": []}},
    {"type": "proviso/gtin",
     "summary": "A GTIN: EAN-8, UPC-A, EAN-13 or GTIN-14, digits only, with a right check digit.",
     "kinds": ["text"], "invalidCode": "gtin.format",
     "codes": {"gtin.format": [], "gtin.checksum": []}},
    {"type": "proviso/isin",
     "summary": "An ISIN of a security, with a right check digit. The country is not looked up.",
     "kinds": ["text"], "invalidCode": "isin.format",
     "codes": {"isin.format": [], "isin.checksum": []}},
    {"type": "proviso/lei",
     "summary": "A legal entity identifier (ISO 17442) with right check digits.",
     "kinds": ["text"], "invalidCode": "lei.format",
     "codes": {"lei.format": [], "lei.checksum": []}},
    {"type": "proviso/bic",
     "summary": "A business identifier code (ISO 9362) of 8 or 11 characters. The bank is not looked up.",
     "kinds": ["text"], "invalidCode": "bic.format",
     "codes": {"bic.format": []}},
    {"type": "proviso/luhn",
     "summary": "Digits that end in a right Luhn check digit.",
     "kinds": ["text"], "invalidCode": "luhn.format",
     "codes": {"luhn.format": [], "luhn.checksum": []}},
    {"type": "proviso/imei",
     "summary": "An IMEI of 15 digits with a right check digit, with or without hyphens.",
     "kinds": ["text"], "invalidCode": "imei.format",
     "codes": {"imei.format": [], "imei.checksum": []}},
    {"type": "proviso/vin",
     "summary": "A vehicle identification number (ISO 3779). The check digit of North America is not required.",
     "kinds": ["text"], "invalidCode": "vin.format",
     "codes": {"vin.format": []}},
    {"type": "proviso/aba",
     "summary": "A routing number of a bank in the United States, with a right check digit.",
     "kinds": ["text"], "invalidCode": "aba.format",
     "codes": {"aba.format": [], "aba.checksum": []}},
    {"type": "proviso/isrc",
     "summary": "An international standard recording code, with all of its hyphens or none.",
     "kinds": ["text"], "invalidCode": "isrc.format",
     "codes": {"isrc.format": []}},
    {"type": "proviso/iso6346",
     "summary": "The number of a freight container (ISO 6346) with a right check digit.",
     "kinds": ["text"], "invalidCode": "iso6346.format",
     "codes": {"iso6346.format": [], "iso6346.checksum": []}},
    {"type": "proviso/eu-vat",
     "summary": "A VAT number of the European Union or Northern Ireland, with its prefix and a right check digit.",
     "kinds": ["text"], "invalidCode": "euVat.format",
     "codes": {"euVat.format": [], "euVat.checksum": []}}
  ]
})

static const sample_text_type types[] = {
    SAMPLE_TEXT_TYPE("proviso/isbn", "isbn", check_isbn),
    SAMPLE_TEXT_TYPE("proviso/isbn10", "isbn10", check_isbn10),
    SAMPLE_TEXT_TYPE("proviso/isbn13", "isbn13", check_isbn13),
    SAMPLE_TEXT_TYPE("proviso/issn", "issn", check_issn),
    SAMPLE_TEXT_TYPE("proviso/gtin", "gtin", check_gtin),
    SAMPLE_TEXT_TYPE("proviso/isin", "isin", check_isin),
    SAMPLE_TEXT_TYPE("proviso/lei", "lei", check_lei),
    SAMPLE_TEXT_TYPE("proviso/bic", "bic", check_bic),
    SAMPLE_TEXT_TYPE("proviso/luhn", "luhn", check_luhn),
    SAMPLE_TEXT_TYPE("proviso/imei", "imei", check_imei),
    SAMPLE_TEXT_TYPE("proviso/vin", "vin", check_vin),
    SAMPLE_TEXT_TYPE("proviso/aba", "aba", check_aba),
    SAMPLE_TEXT_TYPE("proviso/isrc", "isrc", check_isrc),
    SAMPLE_TEXT_TYPE("proviso/iso6346", "iso6346", check_iso6346),
    SAMPLE_TEXT_TYPE("proviso/eu-vat", "euVat", check_eu_vat),
};

static const proviso_rule *const rules[] = {
    &types[0].rule,
    &types[1].rule,
    &types[2].rule,
    &types[3].rule,
    &types[4].rule,
    &types[5].rule,
    &types[6].rule,
    &types[7].rule,
    &types[8].rule,
    &types[9].rule,
    &types[10].rule,
    &types[11].rule,
    &types[12].rule,
    &types[13].rule,
    &types[14].rule,
};

static const unsigned char messages[] = {
#embed "messages.json"
};
static sample_catalogs catalogs;

static proviso_plugin plugin = {
    .size = sizeof plugin,
    .minor = PROVISO_ABI_MINOR,
    .id = "org.proviso.identifiers",
    .rules = rules,
    .rule_count = sizeof rules / sizeof *rules,
    .catalogs = catalogs.list,
};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    (void)host;
    return sample_catalogs_describe(&plugin, messages, sizeof messages, &catalogs);
}
