/// A plugin that reports what it sees: parameters of every kind, and lists and objects through the host's table.
#include <math.h>
#include <string.h>
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.values", "version": "1", "rules": [
    {"type": "acme/kinds", "kinds": ["text"], "invalidCode": "values.kinds", "codes": {"values.kinds": []}},
    {"type": "acme/bad-parameters", "kinds": ["integer"], "invalidCode": "values.kinds",
     "codes": {"values.kinds": []}},
    {"type": "acme/structure", "kinds": ["object"], "invalidCode": "values.structure",
     "codes": {"values.structure": ["sum", "keys", "name", "count"]}}]})

static proviso_value text(uint32_t kind, const char *bytes, uint64_t length) {
    return (proviso_value){kind, 0, {.text = bytes}, length};
}
static int32_t kinds(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)value;
    const proviso_parameter parameters[] = {
        {"null", {PROVISO_NULL, 0, {0}, 0}},
        {"boolean", {PROVISO_BOOL, 0, {.boolean = 1}, 0}},
        {"integer", {PROVISO_INTEGER, 0, {.integer = INT64_MIN}, 0}},
        {"unsigned", {PROVISO_UNSIGNED, 0, {.unsigned_integer = UINT64_MAX}, 0}},
        {"double", {PROVISO_DOUBLE, 0, {.number = 0.5}, 0}},
        {"nan", {PROVISO_DOUBLE, 0, {.number = NAN}, 0}},
        {"decimal", text(PROVISO_DECIMAL, "1e9999", 6)},
        {"no-decimal", text(PROVISO_DECIMAL, "1e", 2)},
        {"text", text(PROVISO_TEXT, "M\xC3\xBCnchen", 8)},
        {"broken", text(PROVISO_TEXT, "a\xFF" "b", 3)},
        {"empty", text(PROVISO_TEXT, 0, 0)},
        {"list", text(PROVISO_TEXT, "one", 3)},
        {"list", text(PROVISO_TEXT, "two", 3)}};
    if (call->report) call->report(call, 0, "values.kinds", parameters, sizeof parameters / sizeof *parameters);
    return PROVISO_INVALID;
}
static int32_t bad(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    const proviso_parameter parameters[] = {
        {"n", {value->as.integer ? 99 : PROVISO_TEXT, 0, {.text = "x"}, 1ull << 62}}};
    if (call->report) call->report(call, 0, "values.kinds", value->as.integer > 1 ? 0 : parameters, 1);
    return PROVISO_INVALID;
}

/// {"items": [1, 2, 3], "name": "x"}: the sum of the items, the keys in order, the name.
static int32_t structure(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    const proviso_host *host = call->host;
    char keys[256];
    uint64_t used = 0, length, count = 0;
    const char *key;
    while (host->object_member(value, count, &key, &length)) {
        memcpy(keys + used, key, length);
        used += length;
        count++;
    }
    const proviso_value *items = host->object_find(value, "items", 5), *item;
    int64_t sum = 0;
    for (uint64_t i = 0; items && (item = host->list_item(items, i)); i++) sum += item->as.integer;
    const proviso_value *name = host->object_find(value, "name", 4);
    int strange = host->object_find(value, "none", 4) || host->list_item(value, 0) || host->list_item(0, 0)
        || host->object_member(items, 0, &key, &length) || host->object_find(items, "", 0)
        || host->object_member(0, 0, 0, 0) || (name && host->list_item(name, 0))
        || host->object_member(value, 0, 0, 0) != host->object_member(value, 0, &key, &length);
    const proviso_parameter parameters[] = {
        {"sum", {PROVISO_INTEGER, 0, {.integer = sum}, 0}},
        {"keys", text(PROVISO_TEXT, keys, used)},
        {"name", name ? *name : text(PROVISO_TEXT, 0, 0)},
        {"count", {PROVISO_BOOL, 0, {.boolean = count == value->length}, 0}}};
    if (strange) return PROVISO_FAULT;
    if (call->report) call->report(call, 0, "values.structure", parameters, 4);
    return PROVISO_INVALID;
}

static const proviso_rule rules[] = {
    {.size = sizeof rules[0], .type = "acme/kinds", .validate = kinds},
    {.size = sizeof rules[0], .type = "acme/bad-parameters", .validate = bad},
    {.size = sizeof rules[0], .type = "acme/structure", .validate = structure}};
static const proviso_rule *const all[] = {&rules[0], &rules[1], &rules[2]};
/// As a newer header would have it: the struct goes on.
static const struct { proviso_plugin known; uint64_t later[8]; } plugin = {
    {.size = sizeof plugin, .minor = 7, .id = "org.example.values", .rules = all, .rule_count = 3},
    {1, 1, 1, 1, 1, 1, 1, 1}};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin.known; }
