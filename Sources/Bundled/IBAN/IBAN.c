/// A plugin in C: the rule type `proviso/iban`, an international bank account number (ISO 13616).
///
/// It takes the electronic form, in uppercase; `grouped` permits groups of four and lowercase letters, `spaces` and
/// `ignoreCase` only one of them. One finding at most is reported, in this order: format or spelling, country,
/// notAllowed, length, structure, checksum.
///
/// The file in order: the registry, the check, one value, many values, making and freeing, what the host reads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "IBAN.h"
#include "sample_catalogs.h"
#include "sample_groups.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

/// A country code, and the structure of what follows the check digits (BBAN): runs of `n` (digits), `a` (uppercase
/// letters) and `c` (both).
typedef struct {
    char code[3];
    const char *structure;
} country;

/// The national forms of the ISO 13616 registry, release 102 (June 2026), sorted by code.
static const country countries[] = {
    {"AD", "4n4n12c"}, {"AE", "3n16n"}, {"AL", "8n16c"}, {"AT", "5n11n"}, {"AZ", "4a20c"}, {"BA", "3n3n8n2n"},
    {"BE", "3n7n2n"}, {"BG", "4a4n2n8c"}, {"BH", "4a14c"}, {"BI", "5n5n11n2n"}, {"BR", "8n5n10n1a1c"},
    {"BY", "4c4n16c"}, {"CH", "5n12c"}, {"CR", "4n14n"}, {"CY", "3n5n16c"}, {"CZ", "4n16n"}, {"DE", "8n10n"},
    {"DJ", "5n5n11n2n"}, {"DK", "4n9n1n"}, {"DO", "4c20n"}, {"EE", "2n14n"}, {"EG", "4n4n17n"},
    {"ES", "4n4n1n1n10n"}, {"FI", "3n11n"}, {"FK", "2a12n"}, {"FO", "4n9n1n"}, {"FR", "5n5n11c2n"}, {"GB", "4a6n8n"},
    {"GE", "2a16n"}, {"GI", "4a15c"}, {"GL", "4n9n1n"}, {"GR", "3n4n16c"}, {"GT", "4c20c"}, {"HN", "4a20n"},
    {"HR", "7n10n"}, {"HU", "3n4n1n15n1n"}, {"IE", "4a6n8n"}, {"IL", "3n3n13n"}, {"IQ", "4a3n12n"},
    {"IS", "4n2n6n10n"}, {"IT", "1a5n5n12c"}, {"JO", "4a4n18c"}, {"KW", "4a22c"}, {"KZ", "3n13c"}, {"LB", "4n20c"},
    {"LC", "4a24c"}, {"LI", "5n12c"}, {"LT", "5n11n"}, {"LU", "3n13c"}, {"LV", "4a13c"}, {"LY", "3n3n15n"},
    {"MC", "5n5n11c2n"}, {"MD", "2c18c"}, {"ME", "3n13n2n"}, {"MK", "3n10c2n"}, {"MN", "4n12n"}, {"MR", "5n5n11n2n"},
    {"MT", "4a5n18c"}, {"MU", "4a2n2n12n3n3a"}, {"NI", "4a20n"}, {"NL", "4a10n"}, {"NO", "4n6n1n"}, {"OM", "3n16c"},
    {"PK", "4a16c"}, {"PL", "8n16n"}, {"PS", "4a21c"}, {"PT", "4n4n11n2n"}, {"QA", "4a21c"}, {"RO", "4a16c"},
    {"RS", "3n13n2n"}, {"RU", "9n5n15c"}, {"SA", "2n18c"}, {"SC", "4a2n2n16n3a"}, {"SD", "2n12n"}, {"SE", "3n16n1n"},
    {"SI", "5n8n2n"}, {"SK", "4n6n10n"}, {"SM", "1a5n5n12c"}, {"SO", "4n3n12n"}, {"ST", "4n4n11n2n"},
    {"SV", "4a20n"}, {"TL", "3n14n2n"}, {"TN", "2n3n13n2n"}, {"TR", "5n1n16c"}, {"UA", "6n19c"}, {"VA", "3n15n"},
    {"VG", "4a16n"}, {"XK", "4n10n2n"}, {"YE", "4a4n18c"},
};

enum { COUNTRIES = sizeof countries / sizeof *countries, LONGEST = 34 };

static int compare(const void *code, const void *entry) { return memcmp(code, ((const country *)entry)->code, 2); }

static const country *country_of(const char *code) {
    return bsearch(code, countries, COUNTRIES, sizeof *countries, compare);
}

/// Reads the next run of a structure; 0 at its end.
static unsigned next_run(const char **structure, char *kind) {
    unsigned count = 0;
    while (**structure >= '0' && **structure <= '9') count = count * 10 + (unsigned)(*(*structure)++ - '0');
    if (count > 0) *kind = *(*structure)++;
    return count;
}

/// How many characters an IBAN of a country has.
static unsigned length_of(const country *of) {
    const char *structure = of->structure;
    unsigned length = 4, count;
    char kind;
    while ((count = next_run(&structure, &kind)) > 0) length += count;
    return length;
}

/// One use of the rule: made by `create`, never changed after it.
typedef struct {
    int spaces, lowercase;
    /// Whether only some countries are accepted, and which.
    int restricted;
    uint8_t accepted[COUNTRIES];
    /// The accepted countries as the parameters of a finding, as the rule lists them: all with the list's name.
    uint64_t count;
    proviso_parameter parameters[COUNTRIES];
} rule;

typedef enum { RIGHT, FORMAT, SPELLING, COUNTRY, NOT_ALLOWED, BAD_LENGTH, STRUCTURE, CHECKSUM } problem;

/// A number without spaces and in uppercase.
typedef struct {
    char text[LONGEST];
    /// How many characters there are; may be more than an IBAN can have.
    uint64_t count;
    /// Null if the country is not in the registry.
    const country *of;
} account;

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return c >= 'A' && c <= 'Z'; }

/// Reads an IBAN; false if it has a character that is not accepted, or spaces that do not separate groups of four.
static int read(const char *text, uint64_t length, int spaces, int lowercase, account *into) {
    int grouped = spaces && length > 4 && text[4] == ' ', in_group = 0;
    into->count = 0;
    for (uint64_t i = 0; i < length; i++) {
        char c = text[i];
        if (grouped && in_group == 4) {
            if (c != ' ' || i + 1 == length) return 0;
            in_group = 0;
            continue;
        }
        if (lowercase && c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        if (!is_digit(c) && !is_letter(c)) return 0;
        if (into->count < LONGEST) into->text[into->count] = c;
        into->count++;
        in_group++;
    }
    const char *t = into->text;
    if (into->count < 2 || !is_letter(t[0]) || !is_letter(t[1])) return 0;
    return (into->count < 3 || is_digit(t[2])) && (into->count < 4 || is_digit(t[3]));
}

/// Whether every character is of the kind its country puts there.
static int has_structure(const account *number) {
    const char *structure = number->of->structure;
    unsigned place = 4, count;
    char kind;
    while ((count = next_run(&structure, &kind)) > 0) {
        for (; count > 0; count--, place++) {
            char c = number->text[place];
            if (is_digit(c) ? kind == 'a' : kind == 'n') return 0;
        }
    }
    return 1;
}

/// ISO 7064, MOD 97-10, which never yields 00, 01 or 99.
static int has_right_digits(const account *number) {
    int digits = (number->text[2] - '0') * 10 + (number->text[3] - '0');
    unsigned rest = 0;
    if (digits < 2 || digits > 98) return 0;
    for (uint64_t i = 0; i < number->count; i++) {
        // The first four characters come last.
        char c = number->text[(i + 4) % number->count];
        rest = is_digit(c) ? (rest * 10 + (unsigned)(c - '0')) % 97 : (rest * 100 + (unsigned)(c - 'A' + 10)) % 97;
    }
    return rest == 1;
}

static problem check(const rule *self, const char *text, uint64_t length, account *number) {
    if (!read(text, length, self->spaces, self->lowercase, number)) {
        char plain[SAMPLE_GROUPED_MOST];
        uint64_t count = sample_plain(text, length, plain);
        return count > 4 && read(plain, count, 0, 0, number) ? SPELLING : FORMAT;
    }
    number->of = country_of(number->text);
    if (!number->of) return COUNTRY;
    if (self->restricted && !self->accepted[number->of - countries]) return NOT_ALLOWED;
    if (number->count != length_of(number->of)) return BAD_LENGTH;
    if (!has_structure(number)) return STRUCTURE;
    return has_right_digits(number) ? RIGHT : CHECKSUM;
}

static proviso_parameter text_parameter(const char *name, const char *text, uint64_t length) {
    return (proviso_parameter){
        name, {.kind = PROVISO_TEXT, .flags = PROVISO_FLAG_ASCII, .as.text = text, .length = length}};
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const rule *self = instance;
    account number;
    if (!self || !value) return PROVISO_FAULT_ARGUMENT;
    if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
    problem found = check(self, value->as.text, value->length, &number);
    if (found == RIGHT) return PROVISO_VALID;
    if (!SAMPLE_OFFERS(call, report)) return PROVISO_INVALID;

    proviso_parameter parameters[2] = {text_parameter("country", number.text, 2)};
    const char *form = self->spaces ? "DE89 3704 0044 0532 0130 00" : "DE89370400440532013000";
    switch (found) {
    case SPELLING:
        parameters[0] = text_parameter("form", form, strlen(form));
        call->report(call, 0, "iban.spelling", parameters, 1);
        break;
    case COUNTRY: call->report(call, 0, "iban.country", parameters, 1); break;
    case NOT_ALLOWED: call->report(call, 0, "iban.notAllowed", self->parameters, self->count < 64 ? self->count : 64); break;
    case BAD_LENGTH:
        parameters[1] = (proviso_parameter){
            "length", {.kind = PROVISO_INTEGER, .as.integer = length_of(number.of)}};
        call->report(call, 0, "iban.length", parameters, 2);
        break;
    case STRUCTURE: call->report(call, 0, "iban.structure", parameters, 1); break;
    case CHECKSUM: call->report(call, 0, "iban.checksum", NULL, 0); break;
    default: call->report(call, 0, "iban.format", NULL, 0);
    }
    return PROVISO_INVALID;
}

static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    account number;
    if (count == 0) return 0;
    if (!instance || !values || !verdicts || stride < sizeof *values) return PROVISO_FAULT_ARGUMENT;
    for (uint64_t row = 0; row < count; row++) {
        if (row % 1024 == 0 && SAMPLE_OFFERS(call, cancelled) && *call->cancelled) return PROVISO_FAULT_CANCELLED;
        const proviso_value *value = (const void *)((const char *)values + row * stride);
        if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
        problem found = check(instance, value->as.text, value->length, &number);
        verdicts[row] = found == RIGHT ? PROVISO_VALID : PROVISO_INVALID;
    }
    return 0;
}

/// A reason that names a country which is not in the registry; kept until the next `create` of the thread.
static const char *unknown(const proviso_value *code) {
    static _Thread_local char reason[80];
    char shown[9] = "";
    for (unsigned i = 0; i < sizeof shown - 1 && i < code->length; i++) {
        if (code->as.text[i] <= ' ' || code->as.text[i] > '~') break;
        shown[i] = code->as.text[i];
    }
    snprintf(reason, sizeof reason, "It names %s, which is not in the IBAN registry.", *shown ? shown : "a country");
    return reason;
}

/// Reads the option `countries`.
static int32_t accept(const proviso_host *host, const proviso_value *list, rule *made, proviso_failure *failure) {
    if (list->kind != PROVISO_LIST) return sample_refuse(failure, "countries", "It must be a list of strings.");
    if (list->length == 0)
        return sample_refuse(failure, "countries", "It lists no country, so no IBAN could be valid.");
    made->restricted = 1;
    for (uint64_t i = 0; i < list->length; i++) {
        const proviso_value *code = host->list_item(list, i);
        if (!code || code->kind != PROVISO_TEXT)
            return sample_refuse(failure, "countries", "It must be a list of strings.");
        const country *of = code->length == 2 ? country_of(code->as.text) : NULL;
        if (!of) return sample_refuse(failure, "countries", unknown(code));
        if (made->accepted[of - countries]++) continue;
        made->parameters[made->count++] = text_parameter("countries", of->code, 2);
    }
    return 0;
}

static int32_t create(const proviso_host *host, const proviso_rule *type, const proviso_value *options,
                      void **instance, proviso_failure *failure) {
    (void)type;
    int grouped, fault;
    if (!instance) return PROVISO_FAULT_ARGUMENT;
    rule *made = calloc(1, sizeof *made);
    if (!made) return PROVISO_FAULT_MEMORY;
    if ((fault = sample_readable(host, options, failure)) != 0 ||
        (fault = sample_boolean(host, options, "grouped", &grouped, failure)) != 0 ||
        (fault = sample_boolean(host, options, "spaces", &made->spaces, failure)) != 0 ||
        (fault = sample_boolean(host, options, "ignoreCase", &made->lowercase, failure)) != 0) {
        free(made);
        return fault;
    }
    made->spaces |= grouped;
    made->lowercase |= grouped;
    const proviso_value *list = sample_option(host, options, "countries");
    if (list && (fault = accept(host, list, made, failure)) != 0) {
        free(made);
        return fault;
    }
    *instance = made;
    return 0;
}

PROVISO_MANIFEST({
  "id": "org.proviso.iban",
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
  "rules": [{
    "type": "proviso/iban",
    "summary": "An international bank account number (IBAN) with right check digits.",
    "kinds": ["text"],
    "invalidCode": "iban.format",
    "options": {
      "countries": {
        "kinds": ["list"],
        "summary": "The accepted countries, as two uppercase letters. Without it, all."
      },
      "grouped": {
        "kinds": ["boolean"],
        "summary": "Whether groups of four with spaces between them, and lowercase letters, are accepted too."
      },
      "spaces": {
        "kinds": ["boolean"],
        "summary": "Whether groups of four with spaces between them are accepted too."
      },
      "ignoreCase": {
        "kinds": ["boolean"],
        "summary": "Whether lowercase letters are accepted too."
      }
    },
    "codes": {
      "iban.format": [],
      "iban.spelling": ["form"],
      "iban.country": ["country"],
      "iban.notAllowed": ["countries"],
      "iban.length": ["country", "length"],
      "iban.structure": ["country"],
      "iban.checksum": []
    },
    "examples": [
      {"value": "DE89370400440532013000", "valid": true},
      {"value": "de89 3704 0044 0532 0130 00", "options": {"grouped": true}, "valid": true},
      {"value": "DE89 3704 0044 0532 0130 00", "code": "iban.spelling"},
      {"value": "DE89370400440532013001", "code": "iban.checksum"},
      {"value": "DE89370400440532013000", "options": {"countries": ["FR"]}, "code": "iban.notAllowed"},
      {"value": "DE8937040044053201300", "code": "iban.length", "parameters": {"length": 22}}
    ]
  }]
})

static const proviso_rule iban = {
    .size = sizeof iban,
    .type = "proviso/iban",
    .create = create,
    .validate = validate,
    .validate_batch = validate_batch,
    .destroy = free,
};

static const unsigned char messages[] = {
#embed "messages.json"
};
static sample_catalogs catalogs;

static const proviso_rule *const rules[] = {&iban};

static proviso_plugin plugin = {
    .size = sizeof plugin,
    .minor = PROVISO_ABI_MINOR,
    .id = "org.proviso.iban",
    .rules = rules,
    .rule_count = sizeof rules / sizeof *rules,
    .catalogs = catalogs.list,
};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    (void)host;
    return sample_catalogs_describe(&plugin, messages, sizeof messages, &catalogs);
}
