/// A bad plugin: its descriptor ends before the rules.
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
static const proviso_code codes[] = {{"shortDescriptor.wrong", ""}};
static const proviso_rule rule = {
    .size = sizeof rule, .type = "acme/short-descriptor", .summary = "Whole numbers.", .kinds = 1u << PROVISO_INTEGER,
    .invalid_code = "shortDescriptor.wrong", .codes = codes, .code_count = 1, .create = create, .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"shortDescriptor.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {
    .size = 24, .least_host_minor = 0, .id = "org.example.bad.short-descriptor", .version = "1.0.0",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
