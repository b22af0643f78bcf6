/// A plugin that misbehaves as the text says that it is given; numbers it judges rightly: even ones are valid.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proviso.h"

#ifdef FOREIGN
int32_t misbehave(void);
#else
static int32_t misbehave(void) { return PROVISO_VALID; }
#endif

PROVISO_MANIFEST({"id": "org.example.zoo", "version": "1.0", "rules": [
    {"type": "zoo/animal", "kinds": ["text", "integer"], "invalidCode": "zoo.odd",
     "codes": {"zoo.odd": ["n"], "zoo.refused": ["error"]}},
    {"type": "zoo/single", "kinds": ["text", "integer"], "invalidCode": "zoo.odd",
     "codes": {"zoo.odd": ["n"], "zoo.refused": ["error"]}}]})

static volatile int tainted;
static volatile char *nowhere;

static int recurse(int depth) {
    volatile char room[4096];
    room[0] = (char)depth;
    return room[0] + recurse(depth + 1) + room[1];
}

/// What was refused is reported with its error; what was not is valid, and so found out.
static int32_t refused(proviso_call *call, long result) {
    if (result >= 0) return PROVISO_VALID;
    proviso_parameter why = {"error", {PROVISO_INTEGER, 0, {.integer = errno}, 0}};
    if (call->report) call->report(call, 0, "zoo.refused", &why, 1);
    return PROVISO_INVALID;
}

static int32_t bomb(proviso_call *call) {
    int started = 0;
    for (int index = 0; index < 1000; index++) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        if (child > 0) started++, waitpid(child, 0, 0);
    }
    return started ? PROVISO_VALID : refused(call, -1);
}

static int32_t overrun(void) {
    // Larger than what was freed before, so that the blocks are neighbours.
    enum { SIZE = 100000 };
    static char *volatile blocks[2];
    blocks[0] = malloc(SIZE);
    blocks[1] = malloc(SIZE);
    memset(blocks[0], 0x41, SIZE + 256);
    free(blocks[1]);
    free(blocks[0]);
    return PROVISO_VALID;
}

static int32_t allocate(void) {
    size_t size = (size_t)10 << 30;
    char *memory = malloc(size);
    if (!memory) return PROVISO_FAULT_MEMORY;
    memset(memory, 1, size);
    return PROVISO_VALID;
}

static int32_t leak(void) {
    for (;;) memset(malloc(1 << 20), 1, 1 << 20);
}

static int32_t noise(void) {
    for (int index = 0; index < 100000; index++) {
        (void)!write(1, "this is no finding\n", 19);
        (void)!write(2, "this is no error\n", 17);
    }
    return PROVISO_VALID;
}

static int32_t flood(proviso_call *call, long count) {
    proviso_parameter parameter = {"error", {PROVISO_TEXT, 0, {.text = "flood"}, 5}};
    for (long index = 0; call->report && index < count; index++) {
        call->report(call, 0, "zoo.refused", &parameter, 1);
    }
    return PROVISO_INVALID;
}

static int32_t connected(proviso_call *call) {
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0) return refused(call, made);
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(9)};
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int result = connect(made, (struct sockaddr *)&there, sizeof there);
    close(made);
    return result < 0 && errno != ECONNREFUSED ? refused(call, result) : PROVISO_VALID;
}

static int32_t cancelled(proviso_call *call) {
    while (!call->cancelled || !*call->cancelled) usleep(1000);
    return PROVISO_FAULT_CANCELLED;
}

static void forge(void) {
    for (uint64_t number = 0; number < 100; number++) (void)!write(3, &number, sizeof number);
    _exit(3);
}

static int32_t act(const char *name, proviso_call *call) {
#define CASE(text) if (strcmp(name, text) == 0)
    CASE("null") return *nowhere;
    CASE("abort") abort();
    CASE("exit") exit(0);
    CASE("_exit") _exit(0);
    CASE("loop") for (volatile long turns = 0;; turns++);
    CASE("sleep") for (;;) sleep(1000);
    CASE("stack") return recurse(0) ? PROVISO_VALID : PROVISO_INVALID;
    CASE("divide") return 1000 / tainted;
    CASE("trap") __builtin_trap();
    CASE("overrun") return overrun();
    CASE("allocate") return allocate();
    CASE("leak") return leak();
    CASE("fork") return bomb(call);
    CASE("write") return refused(call, open("/tmp/proviso-zoo-was-here", O_CREAT | O_WRONLY, 0600));
    CASE("read") return refused(call, open("/etc/passwd", O_RDONLY));
    CASE("connect") return connected(call);
    CASE("execute") return refused(call, execl("/bin/true", "true", (char *)0));
    CASE("signal") return refused(call, kill(getppid(), SIGTERM));
    CASE("signalLater") return refused(call, fcntl(STDIN_FILENO, F_SETOWN, getppid()));
    CASE("readName") return prctl(PR_GET_NAME, (char[16]){0}) == 0 ? PROVISO_VALID : PROVISO_FAULT;
    CASE("setTiming") return refused(call, prctl(PR_SET_TIMING, PR_TIMING_STATISTICAL));
    CASE("trace") return refused(call, ptrace(PTRACE_ATTACH, getppid(), 0, 0));
    CASE("noise") return noise();
    CASE("lie") return 42;
    CASE("fault") return PROVISO_FAULT;
    CASE("flood") return flood(call, 1000000);
    CASE("many") return flood(call, 900);
    CASE("contradict") return flood(call, 1), PROVISO_VALID;
    CASE("undeclared") return call->report ? call->report(call, 0, "zoo.other", 0, 0), PROVISO_INVALID : PROVISO_INVALID;
    CASE("close") return close(3), PROVISO_VALID;
    CASE("forge") forge();
    CASE("cancel") return cancelled(call);
    CASE("taint") return tainted = 1, PROVISO_VALID;
    CASE("say") return call->host->log(call->host, PROVISO_LOG_WARNING, "a\nline", 6), PROVISO_VALID;
    CASE("words") return fputs("first line\nindex out of range\n", stderr), abort(), PROVISO_VALID;
    CASE("foreign") return misbehave();
    return PROVISO_VALID;
}

static int32_t validate(const void *self, const proviso_value *value, proviso_call *call) {
    (void)self;
    if (value->kind == PROVISO_TEXT) {
        char name[32] = "";
        memcpy(name, value->as.text, value->length < 31 ? value->length : 31);
        return act(name, call);
    }
    if (tainted) abort();
    if (value->as.integer % 2 == 0) return PROVISO_VALID;
    proviso_parameter what = {"n", *value};
    if (call->report) call->report(call, 0, "zoo.odd", &what, 1);
    return PROVISO_INVALID;
}

static int32_t validate_batch(const void *self, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    for (uint64_t row = 0; row < count; row++) {
        const proviso_value *value = (const proviso_value *)((const char *)values + row * stride);
        int32_t result = validate(self, value, call);
        verdicts[row] = result < 0 || result > 2 ? PROVISO_UNCHECKED : (uint8_t)result;
    }
    return 0;
}

#define RULE(name, batch) \
    {.size = sizeof(proviso_rule), .type = name, .validate = validate, .validate_batch = batch}
static const proviso_rule animal = RULE("zoo/animal", validate_batch), single = RULE("zoo/single", 0);
static const proviso_rule *const rules[] = {&animal, &single};

#ifdef CONSTRUCTOR
__attribute__((constructor)) static void begin(void) { CONSTRUCTOR; }
#endif

static int32_t init(const proviso_host *host) {
    (void)host;
#ifdef INIT
    INIT;
#endif
    return 0;
}

static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.zoo", .rules = rules, .rule_count = 2, .init = init};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
