#include <string.h>

#include "kit.h"

proviso_host the_host;
proviso_value record_for_all;

static void log_line(const proviso_host *host, uint32_t severity, const char *text, uint64_t length) {
    (void)host, (void)severity, (void)text, (void)length;
}

static const prv_item *node(const proviso_value *of, uint32_t kind, uint64_t index) {
    if (!of || of->kind != kind || index >= of->length) return NULL;
    return (const prv_item *)of->as.handle + index;
}

static const proviso_value *list_item(const proviso_value *list, uint64_t index) {
    const prv_item *found = node(list, PROVISO_LIST, index);
    return found ? &found->value : NULL;
}

static const proviso_value *object_member(const proviso_value *object, uint64_t index, const char **key,
                                          uint64_t *key_length) {
    const prv_item *found = node(object, PROVISO_OBJECT, index);
    if (found && key) *key = found->key;
    if (found && key_length) *key_length = found->key_length;
    return found ? &found->value : NULL;
}

static const proviso_value *object_find(const proviso_value *object, const char *key, uint64_t key_length) {
    for (uint64_t i = 0; object && object->kind == PROVISO_OBJECT && i < object->length; i++) {
        const prv_item *member = node(object, PROVISO_OBJECT, i);
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
        // As other hosts: a plugin that knows it is tested could be right only then.
        .name = "proviso",
        .version = the_subject->host_version,
        .log = log_line,
        .list_item = list_item,
        .object_member = object_member,
        .object_find = object_find,
        .extension = extension,
    };
    record_for_all = sample_record();
}

static bool has_parameter(const prv_code *code, const char *name) {
    for (uint64_t i = 0; i < code->parameter_count; i++)
        if (strcmp(code->parameters[i], name) == 0) return true;
    return strcmp(name, "attribute") == 0;
}

/// The code that is meant by one with the vendor of the rule type before it; null if there is none.
static const char *without_vendor(const prv_rule_type *rule, const char *code) {
    const char *slash = strchr(code, '/');
    if (!slash) return NULL;
    for (uint64_t i = 0; i < rule->code_count; i++)
        if (strcmp(rule->codes[i].code, slash + 1) == 0) return rule->codes[i].code;
    return NULL;
}

static bool check_parameter(const prv_rule_type *rule, const prv_code *code, const proviso_parameter *parameter) {
    if (!parameter->name) {
        problem("%s reports %s with a parameter without a name", rule->type, code->code);
        return false;
    }
    EXPECT(has_parameter(code, parameter->name), "%s reports %s with '%.64s', which is not in the manifest", rule->type,
           code->code, parameter->name);
    EXPECT(parameter->value.kind < PROVISO_LIST,
           "%s reports %s with '%.64s' that is a list, an object or of no known kind", rule->type, code->code,
           parameter->name);
    return true;
}

static bool is_given(const char *name, const proviso_parameter *parameters, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        if (strcmp(parameters[i].name, name) == 0) return true;
    return false;
}

static bool is_same(const proviso_value *one, const proviso_value *other) {
    if (one->kind != other->kind) return false;
    if (one->kind == PROVISO_TEXT || one->kind == PROVISO_DECIMAL)
        return one->length == other->length && (!one->length || memcmp(one->as.text, other->as.text, one->length) == 0);
    return one->kind <= PROVISO_NULL || one->as.unsigned_integer == other->as.unsigned_integer;
}

/// Whether the violation has the parameters of the example: those with one name in the same order. `difference` receives
/// the first one that differs.
static bool has_expected(const prv_example *example, const proviso_parameter *parameters, uint64_t count,
                         char *difference, size_t room) {
    for (uint64_t i = 0; i < example->parameter_count; i++) {
        const prv_item *wanted = &example->parameters[i];
        uint64_t before = 0, seen = 0;
        for (uint64_t j = 0; j < i; j++) before += strcmp(example->parameters[j].key, wanted->key) == 0;
        const proviso_value *found = NULL;
        for (uint64_t j = 0; j < count && !found; j++)
            if (strcmp(parameters[j].name, wanted->key) == 0 && seen++ == before) found = &parameters[j].value;
        if (found && is_same(found, &wanted->value)) continue;
        int used = snprintf(difference, room, "'%.64s' is %s", wanted->key, found ? described(found) : "missing");
        snprintf(difference + used, room - (size_t)used, ", expected %s", described(&wanted->value));
        return false;
    }
    return true;
}

void take_report(prv_findings *findings, uint64_t row, const char *code, const proviso_parameter *parameters,
                 uint64_t count) {
    const prv_rule_type *rule = findings->rule;
    const prv_code *known = NULL;
    __atomic_add_fetch(&findings->count, 1, __ATOMIC_RELAXED);
    if (!code) return problem("%s reports a violation without a code", rule->type);
    for (uint64_t i = 0; i < rule->code_count; i++)
        if (strcmp(rule->codes[i].code, code) == 0) known = &rule->codes[i];
    const char *meant = known ? NULL : without_vendor(rule, code);
    if (meant) {
        board->is_obstacle = true;
        fail("%s reports %.128s: report %s, hosts add the vendor", rule->type, code, meant);
    }
    if (!known) return problem("%s reports %.128s, which is not in the manifest", rule->type, code);
    EXPECT(row == 0, "%s reports %s for row %llu, but the row is 0", rule->type, code, (unsigned long long)row);
    if (!parameters && count) return problem("%s reports %s with null parameters", rule->type, code);
    bool are_named = true;
    for (uint64_t i = 0; i < count; i++) are_named &= check_parameter(rule, known, &parameters[i]);
    for (uint64_t i = 0; i < known->parameter_count && are_named; i++)
        EXPECT(is_given(known->parameters[i], parameters, count),
               "%s reports %s without its parameter '%s', which a message would show as {%s}", rule->type, code,
               known->parameters[i], known->parameters[i]);
    const prv_example *expected = findings->expected;
    if (!expected) return;
    snprintf(findings->code, sizeof findings->code, "%s", code);
    if (!expected->code || strcmp(expected->code, code) != 0) return;
    findings->has_code = true;
    findings->has_parameters |= are_named && has_expected(expected, parameters, count, findings->difference,
                                                          sizeof findings->difference);
}

static void report(proviso_call *call, uint64_t row, const char *code, const proviso_parameter *parameters,
                   uint64_t count) {
    take_report(&((prv_call *)call)->findings, row, code, parameters, count);
}

proviso_value sample_record(void) {
    static const prv_item members[] = {
        {{.kind = PROVISO_TEXT, .flags = PROVISO_FLAG_ASCII, .as.text = "x", .length = 1}, "a", 1},
        {{.kind = PROVISO_INTEGER, .as.integer = 7}, "1", 1},
        {{.kind = PROVISO_ABSENT}, "DE", 2},
        {{.kind = PROVISO_NULL}, "en", 2},
        {{.kind = PROVISO_TEXT}, "any", 3},
    };
    return object_value(members, sizeof members / sizeof *members);
}

prv_call make_call(const prv_rule_type *rule) {
    return (prv_call){
        .call = {.size = sizeof(proviso_call), .host = &the_host, .report = report,
                 .record = rule->reads ? &record_for_all : NULL},
        .findings = {.rule = rule},
    };
}
