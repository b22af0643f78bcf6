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
  "locales": [
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "bs", "ca", "ceb", "ckb", "cs", "cy", "da", "de", "el",
    "en", "eo", "es", "es-419", "et", "eu", "fa", "fi", "fil", "fo", "fr", "fy", "ga", "gl", "gu", "ha", "he",
    "hi", "hr", "hu", "hy", "id", "ig", "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky",
    "lb", "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "nn", "om",
    "or", "pa", "pl", "ps", "pt", "pt-PT", "ro", "ru", "rw", "sd", "si", "sk", "sl", "so", "sq", "sr",
    "sr-Latn", "su", "sv", "sw", "ta", "te", "tg", "th", "tk", "tr", "ug", "uk", "ur", "uz", "uz-Cyrl", "vi",
    "xh", "yo", "zh-Hans", "zh-Hant", "zu"
  ],
  "rules": [
    {"type": "proviso/isbn",
     "summary": "An ISBN of 10 or 13 digits with a right check digit, whole or with hyphens or spaces between all its elements.",
     "kinds": ["text"], "invalidCode": "isbn.format",
     "codes": {"isbn.format": [], "isbn.checksum": []},
     "examples": [{"value": "978-92-95055-02-5", "valid": true},
                  {"value": "978-92-95055-02-4", "code": "isbn.checksum"}]},
    {"type": "proviso/isbn10",
     "summary": "An ISBN of 10 digits with a right check digit, whole or with hyphens or spaces between all its elements.",
     "kinds": ["text"], "invalidCode": "isbn10.format",
     "codes": {"isbn10.format": [], "isbn10.checksum": []},
     "examples": [{"value": "0-306-40615-2", "valid": true},
                  {"value": "0306406151", "code": "isbn10.checksum"}]},
    {"type": "proviso/isbn13",
     "summary": "An ISBN of 13 digits with a right check digit, whole or with hyphens or spaces between all its elements.",
     "kinds": ["text"], "invalidCode": "isbn13.format",
     "codes": {"isbn13.format": [], "isbn13.checksum": []},
     "examples": [{"value": "978-0-306-40615-7", "valid": true},
                  {"value": "9780306406158", "code": "isbn13.checksum"}]},
    {"type": "proviso/issn",
     "summary": "An ISSN with a right check digit; its hyphen may be missing.",
     "kinds": ["text"], "invalidCode": "issn.format",
     "codes": {"issn.format": [], "issn.checksum": []},
     "examples": [{"value": "0317-8471", "valid": true},
                  {"value": "0317-8472", "code": "issn.checksum"}]},
    {"type": "proviso/gtin",
     "summary": "A GTIN: EAN-8, UPC-A, EAN-13 or GTIN-14, digits only, with a right check digit.",
     "kinds": ["text"], "invalidCode": "gtin.format",
     "codes": {"gtin.format": [], "gtin.checksum": []},
     "examples": [{"value": "6291041500213", "valid": true},
                  {"value": "6291041500214", "code": "gtin.checksum"}]},
    {"type": "proviso/isin",
     "summary": "An ISIN of a security, with a right check digit. The country is not looked up.",
     "kinds": ["text"], "invalidCode": "isin.format",
     "codes": {"isin.format": [], "isin.checksum": []},
     "examples": [{"value": "US0378331005", "valid": true},
                  {"value": "US0378331006", "code": "isin.checksum"}]},
    {"type": "proviso/lei",
     "summary": "A legal entity identifier (ISO 17442) with right check digits.",
     "kinds": ["text"], "invalidCode": "lei.format",
     "codes": {"lei.format": [], "lei.checksum": []},
     "examples": [{"value": "5493001KJTIIGC8Y1R12", "valid": true},
                  {"value": "506700GE1G29325QX364", "code": "lei.checksum"}]},
    {"type": "proviso/bic",
     "summary": "A business identifier code (ISO 9362) of 8 or 11 characters with a country. The bank is not looked up.",
     "kinds": ["text"], "invalidCode": "bic.format",
     "codes": {"bic.format": []},
     "examples": [{"value": "DEUTDEFF", "valid": true},
                  {"value": "DEUTZZFF", "code": "bic.format"}]},
    {"type": "proviso/luhn",
     "summary": "Digits that end in a right Luhn check digit.",
     "kinds": ["text"], "invalidCode": "luhn.format",
     "codes": {"luhn.format": [], "luhn.checksum": []},
     "examples": [{"value": "79927398713", "valid": true},
                  {"value": "79927398710", "code": "luhn.checksum"}]},
    {"type": "proviso/imei",
     "summary": "An IMEI of 15 digits with a right check digit, whole or as 49-015420-323751-8.",
     "kinds": ["text"], "invalidCode": "imei.format",
     "codes": {"imei.format": [], "imei.checksum": []},
     "examples": [{"value": "490154203237518", "valid": true},
                  {"value": "490154203237517", "code": "imei.checksum"}]},
    {"type": "proviso/vin",
     "summary": "A vehicle identification number (ISO 3779). The check digit of North America is not required.",
     "kinds": ["text"], "invalidCode": "vin.format",
     "codes": {"vin.format": []},
     "examples": [{"value": "1M8GDM9AXKP042788", "valid": true},
                  {"value": "1M8GDM9AXKP04278", "code": "vin.format"}]},
    {"type": "proviso/aba",
     "summary": "A routing number of a bank in the United States, with a right check digit.",
     "kinds": ["text"], "invalidCode": "aba.format",
     "codes": {"aba.format": [], "aba.checksum": []},
     "examples": [{"value": "111000025", "valid": true},
                  {"value": "111000026", "code": "aba.checksum"}]},
    {"type": "proviso/isrc",
     "summary": "An international standard recording code, with all of its hyphens or none.",
     "kinds": ["text"], "invalidCode": "isrc.format",
     "codes": {"isrc.format": []},
     "examples": [{"value": "AA6Q72000047", "valid": true},
                  {"value": "USS1Z-99-00001", "code": "isrc.format"}]},
    {"type": "proviso/iso6346",
     "summary": "The number of a freight container (ISO 6346) with a right check digit.",
     "kinds": ["text"], "invalidCode": "iso6346.format",
     "codes": {"iso6346.format": [], "iso6346.checksum": []},
     "examples": [{"value": "CSQU3054383", "valid": true},
                  {"value": "CSQU3054384", "code": "iso6346.checksum"}]},
    {"type": "proviso/eu-vat",
     "summary": "A VAT number of the European Union or Northern Ireland, with its prefix and a right check digit.",
     "kinds": ["text"], "invalidCode": "euVat.format",
     "codes": {"euVat.format": [], "euVat.checksum": []},
     "examples": [{"value": "DE136695976", "valid": true},
                  {"value": "DE136695975", "code": "euVat.checksum"}]}
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
