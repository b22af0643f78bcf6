/// Conformance cases for plugins: each runs a plugin in a confined process of its own, which may crash or hang.
#ifndef PRV_CONFORMANCE_BRIDGE_H
#define PRV_CONFORMANCE_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "proviso.h"

/// An item or a member, as the kit's host lays them out, or a parameter.
typedef struct prv_item {
    proviso_value value;
    const char *key;
    uint64_t key_length;
} prv_item;

/// An option of a rule type, from the manifest. `kinds` has one bit for each kind.
typedef struct prv_option {
    const char *name;
    uint32_t kinds;
    bool is_required;
    /// The allowed strings; any string if there are none.
    const char *const *values;
    uint64_t value_count;
} prv_option;

/// A code with its parameters, from the manifest.
typedef struct prv_code {
    const char *code;
    const char *const *parameters;
    uint64_t parameter_count;
} prv_code;

/// A value with its expected verdict, from the manifest.
typedef struct prv_example {
    /// `record` is what `call->record` has, of the kind absent if the rule type reads nothing.
    proviso_value value, options, record;
    /// The value for people.
    const char *words;
    /// Null if the value is valid.
    const char *code;
    /// The expected parameters: a key for each, several for a list.
    const prv_item *parameters;
    uint64_t parameter_count;
} prv_example;

typedef struct prv_rule_type {
    const char *type;
    const char *invalid_code;
    uint32_t kinds;
    const prv_option *options;
    uint64_t option_count;
    const prv_code *codes;
    uint64_t code_count;
    const prv_example *examples;
    uint64_t example_count;
    /// Whether it reads other values of the record.
    bool reads;
} prv_rule_type;

/// The plugin under test: its file, and the contents of its manifest.
typedef struct prv_subject {
    const char *path;
    const char *id;
    /// The version of the host.
    const char *host_version;
    const char *const *locales;
    uint64_t locale_count;
    const prv_rule_type *rules;
    uint64_t rule_count;
    /// The files and directories that it is loaded from, each ended by NUL, the last one by two.
    const char *readable;
    uint64_t readable_size;
    /// Strings that the plugin is likely to find valid, in addition to those that are always tried.
    const char *const *texts;
    uint64_t text_count;
    /// The seed of the random values.
    uint64_t seed;
    /// The maximum time of one case, in milliseconds.
    uint32_t patience;
    /// Whether the manifest requests threads.
    bool has_threads;
    /// Whether it runs in workers only: then what its process shares with no one matters less.
    bool is_worker_only;
} prv_subject;

typedef enum prv_case {
    PRV_CASE_EXPORTS,
    PRV_CASE_MANIFEST,
    PRV_CASE_SMALL_STRUCTS,
    PRV_CASE_LARGE_STRUCTS,
    PRV_CASE_CREATE,
    PRV_CASE_KINDS,
    PRV_CASE_FINDINGS,
    PRV_CASE_READ_ONLY,
    PRV_CASE_GUARDS,
    PRV_CASE_BATCH,
    PRV_CASE_NO_EXTRAS,
    PRV_CASE_THREADS,
    PRV_CASE_LEAKS,
    PRV_CASE_CANCEL,
    PRV_CASE_STATE,
    PRV_CASE_OUTPUT,
    PRV_CASE_EXIT,
    PRV_CASE_FUZZ,
    PRV_CASE_SPEED,
    PRV_CASE_EXAMPLES,
    /// Returns the catalogs, for the caller to check.
    PRV_CASE_CATALOGS,
    PRV_CASE_COUNT
} prv_case;

typedef enum prv_verdict { PRV_PASSED, PRV_WARNED, PRV_FAILED, PRV_SKIPPED } prv_verdict;

enum { PRV_CATALOG_ROOM = 16 << 20, PRV_MOST_FINDINGS = 100 };

/// One thing that is wrong with the plugin. The text is UTF-8, unless it quotes other bytes of the plugin.
typedef struct prv_finding {
    uint32_t is_warning;
    char text[508];
} prv_finding;

/// The result of a case. `why` is why it was skipped, or what was measured.
typedef struct prv_outcome {
    prv_verdict verdict;
    /// Whether every further case would fail for the same reason.
    bool is_obstacle;
    char why[1024];
    /// What this system lacks to confine the process; empty if it was confined.
    char lacking[64];
    double milliseconds;
    /// Errors and warnings. Free them; may be null.
    prv_finding *findings;
    uint64_t finding_count;
    /// The result of `PRV_CASE_CATALOGS`: each locale and catalog, both ended by NUL. Free it; may be null.
    char *catalogs;
    uint64_t catalog_size;
} prv_outcome;

/// Runs one case in a process that ends with it. Takes at most slightly more than the patience of the subject.
prv_outcome prv_run_case(const prv_subject *subject, prv_case which);

#endif
