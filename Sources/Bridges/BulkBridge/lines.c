// For memrchr.
#define _GNU_SOURCE
#include <string.h>

#include "bulk_bridge.h"

static int is_line_break(signed char byte) { return byte == '\n'; }

// 0x80 to 0xBF continue a code point.
static int begins_code_point(signed char byte) { return byte >= -64; }

static inline __attribute__((always_inline)) size_t count(const signed char *at, size_t length,
                                                          int (*test)(signed char)) {
    size_t count = 0;
    while (length) {
        // Short runs with a narrow counter: the compiler turns them into vector instructions.
        size_t run = length < 255 ? length : 255;
        unsigned char found = 0;
        for (size_t i = 0; i < run; i++) found += test(at[i]);
        count += found;
        at += run;
        length -= run;
    }
    return count;
}

size_t prv_count_lines(const void *bytes, size_t length) { return count(bytes, length, is_line_break); }

/// Counts the carriage returns of a range without a line feed after them; `next` is the byte after the range.
size_t prv_count_lone_returns(const void *bytes, size_t length, int next) {
    const char *at = length ? memchr(bytes, '\r', length) : NULL;
    if (!at) return 0;
    size_t left = length - (size_t)(at - (const char *)bytes) - 1;
    size_t total = at[left] == '\r' && next != '\n';
    while (left) {
        size_t run = left < 255 ? left : 255;
        unsigned char found = 0;
        for (size_t i = 0; i < run; i++) found += (at[i] == '\r') & (at[i + 1] != '\n');
        total += found;
        at += run;
        left -= run;
    }
    return total;
}

size_t prv_count_code_points(const void *bytes, size_t length) { return count(bytes, length, begins_code_point); }

const void *prv_find_last(const void *bytes, int byte, size_t length) { return memrchr(bytes, byte, length); }
