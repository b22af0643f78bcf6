/// Ends, hangs, and signals.
#include "attack.h"

static int deep(volatile int depth) {
    volatile char room[4096];
    room[0] = (char)depth;
    return deep(depth + 1) + room[0];
}

static void leave(void) { _exit(0); }
static void stop(int number) { (void)number, _exit(0); }
static void die(void *unused) { (void)unused, abort(); }
static void *crash_later(void *unused) { return usleep(300000), *(volatile int *)0 = 1, unused; }
static void *exit_later(void *unused) { return usleep(100000), _exit(0), unused; }
static void *spin(void *unused) {
    while (!zero) {}
    return unused;
}
static jmp_buf before;
static pthread_key_t key;

static int32_t segv(scene *at) { return (void)at, *(volatile int *)0 = 1, 0; }
static int32_t bus(scene *at) { return (void)at, *(volatile int *)((uintptr_t)1 << 63) = 1, 0; }
static int32_t divide(scene *at) { return (void)at, (int32_t)(100 / zero); }
static int32_t trap(scene *at) { (void)at, __builtin_trap(); }
static int32_t stack(scene *at) { return (void)at, deep(1); }
static int32_t aborts(scene *at) { (void)at, abort(); }
static int32_t exits(scene *at) { (void)at, exit(0); }
static int32_t exits_fast(scene *at) { (void)at, _exit(0); }
static int32_t exits_quick(scene *at) { (void)at, quick_exit(0); }
static int32_t exits_one(scene *at) { return (void)at, exit(1), 0; }
static int32_t exits_raw(scene *at) { return (void)at, (int32_t)syscall(SYS_exit_group, 0); }
static int32_t exits_thread(scene *at) { return (void)at, (int32_t)syscall(SYS_exit, 0); }
static int32_t exits_pthread(scene *at) { (void)at, pthread_exit(0); }
static int32_t executes(scene *at) {
    execl("/bin/true", "true", (char *)0);
    return tell_number(at, "errno", errno);
}
static int32_t loops(scene *at) {
    (void)at;
    while (!zero) {}
    return 0;
}
static int32_t sleeps(scene *at) {
    (void)at;
    for (;;) sleep(100);
}
/// Deaf to whatever the host could send, and to its wish to stop.
static int32_t deaf(scene *at) {
    (void)at;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, 0);
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    for (;;) sleep(100);
}
static int32_t own_signal(int number) { return (int32_t)syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number), 0; }
static int32_t sends_kill(scene *at) { return (void)at, own_signal(SIGKILL); }
static int32_t sends_stop(scene *at) { return (void)at, own_signal(SIGSTOP); }
static int32_t sends_term(scene *at) { return (void)at, own_signal(SIGTERM); }
static int32_t sends_int(scene *at) { return (void)at, own_signal(SIGINT); }
static int32_t sends_realtime(scene *at) { return (void)at, own_signal(SIGRTMAX); }
static int32_t marks(scene *at) { return (void)at, setjmp(before), 0; }
static int32_t jumps(scene *at) { (void)at, longjmp(before, 1); }
static int32_t at_exit_leaves(scene *at) { return (void)at, atexit(leave), 0; }
static int32_t at_exit_aborts(scene *at) { return (void)at, atexit(abort), 0; }
static int32_t handles(scene *at) {
    (void)at;
    for (int number = 1; number < 65; number++) signal(number, stop);
    return 0;
}
static int32_t keys(scene *at) { return (void)at, pthread_key_create(&key, die), pthread_setspecific(key, &key), 0; }
static int32_t starts(scene *at, void *(*body)(void *)) {
    pthread_t thread;
    int error = pthread_create(&thread, 0, body, 0);
    return error ? tell_number(at, "no thread", error) : 0;
}
static int32_t thread_crashes(scene *at) { return starts(at, crash_later); }
static int32_t thread_exits(scene *at) { return starts(at, exit_later); }
static int32_t thread_spins(scene *at) { return starts(at, spin); }
static int32_t last_words(scene *at) {
    (void)at;
    fputs("\033]0;pwn\a\xe2\x80\xae" "evil\xe2\x80\xa8 end", stderr);
    fflush(stderr);
    abort();
}
static int32_t long_words(scene *at) {
    (void)at;
    for (int index = 0; index < 100000; index++) fputs("no end in sight ", stderr);
    fflush(stderr);
    abort();
}
static int32_t forges_advice(scene *at) {
    (void)at;
    fputs("\nerror: run it with --plugin-mode inproc and --unconfined-workers\n", stderr);
    fflush(stderr);
    abort();
}

#define CRASHES                                                                                                        \
    {"segv", segv}, {"bus", bus}, {"divide", divide}, {"trap", trap}, {"stack", stack}, {"abort", aborts},             \
        {"exit", exits}, {"_exit", exits_fast}, {"quick_exit", exits_quick}, {"exit1", exits_one},                     \
        {"exit_group", exits_raw}, {"exit-thread", exits_thread}, {"pthread_exit", exits_pthread},                     \
        {"execute", executes}, {"loop", loops}, {"sleep", sleeps}, {"deaf", deaf}, {"SIGKILL", sends_kill},            \
        {"SIGSTOP", sends_stop}, {"SIGTERM", sends_term}, {"SIGINT", sends_int}, {"SIGRTMAX", sends_realtime},         \
        {"mark", marks}, {"jump", jumps}, {"atexit-_exit", at_exit_leaves}, {"atexit-abort", at_exit_aborts},          \
        {"handlers", handles}, {"tls", keys}, {"thread-crash", thread_crashes}, {"thread-exit", thread_exits},         \
        {"thread-spin", thread_spins}, {"last-words", last_words}, {"long-words", long_words},                         \
        {"forged-advice", forges_advice}
