// Calls libproviso.so with garbage from 8 threads, then reads rules again 10,000 times and looks at the memory.
//
//     Scripts/stress-library LIBRARY [CALLS]
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proviso_engine.h"

enum { THREADS = 8, SHARED = 16 };

static const char *const texts[] = {
    "rules: [[email, email], [age, integer, { min: 18 }]]",
    "rules: [[a, required], [items.*.sku, match, { pattern: '^[A-Z]+$' }]]",
    "rules: [[a, nope]]",
    "{\"rules\": [",
    "",
    "rules: [[id, unique]]",
};
static const char *const records[] = {
    "{\"email\":\"x@\",\"age\":7}", "{\"email\":\"a@b.com\",\"age\":20}", "{\"items\":[{\"sku\":\"x\"},{},null,3]}",
    "[[[[[[[[[[", "{\"a\":\"\\ud800\"}", "null", "", "{\"id\":1}\n{\"id\":1}\n", "\xff\xfe{\"a\":1}",
};
static const char *const words[] = {"de", "ar", "ja", "xx", "??", "", "default", "register", "json", "sarif", "\xff",
                                    "de;q=0.5,*", "{}", "{\"jobs\":2}", "{\"locale\":\"fr\"}", "{\"x\":"};

/// Handles that all threads open, use and close at the same time: rules in the first half, reports in the rest.
static _Atomic uint64_t shared[SHARED];
static _Atomic uint64_t results[2];
static long calls = 125000;

static uint64_t next(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

#define PICK(list) list[next(state) % (sizeof list / sizeof *list)]
#define PICK_OR_NULL(list) (next(state) % 3 ? PICK(list) : NULL)

/// A handle of rules or of a report, or what is none.
static uint64_t some_handle(uint64_t *state, int half) {
    uint64_t handle = atomic_load(&shared[next(state) % (SHARED / 2) + half * SHARED / 2]);
    switch (next(state) % 32) {
    case 0: return 0;
    case 1: return next(state);
    case 2: return handle ^ 1;
    case 3: return atomic_load(&shared[next(state) % SHARED]);
    default: return handle;
    }
}

static void keep(uint64_t *state, uint64_t handle, int half) {
    uint64_t old = atomic_exchange(&shared[next(state) % (SHARED / 2) + half * SHARED / 2], handle);
    if (old) proviso_engine_close(old);
}

static int32_t take(void *context, const char *bytes, size_t count) {
    (void)bytes;
    *(size_t *)context += count;
    return *(size_t *)context > 2000;
}

static int32_t call(uint64_t *state, proviso_engine_output *output) {
    // Bytes that end where the memory ends: reading past them is found out.
    const char *source = PICK(records);
    size_t size = strlen(source), taken = 0;
    char *json = malloc(size ? size : 1);
    memcpy(json, source, size);
    if (size && next(state) % 4 == 0) json[next(state) % size] ^= (char)(1 << next(state) % 8);
    uint64_t handle = 0;
    int32_t status = 0;
    switch (next(state) % 32) {
    case 0: {
        const char *text = PICK(texts);
        const char *options = next(state) % 4 ? NULL : PICK(words);
        status = proviso_engine_open_text(text, strlen(text), options, next(state) % 8 ? &handle : NULL, output);
        if (handle) keep(state, handle, 0);
        break;
    }
    case 1: status = proviso_engine_close(next(state) % 8 ? next(state) : some_handle(state, next(state) % 2)); break;
    case 2: status = proviso_engine_reload(some_handle(state, 0), texts[0], strlen(texts[0]), output); break;
    case 3: status = proviso_engine_describe(some_handle(state, 0), output); break;
    case 4:
        status = proviso_engine_check_bytes(some_handle(state, 0), json, size, PICK_OR_NULL(words),
                                            next(state) % 2 ? 0 : some_handle(state, 1),
                                            next(state) % 2 ? take : NULL, &taken, output);
        break;
    case 5:
        status = proviso_engine_check_file(some_handle(state, 0), PICK_OR_NULL(words),
                                           next(state) % 2 ? NULL : PICK(words), 0, take, &taken, output);
        break;
    case 6: status = proviso_engine_cancel(some_handle(state, 1)); break;
    case 7:
        status = proviso_engine_check(some_handle(state, 0), json, (size_t)0 - next(state) % 100 - 1, NULL, NULL, NULL,
                                      output);
        break;
    case 8: status = proviso_engine_check(some_handle(state, 0), NULL, size, NULL, NULL, NULL, output); break;
    case 9: case 10: case 11: case 12:
        status = proviso_engine_render(some_handle(state, 1), next(state) % 2 ? "de" : PICK(words),
                                       next(state) % 2 ? NULL : PICK(words), output);
        break;
    default: {
        const char *scenario = next(state) % 4 ? NULL : PICK(words);
        status = proviso_engine_check(some_handle(state, 0), json, size, scenario, next(state) % 4 ? "de" : PICK(words),
                                      next(state) % 2 ? &handle : NULL, output);
        if (handle) keep(state, handle, 1);
    }
    }
    free(json);
    return status;
}

static void *work(void *seed) {
    uint64_t state = (uint64_t)(uintptr_t)seed;
    for (long index = 0; index < calls; index++) {
        size_t capacity = next(&state) % 3 ? 4096 : next(&state) % 64;
        char *memory = malloc(capacity ? capacity : 1);
        proviso_engine_output output = {memory, capacity, 0};
        int32_t status = call(&state, next(&state) % 16 ? &output : NULL);
        atomic_fetch_add(&results[status < 0], 1);
        free(memory);
    }
    return NULL;
}

static long resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1) exit(3);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE) / 1024;
}

int main(int count, char **arguments) {
    if (count > 1) calls = atol(arguments[1]) / THREADS;
    long reloads = count > 2 ? atol(arguments[2]) : 10000;
    pthread_t threads[THREADS];
    for (int index = 0; index < SHARED / 2; index++) {
        proviso_engine_handle rules = 0;
        proviso_engine_open_text(texts[index % 2], strlen(texts[index % 2]), NULL, &rules, NULL);
        atomic_store(&shared[index], rules);
    }
    for (int index = 0; index < THREADS; index++)
        pthread_create(&threads[index], NULL, work, (void *)(uintptr_t)(index + 1));
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    for (int index = 0; index < SHARED; index++) proviso_engine_close(atomic_load(&shared[index]));
    printf("%" PRIu64 " calls answered, %" PRIu64 " of them with errors\n", results[0] + results[1], results[1]);

    proviso_engine_handle rules;
    if (proviso_engine_open_text(texts[0], strlen(texts[0]), NULL, &rules, NULL)) return 1;
    long first = 0;
    for (long index = 0; index < reloads; index++) {
        if (proviso_engine_reload(rules, texts[0], strlen(texts[0]), NULL)) return 1;
        if (proviso_engine_check(rules, records[0], strlen(records[0]), NULL, "de", NULL, NULL) != 1) return 1;
        if (index == reloads / 10) first = resident();
    }
    long last = resident();
    printf("%ld reloads: %ld KB resident after a tenth, %ld KB at the end\n", reloads, first, last);
    proviso_engine_close(rules);
    return last > first + 2048;
}
