// For sched_getaffinity and mkostemp.
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bulk_bridge.h"

int prv_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

int prv_temporary_file(const char *folder) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/proviso-XXXXXX", folder) >= (int)sizeof path) return -1;
    int descriptor = mkostemp(path, O_CLOEXEC);
    if (descriptor >= 0) unlink(path);
    return descriptor;
}
