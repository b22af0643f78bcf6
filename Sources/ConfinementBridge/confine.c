#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "confinement.h"

// Landlock, as the kernel defines it: headers of older systems lack parts of it.

typedef struct ruleset {
    uint64_t files, network, scope;
} ruleset;

typedef struct __attribute__((packed)) path_rule {
    uint64_t allowed;
    int32_t parent;
} path_rule;

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, VERSION_FLAG = 1, PATH_BENEATH = 1 };
enum { EXECUTE = 1 << 0, READ_FILE = 1 << 2, READ_FOLDER = 1 << 3 };

/// Files that the C library and others read, and folders of libraries and time zones.
static const char *const readable[] = {
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo", "/etc/ld.so.cache",
    "/etc/localtime", "/dev/null", "/dev/urandom", "/sys/devices/system/cpu", NULL};

static void allow(int rules, const char *path) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0) return;
    if (fstat(descriptor, &status) == 0) {
        uint64_t allowed = EXECUTE | READ_FILE;
        if (S_ISDIR(status.st_mode)) allowed |= READ_FOLDER;
        if (S_ISCHR(status.st_mode)) allowed = READ_FILE;
        path_rule rule = {allowed, descriptor};
        syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
    }
    close(descriptor);
}

static bool restrict_files(const char *given, const char *end) {
    long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
    if (version < 1) return false;
    // Every right the kernel knows is taken away, and a few are given back.
    static const int known_files[] = {13, 14, 15, 15, 16, 16};
    int files = version <= 6 ? known_files[version - 1] : 16;
    ruleset all = {(1ull << files) - 1, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
    size_t size = version >= 6 ? sizeof all : version >= 4 ? offsetof(ruleset, scope) : offsetof(ruleset, network);
    int rules = (int)syscall(CREATE_RULESET, &all, size, 0);
    if (rules < 0) return false;
    for (const char *const *path = readable; *path; path++) allow(rules, *path);
    for (const char *path = given; path < end && *path; path += strlen(path) + 1) allow(rules, path);
    bool done = syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return done;
}

// Seccomp: a list of what is allowed; all else fails with EPERM.

static const int allowed_calls[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_lseek,
    SYS_openat, SYS_readlinkat, SYS_faccessat, SYS_getdents64, SYS_getcwd, SYS_fcntl, SYS_dup, SYS_dup3,
    SYS_mmap, SYS_mprotect, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_mincore, SYS_membarrier,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_rt_sigpending,
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_restart_syscall,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_getpriority,
    SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday,
    SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_sysinfo,
    SYS_getrandom, SYS_getrlimit, SYS_getrusage, SYS_times, SYS_exit, SYS_exit_group,
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_pipe2,
    SYS_timerfd_create, SYS_timerfd_settime,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_futex_waitv
    SYS_futex_waitv,
#endif
#ifdef __x86_64__
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_select, SYS_epoll_wait, SYS_time, SYS_dup2,
    SYS_arch_prctl, SYS_pipe,
#endif
};

enum { MOST_INSTRUCTIONS = 400, LOW = 0, HIGH = 4 };

typedef struct program {
    struct sock_filter code[MOST_INSTRUCTIONS];
    unsigned short count;
} program;

static void add(program *filter, uint16_t code, uint32_t operand, uint8_t if_true, uint8_t if_false) {
    filter->code[filter->count++] = (struct sock_filter){code, if_true, if_false, operand};
}

static void load(program *filter, size_t offset) { add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
static void load_argument(program *filter, int index, int half) {
    load(filter, offsetof(struct seccomp_data, args) + (size_t)index * 8 + (size_t)half);
}
static void answer(program *filter, uint32_t action) { add(filter, BPF_RET | BPF_K, action, 0, 0); }
static void refuse(program *filter, int error) { answer(filter, SECCOMP_RET_ERRNO | (uint32_t)error); }

static void allow_call(program *filter, int call) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    answer(filter, SECCOMP_RET_ALLOW);
}

/// Allows a call when the low half of an argument, cut to a mask, is a number.
static void allow_when(program *filter, int call, int argument, uint32_t mask, uint32_t number) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
    load_argument(filter, argument, LOW);
    add(filter, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    refuse(filter, EPERM);
}

#if defined(__x86_64__)
enum { ARCHITECTURE = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { ARCHITECTURE = AUDIT_ARCH_AARCH64 };
#else
#error "no worker for this processor"
#endif

static void build(program *filter, const prv_confinement *allowed) {
    load(filter, offsetof(struct seccomp_data, arch));
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)ARCHITECTURE, 1, 0);
    answer(filter, SECCOMP_RET_KILL_PROCESS);
    load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    // The calls of the x32 variant have a bit of their own.
    add(filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    refuse(filter, EPERM);
#endif
    for (size_t index = 0; index < sizeof allowed_calls / sizeof *allowed_calls; index++)
        allow_call(filter, allowed_calls[index]);
    for (size_t index = 0; index < allowed->call_count; index++) allow_call(filter, allowed->calls[index]);
    // Threads, but no processes; the C library falls back to the older call, whose flags can be seen.
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    refuse(filter, ENOSYS);
    allow_when(filter, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD);
    // `abort` sends itself a signal.
    allow_when(filter, SYS_tgkill, 0, ~0u, (uint32_t)getpid());
    allow_when(filter, SYS_prctl, 0, ~1u, PR_SET_NAME & ~1);
    // Limits may be read.
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 6);
    load_argument(filter, 2, LOW);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
    load_argument(filter, 2, HIGH);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    refuse(filter, EPERM);
    refuse(filter, EPERM);
}

static bool restrict_calls(const prv_confinement *allowed) {
    program filter = {.count = 0};
    build(&filter, allowed);
    struct sock_fprog all = {filter.count, filter.code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0) == 0;
}

static void limit(int what, uint64_t most) {
    struct rlimit limits = {most, most};
    setrlimit((__rlimit_resource_t)what, &limits);
}

/// Processes are not limited by number, which would count those of the same user elsewhere: none can be started at all,
/// and threads need memory for their stacks.
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
    bool has_files = restrict_files(allowed->readable, allowed->end);
    bool has_calls = restrict_calls(allowed);
    return !has_files && !has_calls ? "Landlock and seccomp" : !has_files ? "Landlock" : !has_calls ? "seccomp" : NULL;
}
