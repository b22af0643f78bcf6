#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

#include "restrictions.h"

/// The calls that are allowed whatever their arguments are. All others fail with EPERM.
///
/// By name: libseccomp skips those that this processor does not have.
static const char *const allowed_calls[] = {
    "read", "write", "readv", "writev", "pread64", "close", "fstat", "newfstatat", "statx", "lseek", "openat",
    "readlinkat", "faccessat", "getdents64", "getcwd", "dup", "dup3", "mmap", "mprotect", "munmap", "mremap",
    "madvise", "brk", "mincore", "membarrier", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
    "rt_sigpending", "futex", "set_robust_list", "get_robust_list", "set_tid_address", "restart_syscall",
    "sched_yield", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "getpriority", "nanosleep",
    "clock_nanosleep", "clock_gettime", "clock_getres", "gettimeofday", "getpid", "gettid", "getppid", "getuid",
    "geteuid", "getgid", "getegid", "uname", "sysinfo", "getrandom", "getrlimit", "getrusage", "times", "exit",
    "exit_group", "ppoll", "pselect6", "epoll_create1", "epoll_ctl", "epoll_pwait", "eventfd2", "pipe2",
    "timerfd_create", "timerfd_settime", "rseq", "faccessat2", "futex_waitv", "open", "stat", "lstat", "access",
    "readlink", "poll", "select", "epoll_wait", "time", "dup2", "arch_prctl", "pipe",
};

static bool allow(scmp_filter_ctx filter, const char *name) {
    int call = seccomp_syscall_resolve_name(name);
    // Older versions of the library do not know the newest calls, which then stay forbidden.
    return call == __NR_SCMP_ERROR || seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) == 0;
}

/// Allows a call when one of its arguments is one of some values.
static bool allow_values(scmp_filter_ctx filter, int call, unsigned argument, const uint64_t *values, size_t count) {
    for (size_t index = 0; index < count; index++) {
        struct scmp_arg_cmp is = {argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, values[index]};
        if (seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &is) != 0) return false;
    }
    return true;
}

static bool allow_by_argument(scmp_filter_ctx filter, bool threads) {
    // Not F_SETOWN and F_SETSIG, which send signals to other processes.
    static const uint64_t commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETPIPE_SZ};
    static const uint64_t names[] = {PR_SET_NAME, PR_GET_NAME};
    const uint64_t own[] = {(uint64_t)getpid()};
    struct scmp_arg_cmp flags[] = {SCMP_A1_32(SCMP_CMP_EQ, F_SETFL), SCMP_A2_64(SCMP_CMP_MASKED_EQ, O_ASYNC, 0)};
    // Threads, but no processes; the C library falls back to the older call, whose flags can be seen.
    struct scmp_arg_cmp thread = SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
    // Its own limits may be read, not set.
    struct scmp_arg_cmp reads[] = {SCMP_A0_32(SCMP_CMP_EQ, 0), SCMP_A2_64(SCMP_CMP_EQ, 0)};
    return allow_values(filter, SCMP_SYS(fcntl), 1, commands, sizeof commands / sizeof *commands)
        && seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 2, flags) == 0
        && allow_values(filter, SCMP_SYS(prctl), 0, names, sizeof names / sizeof *names)
        // `abort` sends itself a signal.
        && allow_values(filter, SCMP_SYS(tgkill), 0, own, 1)
        && (!threads || seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, &thread) == 0)
        && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0
        && seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, reads) == 0;
}

static bool build(scmp_filter_ctx filter, const prv_confinement *allowed) {
    if (seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0) return false;
    // A balanced tree instead of a list: a call is found in some seven comparisons.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    for (size_t index = 0; index < sizeof allowed_calls / sizeof *allowed_calls; index++) {
        if (!allow(filter, allowed_calls[index])) return false;
    }
    for (size_t index = 0; index < allowed->call_count; index++) {
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed->calls[index], 0) != 0) return false;
    }
    return allow_by_argument(filter, allowed->threads);
}

bool prv_restrict_calls(const prv_confinement *allowed) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return false;
    bool done = build(filter, allowed) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return done;
}
