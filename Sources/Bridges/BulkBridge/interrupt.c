// For pipe2.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "bulk_bridge.h"

// Written by the handler, read by all threads.
static _Atomic int caught;
static int ends[2] = {-1, -1};

static void note(int signal) {
    int saved = errno;
    caught = signal;
    (void)!write(ends[1], "", 1);
    errno = saved;
}

void prv_interrupt_catch(void) {
    if (ends[0] >= 0 || pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return;
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    // The thread that starts the tool may block signals, and a process inherits that.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int prv_interrupt_signal(void) { return caught; }

int prv_interrupt_descriptor(void) { return ends[0]; }
