/// A bad plugin: it returns a verdict that no version of the ABI has.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.odd-verdict", "version": "1.0.0", "locales": ["en"], "rules": [{
    "type": "acme/odd-verdict", "kinds": ["integer"], "invalidCode": "oddVerdict.wrong",
    "codes": {"oddVerdict.wrong": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value, (void)call;
    return 77;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/odd-verdict", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"oddVerdict.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.bad.odd-verdict",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
