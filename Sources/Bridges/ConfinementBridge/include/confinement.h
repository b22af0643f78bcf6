/// Takes away from a process all that a plugin does not need.
#ifndef PRV_CONFINEMENT_H
#define PRV_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a process may do, beside what every plugin may.
typedef struct prv_confinement {
    /// Files and directories it may read, each ended by NUL, up to an empty one or `end`.
    const char *readable, *end;
    /// The most bytes of memory, seconds of computing, and bytes in a file.
    uint64_t memory, seconds, file_size;
    /// The maximum number of open files; 0 does not change it.
    uint64_t files;
    /// System calls by number, which may be allowed whatever their arguments are.
    const int *calls;
    size_t call_count;
    /// Whether it may start threads.
    bool threads;
} prv_confinement;

/// Confines this process for good. Returns null, or what this system lacks for that.
const char *prv_confine(const prv_confinement *allowed);

#endif
