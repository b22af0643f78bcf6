/// Rule types that read other values of the record: each shows the record that it got, as the parameter `text`.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proviso.h"

PROVISO_MANIFEST({
  "id": "org.example.siblings", "version": "1.0",
  "rules": [{
    "type": "acme/with", "kinds": ["text", "integer", "list", "object"], "invalidCode": "with.seen",
    "options": {"than": {"kinds": ["text"]}, "among": {"kinds": ["list", "text"]}, "other": {"kinds": ["text"]}},
    "reads": ["than", "among"], "codes": {"with.seen": ["text"]}
  }, {
    "type": "acme/whole", "kinds": ["text", "integer", "list", "object"], "invalidCode": "whole.seen",
    "reads": "record", "codes": {"whole.seen": ["text"]}
  }, {
    "type": "acme/same", "kinds": ["text", "integer"], "invalidCode": "same.other",
    "options": {"than": {"kinds": ["text"], "required": true}}, "reads": ["than"], "codes": {"same.other": []}
  }, {
    "type": "acme/alone", "kinds": ["text", "integer"], "invalidCode": "alone.seen",
    "codes": {"alone.seen": ["text"]}
  }]
})

typedef struct line {
    char text[4096];
    size_t length;
} line;

static void add(line *to, const char *text, uint64_t length) {
    if (length > sizeof to->text - to->length) length = sizeof to->text - to->length;
    if (length) memcpy(to->text + to->length, text, length);
    to->length += length;
}

static void show(line *to, const proviso_host *host, const proviso_value *value) {
    char number[32];
    const proviso_value *part;
    const char *key = NULL;
    uint64_t length = 0;
    switch (value->kind) {
    case PROVISO_ABSENT: return add(to, "-", 1);
    case PROVISO_NULL: return add(to, "null", 4);
    case PROVISO_BOOL: return value->as.boolean ? add(to, "true", 4) : add(to, "false", 5);
    case PROVISO_INTEGER: return add(to, number, (uint64_t)snprintf(number, sizeof number, "%" PRId64, value->as.integer));
    case PROVISO_DOUBLE: return add(to, number, (uint64_t)snprintf(number, sizeof number, "%g", value->as.number));
    case PROVISO_TEXT: return add(to, value->as.text, value->length);
    case PROVISO_LIST:
        add(to, "[", 1);
        for (uint64_t index = 0; (part = host->list_item(value, index)); index++) {
            if (index) add(to, " ", 1);
            show(to, host, part);
        }
        return add(to, "]", 1);
    case PROVISO_OBJECT:
        add(to, "{", 1);
        for (uint64_t index = 0; (part = host->object_member(value, index, &key, &length)); index++) {
            if (index) add(to, " ", 1);
            add(to, key, length);
            add(to, ":", 1);
            show(to, host, part);
            if (host->object_find(value, key, length) != part) add(to, "?", 1);
        }
        return add(to, "}", 1);
    default: return add(to, "?", 1);
    }
}

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *failure) {
    (void)host, (void)rule, (void)options, (void)instance, (void)failure;
    return 0;
}

static int32_t seen(const char *code, proviso_call *call) {
    line *shown = calloc(1, sizeof *shown);
    if (!shown) return PROVISO_FAULT_MEMORY;
    if (call->record) show(shown, call->host, call->record);
    else add(shown, "null", 4);
    const proviso_parameter text = {"text", {PROVISO_TEXT, 0, {.text = shown->text}, shown->length}};
    if (call->report) call->report(call, 0, code, &text, 1);
    free(shown);
    return PROVISO_INVALID;
}

static int32_t with(const void *instance, const proviso_value *value, proviso_call *call) {
    return (void)instance, (void)value, seen("with.seen", call);
}

static int32_t whole(const void *instance, const proviso_value *value, proviso_call *call) {
    return (void)instance, (void)value, seen("whole.seen", call);
}

static int32_t alone(const void *instance, const proviso_value *value, proviso_call *call) {
    return (void)instance, (void)value, seen("alone.seen", call);
}

static int32_t same(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    const proviso_value *other = call->host->object_member(call->record, 0, NULL, NULL);
    if (!other) return PROVISO_FAULT;
    if (other->kind != value->kind || other->length != value->length) return PROVISO_INVALID;
    if (value->kind == PROVISO_INTEGER) return other->as.integer == value->as.integer ? PROVISO_VALID : PROVISO_INVALID;
    return memcmp(value->as.text, other->as.text, value->length) == 0 ? PROVISO_VALID : PROVISO_INVALID;
}

/// A batch has no records: a host that calls this for a rule type that reads ends here.
static int32_t batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                     uint8_t *verdicts, proviso_call *call) {
    (void)instance, (void)values, (void)stride, (void)count, (void)verdicts, (void)call;
    abort();
}

static const proviso_rule with_rule = {sizeof with_rule, 0, "acme/with", create, with, batch, NULL};
static const proviso_rule whole_rule = {sizeof whole_rule, 0, "acme/whole", NULL, whole, batch, NULL};
static const proviso_rule same_rule = {sizeof same_rule, 0, "acme/same", create, same, batch, NULL};
static const proviso_rule alone_rule = {sizeof alone_rule, 0, "acme/alone", NULL, alone, NULL, NULL};
static const proviso_rule *const rules[] = {&with_rule, &whole_rule, &same_rule, &alone_rule};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .minor = PROVISO_ABI_MINOR, .least_host_minor = 1, .id = "org.example.siblings",
    .rules = rules, .rule_count = 4};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
