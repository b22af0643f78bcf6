/// A bad plugin: its descriptor ends before the rules.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.short-descriptor", "version": "1.0.0", "locales": ["en"], "rules": [{
    "type": "acme/short-descriptor", "kinds": ["integer"], "invalidCode": "shortDescriptor.wrong",
    "codes": {"shortDescriptor.wrong": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value, (void)call;
    return PROVISO_VALID;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/short-descriptor", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"shortDescriptor.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {
    .size = 24, .id = "org.example.bad.short-descriptor",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
