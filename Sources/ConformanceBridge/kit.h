/// What the cases have in common. All of it runs in the process of one case.
#ifndef PRV_CONFORMANCE_KIT_H
#define PRV_CONFORMANCE_KIT_H

#include <stddef.h>
#include <stdio.h>

#include "conformance_bridge.h"
#include "proviso.h"

/// The memory shared with the process that waits.
typedef struct prv_board {
    volatile int32_t verdict;
    char why[1024];
    /// The current call of the plugin.
    char doing[256];
    char lacking[64];
    uint64_t catalog_size;
    char catalogs[];
} prv_board;

extern prv_board *board;

/// What the system says of this process, opened before that was taken from it.
typedef struct prv_process {
    int files, threads, memory;
} prv_process;

extern prv_process process_info;

enum { PRV_RUNNING = -1 };

/// Ends the case.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void skip(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// Says what comes next, for the reason of a crash.
void doing(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// What a case found out, for one that passes.
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define CHECK(condition, ...) \
    do { \
        if (!(condition)) fail(__VA_ARGS__); \
    } while (0)

/// An item or a member.
typedef struct prv_node {
    proviso_value value;
    const char *key;
    uint64_t key_length;
} prv_node;

proviso_value text_value(const char *text, uint64_t length);
proviso_value list_value(const prv_node *items, uint64_t count);
proviso_value object_value(const prv_node *members, uint64_t count);

/// The values every rule type is tried with.
typedef struct prv_samples {
    proviso_value *values;
    uint64_t count;
} prv_samples;

/// Values of the kinds in a set.
prv_samples samples(uint32_t kinds);
/// A random value of one of the kinds in a set; its memory lives until the next call.
proviso_value random_value(uint32_t kinds, uint64_t *state);
uint64_t random_number(uint64_t *state);
/// A description of a value for a reason: its kind and size, and the beginning of a string.
const char *described(const proviso_value *value);

/// Memory whose last byte is followed by a page that cannot be read.
typedef struct prv_guarded {
    void *start;
    void *mapping;
    size_t size;
} prv_guarded;

prv_guarded guarded(const void *bytes, size_t size);
/// From then on every access crashes.
void withdraw(prv_guarded *memory);
/// A copy of a value, deep: all of it ends at pages that cannot be read. `parts` takes up to `room` of them.
proviso_value guarded_value(const proviso_value *value, prv_guarded *parts, size_t room, size_t *used);

/// A finding, as counted by a call of this kit.
typedef struct prv_findings {
    const prv_rule_type *rule;
    uint64_t count;
} prv_findings;

/// A call with the host and `report`; `findings` may be null for a call that takes none.
typedef struct prv_call {
    proviso_call call;
    uint64_t beyond[8];
    prv_findings findings;
} prv_call;

extern proviso_host the_host;
extern const prv_subject *the_subject;
void set_up_host(void);
prv_call make_call(const prv_rule_type *rule);

void *open_plugin(const prv_subject *subject);
/// Loads the plugin, enters it with a host and runs its `init`. A plugin that declines gives null.
const proviso_plugin *enter(const prv_subject *subject, const proviso_host *host);
/// The plugin, entered with a host that has all there is.
const proviso_plugin *entered(const prv_subject *subject);
/// The plugin's rule of a type, with what is missing in a short struct as null.
proviso_rule rule_of(const proviso_plugin *plugin, const prv_rule_type *type);

/// Sets of options that the manifest allows.
enum { PRV_MOST_OPTION_SETS = 48 };
uint64_t option_sets(const prv_rule_type *type, proviso_value *sets);

#define EACH_RULE(subject, rule) \
    for (const prv_rule_type *rule = (subject)->rules; rule < (subject)->rules + (subject)->rule_count; rule++)

typedef struct prv_made {
    proviso_rule rule;
    const proviso_rule *descriptor;
    void *instance;
} prv_made;

/// Makes an instance with the first options the plugin takes; skips the case when it takes none.
prv_made make(const proviso_plugin *plugin, const prv_rule_type *type, const proviso_host *host);
int32_t create(const proviso_plugin *plugin, const prv_rule_type *type, const proviso_host *host,
               const proviso_value *options, prv_made *made, proviso_failure *failure);
void unmake(prv_made *made);
/// Runs `validate` and makes sure that the verdict is one.
int32_t judge(const prv_made *made, const prv_rule_type *type, const proviso_value *value, prv_call *call);

double now(void);

void case_exports(const prv_subject *);
void case_manifest(const prv_subject *);
void case_small_structs(const prv_subject *);
void case_large_structs(const prv_subject *);
void case_create(const prv_subject *);
void case_kinds(const prv_subject *);
void case_findings(const prv_subject *);
void case_guards(const prv_subject *);
void case_batch(const prv_subject *);
void case_no_extras(const prv_subject *);
void case_threads(const prv_subject *);
void case_leaks(const prv_subject *);
void case_cancel(const prv_subject *);
void case_state(const prv_subject *);
void case_output(const prv_subject *);
void case_fuzz(const prv_subject *);
void case_speed(const prv_subject *);
void case_catalogs(const prv_subject *);

#endif
