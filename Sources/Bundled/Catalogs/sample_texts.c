#include "sample_texts.h"

#include <stdlib.h>

/// One use of a rule type.
typedef struct {
    const sample_text_type *type;
    int grouped;
} text_rule;

int32_t sample_text_create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                           void **instance, proviso_failure *failure) {
    text_rule made = {(const sample_text_type *)rule, 0};
    int32_t fault;
    if (!instance || !rule) return PROVISO_FAULT_ARGUMENT;
    if ((fault = sample_readable(host, options, failure)) != 0) return fault;
    if ((fault = sample_boolean(host, options, "grouped", &made.grouped, failure)) != 0) return fault;
    text_rule *copy = malloc(sizeof *copy);
    if (!copy) return PROVISO_FAULT_MEMORY;
    *copy = made;
    *instance = copy;
    return 0;
}

void sample_text_destroy(void *instance) { free(instance); }

/// Checks a string unchanged, then in uppercase with its separators, which some checks know, then without them.
static sample_problem check(const text_rule *self, const char *text, uint64_t length) {
    static const sample_grouping none = {"", "", 0};
    const sample_text_type *type = self->type;
    char compact[SAMPLE_GROUPED_MOST];
    sample_problem problem = type->check(text, length);
    if (!self->grouped || problem != SAMPLE_FORMAT) return problem;
    uint64_t count = sample_compact(text, length, &none, compact);
    if (count > 0 && (problem = type->check(compact, count)) != SAMPLE_FORMAT) return problem;
    if (!*type->grouping.separators) return problem;
    count = sample_compact(text, length, &type->grouping, compact);
    return count > 0 ? type->check(compact, count) : SAMPLE_FORMAT;
}

int32_t sample_text_validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const text_rule *self = instance;
    if (!self || !value) return PROVISO_FAULT_ARGUMENT;
    if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
    sample_problem problem = check(self, value->as.text, value->length);
    if (problem == SAMPLE_RIGHT) return PROVISO_VALID;
    if (SAMPLE_OFFERS(call, report)) {
        call->report(call, 0, problem == SAMPLE_CHECKSUM ? self->type->checksum : self->type->format, NULL, 0);
    }
    return PROVISO_INVALID;
}

int32_t sample_text_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                          uint8_t *verdicts, proviso_call *call) {
    const text_rule *self = instance;
    if (count == 0) return 0;
    if (!self || !values || !verdicts || stride < sizeof *values) return PROVISO_FAULT_ARGUMENT;
    for (uint64_t row = 0; row < count; row++) {
        if (row % 1024 == 0 && SAMPLE_OFFERS(call, cancelled) && *call->cancelled) return PROVISO_FAULT_CANCELLED;
        const proviso_value *value = (const void *)((const char *)values + row * stride);
        if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
        verdicts[row] = check(self, value->as.text, value->length) == SAMPLE_RIGHT ? PROVISO_VALID : PROVISO_INVALID;
    }
    return 0;
}
