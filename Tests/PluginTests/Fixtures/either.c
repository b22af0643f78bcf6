/// A plugin of version 1.1 that also works with a host of version 1.0, which gives it no record.
#include <stddef.h>

#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.either", "version": "1.0", "rules": [{
    "type": "acme/either", "kinds": ["integer"], "invalidCode": "either.other",
    "reads": "record", "codes": {"either.other": []}}]})

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    // Only a newer host has the field.
    int has_record = call->size >= offsetof(proviso_call, record) + sizeof call->record && call->record;
    const proviso_value *limit = has_record ? call->host->object_find(call->record, "limit", 5) : NULL;
    if (!limit || limit->kind != PROVISO_INTEGER) return PROVISO_NOT_APPLICABLE;
    return value->as.integer <= limit->as.integer ? PROVISO_VALID : PROVISO_INVALID;
}

static const proviso_rule rule = {.size = sizeof rule, .type = "acme/either", .validate = validate}, *rules = &rule;
static const proviso_plugin plugin = {
    .size = sizeof plugin, .minor = PROVISO_ABI_MINOR, .least_host_minor = 0, .id = "org.example.either",
    .rules = &rules, .rule_count = 1};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
