/// Plugins that are refused for what they say of themselves: one for each number in REFUSED.
#include "proviso.h"

#define IS(number, yes, no) (REFUSED == (number) ? (yes) : (no))

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    return (void)instance, (void)value, (void)call, PROVISO_VALID;
}
static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *why) {
    return (void)host, (void)rule, (void)options, (void)instance, (void)why, 0;
}
static const proviso_option options[] = {{IS(10, "message", IS(26, "wrong", "limit")), IS(11, 0, 1u << PROVISO_TEXT), 0, "A limit."}};
static const proviso_code codes[] = {{IS(8, "wrong", "refused.wrong"), "limit other"}};
static const proviso_rule rule = {
    .size = IS(6, 40, sizeof rule), .type = IS(12, "Acme/Refused", "acme/refused"), .kinds = 1u << PROVISO_TEXT,
    .invalid_code = IS(9, "refused.other", codes[0].code), .options = options, .option_count = 1, .codes = codes,
    .code_count = 1, .create = IS(13, 0, create), .validate = IS(7, 0, validate)};
static const proviso_rule nameless = {.size = sizeof nameless, .validate = validate};
static const proviso_rule *const rules[] = {
    IS(4, 0, REFUSED == 14 ? &nameless : &rule), &rule};
#if REFUSED == 22
static const char bytes[] = "{\"@@locale\": \"fr\"}";
#elif REFUSED == 23
static const char bytes[] = "{\"required.blank\": \"\"}";
#elif REFUSED == 24
static const char bytes[] = "{\"refused.wrong\": \"{attribute} {limit} {other} {value}\"}";
#elif REFUSED == 25
static const char bytes[] = "{\"refused.wrong\": \"{limit\"}";
#elif REFUSED == 18
static const char bytes[] = "{\"refused.wrong\": \"\xFF\"}";
#else
static const char bytes[] = "{}";
#endif
static const proviso_catalog catalogs[] = {
    {IS(15, "not a tag", "de"), IS(16, 0, bytes), IS(17, 0, sizeof bytes - 1)},
    {"de", bytes, sizeof bytes - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = IS(1, "", REFUSED == 2 ? "two words" : "org.example.refused"), .version = "1",
    .rules = IS(20, 0, rules), .rule_count = IS(3, 0, REFUSED == 5 ? 2 : REFUSED == 21 ? 1ull << 40 : 1),
    .catalogs = catalogs, .catalog_count = IS(19, 2, 1)};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
