// For memrchr.
#define _GNU_SOURCE
#include <string.h>

#include "bulk_bridge.h"

static int is_line_break(signed char byte) { return byte == '\n'; }

// 0x80 to 0xBF go on with a code point.
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

size_t prv_count_code_points(const void *bytes, size_t length) { return count(bytes, length, begins_code_point); }

const void *prv_find_last(const void *bytes, int byte, size_t length) { return memrchr(bytes, byte, length); }
