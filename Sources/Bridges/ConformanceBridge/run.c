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
    [PRV_CASE_EXPORTS] = case_exports,
    [PRV_CASE_MANIFEST] = case_manifest,
    [PRV_CASE_SMALL_STRUCTS] = case_small_structs,
    [PRV_CASE_LARGE_STRUCTS] = case_large_structs,
    [PRV_CASE_CREATE] = case_create,
    [PRV_CASE_KINDS] = case_kinds,
    [PRV_CASE_FINDINGS] = case_findings,
    [PRV_CASE_READ_ONLY] = case_read_only,
    [PRV_CASE_GUARDS] = case_guards,
    [PRV_CASE_BATCH] = case_batch,
    [PRV_CASE_NO_EXTRAS] = case_no_extras,
    [PRV_CASE_THREADS] = case_threads,
    [PRV_CASE_LEAKS] = case_leaks,
    [PRV_CASE_CANCEL] = case_cancel,
    [PRV_CASE_STATE] = case_state,
    [PRV_CASE_OUTPUT] = case_output,
    [PRV_CASE_EXIT] = case_exit,
    [PRV_CASE_FUZZ] = case_fuzz,
    [PRV_CASE_SPEED] = case_speed,
    [PRV_CASE_EXAMPLES] = case_examples,
    [PRV_CASE_CATALOGS] = case_catalogs,
};

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/// Adds a finding to a list that the waiting process reads too. Returns false if the list is full.
static bool add(prv_finding *findings, uint32_t *count, bool is_warning, const char *format, va_list arguments) {
    char text[sizeof findings->text];
    vsnprintf(text, sizeof text, format, arguments);
    uint32_t used = __atomic_load_n(count, __ATOMIC_SEQ_CST);
    for (uint32_t i = 0; i < used && i < PRV_MOST_FINDINGS; i++)
        if (strcmp(findings[i].text, text) == 0) return true;
    // Several threads may add at once.
    uint32_t at = __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
    if (at >= PRV_MOST_FINDINGS) return false;
    findings[at].is_warning = is_warning;
    memcpy(findings[at].text, text, sizeof text);
    return true;
}

_Noreturn static void end(int32_t verdict) {
    board->verdict = verdict;
    // Not exit: what the plugin registered for the end of a process is part of one case only.
    _exit(0);
}

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(board->findings, &board->finding_count, false, format, arguments);
    end(PRV_FAILED);
}

void problem(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bool has_room = add(board->findings, &board->finding_count, false, format, arguments);
    va_end(arguments);
    if (!has_room) end(PRV_FAILED);
}

void side_effect(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(board->findings, &board->finding_count, the_subject->is_worker_only, format, arguments);
    va_end(arguments);
}

void skip(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(board->why, sizeof board->why, format, arguments);
    // What was found before is not skipped.
    end(board->finding_count ? PRV_FAILED : PRV_SKIPPED);
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

static int argument_count;
static char **arguments;

/// Keeps the program's arguments.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    arguments = values;
}

/// Gives this process the environment of a worker, and no arguments: a plugin reads both, and could be right only when
/// it is tested.
static void disguise(void) {
    for (int i = 1; i < argument_count; i++) memset(arguments[i], 0, strlen(arguments[i]));
    static const char *const kept[] = {"TZ", "LD_LIBRARY_PATH"};
    char *values[sizeof kept / sizeof *kept];
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const char *value = getenv(kept[i]);
        values[i] = value ? strdup(value) : NULL;
    }
    clearenv();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (values[i]) setenv(kept[i], values[i], 1);
    // As in workers: Swift's backtraces would install signal handlers.
    setenv("SWIFT_BACKTRACE", "enable=no", 1);
}

/// Takes rights from this process that no plugin needs, as from a worker; the kit itself needs few more.
static void confine(const prv_subject *subject, prv_case which, int output) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    disguise();
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    fflush(NULL);
    // What the host had not written yet is not the plugin's.
    if (ftruncate(output, 0) == 0) lseek(output, 0, SEEK_SET);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPIPE, SIGALRM, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    process_info.files = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    process_info.threads = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    process_info.memory = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    static const int calls[] = {SYS_umask};
    // Two cases start threads themselves, one counts those of the plugin.
    bool has_own_threads = which == PRV_CASE_THREADS || which == PRV_CASE_CANCEL || which == PRV_CASE_STATE;
    prv_confinement allowed = {
        .readable = subject->readable, .end = subject->readable + subject->readable_size,
        .memory = (uint64_t)8 << 30, .seconds = subject->patience / 1000 * 4 + 5, .file_size = 1 << 20,
        .calls = calls, .call_count = sizeof calls / sizeof *calls, .threads = subject->has_threads || has_own_threads};
    const char *lacking = prv_confine(&allowed);
    if (lacking) snprintf(board->lacking, sizeof board->lacking, "%s", lacking);
    watch_writes();
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

/// Adds a finding of the waiting process.
__attribute__((format(printf, 2, 3))) static void blame(prv_board *found, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    // The plugin may have written any count.
    if (found->finding_count >= PRV_MOST_FINDINGS) found->finding_count = PRV_MOST_FINDINGS - 1;
    add(found->findings, &found->finding_count, false, format, arguments);
    va_end(arguments);
}

/// What the plugin printed, if this case checks that.
static void read_output(prv_board *found, const prv_subject *subject, prv_case which, int output) {
    if (which != PRV_CASE_OUTPUT && which != PRV_CASE_EXIT) return;
    char said[81] = "";
    if (pread(output, said, sizeof said - 1, 0) <= 0) return;
    said[strcspn(said, "\n")] = 0;
    blame(found, "wrote to standard output or standard error: \"%s\"", said);
    found->findings[found->finding_count - 1].is_warning = subject->is_worker_only;
}

/// How the process of the case ended, if that was not by its last line.
static bool has_completed(prv_board *found, int status, bool late, const prv_subject *subject) {
    const char *doing = found->doing;
    int32_t verdict = found->verdict;
    if (late) {
        blame(found, "no end after %u seconds: %s", subject->patience / 1000, doing);
    } else if (WIFSIGNALED(status)) {
        blame(found, "crashed (%s): %s", strsignal(WTERMSIG(status)), doing);
    } else if (WEXITSTATUS(status) != 0 || verdict < PRV_PASSED || verdict > PRV_SKIPPED) {
        blame(found, "ended the process with status %d: %s", WEXITSTATUS(status), doing);
    } else {
        return true;
    }
    return false;
}

/// Copies what a case found out of the shared memory, after its process has ended.
static void collect(prv_outcome *outcome, prv_board *found, prv_case which, bool is_complete) {
    found->lacking[sizeof found->lacking - 1] = found->why[sizeof found->why - 1] = 0;
    memcpy(outcome->lacking, found->lacking, sizeof outcome->lacking);
    memcpy(outcome->why, found->why, sizeof outcome->why);
    uint32_t count = found->finding_count > PRV_MOST_FINDINGS ? PRV_MOST_FINDINGS : found->finding_count;
    outcome->verdict = is_complete ? (prv_verdict)found->verdict : PRV_FAILED;
    // Without an entry function or a descriptor nothing else can be called.
    bool is_entry = which == PRV_CASE_EXPORTS || which == PRV_CASE_MANIFEST;
    outcome->is_obstacle = found->is_obstacle || (is_entry && outcome->verdict == PRV_FAILED);
    if (count) outcome->findings = calloc(count, sizeof *outcome->findings);
    if (outcome->findings) {
        memcpy(outcome->findings, found->findings, count * sizeof *outcome->findings);
        outcome->finding_count = count;
    }
    for (uint32_t i = 0; i < outcome->finding_count; i++) {
        outcome->findings[i].text[sizeof outcome->findings[i].text - 1] = 0;
        if (outcome->verdict == PRV_PASSED) outcome->verdict = PRV_WARNED;
        if (!outcome->findings[i].is_warning) outcome->verdict = PRV_FAILED;
    }
    uint64_t catalogs = found->catalog_size;
    if (!is_complete || catalogs == 0 || catalogs > PRV_CATALOG_ROOM) return;
    outcome->catalogs = malloc(catalogs);
    if (outcome->catalogs) memcpy(outcome->catalogs, found->catalogs, catalogs);
    outcome->catalog_size = outcome->catalogs ? catalogs : 0;
}

/// What the process of a case does.
_Noreturn static void run(const prv_subject *subject, prv_case which, int output) {
    the_subject = subject;
    confine(subject, which, output);
    set_up_host();
    cases[which](subject);
    end(PRV_PASSED);
}

prv_outcome prv_run_case(const prv_subject *subject, prv_case which) {
    prv_outcome outcome = {.verdict = PRV_FAILED};
    size_t size = sizeof *board + PRV_CATALOG_ROOM;
    board = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int output = memfd_create("output", MFD_CLOEXEC);
    double start = now();
    pid_t process = -1;
    if (board != MAP_FAILED && output >= 0) {
        board->verdict = PRV_RUNNING;
        process = fork();
    }
    if (process < 0) {
        snprintf(outcome.why, sizeof outcome.why, "no process could be started (%s)", strerror(errno));
        if (board != MAP_FAILED) munmap(board, size);
        if (output >= 0) close(output);
        return outcome;
    }
    if (process == 0) run(subject, which, output);
    setpgid(process, process);
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    bool late = !has_ended(process, handle, subject->patience);
    if (handle >= 0) close(handle);
    // The whole group, including processes that it started itself.
    kill(-process, SIGKILL);
    if (late) kill(process, SIGKILL);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    board->doing[sizeof board->doing - 1] = 0;
    bool is_complete = has_completed(board, status, late, subject);
    read_output(board, subject, which, output);
    collect(&outcome, board, which, is_complete);
    outcome.milliseconds = now() - start;
    close(output);
    munmap(board, size);
    board = NULL;
    return outcome;
}
