/// A plugin as it was built when version 1.0 of the ABI was the newest: it uses everything there is, and is not to be
/// changed.
#include <stdlib.h>
#include <string.h>

#include "proviso.h"

PROVISO_MANIFEST({
  "id": "org.example.v1", "version": "1.0", "vendor": "Example", "locales": ["en"],
  "rules": [
    {"type": "example/longest", "summary": "Texts, lists and objects of a length.",
     "kinds": ["text", "list", "object"], "invalidCode": "longest.wrong",
     "options": {"max": {"kinds": ["integer"], "required": true, "summary": "The length."},
                 "in": {"kinds": ["text", "list"], "values": ["key", "item"]}},
     "codes": {"longest.wrong": [], "longest.tooLong": ["max", "found"]}},
    {"type": "example/anything", "kinds": ["number", "boolean", "null"], "invalidCode": "anything.wrong",
     "codes": {"anything.wrong": []}}
  ]
})

typedef struct {
    int64_t max;
    int keys, items;
} longest;

static const proviso_host *table;

static void named(longest *self, const proviso_value *word) {
    if (!word || word->kind != PROVISO_TEXT) return;
    if (word->length == 3 && memcmp(word->as.text, "key", 3) == 0) self->keys = 1;
    if (word->length == 4 && memcmp(word->as.text, "item", 4) == 0) self->items = 1;
}
static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *failure) {
    const proviso_value *max = host->object_find(options, "max", 3);
    if (host != table || strcmp(rule->type, "example/longest") != 0 || host->minor > 1000) return PROVISO_FAULT;
    if (max->as.integer < 0) {
        failure->option = "max";
        failure->reason = "It must not be negative.";
        return PROVISO_FAULT_ARGUMENT;
    }
    longest *made = calloc(1, sizeof *made);
    if (!made) return PROVISO_FAULT_MEMORY;
    made->max = max->as.integer;
    const proviso_value *in = host->object_find(options, "in", 2);
    named(made, in);
    for (uint64_t i = 0; in && in->kind == PROVISO_LIST && i < in->length; i++) named(made, host->list_item(in, i));
    host->log(host, PROVISO_LOG_DEBUG, "made", 4);
    *instance = made;
    return 0;
}
static int64_t length(const longest *self, const proviso_value *value, const proviso_host *host) {
    int64_t most = (int64_t)value->length;
    const char *key;
    uint64_t size;
    if (self->keys)
        for (uint64_t i = 0; host->object_member(value, i, &key, &size); i++)
            if ((int64_t)size > most) most = (int64_t)size;
    if (self->items)
        for (uint64_t i = 0; i < value->length && value->kind == PROVISO_LIST; i++)
            if ((int64_t)host->list_item(value, i)->length > most) most = (int64_t)host->list_item(value, i)->length;
    return most;
}
static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const longest *self = instance;
    int64_t found = length(self, value, call->host);
    if (call->cancelled && *call->cancelled) return PROVISO_FAULT_CANCELLED;
    if (found <= self->max) return PROVISO_VALID;
    const proviso_parameter parameters[] = {
        {"max", {PROVISO_INTEGER, 0, {.integer = self->max}, 0}}, {"found", {PROVISO_INTEGER, 0, {.integer = found}, 0}}};
    if (call->report) call->report(call, 0, "longest.tooLong", parameters, 2);
    return PROVISO_INVALID;
}
static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    for (uint64_t row = 0; row < count; row++) {
        const proviso_value *value = (const void *)((const char *)values + row * stride);
        verdicts[row] = value->kind == PROVISO_TEXT && value->length == 0 ? PROVISO_UNCHECKED
            : length(instance, value, call->host) <= ((const longest *)instance)->max ? PROVISO_VALID
                                                                                      : PROVISO_INVALID;
    }
    return 0;
}
static int32_t anything(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)call;
    if (instance) return PROVISO_FAULT;
    return value->kind == PROVISO_NULL ? PROVISO_NOT_APPLICABLE
        : value->kind == PROVISO_BOOL  ? (value->as.boolean ? PROVISO_VALID : PROVISO_INVALID)
                                       : PROVISO_VALID;
}
static int32_t init(const proviso_host *host) {
    table = host;
    return host->extension(host, "org.example.none/1") || !host->name || !host->version ? PROVISO_FAULT : 0;
}
static const void *extension(const char *id) { return strcmp(id, "org.example.v1/1") == 0 ? &table : 0; }

static const char en[] =
    "{\"@@locale\": \"en\", \"longest.wrong\": \"{attribute} has no length.\", "
    "\"longest.tooLong\": \"{attribute} is longer than {max, number}: {found, number}.\", "
    "\"anything.wrong\": \"{attribute} is wrong.\"}";
static const proviso_rule rules[] = {
    {sizeof(proviso_rule), 0, "example/longest", create, validate, validate_batch, free},
    {sizeof(proviso_rule), 0, "example/anything", 0, anything, 0, 0}};
static const proviso_rule *const all[] = {&rules[1], &rules[0]};
static const proviso_catalog catalogs[] = {{"en", en, sizeof en - 1}};
static const proviso_plugin plugin = {
    sizeof plugin, PROVISO_ABI_MINOR, 0, 0, "org.example.v1", all, 2, catalogs, 1, init, 0, extension};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
