/// A bad plugin: its `init` fails.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.init-fails", "version": "1.0.0", "locales": ["en"], "rules": [{
    "type": "acme/init-fails", "kinds": ["integer"], "invalidCode": "initFails.wrong",
    "codes": {"initFails.wrong": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value, (void)call;
    return PROVISO_VALID;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/init-fails", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"initFails.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static int32_t init(const proviso_host *host) { return (void)host, PROVISO_FAULT_MEMORY; }
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.bad.init-fails",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1, .init = init};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
