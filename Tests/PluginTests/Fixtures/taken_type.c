/// A bad plugin: it takes the name of a built-in.
#include "proviso.h"

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *why) {
    (void)host, (void)rule, (void)options, (void)why;
    *instance = "";
    return 0;
}
static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value, (void)call;
    return PROVISO_VALID;
}
static const proviso_code codes[] = {{"takenType.wrong", ""}};
static const proviso_rule rule = {
    .size = sizeof rule, .type = "required", .summary = "Whole numbers.", .kinds = 1u << PROVISO_INTEGER,
    .invalid_code = "takenType.wrong", .codes = codes, .code_count = 1, .create = create, .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"takenType.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .least_host_minor = 0, .id = "org.example.bad.taken-type", .version = "1.0.0",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
