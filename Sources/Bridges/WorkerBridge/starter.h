#ifndef PRV_STARTER_H
#define PRV_STARTER_H

#include <spawn.h>
#include <stdint.h>

/// The arguments of `posix_spawn`, and its result.
typedef struct prv_start_order {
    const char *program;
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attributes;
    char *const *arguments;
    char *const *environment;
    int32_t error;
    int32_t process;
} prv_start_order;

/// Starts a process from a thread that never ends.
///
/// A child with a parent-death signal is killed when the thread that started it ends.
void prv_start(prv_start_order *order);

#endif
