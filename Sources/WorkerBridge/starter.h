#ifndef PRV_STARTER_H
#define PRV_STARTER_H

#include <spawn.h>
#include <stdint.h>

/// What `posix_spawn` is to be called with, and what came of it.
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
/// A child that asked to be killed when its parent ends is killed when the thread that started it does.
void prv_start(prv_start_order *order);

#endif
