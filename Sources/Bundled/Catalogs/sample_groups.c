#include "sample_groups.h"

#include <stdlib.h>
#include <string.h>

static char uppercase(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static int is_alphanumeric(char c) {
    c = uppercase(c);
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

/// Whether groups of these lengths are one form: `2-6-6-1`, or `4*`.
static int has_form(const char *form, const uint8_t *groups, uint64_t count) {
    uint64_t group = 0;
    while (group < count) {
        char *end;
        unsigned long wanted = strtoul(form, &end, 10);
        if (*end == '*') {
            for (; group + 1 < count; group++)
                if (groups[group] != wanted) return 0;
            return groups[group] <= wanted;
        }
        if (groups[group++] != wanted) return 0;
        if (*end != '-') return group == count;
        form = end + 1;
    }
    return 0;
}

static int has_some_form(const char *forms, const uint8_t *groups, uint64_t count) {
    if (count == 1 || !*forms) return 1;
    for (const char *form = forms; form; form = strchr(form, ' '))
        if (has_form(form += *form == ' ', groups, count)) return 1;
    return 0;
}

uint64_t sample_compact(const char *text, uint64_t length, const sample_grouping *grouping,
                        char compact[SAMPLE_GROUPED_MOST]) {
    uint8_t groups[SAMPLE_GROUPED_MOST] = {0};
    uint64_t count = 0, group = 0;
    char separator = 0;
    for (uint64_t i = 0; i < length; i++) {
        if (text[i] && strchr(grouping->separators, text[i])) {
            if (groups[group] == 0 || i + 1 == length) return 0;
            if (separator && separator != text[i] && !grouping->mixed) return 0;
            separator = text[i];
            group++;
        } else {
            if (count == SAMPLE_GROUPED_MOST) return 0;
            compact[count++] = uppercase(text[i]);
            groups[group]++;
        }
    }
    return has_some_form(grouping->forms, groups, group + 1) ? count : 0;
}

uint64_t sample_plain(const char *text, uint64_t length, char plain[SAMPLE_GROUPED_MOST]) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < length; i++) {
        if (text[i] == ' ' || text[i] == '-') continue;
        if (count == SAMPLE_GROUPED_MOST || !is_alphanumeric(text[i])) return 0;
        plain[count++] = uppercase(text[i]);
    }
    return count;
}

int32_t sample_refuse(proviso_failure *failure, const char *option, const char *reason) {
    if (failure && failure->size >= sizeof *failure) {
        failure->option = option;
        failure->reason = reason;
    }
    return PROVISO_FAULT_ARGUMENT;
}

int32_t sample_readable(const proviso_host *host, const proviso_value *options, proviso_failure *failure) {
    if (!options || options->kind != PROVISO_OBJECT || options->length == 0) return 0;
    if (SAMPLE_OFFERS(host, object_find) && SAMPLE_OFFERS(host, list_item)) return 0;
    return sample_refuse(failure, NULL, "The host offers no way to read options.");
}

const proviso_value *sample_option(const proviso_host *host, const proviso_value *options, const char *name) {
    if (!options || options->kind != PROVISO_OBJECT || options->length == 0) return NULL;
    return host->object_find(options, name, strlen(name));
}

int32_t sample_boolean(const proviso_host *host, const proviso_value *options, const char *name, int *value,
                       proviso_failure *failure) {
    const proviso_value *given = sample_option(host, options, name);
    *value = 0;
    if (!given) return 0;
    if (given->kind != PROVISO_BOOL) return sample_refuse(failure, name, "It must be true or false.");
    *value = given->as.boolean != 0;
    return 0;
}
