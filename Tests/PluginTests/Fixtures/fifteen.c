#include "proviso.h"
PROVISO_MANIFEST({"id": "org.example.even", "version": "1.0", "locales": ["en"], "rules": [{
    "type": "acme/even", "summary": "An even number.", "kinds": ["integer"], "invalidCode": "even.odd",
    "codes": {"even.odd": []}}]})
static int32_t validate(const void *self, const proviso_value *value, proviso_call *call) {
    if ((void)self, value->as.integer % 2 == 0) return PROVISO_VALID;
    if (call->report) call->report(call, 0, "even.odd", 0, 0);
    return PROVISO_INVALID;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/even", .validate = validate}, *rules = &rule;
static const char en[] = "{\"@@locale\": \"en\", \"even.odd\": \"{attribute} must be an even number.\"}";
static const proviso_catalog text = {"en", en, sizeof en - 1};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.even", .rules = &rules, .rule_count = 1, .catalogs = &text, .catalog_count = 1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
