/// A plugin with one mistake, the one that FLAW names; without it none. A text is valid where it is all digits.
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "proviso.h"

enum {
    NONE, MANIFEST, SMALL, LARGE, OPTIONS, CRASH, FAULTS, CODE, DEPENDS, OVER_READ, KEPT, BATCH, NEEDS_LOG,
    THREADS, LEAK, LATE, LOCALE, SIGNALS, OUTPUT, FUZZ, MESSAGES, ENDS, HANGS, REACHES,
    WRITES, WRITES_TEXT, WRITES_OPTIONS, WRITES_HOST, KNOWS, LEAVES_THREAD, EXIT_HANGS, EXIT_EARLY, EXIT_PRINTS,
    EXIT_CRASHES, REFUSES, NOTES, TWO, VERDICT, PARAMETER, CLOSES, VENDOR, LIES
};
#ifndef FLAW
#define FLAW NONE
#endif

PROVISO_MANIFEST({"id": "org.example.flawed", "version": "1", "locales": ["en", "de"], "rules": [
    {"type": "acme/flawed", "kinds": ["text"], "invalidCode": "flawed.kind",
     "options": {"least": {"kinds": ["integer"]}, "word": {"kinds": ["text"]}},
     "codes": {"flawed.wrong": ["least"], "flawed.kind": []},
     "examples": [{"value": "12", "valid": true}, {"value": "1", "options": {"least": 2}, "code": "flawed.wrong",
         "parameters": {"least": 2}}, {"value": "1", "options": {"least": 2}, "code": "flawed.wrong",
         "parameters": {"least": [2]}}]}]})

typedef struct {
    int64_t least;
    const char *word;
} rule;

#ifdef WITH_HELPER
PROVISO_EXPORT int helper(void) { return 1; }
#endif

static const char *kept;
static int is_tested;

/// What a plugin can find out about the program that it is in.
__attribute__((constructor)) static void look_around(int count, char **arguments) {
    for (int i = 0; i < count; i++) is_tested |= strcmp(arguments[i], "test") == 0;
}

static void hang(void) { for (;;) pause(); }
static void end_early(void) { _exit(0); }
static void print(void) { puts("goodbye"); }
static void *wait_for_ever(void *nothing) { return hang(), nothing; }

/// What is only seen later.
static void prepare(const proviso_host *host, const proviso_value *options, const proviso_value *least) {
    static int is_prepared;
    is_tested |= strstr(host->name, "test") != NULL;
    if (FLAW == WRITES_OPTIONS && least) ((proviso_value *)least)->as.integer = 1;
    if (FLAW == WRITES_HOST) ((proviso_host *)host)->log = NULL;
    (void)options;
    if (is_prepared) return;
    is_prepared = 1;
    pthread_t thread;
    if (FLAW == LEAVES_THREAD) pthread_create(&thread, NULL, wait_for_ever, NULL);
    if (FLAW == EXIT_HANGS) atexit(hang);
    if (FLAW == EXIT_EARLY) atexit(end_early);
    if (FLAW == EXIT_PRINTS) atexit(print);
    if (FLAW == EXIT_CRASHES) atexit(abort);
}

static volatile int64_t shared;

static int is_digits(const proviso_value *value) {
    for (uint64_t i = 0; i < value->length; i++)
        if (value->as.text[i] < '0' || value->as.text[i] > '9') return 0;
    return value->length > 0;
}

/// What a confined process cannot do; the files show who could.
static void reach_out(void) {
    FILE *file = fopen("written.txt", "w");
    if (file) fclose(file);
    if (fopen("secret.txt", "r")) fopen("read.txt", "w");
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) abort();
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) abort();
    execl("/bin/true", "true", (char *)0);
}

static int32_t check(const rule *self, const proviso_value *value) {
    if (FLAW == OVER_READ && value->as.text && strlen(value->as.text) > 1000) return PROVISO_INVALID;
    if (FLAW == KEPT) {
        if (kept && *kept == '#') return PROVISO_INVALID;
        kept = value->length ? value->as.text : NULL;
    }
    if (FLAW == THREADS) {
        shared = (int64_t)value->length;
        // On a busy machine the threads would take turns otherwise.
        sched_yield();
        for (volatile int i = 0; i < 1000; i++) continue;
        if (shared != (int64_t)value->length) return PROVISO_INVALID;
    }
    if (FLAW == LEAK && value->length == 1) ((volatile char *)malloc(50))[0] = 1;
    if (FLAW == CRASH && value->length > 60000) *(volatile int *)0 = 0;
    if (FLAW == ENDS && value->length > 60000) exit(0);
    if (FLAW == LATE && value->length > 60000) usleep(1500000);
    if (FLAW == HANGS && value->length > 60000) for (;;) pause();
    if (FLAW == REACHES) reach_out();
    for (int i = 3; FLAW == CLOSES && i < 256; i++) close(i);
    if (FLAW == KNOWS && !is_tested) abort();
    if (FLAW == WRITES) ((proviso_value *)value)->flags |= PROVISO_FLAG_ASCII;
    if (FLAW == WRITES_TEXT && value->length > 0) ((volatile char *)value->as.text)[0] = value->as.text[0];
    if (FLAW == FUZZ && value->length == 77) abort();
    if (FLAW == VERDICT && value->length == 2) return PROVISO_INVALID;
    if (FLAW == FAULTS && value->length == 0) return PROVISO_FAULT;
    return is_digits(value) && (int64_t)value->length >= self->least ? PROVISO_VALID : PROVISO_INVALID;
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const rule *self = instance;
    int32_t verdict = check(self, value);
    if (FLAW == OUTPUT) fputs("validating", stdout);
    if (FLAW == LOCALE) setlocale(LC_ALL, "C.UTF-8");
    if (FLAW == SIGNALS) signal(SIGUSR1, SIG_IGN);
    if (FLAW == DEPENDS && !call->report) return PROVISO_VALID;
    if (FLAW == SMALL && call->record) return PROVISO_FAULT;
    if (FLAW == TWO && value->length == 1) return 7;
    if (FLAW == TWO && value->length == 3) return -3;
    if (FLAW == LARGE && call->size != sizeof *call) abort();
    if (verdict == PROVISO_INVALID && call->report) {
        proviso_parameter least = {"least", {.kind = PROVISO_INTEGER, .as.integer = self->least}};
        if (FLAW == PARAMETER) least.value.as.integer++;
        call->report(call, 0, FLAW == CODE ? "flawed.other" : FLAW == VENDOR ? "acme/flawed.wrong" : "flawed.wrong",
                     &least, 1);
    }
    return verdict;
}

static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    for (uint64_t row = 0; row < count; row++) {
        if (row % 64 == 0 && call->cancelled && *call->cancelled) return PROVISO_FAULT_CANCELLED;
        uint64_t step = FLAW == BATCH ? sizeof *values : stride;
        const proviso_value *value = (const void *)((const char *)values + row * step);
        verdicts[row] = (uint8_t)check(instance, value);
    }
    return 0;
}

static int32_t create(const proviso_host *host, const proviso_rule *type, const proviso_value *options,
                      void **instance, proviso_failure *failure) {
    (void)type, (void)failure;
    if (FLAW == REFUSES) return PROVISO_FAULT_ARGUMENT;
    if (FLAW == NEEDS_LOG) host->log(host, PROVISO_LOG_INFO, "made", 4);
    const proviso_value *least = host->object_find(options, "least", 5), *word = host->object_find(options, "word", 4);
    if (FLAW == OPTIONS && word && word->length == 0 && word->as.text[0] == 'x') return PROVISO_FAULT;
    if (FLAW != OPTIONS && word && word->kind != PROVISO_TEXT) return PROVISO_FAULT_ARGUMENT;
    if (least && least->kind != PROVISO_INTEGER) return PROVISO_FAULT_ARGUMENT;
    prepare(host, options, least);
    rule *made = calloc(1, sizeof *made);
    made->least = least ? least->as.integer : 0;
    *instance = made;
    return 0;
}

static const proviso_rule flawed = {
    .size = sizeof flawed, .type = "acme/flawed", .create = create, .validate = validate,
    .validate_batch = validate_batch, .destroy = free};
static const proviso_rule *const rules[] = {&flawed};
#define KIND "\"flawed.kind\": \"{attribute} must be text.\", \"@flawed.kind\": {\"description\": \"Of other kinds.\"," \
    " \"placeholders\": {\"attribute\": {\"type\": \"String\", \"example\": \"N\"}}}"
#define KIND_DE "\"@flawed.kind\": {\"x-reviewed\": false}, \"flawed.kind\": \"{attribute} muss Text sein.\""
static const char en[] =
    "{\"@@locale\": \"en\", " KIND ", \"flawed.wrong\": \"{attribute} must be {least, number} digits or more.\", \"@flawed.wrong\":"
    " {\"description\": \"Said when it is not.\", \"placeholders\": {\"attribute\": {\"type\": \"String\", \"example\":"
    " \"N\"}, \"least\": {\"type\": \"int\", \"example\": \"3\"}}}}";
static const char de[] = "{\"@@locale\": \"de\", " KIND_DE ", \"@flawed.wrong\": {\"x-reviewed\": false}, \"flawed.wrong\":"
                         " \"{attribute} muss mindestens {least, number} Ziffern haben.\"}";
static const char lie[] =
    "{\"@@locale\": \"en\", " KIND ", \"flawed.wrong\": \"{attribute} must be {least, number} digits or more, such as 1.\"}";
static const char plain[] = "{\"@@locale\": \"en\", " KIND ", \"flawed.wrong\": \"{attribute} must be {least, number} digits.\"}";
static const char bare[] = "{\"@@locale\": \"de\", " KIND_DE "}";
static const proviso_catalog catalogs[] = {
    {"en", FLAW == LIES ? lie : FLAW == NOTES ? plain : en,
     FLAW == LIES ? sizeof lie - 1 : FLAW == NOTES ? sizeof plain - 1 : sizeof en - 1},
    {"de", FLAW == MESSAGES ? bare : de, FLAW == MESSAGES ? sizeof bare - 1 : sizeof de - 1}};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = FLAW == MANIFEST ? "org.example.other" : "org.example.flawed", .rules = rules,
    .rule_count = 1, .catalogs = catalogs, .catalog_count = 2};
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
