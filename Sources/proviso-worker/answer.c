#define _GNU_SOURCE
#include <string.h>

#include "worker.h"

static size_t used;
static bool whole;
static unsigned lines;

void answer_begin(void) {
    used = 0;
    whole = true;
    lines = 0;
}

size_t answer_room(void) { return PRV_WORKER_ANSWER_SIZE - used; }
bool answer_is_whole(void) { return whole; }

void answer_bytes(const void *bytes, size_t size) {
    if (size > answer_room()) {
        whole = false;
        return;
    }
    if (size > 0) memcpy(shared + PRV_WORKER_ANSWER + used, bytes, size);
    used += size;
    control()->answered = used;
}

void answer_number(uint32_t number) { answer_bytes(&number, sizeof number); }
void answer_long(uint64_t number) { answer_bytes(&number, sizeof number); }

void answer_name(const char *text, size_t limit) {
    if (text) answer_bytes(text, strnlen(text, limit));
    answer_bytes("", 1);
}

void answer_text(const char *text, size_t limit) {
    if (!text) return answer_number(UINT32_MAX);
    size_t length = strnlen(text, limit);
    answer_number((uint32_t)length);
    answer_bytes(text, length);
}

size_t part_begin(uint32_t tag, uint32_t number) {
    size_t start = used;
    const prv_worker_part part = {tag, number, 0};
    answer_bytes(&part, sizeof part);
    return start;
}

void part_end(size_t start) {
    if (!whole) return;
    const uint32_t size = (uint32_t)(used - start - sizeof(prv_worker_part));
    memcpy(shared + PRV_WORKER_ANSWER + start + offsetof(prv_worker_part, size), &size, sizeof size);
}

void answer_cut(size_t start) {
    used = start;
    whole = true;
    control()->answered = used;
}

/// The maximum number of log lines in an answer, and the maximum length of a line; the rest is dropped.
enum { MOST_LINES = 64, LONGEST_LINE = 4096 };

void answer_line(uint32_t severity, const char *text, size_t length) {
    if (lines >= MOST_LINES || answer_room() < 1 << 20) return;
    lines++;
    size_t start = part_begin(PRV_WORKER_LOG, severity);
    answer_bytes(text, length < LONGEST_LINE ? length : LONGEST_LINE);
    part_end(start);
}
