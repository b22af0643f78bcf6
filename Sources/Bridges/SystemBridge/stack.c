#define _GNU_SOURCE
#include "system_stack.h"

#include <pthread.h>
#include <stdint.h>

/// The lowest address of the thread's stack, or 1 where it is not known; 0 until it was found.
static _Thread_local uintptr_t lowest;

static uintptr_t find_lowest(void) {
#if defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
    void *start = NULL;
    size_t size = 0, guard = 0;
    uintptr_t found = 1;
    if (pthread_attr_getstack(&attributes, &start, &size) == 0 && start != NULL) {
        pthread_attr_getguardsize(&attributes, &guard);
        found = (uintptr_t)start + guard;
    }
    pthread_attr_destroy(&attributes);
    return found;
#else
    return 1;
#endif
}

size_t prv_stack_left(void) {
    if (lowest == 0) lowest = find_lowest();
    if (lowest == 1) return SIZE_MAX;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here > lowest ? here - lowest : 0;
}
