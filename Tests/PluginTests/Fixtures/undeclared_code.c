/// A bad plugin: it reports a code that it does not declare.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.undeclared-code", "version": "1.0.0", "locales": ["en"], "rules": [{
    "type": "acme/undeclared-code", "kinds": ["integer"], "invalidCode": "undeclaredCode.wrong",
    "codes": {"undeclaredCode.wrong": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value, (void)call;
    if (call && call->report) call->report(call, 0, "undeclaredCode.other", 0, 0);
    return PROVISO_INVALID;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/undeclared-code", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"undeclaredCode.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.bad.undeclared-code",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
