/// A plugin that does what its options say: reports `code` so many `times`, with `parameters` of them, and returns
/// `result`. Its batch writes nothing for the rows from `forget` on.
#include <stdlib.h>
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.puppet", "version": "2.1", "vendor": "Example", "rules": [
    {"type": "acme/puppet", "summary": "Does what it is told.", "kinds": ["integer"], "invalidCode": "puppet.wrong",
     "options": {
         "result": {"kinds": ["integer"], "summary": "A number."}, "times": {"kinds": ["integer"]},
         "parameters": {"kinds": ["integer"]}, "forget": {"kinds": ["integer"]}, "refuse": {"kinds": ["integer"]},
         "list": {"kinds": ["integer"]}, "nameless": {"kinds": ["integer"]},
         "words": {"kinds": ["text", "list"], "values": ["one", "two", "three"]},
         "code": {"kinds": ["text"], "summary": "A code."}},
     "codes": {"puppet.wrong": [], "puppet.other": ["n"]}},
    {"type": "acme/needy", "kinds": ["integer"], "invalidCode": "puppet.wrong",
     "options": {"needed": {"kinds": ["boolean", "text"], "required": true, "summary": "Needed."}},
     "codes": {"puppet.wrong": []}},
    {"type": "acme/plain", "kinds": ["integer"], "invalidCode": "puppet.wrong", "codes": {"puppet.wrong": []}}]})

typedef struct {
    int64_t result, times, parameters, forget, list, nameless;
    char code[64];
} puppet;

static int alive;
PROVISO_EXPORT int puppets_alive(void);
int puppets_alive(void) { return alive; }

static int64_t number(const proviso_host *host, const proviso_value *options, const char *name, uint64_t length) {
    const proviso_value *found = host->object_find(options, name, length);
    return found ? found->as.integer : 0;
}
static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *why) {
    if (rule->create != create) return PROVISO_FAULT;
    int64_t refuse = number(host, options, "refuse", 6);
    if (refuse) {
        why->option = refuse > 1 ? "refuse" : 0;
        why->reason = refuse > 2 ? 0 : refuse > 1 ? "It is not to be." : "IBANs are out of stock";
        return PROVISO_FAULT_ARGUMENT;
    }
    puppet *made = calloc(1, sizeof *made);
    made->result = number(host, options, "result", 6);
    made->times = number(host, options, "times", 5);
    made->parameters = number(host, options, "parameters", 10);
    made->forget = number(host, options, "forget", 6);
    made->list = number(host, options, "list", 4);
    made->nameless = number(host, options, "nameless", 8);
    const proviso_value *code = host->object_find(options, "code", 4);
    for (uint64_t i = 0; code && i < code->length && i < 63; i++) made->code[i] = code->as.text[i];
    host->log(host, PROVISO_LOG_INFO, "made", 4);
    if (host->extension(host, "org.example.none/1")) abort();
    __atomic_add_fetch(&alive, 1, __ATOMIC_SEQ_CST);
    return *instance = made, 0;
}
static void destroy(void *instance) {
    __atomic_sub_fetch(&alive, 1, __ATOMIC_SEQ_CST);
    free(instance);
}
static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const puppet *self = instance;
    proviso_parameter parameters[65];
    if (value->flags & ~(uint32_t)PROVISO_FLAG_ASCII) return -99;
    for (int i = 0; i < 64; i++)
        parameters[i] = (proviso_parameter){self->nameless ? 0 : "n", {PROVISO_INTEGER, 0, {.integer = i}, 0}};
    if (self->list) parameters[0].value.kind = PROVISO_LIST;
    for (int64_t i = 0; call->report && i < self->times; i++)
        call->report(call, 0, self->code[0] ? self->code : 0, parameters, (uint64_t)self->parameters);
    return (int32_t)self->result;
}
static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    const puppet *self = instance;
    if (call->report || stride != sizeof *values) return PROVISO_FAULT;
    for (uint64_t row = 0; row < count; row++) {
        if (self->forget && row + 1 >= (uint64_t)self->forget) continue;
        verdicts[row] = values[row].as.integer % 2 ? PROVISO_INVALID : PROVISO_VALID;
    }
    return self->result < 0 ? (int32_t)self->result : 0;
}

static const proviso_rule puppet_rule = {
    .size = sizeof puppet_rule, .type = "acme/puppet", .create = create, .validate = validate,
    .validate_batch = validate_batch, .destroy = destroy};
static const proviso_rule needy = {
    .size = sizeof needy, .type = "acme/needy", .create = create, .validate = validate, .destroy = destroy};
/// As an older header would have it: the struct ends behind `validate`.
static int32_t odd(const void *instance, const proviso_value *value, proviso_call *call) {
    return (void)call, instance ? PROVISO_FAULT : value->as.integer % 2 ? PROVISO_INVALID : PROVISO_VALID;
}
static const proviso_rule plain = {
    .size = 32, .type = "acme/plain", .validate = odd, .destroy = (void (*)(void *))abort};
static const proviso_rule *const rules[] = {&puppet_rule, &needy, &plain};
static const proviso_plugin plugin = {.size = 40, .id = "org.example.puppet", .rules = rules, .rule_count = 3};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
