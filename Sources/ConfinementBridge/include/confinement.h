/// Takes all rights from a process that a plugin does not need.
#ifndef PRV_CONFINEMENT_H
#define PRV_CONFINEMENT_H

#include <stddef.h>
#include <stdint.h>

/// The rights of a process, in addition to those of every plugin.
typedef struct prv_confinement {
    /// Files and directories that it may read, each ended by NUL, up to an empty one or `end`.
    const char *readable, *end;
    /// The maximum memory in bytes, processor time in seconds, and size of a file in bytes.
    uint64_t memory, seconds, file_size;
    /// The maximum number of open files; 0 does not change the limit.
    uint64_t files;
    /// System calls by number that are also allowed, with any arguments.
    const int *calls;
    size_t call_count;
} prv_confinement;

/// Confines this process permanently. Returns null, or the name of what this system lacks for that.
const char *prv_confine(const prv_confinement *allowed);

#endif
