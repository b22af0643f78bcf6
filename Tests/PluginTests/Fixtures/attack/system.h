/// What a confined process may not do: each attack tells which of its calls were not refused, "" if none was.
#include <linux/io_uring.h>
#include <sys/socket.h>

#include "attack.h"

static char through[4000];

static void attempt(const char *name, long result) {
    if (result < 0) return;
    strncat(through, name, sizeof through - strlen(through) - 2);
    strcat(through, " ");
}
static int32_t told(scene *at) { return tell(at, through); }
static long opens(const char *path, int flags) { return syscall(SYS_openat, AT_FDCWD, path, flags, 0600); }

#define TRY(name, ...) attempt(#name, syscall(SYS_##name, __VA_ARGS__))

static int32_t reads(scene *at) {
    static const char *const paths[] = {
        "/etc/passwd", "/etc/shadow", "/etc", "/", "/tmp", "/root", "/proc/self/environ", "/proc/self/maps",
        "/proc/self/mem", "/proc/1/environ", "/dev/zero", "/dev/shm", "/sys/kernel", "/proc/cpuinfo",
        "/usr/bin", "/var/log", "/run"};
    for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) attempt(paths[index], opens(paths[index], 0));
    char path[64];
    static const char *const parts[] = {"mem", "environ", "cmdline", "maps", "fd", "task", "root/etc/passwd"};
    for (size_t index = 0; index < sizeof parts / sizeof *parts; index++) {
        snprintf(path, sizeof path, "/proc/%d/%s", getppid(), parts[index]);
        attempt(parts[index], opens(path, 0));
    }
    return told(at);
}
/// Links of /proc that name what the host has open, and ways round a path that is refused.
static int32_t reads_links(scene *at) {
    char path[64], target[200];
    for (int index = 0; index < 10; index++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", getppid(), index);
        attempt(path, readlink(path, target, sizeof target));
        snprintf(path, sizeof path, "/proc/self/fd/%d/../../../../etc/passwd", index);
        attempt(path, opens(path, 0));
    }
    snprintf(path, sizeof path, "/proc/%d/exe", getppid());
    attempt(path, readlink(path, target, sizeof target));
    attempt("lib/../..", opens("/usr/lib/../../etc/passwd", 0));
    attempt("lib/ssl", opens("/usr/lib/ssl/openssl.cnf", 0));
    attempt("library for writing", opens("/usr/lib/x86_64-linux-gnu/libc.so.6", O_WRONLY));
    TRY(openat2, AT_FDCWD, "/etc/passwd", path, 24);
    TRY(open_by_handle_at, AT_FDCWD, path, 0);
    TRY(name_to_handle_at, AT_FDCWD, "/etc/passwd", path, target, 0);
    return told(at);
}
static int32_t reads_path(scene *at) {
    int found = (int)opens("/etc/passwd", O_PATH);
    char byte, again[64];
    snprintf(again, sizeof again, "/proc/self/fd/%d", found);
    attempt("read", found < 0 ? -1 : read(found, &byte, 1));
    attempt("reopen", found < 0 ? -1 : opens(again, 0));
    attempt("empty path", found < 0 ? -1 : syscall(SYS_openat, found, "", O_RDONLY, 0));
    attempt("map", found < 0 || mmap(0, 1, PROT_READ, MAP_PRIVATE, found, 0) == MAP_FAILED ? -1 : 0);
    int folder = (int)opens("/etc", O_PATH | O_DIRECTORY);
    attempt("below", folder < 0 ? -1 : syscall(SYS_openat, folder, "passwd", O_RDONLY, 0));
    return told(at);
}
static int32_t writes(scene *at) {
    struct timespec times[2] = {{0, 0}, {0, 0}};
    attempt("create", opens("/tmp/proviso-attack", O_CREAT | O_WRONLY));
    attempt("temporary", opens("/tmp", O_TMPFILE | O_RDWR));
    attempt("append", opens("/var/tmp/proviso-attack", O_CREAT | O_APPEND | O_WRONLY));
    attempt("proc", opens("/proc/self/oom_score_adj", O_WRONLY));
    attempt("comm", opens("/proc/self/comm", O_WRONLY));
    TRY(creat, "/tmp/proviso-attack", 0600);
    TRY(mkdir, "/tmp/proviso-attack", 0700);
    TRY(mknodat, AT_FDCWD, "/tmp/proviso-attack", S_IFIFO | 0600, 0);
    TRY(symlinkat, "/etc/passwd", AT_FDCWD, "/tmp/proviso-attack");
    TRY(linkat, AT_FDCWD, "/etc/hostname", AT_FDCWD, "/tmp/proviso-attack", 0);
    TRY(unlinkat, AT_FDCWD, "/tmp/proviso-victim", 0);
    TRY(renameat2, AT_FDCWD, "/tmp/proviso-victim", AT_FDCWD, "/tmp/proviso-attack", 0);
    TRY(truncate, "/tmp/proviso-victim", 0);
    TRY(fchmodat, AT_FDCWD, "/tmp/proviso-victim", 0777);
    TRY(fchownat, AT_FDCWD, "/tmp/proviso-victim", 0, 0, 0);
    TRY(utimensat, AT_FDCWD, "/tmp/proviso-victim", times, 0);
    TRY(setxattr, "/tmp/proviso-victim", "user.x", "y", 1, 0);
    TRY(chdir, "/");
    TRY(chroot, "/tmp");
    TRY(umask, 0);
    return told(at);
}
static int32_t processes(scene *at) {
    char *none[] = {0};
    attempt("execve", syscall(SYS_execve, "/bin/true", none, none));
    attempt("execveat", syscall(SYS_execveat, PRV_WORKER_PLUGIN, "", none, none, AT_EMPTY_PATH));
    long flags[] = {SIGCHLD, CLONE_VM | CLONE_VFORK | SIGCHLD, CLONE_NEWUSER | SIGCHLD, CLONE_THREAD};
    for (size_t index = 0; index < 3; index++) {
        // Not with shared memory and this stack: the attack must live to tell.
        long child = syscall(SYS_clone, flags[index] & ~(CLONE_VM | CLONE_VFORK), 0, 0, 0, 0);
        if (child == 0) _exit(0);
        attempt("clone", child);
    }
    long child = syscall(SYS_fork);
    if (child == 0) _exit(0);
    attempt("fork", child);
    attempt("clone3", syscall(SYS_clone3, none, 0));
    TRY(unshare, CLONE_NEWUSER);
    TRY(setns, 0, 0);
    TRY(setsid, 0);
    TRY(setpgid, 0, getppid());
    TRY(pidfd_open, getppid(), 0);
    TRY(process_vm_readv, getppid(), 0, 0, 0, 0, 0);
    TRY(process_vm_writev, getppid(), 0, 0, 0, 0, 0);
    TRY(process_madvise, 0, 0, 0, 0, 0);
    TRY(kcmp, getppid(), getppid(), 0, 0, 0);
    TRY(ptrace, PTRACE_ATTACH, getppid(), 0, 0);
    TRY(ptrace, PTRACE_TRACEME, 0, 0, 0);
    return told(at);
}
static int32_t signals(scene *at) {
    siginfo_t information = {.si_code = SI_QUEUE};
    TRY(kill, getppid(), 0);
    TRY(kill, -1, 0);
    TRY(kill, 0, 0);
    TRY(tkill, getppid(), 0);
    TRY(tgkill, getppid(), getppid(), 0);
    TRY(tgkill, (1L << 32) + getppid(), getppid(), 0);
    TRY(tgkill, -1, getppid(), 0);
    TRY(rt_sigqueueinfo, getppid(), SIGUSR1, &information);
    TRY(rt_tgsigqueueinfo, getppid(), getppid(), SIGUSR1, &information);
    TRY(pidfd_send_signal, 0, 0, 0, 0);
    int ends[2] = {0, 0};
    (void)!pipe(ends);
    struct f_owner_ex owner = {F_OWNER_PID, getppid()};
    attempt("F_SETOWN", fcntl(ends[0], F_SETOWN, getppid()));
    attempt("F_SETOWN, high bits", syscall(SYS_fcntl, ends[0], (1L << 32) | F_SETOWN, getppid()));
    attempt("F_SETOWN_EX", fcntl(ends[0], F_SETOWN_EX, &owner));
    attempt("F_SETSIG", fcntl(ends[0], F_SETSIG, SIGKILL));
    attempt("O_ASYNC", fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK));
    attempt("F_SETLEASE", fcntl(ends[0], F_SETLEASE, F_RDLCK));
    attempt("F_NOTIFY", fcntl(ends[0], F_NOTIFY, DN_MODIFY));
    attempt("F_SETPIPE_SZ", fcntl(ends[0], F_SETPIPE_SZ, 1 << 20));
    int on = 1;
    TRY(ioctl, ends[0], 0x5452, &on);
    TRY(timer_create, CLOCK_MONOTONIC, 0, ends);
    TRY(prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0);
    return told(at);
}
static int32_t calls(scene *at) {
    char room[256] = "";
    for (int family = 0; family < 46; family++) attempt("socket", socket(family, SOCK_STREAM, 0));
    attempt("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    TRY(socketpair, AF_UNIX, SOCK_STREAM, 0, room);
    TRY(io_uring_setup, 1, room);
    TRY(memfd_create, "x", 0);
    TRY(memfd_secret, 0);
    TRY(userfaultfd, 1);
    TRY(bpf, 0, room, sizeof room);
    TRY(perf_event_open, room, 0, -1, -1, 0);
    TRY(keyctl, 0, -3, 1);
    TRY(add_key, "user", "x", "y", 1, -3);
    TRY(mount, "none", "/tmp", "tmpfs", 0, 0);
    TRY(fsopen, "tmpfs", 0);
    TRY(open_tree, AT_FDCWD, "/", 0);
    TRY(pivot_root, "/tmp", "/tmp");
    TRY(setrlimit, RLIMIT_AS, room);
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    TRY(prlimit64, 0, RLIMIT_AS, &all, 0);
    TRY(prlimit64, getppid(), RLIMIT_NOFILE, &all, 0);
    TRY(prlimit64, getppid(), RLIMIT_NOFILE, 0, &all);
    TRY(setpriority, PRIO_PROCESS, 0, -20);
    TRY(sched_setscheduler, 0, 1, room);
    TRY(sched_setaffinity, getppid(), sizeof room, room);
    TRY(ioprio_set, 1, 0, 0);
    TRY(setuid, 0);
    TRY(setresuid, 0, 0, 0);
    TRY(capset, room, room);
    TRY(personality, 0x0040000);
    TRY(seccomp, 1, 0, 0);
    TRY(prctl, PR_SET_SECCOMP, 1, 0, 0, 0);
    TRY(prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
    TRY(prctl, PR_SET_TIMING, 0, 0, 0, 0);
    TRY(prctl, PR_CAP_AMBIENT, 1, 0, 0, 0);
    TRY(shmget, 0, 4096, 01600);
    TRY(msgget, 0, 01600);
    TRY(semget, 0, 1, 01600);
    TRY(mq_open, "/x", O_CREAT | O_RDWR, 0600, 0);
    TRY(inotify_init1, 0);
    TRY(fanotify_init, 0, 0);
    TRY(signalfd4, -1, room, 8, 0);
    TRY(clock_settime, CLOCK_REALTIME, room);
    TRY(settimeofday, room, 0);
    TRY(sethostname, "evil", 4);
    TRY(reboot, 0, 0, 0, 0);
    TRY(syslog, 3, room, sizeof room);
    TRY(swapon, "/tmp/x", 0);
    TRY(init_module, room, 0, "");
    TRY(modify_ldt, 0, room, 16);
    TRY(iopl, 0);
    TRY(ioperm, 0, 1, 1);
    TRY(mlockall, 1);
    TRY(splice, 0, 0, 1, 0, 1, 0);
    TRY(sendfile, 1, PRV_WORKER_PLUGIN, 0, 1);
    TRY(ftruncate, PRV_WORKER_MEMORY, 0);
    TRY(fallocate, PRV_WORKER_MEMORY, 3, 0, 4096);
    TRY(fchmod, PRV_WORKER_MEMORY, 0777);
    TRY(landlock_create_ruleset, 0, 0, 1);
    TRY(landlock_restrict_self, 0, 0);
    return told(at);
}
static int32_t environment(scene *at) {
    extern char **environ;
    for (char **next = environ; *next; next++) {
        if (strncmp(*next, "SWIFT_BACKTRACE=", 16) != 0 && strncmp(*next, "LD_LIBRARY_PATH=", 16) != 0) {
            attempt(*next, 0);
        }
    }
    return told(at);
}
static int32_t reads_library_path(scene *at) {
    // What the host's LD_LIBRARY_PATH names is in ours; no file of it but libraries is readable, and none below. Without
    // it the host's own directory is tried.
    const char *given = getenv("LD_LIBRARY_PATH"), *folder = given ? given : ".";
    char path[300];
    static const char *const names[] = {
        "secret.txt", "sub/secret.txt", "sub/libx.so", "", "sub", "../secret.txt", "link.so", "up.so/secret.txt",
        "up.so", "d.so", "d.so/secret.txt", "data.so.txt", "empty.so", "libswiftCore.so"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[index]);
        attempt(names[index][0] ? names[index] : "folder", opens(path, 0));
    }
    return told(at);
}
static int32_t terabyte(scene *at) {
    void *made = mmap(0, (size_t)1 << 40, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    attempt("mmap", made == MAP_FAILED ? -1 : 0);
    return told(at);
}
static int32_t allocates(scene *at) {
    for (int index = 0; index < 10240; index++) {
        char *block = malloc(1 << 20);
        if (!block) return PROVISO_FAULT_MEMORY;
        memset(block, 1, 1 << 20);
    }
    return told(at);
}
/// A megabyte for each value, never freed; without memory it is a fault.
static int32_t leaks(scene *at) {
    (void)at;
    char *block = malloc(1 << 20);
    if (!block) return PROVISO_FAULT_MEMORY;
    memset(block, 1, 4096);
    return 0;
}
/// As many descriptors and timers as there can be.
static int32_t descriptors(scene *at) {
    int ends[2], made = 0;
    while (made < 100000 && pipe(ends) == 0) made++;
    if (made == 100000) attempt("endless", 0);
    return told(at);
}
/// Threads without stacks, by the call itself.
static int32_t thread_bomb(scene *at) {
    long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    for (int index = 0; index < 100; index++) {
        // A thread without a stack of its own would go on in this frame, so it must not be made at all.
        static char room[1 << 14];
        long made = syscall(SYS_clone, flags, room + sizeof room - 64, 0, 0, 0);
        if (made == 0) for (;;) syscall(SYS_exit, 0);
        attempt("clone", made);
    }
    return told(at);
}
static int32_t capability_sets(scene *at) {
    struct { uint32_t version; int32_t process; } head = {0x20080522, 0};
    uint32_t sets[6] = {0};
    if (syscall(SYS_capget, &head, sets) == 0 && (sets[0] | sets[1] | sets[3] | sets[4])) attempt("capabilities", 0);
    struct rlimit limit = {0, 0};
    getrlimit(RLIMIT_FSIZE, &limit);
    if (limit.rlim_max) attempt("file size", 0);
    getrlimit(RLIMIT_CORE, &limit);
    if (limit.rlim_max) attempt("core", 0);
    getrlimit(RLIMIT_AS, &limit);
    if (limit.rlim_max == RLIM_INFINITY) attempt("memory", 0);
    return told(at);
}
static int32_t touches(scene *at) {
    (void)at;
    int made = (int)opens("/tmp/proviso-touch", O_CREAT | O_WRONLY);
    if (made >= 0) close(made);
    return 0;
}

#define SYSTEM                                                                                                         \
    {"read", reads}, {"links", reads_links}, {"O_PATH", reads_path}, {"write", writes}, {"process", processes},        \
        {"signal", signals}, {"calls", calls}, {"environment", environment}, {"library-path", reads_library_path},     \
        {"terabyte", terabyte}, {"allocate", allocates}, {"descriptors", descriptors}, {"thread-bomb", thread_bomb},   \
        {"capabilities", capability_sets}, {"leak", leaks}, {"touch", touches}
