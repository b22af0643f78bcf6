/// A plugin in C: the rule type `proviso/credit-card`.
///
/// A card number is digits only, as in the library this rule comes from; with the option `grouped`, single spaces or
/// hyphens may be between groups, as on cards. It must have the prefix of a known brand, one of that brand's
/// lengths, at most 19 digits in all (ISO/IEC 7812-1), and a right check digit (Luhn). Option `accept`: the brands that
/// are accepted; without it, all.
///
/// The prefixes and lengths are those that the brands publish, as of January 2026; no registry of them is free.
///
/// The file in order: the brands, the check, one value, many values, making and freeing, what the host reads.
#include <stdlib.h>
#include <string.h>

#include "CreditCard.h"
#include "sample_catalogs.h"
#include "sample_groups.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

enum { VISA, MASTERCARD, AMEX, MAESTRO, DINERS_CLUB, JCB, DISCOVER, UNION_PAY, MIR, BRANDS, UNKNOWN = BRANDS };

static const char *const brand_names[BRANDS] = {
    "visa", "mastercard", "amex", "maestro", "dinersclub", "jcb", "discover", "unionpay", "mir",
};

/// Numbers that begin with `low`...`high`, read as `digits` digits, are of this brand. Of two families that overlap the
/// first one of an accepted brand counts.
typedef struct {
    uint32_t low, high;
    uint8_t digits, brand;
    /// One bit for each number of digits that a card number may have.
    uint32_t lengths;
} family;

#define LENGTH(n) (1u << (n))
#define LENGTHS(from, to) ((2u << (to)) - LENGTH(from))
static const family families[] = {
    {4, 4, 1, VISA, LENGTH(13) | LENGTH(16) | LENGTH(19)},
    {51, 55, 2, MASTERCARD, LENGTH(16)},
    {2221, 2720, 4, MASTERCARD, LENGTH(16)},
    {2200, 2204, 4, MIR, LENGTHS(16, 19)},
    {34, 34, 2, AMEX, LENGTH(15)},
    {37, 37, 2, AMEX, LENGTH(15)},
    {50, 50, 2, MAESTRO, LENGTHS(12, 19)},
    {56, 58, 2, MAESTRO, LENGTHS(12, 19)},
    {6304, 6304, 4, MAESTRO, LENGTHS(12, 19)},
    {6390, 6390, 4, MAESTRO, LENGTHS(12, 19)},
    {67, 67, 2, MAESTRO, LENGTHS(12, 19)},
    {300, 305, 3, DINERS_CLUB, LENGTHS(14, 19)},
    {3095, 3095, 4, DINERS_CLUB, LENGTHS(14, 19)},
    {36, 36, 2, DINERS_CLUB, LENGTHS(14, 19)},
    {38, 39, 2, DINERS_CLUB, LENGTHS(14, 19)},
    {2131, 2131, 4, JCB, LENGTH(15)},
    {1800, 1800, 4, JCB, LENGTH(15)},
    {3528, 3589, 4, JCB, LENGTHS(16, 19)},
    {6011, 6011, 4, DISCOVER, LENGTHS(16, 19)},
    {644, 649, 3, DISCOVER, LENGTHS(16, 19)},
    {65, 65, 2, DISCOVER, LENGTHS(16, 19)},
    {62, 62, 2, UNION_PAY, LENGTHS(16, 19)},
    {81, 81, 2, UNION_PAY, LENGTHS(16, 19)},
    // Cards of UnionPay that Discover's network takes too.
    {622126, 622925, 6, DISCOVER, LENGTHS(16, 19)},
};

/// The groups on cards: fours in most cases, others on those of American Express, Diners Club, old Visa and UnionPay.
static const sample_grouping grouping = {" -", "4* 4-6-5 4-6-4 4-4-5 4-3-3-3 6-13", 0};

/// One use of the rule: made by `create`, never changed after it.
typedef struct {
    int grouped;
    /// One bit for each accepted brand.
    uint32_t accepted;
    /// The accepted brands as the parameters of a finding: one for each, all with the list's name.
    uint32_t count;
    proviso_parameter parameters[BRANDS];
} rule;

typedef enum { RIGHT, FORMAT, SPELLING, BRAND, BAD_LENGTH, CHECKSUM } problem;

/// The family of a number; where none of the fitting ones is of an accepted brand, the first of them.
static const family *family_of(const rule *self, const char *digits, uint64_t length) {
    // prefix[n]: the first n digits as a number, and 0 where there are not as many: no family has that one.
    uint32_t prefix[7] = {0};
    const family *other = NULL;
    for (unsigned n = 1; n <= 6 && n <= length; n++)
        prefix[n] = prefix[n - 1] * 10 + (uint32_t)(digits[n - 1] - '0');
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        uint32_t found = prefix[families[i].digits];
        if (found < families[i].low || families[i].high < found) continue;
        if (self->accepted >> families[i].brand & 1) return &families[i];
        if (!other) other = &families[i];
    }
    return other;
}

static problem check(const rule *self, const char *text, uint64_t length, const family **of) {
    static const uint8_t doubled[10] = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9};
    uint64_t sum = 0;
    char compact[SAMPLE_GROUPED_MOST];
    *of = NULL;
    if (self->grouped) {
        length = sample_compact(text, length, &grouping, compact);
        text = compact;
    }
    if (length == 0) return self->grouped ? SPELLING : FORMAT;
    for (uint64_t i = 0; i < length; i++) {
        unsigned digit = (unsigned char)text[i] - (unsigned)'0';
        if (digit > 9) return self->grouped ? SPELLING : FORMAT;
        // Every second digit counts double, seen from the end.
        sum += (length - i) % 2 ? digit : doubled[digit];
    }
    *of = family_of(self, text, length);
    if (!*of || !(self->accepted >> (*of)->brand & 1)) return BRAND;
    if (length > 19 || !((*of)->lengths >> length & 1)) return BAD_LENGTH;
    return sum % 10 == 0 ? RIGHT : CHECKSUM;
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const rule *self = instance;
    const family *of;
    if (!self || !value) return PROVISO_FAULT_ARGUMENT;
    if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
    problem found = check(self, value->as.text, value->length, &of);
    if (found == RIGHT) return PROVISO_VALID;
    if (!SAMPLE_OFFERS(call, report)) return PROVISO_INVALID;

    static const char form[] = "4111 1111 1111 1111";
    proviso_parameter brand = {.name = "brand", .value = {.kind = PROVISO_TEXT, .flags = PROVISO_FLAG_ASCII}};
    switch (found) {
    case SPELLING:
        brand.name = "form";
        brand.value.as.text = form;
        brand.value.length = strlen(form);
        call->report(call, 0, "creditCard.spelling", &brand, 1);
        break;
    case BRAND:
        call->report(call, 0, "creditCard.brand", self->parameters, self->count);
        break;
    case BAD_LENGTH:
        brand.value.as.text = brand_names[of->brand];
        brand.value.length = strlen(brand_names[of->brand]);
        call->report(call, 0, "creditCard.length", &brand, 1);
        break;
    case CHECKSUM:
        call->report(call, 0, "creditCard.checksum", NULL, 0);
        break;
    default:
        call->report(call, 0, "creditCard.format", NULL, 0);
    }
    return PROVISO_INVALID;
}

static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    const family *of;
    if (count == 0) return 0;
    if (!instance || !values || !verdicts || stride < sizeof *values) return PROVISO_FAULT_ARGUMENT;
    for (uint64_t row = 0; row < count; row++) {
        if (row % 1024 == 0 && SAMPLE_OFFERS(call, cancelled) && *call->cancelled) return PROVISO_FAULT_CANCELLED;
        const proviso_value *value = (const void *)((const char *)values + row * stride);
        if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
        verdicts[row] = check(instance, value->as.text, value->length, &of) == RIGHT ? PROVISO_VALID : PROVISO_INVALID;
    }
    return 0;
}

static uint32_t brand_bit(const proviso_value *name) {
    if (!name || name->kind != PROVISO_TEXT) return 0;
    for (unsigned brand = 0; brand < BRANDS; brand++)
        if (strlen(brand_names[brand]) == name->length && memcmp(brand_names[brand], name->as.text, name->length) == 0)
            return 1u << brand;
    return 0;
}

static int32_t create(const proviso_host *host, const proviso_rule *type, const proviso_value *options,
                      void **instance, proviso_failure *failure) {
    (void)type;
    uint32_t accepted = 0;
    int grouped, fault;
    if (!instance) return PROVISO_FAULT_ARGUMENT;
    if ((fault = sample_readable(host, options, failure)) != 0 ||
        (fault = sample_boolean(host, options, "grouped", &grouped, failure)) != 0)
        return fault;
    const proviso_value *accept = sample_option(host, options, "accept");
    if (!accept) {
        accepted = (1u << BRANDS) - 1;
    } else {
        if (accept->kind != PROVISO_LIST) return sample_refuse(failure, "accept", "It must be a list of brands.");
        if (accept->length == 0)
            return sample_refuse(failure, "accept", "It lists no brand, so no card could be valid.");
        for (uint64_t i = 0; i < accept->length; i++) {
            uint32_t bit = brand_bit(host->list_item(accept, i));
            if (!bit)
                return sample_refuse(failure, "accept",
                                     "It names an unknown brand; the known ones are visa, mastercard, amex, maestro, "
                                     "dinersclub, jcb, discover, unionpay and mir.");
            accepted |= bit;
        }
    }

    rule *made = calloc(1, sizeof *made);
    if (!made) return PROVISO_FAULT_MEMORY;
    made->grouped = grouped;
    made->accepted = accepted;
    for (unsigned brand = 0; brand < BRANDS; brand++) {
        if (!(accepted >> brand & 1)) continue;
        proviso_parameter *parameter = &made->parameters[made->count++];
        parameter->name = "accept";
        parameter->value.kind = PROVISO_TEXT;
        parameter->value.flags = PROVISO_FLAG_ASCII;
        parameter->value.as.text = brand_names[brand];
        parameter->value.length = strlen(brand_names[brand]);
    }
    *instance = made;
    return 0;
}

PROVISO_MANIFEST({
  "id": "org.proviso.credit-card",
  "version": "1.2.0",
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
    "type": "proviso/credit-card",
    "summary": "A payment card number of a known brand and one of its lengths, with a right check digit.",
    "kinds": ["text"],
    "invalidCode": "creditCard.format",
    "options": {
      "accept": {
        "kinds": ["list"],
        "values": ["visa", "mastercard", "amex", "maestro", "dinersclub", "jcb", "discover", "unionpay", "mir"],
        "summary": "The accepted brands. Without it, all."
      },
      "grouped": {
        "kinds": ["boolean"],
        "summary": "Whether groups of digits with spaces or hyphens between them are accepted too."
      }
    },
    "codes": {
      "creditCard.format": [],
      "creditCard.spelling": ["form"],
      "creditCard.length": ["brand"],
      "creditCard.checksum": [],
      "creditCard.brand": ["accept"]
    },
    "examples": [
      {"value": "4111111111111111", "valid": true},
      {"value": "4111 1111 1111 1111", "options": {"grouped": true}, "valid": true},
      {"value": "4111 1111 1111 1111", "code": "creditCard.format"},
      {"value": "4111111111111112", "code": "creditCard.checksum"},
      {"value": "4111111111111111", "options": {"accept": ["amex", "jcb"]}, "code": "creditCard.brand"},
      {"value": "411111111111111", "code": "creditCard.length"}
    ]
  }]
})

static const proviso_rule credit_card = {
    .size = sizeof credit_card,
    .type = "proviso/credit-card",
    .create = create,
    .validate = validate,
    .validate_batch = validate_batch,
    .destroy = free,
};

static const unsigned char messages[] = {
#embed "messages.json"
};
static sample_catalogs catalogs;

static const proviso_rule *const rules[] = {&credit_card};

static proviso_plugin plugin = {
    .size = sizeof plugin,
    .minor = PROVISO_ABI_MINOR,
    .id = "org.proviso.credit-card",
    .rules = rules,
    .rule_count = sizeof rules / sizeof *rules,
    .catalogs = catalogs.list,
};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    (void)host;
    return sample_catalogs_describe(&plugin, messages, sizeof messages, &catalogs);
}
