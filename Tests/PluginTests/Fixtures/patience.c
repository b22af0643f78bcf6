/// A plugin that takes the milliseconds that it is given as a number, one by one or in a batch; a negative number makes
/// it raise the count of done rows in the memory of its worker for ever.
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.patience", "version": "1.0", "rules": [
    {"type": "slow/single", "kinds": ["integer"], "invalidCode": "slow.kind", "codes": {"slow.kind": []}},
    {"type": "slow/batch", "kinds": ["integer"], "invalidCode": "slow.kind", "codes": {"slow.kind": []}},
    {"type": "slow/create", "kinds": ["integer"], "invalidCode": "slow.kind", "codes": {"slow.kind": []},
     "options": {"forge": {"kinds": ["boolean"]}}}]})

/// Every 8 bytes of the control block after the host's part might be the count.
static void forge(const void *inside) {
    char *start = (char *)((uintptr_t)inside & ~(uintptr_t)4095) - 8192;
    for (;;) {
        for (int place = 60; place < 96; place += 4) ++*(volatile uint32_t *)(start + place);
        usleep(50000);
    }
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    if (value->as.integer < 0) forge(value);
    usleep((useconds_t)value->as.integer * 1000);
    return PROVISO_VALID;
}

static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    for (uint64_t index = 0; index < count; index++) {
        const proviso_value *value = (const void *)((const char *)values + index * stride);
        verdicts[index] = (uint8_t)validate(instance, value, call);
    }
    return 0;
}

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options, void **made,
                      proviso_failure *failure) {
    if (options->length > 0) forge(options);
    return 0;
}

static const proviso_rule single = {.size = sizeof single, .type = "slow/single", .validate = validate};
static const proviso_rule batch = {
    .size = sizeof batch, .type = "slow/batch", .validate = validate, .validate_batch = validate_batch};
static const proviso_rule created = {
    .size = sizeof created, .type = "slow/create", .validate = validate, .create = create};
static const proviso_rule *const rules[] = {&single, &batch, &created};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.patience", .rules = rules, .rule_count = 3};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return &plugin; }
