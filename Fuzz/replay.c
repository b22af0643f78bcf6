/* All targets in one program without libFuzzer, for machines that have no time to build an instrumented library:
 *
 *     replay TARGET SECONDS SEED FILE FILES…
 *
 * Gives the target each of the files, and then changes them blindly until the time is over. What it works on is in FILE, and
 * is left there when the process ends early. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define TARGETS(X) X(baseline) X(catalog) X(checkpoint) X(elf) X(expression) X(input) X(manifest) X(message) X(number) \
    X(rulefile) X(server) X(shards) X(worker)
#define DECLARE(name) void prv_fuzz_##name(const uint8_t *, size_t);
TARGETS(DECLARE)
#define ENTRY(name) {#name, prv_fuzz_##name},
static const struct { const char *name; void (*run)(const uint8_t *, size_t); } targets[] = {TARGETS(ENTRY)};

enum { LIMIT = 8192, PATIENCE = 20 };
static uint64_t state;
static uint32_t below(uint32_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return limit ? (uint32_t)(state >> 33) % limit : 0;
}

struct text { uint8_t *bytes; size_t count; };

static size_t change(uint8_t *bytes, size_t count, struct text other) {
    static const char *const words[] = {"{", "}", "[", "]", "\"", "'", "\\", "\n", "\r", ",", ":", ";", "null", "-1", "0", "1e999", "*", ".",
        "\xff", "\xc3", "\xef\xbb\xbf", "9223372036854775808", "- ", "  ", "&a", "*a", "|", "#", "&&", "||", "==", "${a}"};
    for (uint32_t left = 1 + below(4); left; left--) {
        uint32_t at = below((uint32_t)count + 1), length = below(1 + below(32)), room = (uint32_t)(count - at);
        switch (below(6)) {
        case 0: if (room) bytes[at] ^= (uint8_t)(1u << below(8)); break;
        case 1: if (room) bytes[at] = (uint8_t)below(256); break;
        case 2:
            if (length > room) length = room;
            memmove(bytes + at, bytes + at + length, room - length);
            count -= length;
            break;
        case 3: {
            const char *word = words[below(sizeof words / sizeof *words)];
            length = (uint32_t)strlen(word);
            if (count + length > LIMIT) break;
            memmove(bytes + at + length, bytes + at, room);
            memcpy(bytes + at, word, length);
            count += length;
            break;
        }
        default: { /* a part of another text */
            uint32_t from = below((uint32_t)other.count + 1);
            length = below(1 + below((uint32_t)(other.count - from) + 1));
            if (count + length > LIMIT) break;
            memmove(bytes + at + length, bytes + at, room);
            memcpy(bytes + at, other.bytes + from, length);
            count += length;
        }
        }
    }
    return count;
}

int main(int count, char **words) {
    if (count < 5) return 2;
    void (*run)(const uint8_t *, size_t) = NULL;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (!strcmp(targets[i].name, words[1])) run = targets[i].run;
    }
    if (!run) return 2;
    double seconds = atof(words[2]);
    state = strtoull(words[3], NULL, 10) * 2654435761u + 1;
    int file = open(words[4], O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || ftruncate(file, LIMIT)) return 2;
    uint8_t *bytes = mmap(NULL, LIMIT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED) return 2;
    struct text *texts = calloc((size_t)count, sizeof *texts);
    int known = 0;
    for (int i = 5; i < count; i++) {
        FILE *input = fopen(words[i], "r");
        if (!input) continue;
        texts[known].bytes = malloc(LIMIT);
        texts[known].count = fread(texts[known].bytes, 1, LIMIT, input);
        fclose(input);
        known++;
    }
    if (!known) texts[known++].bytes = malloc(LIMIT);
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    long done = 0;
    for (;; done++) {
        struct text *one = &texts[done < known ? done : below((uint32_t)known)];
        size_t length = one->count;
        memcpy(bytes, one->bytes, length);
        if (done >= known) length = change(bytes, length, texts[below((uint32_t)known)]);
        if (ftruncate(file, (off_t)length)) return 2;
        uint8_t *copy = malloc(length + 1);
        memcpy(copy, bytes, length);
        alarm(PATIENCE);
        run(copy, length);
        alarm(0);
        free(copy);
        if (ftruncate(file, LIMIT)) return 2;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (done + 1 >= known && (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec) >= seconds) break;
    }
    printf("%s: %ld inputs\n", words[1], done + 1);
    unlink(words[4]);
    return 0;
}
