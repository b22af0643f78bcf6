/// The functions that the cases share. All of them run in the process of one case.
#ifndef PRV_CONFORMANCE_KIT_H
#define PRV_CONFORMANCE_KIT_H

#include <stddef.h>
#include <stdio.h>

#include "conformance_bridge.h"
#include "proviso.h"

/// The memory shared with the waiting process.
typedef struct prv_board {
    volatile int32_t verdict;
    /// Whether every further case would fail for the same reason.
    bool is_obstacle;
    uint32_t finding_count;
    prv_finding findings[PRV_MOST_FINDINGS];
    char why[1024];
    /// The current action of the plugin.
    char doing[256];
    char lacking[64];
    uint64_t catalog_size;
    char catalogs[];
} prv_board;

extern prv_board *board;

/// The system's files about this process, opened before access to them was taken away.
typedef struct prv_process {
    int files, threads, memory;
} prv_process;

extern prv_process process_info;

enum { PRV_RUNNING = -1 };

/// Adds an error and ends the case.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// Adds an error and continues, so that its author sees all of them.
void problem(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// Adds what only matters where the plugin shares a process: an error, or a warning for one that runs in workers only.
void side_effect(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void skip(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// Sets the next action, for the message if it crashes.
void doing(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// Adds to the result of a case that passes.
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// For what the rest of the case builds on.
#define CHECK(condition, ...) \
    do { \
        if (!(condition)) fail(__VA_ARGS__); \
    } while (0)

/// For what other checks do not depend on.
#define EXPECT(condition, ...) \
    do { \
        if (!(condition)) problem(__VA_ARGS__); \
    } while (0)

proviso_value text_value(const char *text, uint64_t length);
proviso_value list_value(const prv_item *items, uint64_t count);
proviso_value object_value(const prv_item *members, uint64_t count);

/// The values that every rule type is tried with.
typedef struct prv_samples {
    proviso_value *values;
    uint64_t count;
} prv_samples;

/// Values of the kinds in a set.
prv_samples samples(uint32_t kinds);
/// A random value of one of the kinds in a set; its memory lives until the next call.
proviso_value random_value(uint32_t kinds, uint64_t *state);
uint64_t random_number(uint64_t *state);
/// A description of a value for a reason: its kind and size, and the start of a string.
const char *described(const proviso_value *value);

/// Memory whose last byte is followed by a page that cannot be read.
typedef struct prv_guarded {
    void *start;
    void *mapping;
    size_t size;
} prv_guarded;

prv_guarded guarded(const void *bytes, size_t size);
/// Makes the memory read-only: a write ends the case, with `what` in the reason.
void seal(const prv_guarded *memory, const char *what);
void seal_all(const prv_guarded *parts, size_t count, const char *what);
/// Frees the memory.
void release(prv_guarded *parts, size_t count);
/// Makes writes to sealed memory end the case, and say so.
void watch_writes(void);
/// Makes the memory inaccessible: any later access crashes.
void withdraw(prv_guarded *memory);
/// A deep copy of a value, all of whose parts end at pages that cannot be read. `parts` receives up to `room` of them.
proviso_value guarded_value(const proviso_value *value, prv_guarded *parts, size_t room, size_t *used);

/// The violations that a call of this kit counts.
typedef struct prv_findings {
    const prv_rule_type *rule;
    uint64_t count;
    /// What the violation must be; may be null.
    const prv_example *expected;
    bool has_code, has_parameters;
    /// The code of the last violation.
    char code[128];
    /// Where the parameters of the last violation of the expected code differ.
    char difference[512];
} prv_findings;

/// A call with the host and `report`; `findings` may be null if violations are not wanted.
typedef struct prv_call {
    proviso_call call;
    uint64_t beyond[8];
    prv_findings findings;
} prv_call;

extern proviso_host the_host;
/// What calls of rule types that read other values have as their record.
extern proviso_value record_for_all;
extern const prv_subject *the_subject;
void set_up_host(void);
prv_call make_call(const prv_rule_type *rule);
/// Checks and counts a violation.
void take_report(prv_findings *findings, uint64_t row, const char *code, const proviso_parameter *parameters,
                 uint64_t count);
/// A record with some attributes, for rule types that read other values.
proviso_value sample_record(void);

void *open_plugin(const prv_subject *subject);
/// Loads the plugin, calls its entry function with a host and runs its `init`. Null if the plugin declines.
const proviso_plugin *enter(const prv_subject *subject, const proviso_host *host);
/// The plugin, entered with a host that has all functions.
const proviso_plugin *entered(const prv_subject *subject);
/// The plugin's rule of a type; missing fields of a short struct are null.
proviso_rule rule_of(const proviso_plugin *plugin, const prv_rule_type *type);

/// The maximum number of option sets, all of which the manifest allows.
enum { PRV_MOST_OPTION_SETS = 48 };
uint64_t option_sets(const prv_rule_type *type, proviso_value *sets);

#define EACH_RULE(subject, rule) \
    for (const prv_rule_type *rule = (subject)->rules; rule < (subject)->rules + (subject)->rule_count; rule++)

typedef struct prv_made {
    proviso_rule rule;
    const proviso_rule *descriptor;
    void *instance;
} prv_made;

/// Creates an instance with the first options that the plugin accepts; skips the case if it accepts none.
prv_made make(const proviso_plugin *plugin, const prv_rule_type *type, const proviso_host *host);
int32_t create(const proviso_plugin *plugin, const prv_rule_type *type, const proviso_host *host,
               const proviso_value *options, prv_made *made, proviso_failure *failure);
void unmake(prv_made *made);
/// Runs `validate` and checks that its result is a verdict.
int32_t judge(const prv_made *made, const prv_rule_type *type, const proviso_value *value, prv_call *call);

double now(void);

void case_exports(const prv_subject *);
void case_manifest(const prv_subject *);
void case_small_structs(const prv_subject *);
void case_large_structs(const prv_subject *);
void case_create(const prv_subject *);
void case_kinds(const prv_subject *);
void case_findings(const prv_subject *);
void case_read_only(const prv_subject *);
void case_guards(const prv_subject *);
void case_batch(const prv_subject *);
void case_no_extras(const prv_subject *);
void case_threads(const prv_subject *);
void case_leaks(const prv_subject *);
void case_cancel(const prv_subject *);
void case_state(const prv_subject *);
void case_output(const prv_subject *);
void case_exit(const prv_subject *);
void case_fuzz(const prv_subject *);
void case_speed(const prv_subject *);
void case_examples(const prv_subject *);
void case_catalogs(const prv_subject *);

#endif
