/// Rule types that check strings and have no option but `grouped`: what a plugin with many of them shares.
#ifndef PROVISO_SAMPLE_TEXTS_H
#define PROVISO_SAMPLE_TEXTS_H

#include "proviso.h"
#include "sample_groups.h"

typedef enum { SAMPLE_RIGHT, SAMPLE_FORMAT, SAMPLE_CHECKSUM } sample_problem;

/// A rule type with the function that checks a string.
typedef struct {
    /// First, so that a pointer to it is a pointer to the whole.
    proviso_rule rule;
    sample_problem (*check)(const char *text, uint64_t length);
    const char *format, *checksum;
    /// How people write it; without separators if the type has no option `grouped`, or if its check knows them.
    sample_grouping grouping;
} sample_text_type;

#define SAMPLE_HIDDEN __attribute__((visibility("hidden")))

SAMPLE_HIDDEN int32_t sample_text_create(const proviso_host *host, const proviso_rule *rule,
                                         const proviso_value *options, void **instance, proviso_failure *failure);
SAMPLE_HIDDEN void sample_text_destroy(void *instance);
SAMPLE_HIDDEN int32_t sample_text_validate(const void *instance, const proviso_value *value, proviso_call *call);
SAMPLE_HIDDEN int32_t sample_text_batch(const void *instance, const proviso_value *values, uint64_t stride,
                                        uint64_t count, uint8_t *verdicts, proviso_call *call);

/// A rule type `name` with the codes `prefix.format` and `prefix.checksum`, and how people write its values.
#define SAMPLE_GROUPED_TYPE(name, prefix, function, ...)                               \
    {                                                                                  \
        .rule = {.size = sizeof(proviso_rule),                                         \
                 .type = name,                                                         \
                 .create = sample_text_create,                                         \
                 .validate = sample_text_validate,                                     \
                 .validate_batch = sample_text_batch,                                  \
                 .destroy = sample_text_destroy},                                      \
        .check = function, .format = prefix ".format", .checksum = prefix ".checksum", \
        .grouping = {__VA_ARGS__},                                                     \
    }

/// A rule type without options.
#define SAMPLE_TEXT_TYPE(name, prefix, function) SAMPLE_GROUPED_TYPE(name, prefix, function, "", "", 0)

#endif
