#include "proviso.h"
PROVISO_MANIFEST({"id": "org.example.generation", "version": "1.0", "rules": [{
    "type": "acme/generation", "kinds": ["integer"], "invalidCode": "generation.wrong",
    "codes": {"generation.wrong": ["generation"]}}]})
/// A place for the number in the file itself, so that a test makes generations by writing it.
static const volatile struct { char mark[16]; int64_t number; } generation = {"GENERATION HERE", 1};
#ifndef PADDING
#define PADDING 1
#endif
/// Finds every value wrong, and says which generation of the plugin it is.
static int32_t validate(const void *self, const proviso_value *value, proviso_call *call) {
    proviso_parameter number = {"generation", {.kind = PROVISO_INTEGER, .as.integer = generation.number}};
    if ((void)self, (void)value, call->report) call->report(call, 0, "generation.wrong", &number, 1);
    return PROVISO_INVALID;
}
static const proviso_rule rule = {.size = sizeof rule, .type = "acme/generation", .validate = validate},
    *rules = &rule;
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.generation", .rules = &rules, .rule_count = 1};
const char padding[PADDING] = {1};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
