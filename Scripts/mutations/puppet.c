/// A plugin that misbehaves as its option `seed` says: wrong verdicts, counts and violations, writes to the memory that
/// its worker shares with the host, bytes on the worker's channel, signals and endless loops.
///
/// It runs in a worker only. `make mutate-plugins` checks that only its own rule suffers.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "proviso.h"

PROVISO_MANIFEST({
  "id": "org.example.puppet",
  "version": "1.0.0",
  "locales": ["en"],
  "rules": [
    {"type": "puppet/digits", "kinds": ["text"], "invalidCode": "digits.format",
     "options": {"seed": {"kinds": ["integer"], "required": true}},
     "codes": {"digits.format": [], "digits.some": ["min", "word"]}}
  ]
})

static uint64_t state, calls;
/// The memory that the worker shares with its host: the flag of cancellation is on its first page.
static unsigned char *shared;

static uint64_t draw(uint64_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below ? state % below : state;
}

/// A number that readers of numbers get wrong.
static uint64_t odd_number(void) {
    static const uint64_t numbers[] = {0,          1,          2,           3,          254,         255,       256,
                                       4095,       4096,       4097,        0x7FFFFFFF, 0x80000000u, 0xFFFFFFFFu,
                                       UINT64_MAX, INT64_MAX,  1ull << 63,  1ull << 32, 1ull << 40,  8ull << 20};
    return draw(3) ? numbers[draw(sizeof numbers / sizeof *numbers)] : draw(0);
}

/// Changes bytes, mostly of the first page, where worker and host agree on what is done.
static void change_shared_memory(void) {
    static const uint64_t starts[] = {0, 0, 0, 4096, 8192, 8192 + (8u << 20), 8192 + (8u << 20)};
    for (uint64_t n = 1 + draw(16); n > 0; n--) {
        uint64_t at = starts[draw(7)] + (draw(2) ? draw(16) * 8 : draw(4096));
        uint64_t number = odd_number();
        memcpy(shared + at, &number, 1 + draw(8));
    }
}

/// At any later time, also when no function of the plugin runs.
static void change_later(int number) {
    (void)number;
    change_shared_memory();
}

static void set_timer(void) {
    struct itimerval time = {.it_interval = {0, 100 + (long)draw(3000)}, .it_value = {0, 50 + (long)draw(3000)}};
    signal(SIGALRM, change_later);
    setitimer(ITIMER_REAL, &time, NULL);
}

static void write_to_descriptors(void) {
    char bytes[64];
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (char)draw(256);
    for (uint64_t n = 1 + draw(8); n > 0; n--) {
        ssize_t written = write((int)draw(8), bytes, draw(2) ? 8 : draw(sizeof bytes));
        (void)written;
    }
}

static void report_nonsense(proviso_call *call) {
    static char text[1 << 21];
    static const char *const codes[] = {"digits.format", "digits.some", "digits.none", "", "email.invalid", "\x1b[2J\n",
                                        "victim/digits.format", "control/digits.format", "rule.fault"};
    static const char *const names[] = {"min", "word", "", "attribute", "\xff\xfe", "max"};
    if (!call->report) return;
    memset(text, (int)draw(256), sizeof text);
    text[sizeof text - 1] = 0;
    for (uint64_t n = draw(20) ? 1 + draw(4) : 5000; n > 0; n--) {
        proviso_parameter parameters[80];
        for (unsigned i = 0; i < 80; i++) {
            parameters[i].name = draw(50) ? names[draw(6)] : draw(2) ? text : NULL;
            parameters[i].value.kind = (uint32_t)(draw(8) ? draw(12) : odd_number());
            parameters[i].value.flags = (uint32_t)draw(4);
            parameters[i].value.length = draw(10) ? draw(200) : draw(3) ? sizeof text - 1 : odd_number();
            parameters[i].value.as.unsigned_integer = odd_number();
            if (draw(30)) parameters[i].value.as.text = text;
        }
        const char *code = draw(40) ? codes[draw(9)] : draw(2) ? text : NULL;
        call->report(call, draw(4) ? 0 : odd_number(), code, parameters, draw(20) ? draw(80) : odd_number());
    }
}

static void end_or_stay(void) {
    static const int signals[] = {SIGKILL, SIGSTOP, SIGSEGV, SIGTERM, SIGPIPE, SIGALRM};
    switch (draw(8)) {
    case 0: _exit((int)draw(256));
    case 1: abort();
    case 2: exit(0);
    case 3: raise(signals[draw(6)]); break;
    case 4: kill(getppid(), SIGKILL); break;
    case 5: *(volatile char *)odd_number() = 1; break;
    case 6:
        if (draw(4) == 0)
            for (;;) state++;
        break;
    default: close((int)draw(8));
    }
}

static void misbehave(const proviso_value *value, proviso_call *call) {
    switch (draw(10)) {
    case 0:
    case 1:
    case 2: change_shared_memory(); break;
    case 3: write_to_descriptors(); break;
    case 4:
    case 5: report_nonsense(call); break;
    case 6: end_or_stay(); break;
    case 7: set_timer(); break;
    case 8: memset((char *)(uintptr_t)value, (int)draw(256), draw(4096)); break;
    default: memset(call, (int)draw(256), sizeof *call);
    }
}

static int is_bad_moment(const proviso_call *call) {
    if (!shared && call->cancelled) shared = (unsigned char *)((uintptr_t)call->cancelled & ~(uintptr_t)4095);
    return shared && draw(1 + ++calls % 16) == 0;
}

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options, void **instance,
                      proviso_failure *failure) {
    (void)rule;
    (void)instance;
    const proviso_value *seed = host->object_find(options, "seed", 4);
    state = seed ? (uint64_t)seed->as.integer * 0x9E3779B97F4A7C15u + 1 : 1;
    for (int i = 0; i < 8; i++) draw(0);
    if (draw(50) == 0) {
        failure->option = draw(2) ? "seed\n::error::" : (const char *)1;
        failure->reason = "error: \x1b[31mno\x1b[0m";
        return (int32_t)odd_number();
    }
    return 0;
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    if (is_bad_moment(call)) misbehave(value, call);
    return draw(3) ? (int32_t)draw(3) : (int32_t)odd_number();
}

static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    (void)instance;
    (void)stride;
    uint64_t written = draw(10) ? count : count + draw(8192);
    for (uint64_t i = 0; i < written; i++) verdicts[i] = (uint8_t)(draw(3) ? draw(3) : draw(256));
    if (is_bad_moment(call)) misbehave(values, call);
    return draw(5) ? 0 : (int32_t)odd_number();
}

static const proviso_rule rule = {.size = sizeof rule,
                                  .type = "puppet/digits",
                                  .create = create,
                                  .validate = validate,
                                  .validate_batch = validate_batch};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"digits.format\": \"{attribute} must have digits only.\","
                               " \"digits.some\": \"{attribute} needs {min} of {word}.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {.size = sizeof plugin,
                                      .minor = PROVISO_ABI_MINOR,
                                      .id = "org.example.puppet",
                                      .rules = rules,
                                      .rule_count = 1,
                                      .catalogs = catalogs,
                                      .catalog_count = 1};

PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    (void)host;
    return &plugin;
}
