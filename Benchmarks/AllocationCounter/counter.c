#include "allocation_counter.h"

#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t count;
static _Thread_local uint64_t thread_count;

// A sanitizer has these functions for itself, so that nothing is counted beside one.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void counted(void) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    thread_count += 1;
}

void *malloc(size_t size) {
    counted();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    counted();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    counted();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    counted();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    counted();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    counted();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12;
}

#endif

uint64_t allocation_count(void) { return atomic_load(&count); }

uint64_t allocation_count_of_thread(void) { return thread_count; }
