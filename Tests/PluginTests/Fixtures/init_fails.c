/// A bad plugin: its `init` fails.
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
static const proviso_code codes[] = {{"initFails.wrong", ""}};
static const proviso_rule rule = {
    .size = sizeof rule, .type = "acme/init-fails", .summary = "Whole numbers.", .kinds = 1u << PROVISO_INTEGER,
    .invalid_code = "initFails.wrong", .codes = codes, .code_count = 1, .create = create, .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"initFails.wrong\": \"{attribute} is wrong.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static int32_t init(const proviso_host *host) { return (void)host, PROVISO_FAULT_MEMORY; }
static const proviso_plugin plugin = {
    .size = sizeof plugin, .least_host_minor = 0, .id = "org.example.bad.init-fails", .version = "1.0.0",
    .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 1, .init = init};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
