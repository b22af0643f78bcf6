#define _GNU_SOURCE
#include "include/system_supervise.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>

static volatile pid_t child;

static void forward(int signal) { kill(child, signal); }

/// A terminal sends its signals to both processes; what ends the child ends this one.
static void take_signals(void) {
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGQUIT, &action, NULL);
    action.sa_handler = forward;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
}

static int wait_for(int options) {
    int how = 0;
    pid_t ended;
    do ended = waitpid(child, &how, options); while (ended < 0 && errno == EINTR);
    return ended == child ? how : -1;
}

/// Gives the child a second to free what it has; a plugin may hang there.
static _Noreturn void end_with(int status) {
    for (int turn = 0; turn < 1000 && wait_for(WNOHANG) < 0; turn++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    _exit(status);
}

static _Noreturn void watch(int channel, const char *message, int status) {
    take_signals();
    unsigned char own;
    ssize_t count;
    do count = read(channel, &own, 1); while (count < 0 && errno == EINTR);
    if (count == 1) end_with(own);
    int how = wait_for(0);
    if (how >= 0 && WIFSIGNALED(how)) {
        // The child has left the core file, if there is one.
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(WTERMSIG(how), SIG_DFL);
        raise(WTERMSIG(how));
    }
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
    _exit(status);
}

int prv_supervise(const char *message, int status) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    pid_t parent = getpid();
    child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    if (child > 0) {
        close(ends[1]);
        watch(ends[0], message, status);
    }
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before that call.
    if (getppid() != parent) _exit(status);
    return ends[1];
}

void prv_supervise_end(int channel, int status) {
    unsigned char own = (unsigned char)status;
    ssize_t written;
    do written = write(channel, &own, 1); while (written < 0 && errno == EINTR);
}
