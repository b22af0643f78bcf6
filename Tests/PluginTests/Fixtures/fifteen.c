#include "proviso.h"
static int32_t validate(const void *self, const proviso_value *value, proviso_call *call) {
    if ((void)self, value->as.integer % 2 == 0) return PROVISO_VALID;
    if (call->report) call->report(call, 0, "even.odd", 0, 0);
    return PROVISO_INVALID;
}
static const proviso_rule rule = {sizeof rule, 0, "acme/even", "An even number.", 1u << PROVISO_INTEGER, "even.odd",
    0, 0, &(const proviso_code){"even.odd", ""}, 1, 0, validate, 0, 0}, *rules = &rule;
static const char en[] = "{\"@@locale\": \"en\", \"even.odd\": \"{attribute} must be an even number.\"}";
static const proviso_catalog text = {"en", en, sizeof en - 1};
static const proviso_plugin plugin = {sizeof plugin, 0, 0, 0, "org.example.even", "1.0", &rules, 1, &text, 1, 0, 0, 0};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
