#include "glue.h"

#include <stddef.h>
#include <string.h>

#include "_cgo_export.h"

const char *prv_go_id;
static proviso_rule *rules;
static const proviso_rule **pointers;
static proviso_catalog *catalogs;
static proviso_plugin plugin = {.size = sizeof plugin, .minor = PROVISO_ABI_MINOR};

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options, void **instance,
                      proviso_failure *failure) {
    uintptr_t handle = 0;
    int32_t result = provisoGoCreate((proviso_host *)host, (char *)rule->type, (proviso_value *)options, &handle, failure);
    *instance = (void *)handle;
    return result;
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    return provisoGoValidate((uintptr_t)instance, (proviso_value *)value, call);
}

static void destroy(void *instance) { provisoGoDestroy((uintptr_t)instance); }

void prv_go_host_rules(uint64_t rule_count, uint64_t catalog_count) {
    rules = calloc(rule_count, sizeof *rules);
    pointers = calloc(rule_count, sizeof *pointers);
    catalogs = calloc(catalog_count, sizeof *catalogs);
    plugin.rule_count = rule_count;
    plugin.catalog_count = catalog_count;
}

void prv_go_rule(uint64_t place, const char *type) {
    rules[place] = (proviso_rule){
        .size = sizeof *rules, .type = type, .create = create, .validate = validate, .destroy = destroy};
    pointers[place] = &rules[place];
}

void prv_go_catalog(uint64_t place, const char *locale, const char *text, uint64_t length) {
    catalogs[place] = (proviso_catalog){locale, text, length};
}

PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    (void)host;
    provisoGoReady();
    plugin.id = prv_go_id;
    plugin.rules = pointers;
    plugin.catalogs = catalogs;
    return &plugin;
}

const char *prv_go_text(const proviso_value *value) { return value->as.text; }
int64_t prv_go_integer(const proviso_value *value) { return value->as.integer; }

double prv_go_number(const proviso_value *value) {
    switch (value->kind) {
        case PROVISO_DOUBLE: return value->as.number;
        case PROVISO_INTEGER: return (double)value->as.integer;
        case PROVISO_UNSIGNED: return (double)value->as.unsigned_integer;
        default: return 0;
    }
}

proviso_value *prv_go_item(const proviso_host *host, const proviso_value *list, uint64_t index) {
    return (proviso_value *)host->list_item(list, index);
}

proviso_value *prv_go_find(const proviso_host *host, const proviso_value *object, const char *key, uint64_t length) {
    return (proviso_value *)host->object_find(object, key, length);
}

proviso_parameter *prv_go_parameters(uint64_t count) { return calloc(count + 1, sizeof(proviso_parameter)); }

void prv_go_text_parameter(proviso_parameter *list, uint64_t place, const char *name, const char *text, uint64_t length) {
    list[place] = (proviso_parameter){name, {PROVISO_TEXT, 0, {.text = text}, length}};
}

void prv_go_integer_parameter(proviso_parameter *list, uint64_t place, const char *name, int64_t number) {
    list[place] = (proviso_parameter){name, {PROVISO_INTEGER, 0, {.integer = number}, 0}};
}

void prv_go_number_parameter(proviso_parameter *list, uint64_t place, const char *name, double number) {
    list[place] = (proviso_parameter){name, {PROVISO_DOUBLE, 0, {.number = number}, 0}};
}

void prv_go_bool_parameter(proviso_parameter *list, uint64_t place, const char *name, bool flag) {
    list[place] = (proviso_parameter){name, {PROVISO_BOOL, 0, {.boolean = flag}, 0}};
}

/// Reports, and frees the list with its strings.
void prv_go_report(proviso_call *call, const char *code, proviso_parameter *list, uint64_t count) {
    if (call->report) call->report(call, 0, code, list, count);
    for (uint64_t index = 0; index < count; index++) {
        free((char *)list[index].name);
        if (list[index].value.kind == PROVISO_TEXT) free((char *)list[index].value.as.text);
    }
    free(list);
}

bool prv_go_cancelled(const proviso_call *call) { return call->cancelled && *call->cancelled; }

proviso_value *prv_go_record(const proviso_call *call) {
    bool has = call->size >= offsetof(proviso_call, record) + sizeof call->record;
    return has ? (proviso_value *)call->record : NULL;
}

void prv_go_log(const proviso_host *host, uint32_t severity, const char *text, uint64_t length) {
    host->log(host, severity, text, length);
}

/// Keeps the strings until the next refusal of this thread.
void prv_go_refuse(proviso_failure *failure, char *option, char *reason) {
    static _Thread_local char *kept[2];
    free(kept[0]);
    free(kept[1]);
    kept[0] = option;
    kept[1] = reason;
    failure->option = *option ? option : NULL;
    failure->reason = reason;
}
