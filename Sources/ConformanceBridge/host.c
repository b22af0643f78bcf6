#include <string.h>

#include "kit.h"

proviso_host the_host;

static void log_line(const proviso_host *host, uint32_t severity, const char *text, uint64_t length) {
    (void)host, (void)severity, (void)text, (void)length;
}

static const prv_node *node(const proviso_value *of, uint32_t kind, uint64_t index) {
    if (!of || of->kind != kind || index >= of->length) return NULL;
    return (const prv_node *)of->as.handle + index;
}

static const proviso_value *list_item(const proviso_value *list, uint64_t index) {
    const prv_node *found = node(list, PROVISO_LIST, index);
    return found ? &found->value : NULL;
}

static const proviso_value *object_member(const proviso_value *object, uint64_t index, const char **key,
                                          uint64_t *key_length) {
    const prv_node *found = node(object, PROVISO_OBJECT, index);
    if (found && key) *key = found->key;
    if (found && key_length) *key_length = found->key_length;
    return found ? &found->value : NULL;
}

static const proviso_value *object_find(const proviso_value *object, const char *key, uint64_t key_length) {
    for (uint64_t i = 0; object && object->kind == PROVISO_OBJECT && i < object->length; i++) {
        const prv_node *member = node(object, PROVISO_OBJECT, i);
        if (member->key_length == key_length && memcmp(member->key, key, key_length) == 0) return &member->value;
    }
    return NULL;
}

static const void *extension(const proviso_host *host, const char *id) {
    return (void)host, (void)id, NULL;
}

void set_up_host(void) {
    the_host = (proviso_host){
        .size = sizeof the_host,
        .minor = PROVISO_ABI_MINOR,
        .name = "proviso plugin test",
        .version = "1.0",
        .log = log_line,
        .list_item = list_item,
        .object_member = object_member,
        .object_find = object_find,
        .extension = extension,
    };
}

static bool has_parameter(const prv_code *code, const char *name) {
    for (uint64_t i = 0; i < code->parameter_count; i++)
        if (strcmp(code->parameters[i], name) == 0) return true;
    return strcmp(name, "attribute") == 0;
}

static void check_parameter(const prv_rule_type *rule, const prv_code *code, const proviso_parameter *parameter) {
    CHECK(parameter->name, "%s reports %s with a parameter without a name", rule->type, code->code);
    CHECK(has_parameter(code, parameter->name), "%s reports %s with '%s', which is not in the manifest", rule->type,
          code->code, parameter->name);
    CHECK(parameter->value.kind < PROVISO_LIST, "%s reports %s with '%s' that is a list, an object or of no known kind",
          rule->type, code->code, parameter->name);
}

static void report(proviso_call *call, uint64_t row, const char *code, const proviso_parameter *parameters,
                   uint64_t count) {
    prv_findings *findings = &((prv_call *)call)->findings;
    const prv_rule_type *rule = findings->rule;
    const prv_code *known = NULL;
    CHECK(code, "%s reports a violation without a code", rule->type);
    for (uint64_t i = 0; i < rule->code_count; i++)
        if (strcmp(rule->codes[i].code, code) == 0) known = &rule->codes[i];
    CHECK(known, "%s reports %s, which is not in the manifest", rule->type, code);
    CHECK(row == 0, "%s reports %s for row %llu, but the row is 0", rule->type, code, (unsigned long long)row);
    CHECK(parameters || count == 0, "%s reports %s with null parameters", rule->type, code);
    for (uint64_t i = 0; i < count; i++) check_parameter(rule, known, &parameters[i]);
    __atomic_add_fetch(&findings->count, 1, __ATOMIC_RELAXED);
}

prv_call make_call(const prv_rule_type *rule) {
    return (prv_call){
        .call = {.size = sizeof(proviso_call), .host = &the_host, .report = report},
        .findings = {.rule = rule},
    };
}
