/// The cases that check what the plugin reads and keeps.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit.h"

/// Validates one value in memory that ends with it and no longer exists afterwards.
static void judge_guarded(const prv_made *made, const prv_rule_type *rule, const proviso_value *value) {
    prv_guarded parts[64];
    size_t used = 0;
    prv_call call = make_call(rule);
    int32_t expected = judge(made, rule, value, &call);
    proviso_value copy = guarded_value(value, parts, 60, &used);
    parts[used] = guarded(&copy, sizeof copy);
    seal_all(parts, used + 1, "the value");
    doing("validate of %s with %s that ends at memory that cannot be read", rule->type, described(value));
    int32_t verdict = judge(made, rule, parts[used].start, &call);
    CHECK(verdict == expected, "the verdict of %s on %s depends on its address", rule->type, described(value));
    proviso_value other = *value;
    for (size_t i = 0; i <= used; i++) withdraw(&parts[i]);
    doing("validate of %s after the value before was freed: it kept a pointer", rule->type);
    verdict = judge(made, rule, &other, &call);
    CHECK(verdict == expected, "the verdict of %s on %s depends on the value before", rule->type, described(value));
    release(parts, used + 1);
}

/// Lets a rule type work with options and values that it cannot write to.
static void use_sealed(const proviso_plugin *plugin, const prv_rule_type *rule, const proviso_value *options,
                       const proviso_host *host) {
    prv_guarded parts[64], of_options[64];
    size_t used = 0;
    proviso_value copy = guarded_value(options, of_options, 60, &used);
    of_options[used] = guarded(&copy, sizeof copy);
    seal_all(of_options, used + 1, "the options");
    prv_made made;
    proviso_failure failure;
    doing("create of %s", rule->type);
    if (create(plugin, rule, host, of_options[used].start, &made, &failure) != 0) return release(of_options, used + 1);
    prv_samples values = samples(rule->kinds);
    for (uint64_t i = 0; i < values.count; i++) {
        size_t count = 0;
        proviso_value value = guarded_value(&values.values[i], parts, 60, &count);
        parts[count] = guarded(&value, sizeof value);
        seal_all(parts, count + 1, "the value");
        prv_call call = make_call(rule);
        call.call.host = host;
        doing("validate of %s with %s", rule->type, described(&values.values[i]));
        judge(&made, rule, parts[count].start, &call);
        doing("validate_batch of %s with %s", rule->type, described(&values.values[i]));
        uint8_t verdict = PROVISO_UNCHECKED;
        call.call.report = NULL;
        if (made.rule.validate_batch && !rule->reads)
            made.rule.validate_batch(made.instance, parts[count].start, sizeof value, 1, &verdict, &call.call);
        release(parts, count + 1);
    }
    doing("destroy of %s", rule->type);
    unmake(&made);
    release(of_options, used + 1);
}

void case_read_only(const prv_subject *subject) {
    prv_guarded host = guarded(&the_host, sizeof the_host), record[16];
    seal(&host, "the host's functions");
    size_t used = 0;
    proviso_value other = sample_record();
    record_for_all = guarded_value(&other, record, 16, &used);
    seal_all(record, used, "the record");
    const proviso_plugin *plugin = enter(subject, host.start);
    CHECK(plugin, "declines a host of version 1.%u", PROVISO_ABI_MINOR);
    EACH_RULE(subject, rule) {
        proviso_value sets[PRV_MOST_OPTION_SETS];
        uint64_t count = option_sets(rule, sets);
        for (uint64_t i = 0; i < count; i++) use_sealed(plugin, rule, &sets[i], host.start);
    }
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
    seal(&row_memory, "the values of a batch");
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
        EXPECT(verdicts[i] == alone, "%s returns %d for %s alone, but %d in batch row %llu of %llu (%llu bytes apart)",
              rule->type, alone, described(&values[i]), verdicts[i], (unsigned long long)i, (unsigned long long)count,
              (unsigned long long)stride);
    }
    release(&row_memory, 1);
    release(&verdict_memory, 1);
    free(rows);
    free(blank);
}

void case_batch(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t tried = 0;
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        // The host calls no batch of a rule type that reads other values.
        if (made.rule.validate_batch && !rule->reads) {
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
            seal_all(parts, used, "the value");
            prv_call call = make_call(rule);
            doing("validate of %s with %s, seed %llu", rule->type, described(&value), (unsigned long long)at);
            int32_t verdict = judge(&made, rule, &copy, &call);
            CHECK(verdict == PROVISO_INVALID || call.findings.count == 0,
                  "%s reports a violation for %s, but does not return invalid", rule->type, described(&value));
            release(parts, used);
            uint8_t row = PROVISO_UNCHECKED;
            if (!made.rule.validate_batch || rule->reads) continue;
            call.call.report = NULL;
            int32_t result = made.rule.validate_batch(made.instance, &value, sizeof value, 1, &row, &call.call);
            CHECK(result == 0 && row == verdict, "%s returns %d for %s alone, but %d in a batch", rule->type, verdict,
                  described(&value), row);
        }
        unmake(&made);
    }
    note("%llu values, seed %llu", (unsigned long long)count, (unsigned long long)subject->seed);
}

/// The allocated bytes, and the mapped bytes, which other allocators than that of the C library use.
typedef struct {
    int64_t allocated, resident;
} memory;

static memory memory_now(void) {
    struct mallinfo2 info = mallinfo2();
    long long pages = 0, resident = 0;
    char text[128] = "";
    if (pread(process_info.memory, text, sizeof text - 1, 0) > 0) sscanf(text, "%lld %lld", &pages, &resident);
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

/// Runs many rounds, and fails if memory grows in proportion to them.
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
    // A cache may grow once; what is lost in every round is at least one byte per round.
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
