/// A bad plugin: it asks for a newer host than there will ever be.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.newer-host", "version": "1.0.0", "locales": ["en"], "rules": [{
    "type": "acme/newer-host", "kinds": ["integer"], "invalidCode": "newerHost.wrong",
    "codes": {"newerHost.wrong": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value, (void)call;
    return PROVISO_VALID;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/newer-host", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"newerHost.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .least_host_minor = UINT32_MAX, .id = "org.example.bad.newer-host",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
