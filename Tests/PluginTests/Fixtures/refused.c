/// Plugins that are refused for what runs in them: one for each number in REFUSED.
#include "proviso.h"

#define IS(number, yes, no) (REFUSED == (number) ? (yes) : (no))

PROVISO_MANIFEST({"id": "org.example.refused", "version": "1", "locales": ["de"], "rules": [{
    "type": "acme/refused", "kinds": ["text"], "invalidCode": "refused.wrong",
    "options": {"limit": {"kinds": ["text"]}}, "codes": {"refused.wrong": ["limit", "other"]}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    return (void)instance, (void)value, (void)call, PROVISO_VALID;
}
static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *why) {
    return (void)host, (void)rule, (void)options, (void)instance, (void)why, 0;
}
static const proviso_rule rule = {
    .size = IS(1, 16, sizeof rule), .type = IS(2, 0, REFUSED == 3 ? "acme/other" : "acme/refused"),
    .create = IS(4, 0, create), .validate = IS(5, 0, validate)};
static const proviso_rule *const rules[] = {IS(6, 0, &rule), &rule};
#if REFUSED == 22
static const char bytes[] = "{\"@@locale\": \"fr\"}";
#elif REFUSED == 23
static const char bytes[] = "{\"required.blank\": \"\"}";
#elif REFUSED == 24
static const char bytes[] = "{\"refused.wrong\": \"{attribute} {value} {limit} {other} {missing}\"}";
#elif REFUSED == 25
static const char bytes[] = "{\"refused.wrong\": \"{limit\"}";
#elif REFUSED == 18
static const char bytes[] = "{\"refused.wrong\": \"\xFF\"}";
#else
static const char bytes[] = "{}";
#endif
static const proviso_catalog catalogs[] = {
    {IS(15, "not a tag", REFUSED == 14 ? "fr" : "de"), IS(16, 0, bytes), IS(17, 0, sizeof bytes - 1)},
    {"de", bytes, sizeof bytes - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = IS(7, 0, REFUSED == 8 ? "org.example.other" : "org.example.refused"),
    .rules = IS(20, 0, rules), .rule_count = IS(9, 0, REFUSED == 10 ? 2 : REFUSED == 21 ? 1ull << 40 : 1),
    .catalogs = catalogs, .catalog_count = IS(19, 2, REFUSED == 13 ? 0 : 1)};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
