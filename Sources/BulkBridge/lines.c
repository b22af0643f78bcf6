// For memrchr.
#define _GNU_SOURCE
#include <string.h>

#include "bulk_bridge.h"

size_t prv_count_lines(const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    size_t count = 0;
    while (length) {
        // Short runs with a narrow counter: the compiler turns them into vector instructions.
        size_t run = length < 255 ? length : 255;
        unsigned char found = 0;
        for (size_t i = 0; i < run; i++) found += at[i] == '\n';
        count += found;
        at += run;
        length -= run;
    }
    return count;
}

const void *prv_find_last(const void *bytes, int byte, size_t length) { return memrchr(bytes, byte, length); }
