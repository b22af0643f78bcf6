#define _GNU_SOURCE
#include "worker_bridge.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "starter.h"
#include "system_files.h"

/// Moves a descriptor to where the worker's own numbers cannot collide with it.
static int high(int descriptor) {
    if (descriptor < 0) return descriptor;
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
    int saved = errno;
    close(descriptor);
    errno = saved;
    return moved;
}

/// The worker could cut the memory short to kill the host, were its size not sealed.
static int shared_memory(unsigned char **memory) {
    int descriptor = high(prv_memory_file("proviso-worker"));
    if (descriptor < 0) return -1;
    *memory = MAP_FAILED;
    if (ftruncate(descriptor, PRV_WORKER_MEMORY_SIZE) == 0
        && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
        *memory = mmap(NULL, PRV_WORKER_MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    if (*memory != MAP_FAILED) return descriptor;
    close(descriptor);
    return -1;
}

typedef struct ends {
    int channel[2], errors[2], memory, plugin, code, nothing;
} ends;

static void close_all(const ends *open) {
    const int all[] = {open->channel[0], open->channel[1], open->errors[0], open->errors[1],
                       open->memory,     open->plugin,     open->code,      open->nothing};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
        if (all[index] >= 0) close(all[index]);
    }
}

static int open_ends(ends *open, int plugin, int code, unsigned char **memory) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0) {
        open->channel[0] = high(pair[0]);
        open->channel[1] = high(pair[1]);
    }
    // Not blocking: a worker that floods it loses its output, and no thread waits.
    if (pipe2(pair, O_CLOEXEC | O_NONBLOCK) == 0) {
        open->errors[0] = high(pair[0]);
        open->errors[1] = high(pair[1]);
    }
    open->nothing = high(openat(AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC));
    open->plugin = fcntl(plugin, F_DUPFD_CLOEXEC, 16);
    open->code = fcntl(code < 0 ? open->nothing : code, F_DUPFD_CLOEXEC, 16);
    open->memory = shared_memory(memory);
    return open->channel[0] < 0 || open->channel[1] < 0 || open->errors[0] < 0 || open->errors[1] < 0
                   || open->nothing < 0 || open->plugin < 0 || open->code < 0 || open->memory < 0
               ? -1
               : 0;
}

static int32_t spawn(const char *program, const ends *open, char *const *environment, prv_worker *worker) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    const int from[] = {open->nothing, open->nothing, open->errors[1], open->channel[1], open->memory, open->plugin,
                        open->code};
    for (int index = 0; index <= PRV_WORKER_CODE; index++) posix_spawn_file_actions_adddup2(&actions, from[index], index);
    // A group of its own: what is typed at a terminal to stop the host must not look like a crash of the plugin.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    char *const arguments[] = {(char *)"proviso-worker", NULL};
    prv_start_order order = {program, &actions, &attributes, arguments, environment, 0, 0};
    prv_start(&order);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    worker->process = order.process;
    return order.error;
}

int32_t prv_worker_start(const char *program, int32_t plugin, int32_t code, char *const *environment,
                         prv_worker *worker) {
    ends open = {{-1, -1}, {-1, -1}, -1, -1, -1, -1};
    *worker = (prv_worker){0, -1, -1, -1, 0, NULL};
    unsigned char *memory = MAP_FAILED;
    int32_t error = open_ends(&open, plugin, code, &memory) == 0 ? 0 : errno ? errno : EMFILE;
    if (error == 0) error = spawn(program, &open, environment, worker);
    if (error != 0) {
        if (memory != MAP_FAILED) munmap(memory, PRV_WORKER_MEMORY_SIZE);
        close_all(&open);
        return error;
    }
    worker->memory = memory;
    worker->channel = open.channel[0];
    worker->errors = open.errors[0];
    open.channel[0] = open.errors[0] = -1;
    close_all(&open);
#ifdef SYS_pidfd_open
    worker->handle = (int32_t)syscall(SYS_pidfd_open, worker->process, 0);
#endif
    return 0;
}

int32_t prv_worker_ask(prv_worker *worker) {
    uint64_t number = ++worker->asked;
    ssize_t sent;
    do {
        sent = send(worker->channel, &number, sizeof number, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof number ? 0 : -1;
}

int32_t prv_worker_wait(prv_worker *worker, int32_t milliseconds) {
    uint64_t end = prv_monotonic() + (uint64_t)milliseconds * 1000000u;
    for (;;) {
        uint64_t now = prv_monotonic();
        struct pollfd waited = {worker->channel, POLLIN, 0};
        int ready = poll(&waited, 1, now < end ? (int)((end - now) / 1000000u) + 1 : 0);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return PRV_WORKER_IS_LATE;
        uint64_t number = 0;
        ssize_t received = recv(worker->channel, &number, sizeof number, MSG_DONTWAIT);
        if (received < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (received <= 0) return PRV_WORKER_HAS_ENDED;
        // Anything else was written by the plugin.
        if (received == (ssize_t)sizeof number && number == worker->asked) return PRV_WORKER_ANSWERED;
        if (prv_monotonic() >= end) return PRV_WORKER_IS_LATE;
    }
}

uint64_t prv_worker_progress(const prv_worker *worker) {
    return __atomic_load_n(&((const prv_worker_control *)worker->memory)->progress, __ATOMIC_ACQUIRE);
}

int32_t prv_worker_end(prv_worker *worker) {
    if (worker->process <= 0) return -1;
#ifdef SYS_pidfd_send_signal
    if (worker->handle >= 0) {
        syscall(SYS_pidfd_send_signal, worker->handle, SIGKILL, NULL, 0);
    } else {
        kill(worker->process, SIGKILL);
    }
#else
    kill(worker->process, SIGKILL);
#endif
    int status = 0;
    pid_t waited;
    do {
        waited = waitpid(worker->process, &status, 0);
    } while (waited < 0 && errno == EINTR);
    int32_t result = waited == worker->process ? status : -1;
    worker->process = 0;
    return result;
}

size_t prv_worker_read_errors(const prv_worker *worker, char *buffer, size_t size) {
    size_t filled = 0;
    while (filled < size) {
        ssize_t count = read(worker->errors, buffer + filled, size - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        filled += (size_t)count;
    }
    return filled;
}

void prv_worker_free(prv_worker *worker) {
    if (worker->memory) munmap(worker->memory, PRV_WORKER_MEMORY_SIZE);
    if (worker->channel >= 0) close(worker->channel);
    if (worker->errors >= 0) close(worker->errors);
    if (worker->handle >= 0) close(worker->handle);
    *worker = (prv_worker){0, -1, -1, -1, 0, NULL};
}

typedef struct visit {
    void (*body)(const char *, void *);
    void *context;
} visit;

static int each_library(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    const visit *wanted = data;
    if (info->dlpi_name) wanted->body(info->dlpi_name, wanted->context);
    return 0;
}

void prv_each_library(void (*body)(const char *, void *), void *context) {
    visit wanted = {body, context};
    dl_iterate_phdr(each_library, &wanted);
}

const char *prv_own_file(void) {
    Dl_info found;
    void *place;
    const char *(*own)(void) = prv_own_file;
    memcpy(&place, &own, sizeof place);
    return dladdr(place, &found) ? found.dli_fname : NULL;
}

uint64_t prv_monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
