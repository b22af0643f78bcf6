/// The benchmark's rule as a plugin in C: a string of digits with a correct check digit (Luhn).
#include "LuhnC.h"

PROVISO_MANIFEST({"id": "org.proviso.bench.c", "version": "1", "rules": [{
    "type": "bench/luhn-c", "kinds": ["text"], "invalidCode": "luhnC.wrong", "codes": {"luhnC.wrong": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    uint64_t sum = 0;
    (void)instance, (void)call;
    for (uint64_t i = 0; i < value->length; i++) {
        unsigned digit = (unsigned char)value->as.text[i] - (unsigned)'0';
        if (digit > 9) return PROVISO_INVALID;
        sum += (value->length - i) % 2 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
    }
    return value->length > 0 && sum % 10 == 0 ? PROVISO_VALID : PROVISO_INVALID;
}

static const proviso_rule rule = {.size = sizeof rule, .type = "bench/luhn-c", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.proviso.bench.c", .rules = rules, .rule_count = 1};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
