/// The cases that ask what the plugin does to the process, and for how long.
#define _GNU_SOURCE
#include <dirent.h>
#include <fenv.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kit.h"

#define EACH_RULE(subject, rule) \
    for (const prv_rule_type *rule = (subject)->rules; rule < (subject)->rules + (subject)->rule_count; rule++)

static const proviso_plugin *entered(const prv_subject *subject) {
    const proviso_plugin *plugin = enter(subject, &the_host);
    CHECK(plugin, "declines a host of version 1.0");
    return plugin;
}

/// One value whose memory ends where it ends, and is gone afterwards.
static void judge_guarded(const prv_made *made, const prv_rule_type *rule, const proviso_value *value) {
    prv_guarded parts[64];
    size_t used = 0;
    prv_call call = make_call(rule);
    int32_t expected = judge(made, rule, value, &call);
    proviso_value copy = guarded_value(value, parts, 60, &used);
    parts[used] = guarded(&copy, sizeof copy);
    doing("validate of %s with %s that ends at memory that cannot be read", rule->type, described(value));
    int32_t verdict = judge(made, rule, parts[used].start, &call);
    CHECK(verdict == expected, "the verdict of %s on %s depends on where it lies", rule->type, described(value));
    proviso_value other = *value;
    for (size_t i = 0; i <= used; i++) withdraw(&parts[i]);
    doing("validate of %s after the value before it is gone: it kept a pointer", rule->type);
    verdict = judge(made, rule, &other, &call);
    CHECK(verdict == expected, "the verdict of %s on %s depends on the value before", rule->type, described(value));
    for (size_t i = 0; i <= used; i++) munmap(parts[i].mapping, parts[i].size);
}

void case_guards(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        for (uint64_t i = 0; i < values.count; i++) judge_guarded(&made, rule, &values.values[i]);
        unmake(&made);
    }
}

/// Compares a batch with `validate`, value by value.
static void compare(const prv_made *made, const prv_rule_type *rule, const proviso_value *values, uint64_t count,
                    uint64_t stride) {
    char *rows = calloc(count + 1, stride);
    for (uint64_t i = 0; i < count; i++) memcpy(rows + i * stride, &values[i], sizeof *values);
    prv_guarded row_memory = guarded(rows, count ? (count - 1) * stride + sizeof *values : 0);
    uint8_t *blank = malloc(count + 1);
    memset(blank, PROVISO_UNCHECKED, count + 1);
    prv_guarded verdict_memory = guarded(blank, count);
    prv_call call = make_call(rule);
    call.call.report = NULL;
    doing("validate_batch of %s with %llu values %llu bytes apart", rule->type, (unsigned long long)count,
          (unsigned long long)stride);
    int32_t result = made->rule.validate_batch(made->instance, row_memory.start, stride, count, verdict_memory.start,
                                               &call.call);
    CHECK(result == 0, "validate_batch of %s returned %d for values of the kinds in its manifest", rule->type, result);
    const uint8_t *verdicts = verdict_memory.start;
    for (uint64_t i = 0; i < count; i++) {
        int32_t alone = judge(made, rule, &values[i], &call);
        CHECK(verdicts[i] == alone, "%s says %d for %s alone, and %d in a batch (row %llu of %llu, %llu bytes apart)",
              rule->type, alone, described(&values[i]), verdicts[i], (unsigned long long)i, (unsigned long long)count,
              (unsigned long long)stride);
    }
    munmap(row_memory.mapping, row_memory.size);
    munmap(verdict_memory.mapping, verdict_memory.size);
    free(rows);
    free(blank);
}

void case_batch(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t tried = 0;
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        if (made.rule.validate_batch) {
            prv_samples values = samples(rule->kinds);
            static const uint64_t strides[] = {24, 32, 40, 64, 136};
            for (size_t i = 0; i < sizeof strides / sizeof *strides; i++)
                compare(&made, rule, values.values, values.count, strides[i]);
            compare(&made, rule, values.values, values.count ? 1 : 0, 24);
            compare(&made, rule, values.values, 0, 24);
            tried++;
        }
        unmake(&made);
    }
    if (tried == 0) skip("no rule type has a validate_batch");
}

void case_fuzz(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t state = subject->seed, count = 0;
    double share = subject->patience / 5.0 / (double)subject->rule_count;
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        double until = now() + (share < 1500 ? share : 1500);
        for (uint64_t i = 0; i < 20000 && now() < until; i++, count++) {
            uint64_t at = state;
            proviso_value value = random_value(rule->kinds, &state);
            prv_guarded parts[64];
            size_t used = 0;
            proviso_value copy = guarded_value(&value, parts, 64, &used);
            prv_call call = make_call(rule);
            doing("validate of %s with %s, seed %llu", rule->type, described(&value), (unsigned long long)at);
            int32_t verdict = judge(&made, rule, &copy, &call);
            CHECK(verdict == PROVISO_INVALID || call.findings.count == 0,
                  "%s reports a finding for %s, and then says it is not invalid", rule->type, described(&value));
            for (size_t j = 0; j < used; j++) munmap(parts[j].mapping, parts[j].size);
            uint8_t row = PROVISO_UNCHECKED;
            if (!made.rule.validate_batch) continue;
            call.call.report = NULL;
            int32_t result = made.rule.validate_batch(made.instance, &value, sizeof value, 1, &row, &call.call);
            CHECK(result == 0 && row == verdict, "%s says %d for %s alone, and %d in a batch", rule->type, verdict,
                  described(&value), row);
        }
        unmake(&made);
    }
    note("%llu values, seed %llu", (unsigned long long)count, (unsigned long long)subject->seed);
}

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
                  "the verdict of %s on a value changes when several threads ask at once", work->rule->type);
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

/// Bytes that are allocated, and those that are mapped, which other allocators than the C library's use.
typedef struct {
    int64_t allocated, resident;
} memory;

static memory memory_now(void) {
    struct mallinfo2 info = mallinfo2();
    long long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file) {
        if (fscanf(file, "%lld %lld", &pages, &resident) != 2) resident = 0;
        fclose(file);
    }
    return (memory){(int64_t)(info.uordblks + info.hblkhd), (int64_t)resident * sysconf(_SC_PAGESIZE)};
}

typedef void (*round)(const proviso_plugin *, const prv_rule_type *, prv_made *, const prv_samples *);

static void validate_round(const proviso_plugin *plugin, const prv_rule_type *rule, prv_made *made,
                           const prv_samples *values) {
    (void)plugin;
    for (uint64_t i = 0; i < values->count; i++) {
        if (values->values[i].length > 1000) continue;
        prv_call call = make_call(rule);
        judge(made, rule, &values->values[i], &call);
    }
}

static void create_round(const proviso_plugin *plugin, const prv_rule_type *rule, prv_made *made,
                         const prv_samples *values) {
    (void)values, (void)made;
    static proviso_value sets[PRV_MOST_OPTION_SETS];
    static const prv_rule_type *of;
    static uint64_t count;
    if (of != rule) count = option_sets(rule, sets), of = rule;
    prv_made other;
    proviso_failure failure;
    for (uint64_t i = 0; i < count; i++)
        if (create(plugin, rule, &the_host, &sets[i], &other, &failure) == 0) unmake(&other);
}

/// Runs many rounds, and fails where memory grows in step with them.
static uint64_t grow(const proviso_plugin *plugin, const prv_rule_type *rule, prv_made *made, const prv_samples *values,
                     round round, const char *what, double milliseconds) {
    uint64_t calls = values->count ? values->count : 1;
    for (int i = 0; i < 100; i++) round(plugin, rule, made, values);
    doing("%s", what);
    memory before = memory_now();
    double until = now() + milliseconds;
    uint64_t rounds = 0;
    for (; (now() < until && rounds * calls < 1000000) || rounds < 20; rounds++) round(plugin, rule, made, values);
    memory after = memory_now();
    int64_t grown = after.allocated - before.allocated, mapped = after.resident - before.resident;
    // A cache may grow once; what is lost in every round is at least a byte in each.
    CHECK(grown < (int64_t)rounds * 8 || grown < 4096, "%s of %s %llu times left %lld bytes allocated", what, rule->type,
          (unsigned long long)(rounds * calls), (long long)grown);
    CHECK(mapped < 16 << 20, "%s of %s %llu times left %lld bytes mapped", what, rule->type,
          (unsigned long long)(rounds * calls), (long long)mapped);
    return rounds * calls;
}

void case_leaks(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t calls = 0;
    double share = subject->patience / 10.0 / (double)subject->rule_count;
    if (share > 1000) share = 1000;
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        calls += grow(plugin, rule, &made, &values, validate_round, "validate", share);
        calls += grow(plugin, rule, &made, &values, create_round, "create and destroy", share / 4);
        unmake(&made);
    }
    note("%llu calls", (unsigned long long)calls);
}

static volatile int32_t cancelled;

static void *cancel_soon(void *nothing) {
    usleep(30000);
    __atomic_store_n(&cancelled, 1, __ATOMIC_SEQ_CST);
    return nothing;
}

/// How late a plugin may be, in milliseconds: much for a computer, little for a person, enough for one with no time.
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
            if (pass == 1 && made.rule.validate_batch) {
                doing("validate_batch of %s after it was cancelled", rule->type);
                made.rule.validate_batch(made.instance, many, sizeof *many, count, verdicts, &call.call);
            }
            double over = now() - start - 30;
            if (over > longest) longest = over;
            CHECK(over < LATENESS, "validate_batch of %s went on for %.0f ms after it was cancelled", rule->type, over);
            for (uint64_t i = 0; pass == 0 && i < values.count; i++) {
                start = now();
                doing("validate of %s with %s, with a deadline", rule->type, described(&values.values[i]));
                made.rule.validate(made.instance, &values.values[i], &call.call);
                over = now() - start - 30;
                if (over > longest) longest = over;
                CHECK(over < LATENESS, "validate of %s with %s went on for %.0f ms after its deadline", rule->type,
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

/// What a process shares between all its parts.
typedef struct {
    char locale[256], folder[512];
    struct sigaction handlers[65];
    sigset_t mask;
    mode_t umask;
    int rounding;
    uint64_t environment;
    int descriptors, threads;
} state;

static int entries(const char *path) {
    DIR *folder = opendir(path);
    int count = 0;
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
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
    now.descriptors = entries("/proc/self/fd");
    now.threads = entries("/proc/self/task");
    return now;
}

void case_state(const prv_subject *subject) {
    state before = state_now();
    const proviso_plugin *plugin = entered(subject);
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        prv_call call = make_call(rule);
        for (uint64_t i = 0; i < values.count; i++) judge(&made, rule, &values.values[i], &call);
        unmake(&made);
    }
    state after = state_now();
    CHECK(strcmp(before.locale, after.locale) == 0, "changed the locale from %s to %s", before.locale, after.locale);
    CHECK(strcmp(before.folder, after.folder) == 0, "changed the working directory to %s", after.folder);
    for (int i = 1; i <= 64; i++)
        CHECK(before.handlers[i].sa_handler == after.handlers[i].sa_handler, "changed what happens at signal %d (%s)", i,
              strsignal(i));
    CHECK(memcmp(&before.mask, &after.mask, sizeof before.mask) == 0, "changed which signals are blocked");
    CHECK(before.umask == after.umask, "changed the umask from %03o to %03o", before.umask, after.umask);
    CHECK(before.rounding == after.rounding, "changed how floating-point numbers are rounded");
    CHECK(before.environment == after.environment, "changed the environment");
    CHECK(before.descriptors >= after.descriptors, "left %d files open", after.descriptors - before.descriptors);
    CHECK(before.threads >= after.threads, "left %d threads running", after.threads - before.threads);
}

void case_output(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        prv_call call = make_call(rule);
        for (uint64_t i = 0; i < values.count; i++) judge(&made, rule, &values.values[i], &call);
        unmake(&made);
    }
    fflush(NULL);
    char said[81] = "";
    ssize_t count = pread(STDOUT_FILENO, said, sizeof said - 1, 0);
    if (count <= 0) return;
    said[strcspn(said, "\n")] = 0;
    fail("wrote to standard output or standard error: \"%s\"", said);
}

/// Nanoseconds for one call of `validate` and for one value of a batch, over texts of ordinary length.
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
        note("%s%s %.0f ns a call", rule == subject->rules ? "" : "; ", rule->type,
             (now() - start) * 1e6 / (double)(rounds * count));
        if (made.rule.validate_batch) {
            uint8_t verdicts[128];
            rounds = 0;
            start = now();
            for (; now() < start + 150; rounds++)
                made.rule.validate_batch(made.instance, values, sizeof *values, count, verdicts, &call.call);
            note(", %.0f ns a value in batches", (now() - start) * 1e6 / (double)(rounds * count));
        }
        unmake(&made);
    }
}
