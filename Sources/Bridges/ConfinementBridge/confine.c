#define _GNU_SOURCE
#include <linux/capability.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "restrictions.h"

static void limit(int what, uint64_t most) {
    // A second after the signal of the limit of time, which says why the process ends, comes one that is never handled.
    struct rlimit limits = {most, what == RLIMIT_CPU ? most + 1 : most};
    setrlimit((__rlimit_resource_t)what, &limits);
}

/// The number of processes is not limited, because such a limit counts all processes of the user. No process can be
/// started at all, and threads only by a plugin that is allowed to.
static void limit_resources(const prv_confinement *allowed) {
    limit(RLIMIT_AS, allowed->memory);
    limit(RLIMIT_CPU, allowed->seconds);
    limit(RLIMIT_FSIZE, allowed->file_size);
    limit(RLIMIT_CORE, 0);
    if (allowed->files) limit(RLIMIT_NOFILE, allowed->files);
    limit(RLIMIT_MEMLOCK, 0);
}

static void drop_rights(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    for (int right = 0; prctl(PR_CAPBSET_DROP, right, 0, 0, 0) == 0; right++) {
    }
    syscall(SYS_capset, &header, none);
}

const char *prv_confine(const prv_confinement *allowed) {
    limit_resources(allowed);
    drop_rights();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
    bool has_files = prv_restrict_files(allowed->readable, allowed->end);
    bool has_calls = prv_restrict_calls(allowed);
    return !has_files && !has_calls ? "Landlock and seccomp" : !has_files ? "Landlock" : !has_calls ? "seccomp" : NULL;
}
