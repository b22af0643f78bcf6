#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "confinement.h"
#include "kit.h"

prv_board *board;
const prv_subject *the_subject;
prv_process process_info;

static void (*const cases[PRV_CASE_COUNT])(const prv_subject *) = {
    case_exports, case_manifest, case_small_structs, case_large_structs, case_create, case_kinds, case_findings,
    case_guards,  case_batch,    case_no_extras,     case_threads,       case_leaks,  case_cancel, case_state,
    case_output,  case_fuzz,     case_speed,         case_catalogs,
};

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

_Noreturn static void end(int32_t verdict, const char *format, va_list arguments) {
    vsnprintf(board->why, sizeof board->why, format, arguments);
    board->verdict = verdict;
    // Not exit: what the plugin registered for the end of a process is not part of this case.
    _exit(0);
}

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(PRV_FAILED, format, arguments);
}

void skip(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(PRV_SKIPPED, format, arguments);
}

void doing(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(board->doing, sizeof board->doing, format, arguments);
    va_end(arguments);
}

void note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t used = strlen(board->why);
    vsnprintf(board->why + used, sizeof board->why - used, format, arguments);
    va_end(arguments);
}

/// Takes rights from this process that no plugin needs, as from a worker; the kit itself needs few more.
static void confine(const prv_subject *subject) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The plugin must not read the input of the host, and its output is not shown.
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int output = memfd_create("output", MFD_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPIPE, SIGALRM, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    process_info.files = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    process_info.threads = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    process_info.memory = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    static const int calls[] = {SYS_umask};
    prv_confinement allowed = {
        .readable = subject->readable, .end = subject->readable + subject->readable_size,
        .memory = (uint64_t)8 << 30, .seconds = subject->patience / 1000 * 4 + 5, .file_size = 1 << 20,
        .calls = calls, .call_count = sizeof calls / sizeof *calls, .threads = true};
    const char *lacking = prv_confine(&allowed);
    if (lacking) snprintf(board->lacking, sizeof board->lacking, "%s", lacking);
}

/// Waits for the process; returns false if it does not end in time.
static bool has_ended(pid_t process, int handle, uint32_t patience) {
    struct pollfd ready = {.fd = handle, .events = POLLIN};
    double until = now() + patience;
    for (;;) {
        int left = (int)(until - now());
        if (left <= 0) return false;
        if (handle < 0) {
            siginfo_t info = {0};
            if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid) return true;
            poll(NULL, 0, 5);
        } else if (poll(&ready, 1, left) > 0) {
            return true;
        }
    }
}

static void explain(prv_outcome *outcome, int status, bool late, uint32_t patience) {
    outcome->verdict = PRV_FAILED;
    const char *doing = board->doing;
    if (late) {
        snprintf(outcome->why, sizeof outcome->why, "no end after %u seconds: %s", patience / 1000, doing);
    } else if (WIFSIGNALED(status)) {
        snprintf(outcome->why, sizeof outcome->why, "crashed (%s): %s", strsignal(WTERMSIG(status)), doing);
    } else {
        snprintf(outcome->why, sizeof outcome->why, "ended the process with status %d: %s", WEXITSTATUS(status), doing);
    }
}

prv_outcome prv_run_case(const prv_subject *subject, prv_case which) {
    prv_outcome outcome = {.verdict = PRV_FAILED};
    size_t size = sizeof *board + PRV_CATALOG_ROOM;
    board = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    double start = now();
    pid_t process = -1;
    if (board != MAP_FAILED) {
        board->verdict = PRV_RUNNING;
        process = fork();
    }
    if (process < 0) {
        snprintf(outcome.why, sizeof outcome.why, "no process could be started (%s)", strerror(errno));
        return outcome;
    }
    if (process == 0) {
        confine(subject);
        the_subject = subject;
        set_up_host();
        cases[which](subject);
        board->verdict = PRV_PASSED;
        _exit(0);
    }
    setpgid(process, process);
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    bool late = !has_ended(process, handle, subject->patience);
    if (handle >= 0) close(handle);
    // The whole group, including processes that it started itself.
    kill(-process, SIGKILL);
    if (late) kill(process, SIGKILL);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    board->lacking[sizeof board->lacking - 1] = 0;
    memcpy(outcome.lacking, board->lacking, sizeof outcome.lacking);
    board->doing[sizeof board->doing - 1] = board->why[sizeof board->why - 1] = 0;
    if (!late && WIFEXITED(status) && board->verdict >= PRV_PASSED && board->verdict <= PRV_SKIPPED) {
        outcome.verdict = (prv_verdict)board->verdict;
        memcpy(outcome.why, board->why, sizeof outcome.why);
    } else {
        explain(&outcome, status, late, subject->patience);
    }
    uint64_t catalogs = board->catalog_size;
    if (outcome.verdict == PRV_PASSED && catalogs > 0 && catalogs <= PRV_CATALOG_ROOM) {
        outcome.catalogs = malloc(catalogs);
        if (outcome.catalogs) memcpy(outcome.catalogs, board->catalogs, catalogs);
        outcome.catalog_size = outcome.catalogs ? catalogs : 0;
    }
    outcome.milliseconds = now() - start;
    munmap(board, size);
    board = NULL;
    return outcome;
}
