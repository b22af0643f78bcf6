/// What the attacks have in common. The tests write the chosen one into the compiled file, so it is compiled once.
#ifndef ATTACK_H
#define ATTACK_H
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../../Sources/Bridges/WorkerBridge/include/worker_protocol.h"
#include "proviso.h"

/// What an attack may use at the place where it happens; null where the place does not have it.
typedef struct scene {
    const proviso_host *host;
    const proviso_value *value;
    proviso_call *call;
    proviso_failure *failure;
    uint8_t *verdicts;
    uint64_t count;
} scene;

typedef int32_t (*deed)(scene *at);
typedef struct named_deed {
    const char *name;
    deed act;
} named_deed;

/// Reports a text, or aborts with it where there is no report: the host quotes it.
static inline int32_t tell(scene *at, const char *text) {
    if (!at->call || !at->call->report) {
        fprintf(stderr, "%s\n", text);
        fflush(stderr);
        abort();
    }
    proviso_parameter what = {"text", {PROVISO_TEXT, 0, {.text = text}, strlen(text)}};
    at->call->report(at->call, 0, "evil.note", &what, 1);
    return PROVISO_INVALID;
}

static inline int32_t tell_number(scene *at, const char *name, long number) {
    static char text[200];
    snprintf(text, sizeof text, "%s %ld", name, number);
    return tell(at, text);
}

static volatile long zero;

/// The memory that host and worker share: below the request that has the value.
static inline unsigned char *shared(const proviso_value *value) {
    uintptr_t page = (uintptr_t)value & ~(uintptr_t)4095;
    for (int index = 0; index < 64; index++, page -= 4096) {
        prv_worker_control *control = (prv_worker_control *)(page - PRV_WORKER_REQUEST);
        if (control->operation == PRV_WORKER_CREATE) return (unsigned char *)control;
        if (control->operation == PRV_WORKER_JUDGE && control->count >= 1 && control->count <= 4096) {
            return (unsigned char *)control;
        }
    }
    return 0;
}
#endif
