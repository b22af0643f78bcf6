/// A number that is less than that of another attribute, with examples; WRONG turns the verdicts around.
#include <string.h>

#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.less", "version": "1.0", "rules": [
    {"type": "acme/less", "kinds": ["integer"], "invalidCode": "less.kind",
     "options": {"than": {"kinds": ["text"], "required": true}}, "reads": ["than"],
     "codes": {"less.not": ["limit"], "less.kind": []},
     "examples": [
       {"value": 3, "options": {"than": "most"}, "record": {"most": 4}, "valid": true},
       {"value": 4, "options": {"than": "most"}, "record": {"most": 4}, "code": "less.not", "parameters": {"limit": 4}},
       {"value": 4, "options": {"than": "range.most"}, "record": {"range": {"most": 3}}, "code": "less.not"},
       {"value": 4, "options": {"than": "most"}, "valid": true}]},
    {"type": "acme/few", "kinds": ["integer"], "invalidCode": "few.not", "reads": "record",
     "codes": {"few.not": []},
     "examples": [
       {"value": 2, "record": {"a": 1}, "valid": true},
       {"value": 2, "record": {"a": 1, "b": {"c": 1}}, "code": "few.not"}]}]})

static int32_t less(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    const proviso_value *limit = call->host->object_member(call->record, 0, NULL, NULL);
    if (!limit || limit->kind != PROVISO_INTEGER) return PROVISO_VALID;
    if ((value->as.integer < limit->as.integer) != WRONG) return PROVISO_VALID;
    proviso_parameter parameter = {"limit", *limit};
    if (call->report) call->report(call, 0, "less.not", &parameter, 1);
    return PROVISO_INVALID;
}

/// At most as many attributes as the value says, itself among them.
static int32_t few(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    return (call->record->length <= (uint64_t)value->as.integer) != WRONG ? PROVISO_VALID : PROVISO_INVALID;
}

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *failure) {
    (void)rule, (void)instance, (void)failure;
    const proviso_value *than = host->object_find(options, "than", 4);
    return than && than->kind == PROVISO_TEXT ? 0 : PROVISO_FAULT_ARGUMENT;
}

static const proviso_rule less_rule = {.size = sizeof less_rule, .type = "acme/less", .create = create, .validate = less};
static const proviso_rule few_rule = {.size = sizeof few_rule, .type = "acme/few", .validate = few};
static const proviso_rule *const rules[] = {&less_rule, &few_rule};
static const proviso_plugin plugin = {.size = sizeof plugin, .minor = PROVISO_ABI_MINOR, .least_host_minor = 1,
                                      .id = "org.example.less", .rules = rules, .rule_count = 2};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
