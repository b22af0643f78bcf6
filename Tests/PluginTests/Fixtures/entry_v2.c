/// A bad plugin: it serves a later major version only.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.entry-v2", "version": "1.0.0", "locales": ["en"], "rules": [{
    "type": "acme/entry-v2", "kinds": ["integer"], "invalidCode": "entryV2.wrong",
    "codes": {"entryV2.wrong": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value, (void)call;
    return PROVISO_VALID;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/entry-v2", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"entryV2.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.bad.entry-v2",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1};
PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v2(const proviso_host *host);
const proviso_plugin *proviso_plugin_entry_v2(const proviso_host *host) { return (void)host, &plugin; }
