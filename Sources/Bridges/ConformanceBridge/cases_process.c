/// The cases that check the effects of the plugin on the process, and its time.
#define _GNU_SOURCE
#include <dirent.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kit.h"

typedef struct {
    const prv_made *made;
    const prv_rule_type *rule;
    const prv_samples *values;
    const int32_t *expected;
    double until;
} work;

static void *judge_all(void *given) {
    const work *work = given;
    prv_call call = make_call(work->rule);
    do {
        for (uint64_t i = 0; i < work->values->count; i++)
            CHECK(judge(work->made, work->rule, &work->values->values[i], &call) == work->expected[i],
                  "the verdict of %s on a value changes when several threads call it at once", work->rule->type);
    } while (now() < work->until);
    return NULL;
}

void case_threads(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        int32_t *expected = calloc(values.count + 1, sizeof *expected);
        prv_call call = make_call(rule);
        for (uint64_t i = 0; i < values.count; i++) expected[i] = judge(&made, rule, &values.values[i], &call);
        work work = {&made, rule, &values, expected, now() + 200};
        pthread_t threads[4];
        doing("validate of %s with one instance in 4 threads", rule->type);
        for (int i = 0; i < 4; i++)
            CHECK(pthread_create(&threads[i], NULL, judge_all, &work) == 0, "the kit could not start a thread");
        for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
        unmake(&made);
    }
}

static volatile int32_t cancelled;

static void *cancel_soon(void *nothing) {
    usleep(30000);
    __atomic_store_n(&cancelled, 1, __ATOMIC_SEQ_CST);
    return nothing;
}

/// The maximum lateness of a plugin in milliseconds: enough for a busy machine, and short for a person.
enum { LATENESS = 1000 };

void case_cancel(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    double longest = 0;
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        uint64_t count = values.count ? 200000 : 0;
        proviso_value *many = calloc(count + 1, sizeof *many);
        for (uint64_t i = 0; i < count; i++) many[i] = values.values[i % values.count];
        uint8_t *verdicts = malloc(count + 1);
        for (int pass = 0; pass < 2; pass++) {
            prv_call call = make_call(rule);
            call.call.report = NULL;
            struct timespec time;
            clock_gettime(CLOCK_MONOTONIC, &time);
            call.call.deadline = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec + 30000000;
            call.call.cancelled = &cancelled;
            cancelled = 0;
            pthread_t timer;
            CHECK(pthread_create(&timer, NULL, cancel_soon, NULL) == 0, "the kit could not start a thread");
            double start = now();
            memset(verdicts, PROVISO_UNCHECKED, count + 1);
            if (pass == 1 && made.rule.validate_batch && !rule->reads) {
                doing("validate_batch of %s after it was cancelled", rule->type);
                made.rule.validate_batch(made.instance, many, sizeof *many, count, verdicts, &call.call);
            }
            double over = now() - start - 30;
            if (over > longest) longest = over;
            EXPECT(over < LATENESS, "validate_batch of %s ran for %.0f ms after it was cancelled", rule->type, over);
            for (uint64_t i = 0; pass == 0 && i < values.count; i++) {
                start = now();
                doing("validate of %s with %s, with a deadline", rule->type, described(&values.values[i]));
                made.rule.validate(made.instance, &values.values[i], &call.call);
                over = now() - start - 30;
                if (over > longest) longest = over;
                EXPECT(over < LATENESS, "validate of %s with %s ran for %.0f ms after its deadline", rule->type,
                      described(&values.values[i]), over);
            }
            pthread_join(timer, NULL);
        }
        free(many);
        free(verdicts);
        unmake(&made);
    }
    note("at most %.0f ms late", longest);
}

/// The state that all parts of a process share.
typedef struct {
    char locale[256], folder[512];
    struct sigaction handlers[65];
    sigset_t mask;
    mode_t umask;
    int rounding;
    uint64_t environment;
    int descriptors, threads;
} state;

static int entries(int folder) {
    DIR *entries = fdopendir(dup(folder));
    int count = 0;
    if (entries) rewinddir(entries);
    while (entries && readdir(entries)) count++;
    if (entries) closedir(entries);
    return count;
}

extern char **environ;

static state state_now(void) {
    state now;
    memset(&now, 0, sizeof now);
    snprintf(now.locale, sizeof now.locale, "%s", setlocale(LC_ALL, NULL));
    if (!getcwd(now.folder, sizeof now.folder)) now.folder[0] = 0;
    for (int i = 1; i <= 64; i++) sigaction(i, NULL, &now.handlers[i]);
    pthread_sigmask(SIG_SETMASK, NULL, &now.mask);
    now.umask = umask(0);
    umask(now.umask);
    now.rounding = fegetround();
    for (char **at = environ; at && *at; at++)
        for (const char *byte = *at; *byte; byte++) now.environment = now.environment * 31 + (unsigned char)*byte;
    now.descriptors = entries(process_info.files);
    now.threads = entries(process_info.threads);
    return now;
}

/// Makes every rule validate every kind of value once.
static const proviso_plugin *judge_samples(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        prv_call call = make_call(rule);
        for (uint64_t i = 0; i < values.count; i++) {
            doing("validate of %s with %s", rule->type, described(&values.values[i]));
            judge(&made, rule, &values.values[i], &call);
        }
        unmake(&made);
    }
    return plugin;
}

void case_state(const prv_subject *subject) {
    state before = state_now();
    judge_samples(subject);
    state after = state_now();
    if (strcmp(before.locale, after.locale) != 0)
        side_effect("changed the locale from %s to %s", before.locale, after.locale);
    if (strcmp(before.folder, after.folder) != 0) side_effect("changed the working directory to %s", after.folder);
    // In a process of its own a runtime may handle signals as it likes.
    for (int i = 1; i <= 64 && !subject->is_worker_only; i++)
        EXPECT(before.handlers[i].sa_handler == after.handlers[i].sa_handler, "changed the handler of signal %d (%s)",
               i, strsignal(i));
    if (!subject->is_worker_only)
        EXPECT(memcmp(&before.mask, &after.mask, sizeof before.mask) == 0, "changed which signals are blocked");
    if (before.umask != after.umask) side_effect("changed the umask from %03o to %03o", before.umask, after.umask);
    EXPECT(before.rounding == after.rounding, "changed the rounding of floating-point numbers");
    if (before.environment != after.environment) side_effect("changed the environment");
    EXPECT(before.descriptors <= after.descriptors, "closed files of the host");
    EXPECT(before.descriptors >= after.descriptors, "left %d files open", after.descriptors - before.descriptors);
    if (!subject->is_worker_only || !subject->has_threads)
        EXPECT(before.threads >= after.threads, "left %d threads running", after.threads - before.threads);
}

void case_output(const prv_subject *subject) {
    judge_samples(subject);
    // The waiting process reads it.
    fflush(NULL);
}

static bool has_finished;

static void pass(void) {
    if (has_finished) board->verdict = PRV_PASSED;
}

/// The end of a host: nothing that the plugin left may print, crash, or keep the process from ending.
void case_exit(const prv_subject *subject) {
    if (subject->is_worker_only) skip("it runs in workers, which the host ends");
    // Registered before the plugin is loaded, so it runs after all that the plugin registers. Without it, a plugin that
    // ends the process early would read as one that passes.
    CHECK(atexit(pass) == 0, "the kit is out of memory");
    const proviso_plugin *plugin = judge_samples(subject);
    doing("deinit");
    if (plugin->deinit) plugin->deinit();
    doing("what runs when the process ends");
    has_finished = true;
    exit(0);
}

/// Nanoseconds for one call of `validate` and for one value of a batch, with strings of ordinary length.
void case_speed(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples all = samples(rule->kinds);
        proviso_value values[128];
        uint64_t count = 0;
        for (uint64_t i = 0; i < all.count && count < 128; i++)
            if (all.values[i].length <= 64) values[count++] = all.values[i];
        if (count == 0) continue;
        prv_call call = make_call(rule);
        call.call.report = NULL;
        doing("validate of %s, many times", rule->type);
        uint64_t rounds = 0;
        double start = now();
        for (; now() < start + 150; rounds++)
            for (uint64_t i = 0; i < count; i++) made.rule.validate(made.instance, &values[i], &call.call);
        note("%s%s %.0f ns per call", rule == subject->rules ? "" : "; ", rule->type,
             (now() - start) * 1e6 / (double)(rounds * count));
        if (made.rule.validate_batch && !rule->reads) {
            uint8_t verdicts[128];
            rounds = 0;
            start = now();
            for (; now() < start + 150; rounds++)
                made.rule.validate_batch(made.instance, values, sizeof *values, count, verdicts, &call.call);
            note(", %.0f ns per value in batches", (now() - start) * 1e6 / (double)(rounds * count));
        }
        unmake(&made);
    }
}
