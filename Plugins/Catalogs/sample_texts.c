#include "sample_texts.h"

#include <stddef.h>

#define OFFERS(from, member) \
    ((from) && (from)->size >= offsetof(__typeof__(*(from)), member) + sizeof (from)->member && (from)->member)

/// Nothing is allocated: an instance is the descriptor itself, which is constant.
int32_t sample_text_create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                           void **instance, proviso_failure *failure) {
    (void)host, (void)options, (void)failure;
    if (!instance || !rule) return PROVISO_FAULT_ARGUMENT;
    *instance = (void *)rule;
    return 0;
}

int32_t sample_text_validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const sample_text_type *type = instance;
    if (!type || !value) return PROVISO_FAULT_ARGUMENT;
    if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
    sample_problem problem = type->check(value->as.text, value->length);
    if (problem == SAMPLE_RIGHT) return PROVISO_VALID;
    if (OFFERS(call, report)) {
        call->report(call, 0, problem == SAMPLE_CHECKSUM ? type->checksum : type->format, NULL, 0);
    }
    return PROVISO_INVALID;
}

int32_t sample_text_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                          uint8_t *verdicts, proviso_call *call) {
    const sample_text_type *type = instance;
    if (count == 0) return 0;
    if (!type || !values || !verdicts || stride < sizeof *values) return PROVISO_FAULT_ARGUMENT;
    for (uint64_t row = 0; row < count; row++) {
        if (row % 1024 == 0 && OFFERS(call, cancelled) && *call->cancelled) return PROVISO_FAULT_CANCELLED;
        const proviso_value *value = (const void *)((const char *)values + row * stride);
        if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
        verdicts[row] =
            type->check(value->as.text, value->length) == SAMPLE_RIGHT ? PROVISO_VALID : PROVISO_INVALID;
    }
    return 0;
}
