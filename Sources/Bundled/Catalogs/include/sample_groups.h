/// Numbers as people write them: in groups, with something between them, and in lowercase letters.
#ifndef PROVISO_SAMPLE_GROUPS_H
#define PROVISO_SAMPLE_GROUPS_H

#include "proviso.h"

#include <stddef.h>

/// How people write a number in groups.
typedef struct {
    /// The characters that may be between two groups, one at a time.
    const char *separators;
    /// The lengths of the groups, such as "2-6-6-1 8-6-1"; after a length, `*` stands for more groups of it, of which the
    /// last may be shorter. Empty if no standard says where groups end.
    const char *forms;
    /// Whether a number may have different separators.
    int mixed;
} sample_grouping;

/// More characters than any number in groups has.
enum { SAMPLE_GROUPED_MOST = 96 };

/// Copies a string without the separators between its groups and in uppercase letters.
///
/// Returns how many characters it has then; 0 if separators are in wrong places or differ, or if there are too many.
__attribute__((visibility("hidden"))) uint64_t sample_compact(const char *text, uint64_t length,
                                                              const sample_grouping *grouping,
                                                              char compact[SAMPLE_GROUPED_MOST]);

/// Copies a string of letters and digits without any spaces and hyphens, in uppercase letters.
///
/// Returns how many characters it has then; 0 if it has others, or too many.
__attribute__((visibility("hidden"))) uint64_t sample_plain(const char *text, uint64_t length,
                                                            char plain[SAMPLE_GROUPED_MOST]);

/// Reads an option that is true or false, into `value`; returns 0, or a fault with its reason.
__attribute__((visibility("hidden"))) int32_t sample_boolean(const proviso_host *host, const proviso_value *options,
                                                             const char *name, int *value, proviso_failure *failure);

/// Refuses an option for a reason that stays valid, as a literal does.
__attribute__((visibility("hidden"))) int32_t sample_refuse(proviso_failure *failure, const char *option,
                                                            const char *reason);

/// Refuses options that the host offers no way to read; 0 if they can be read, or if there are none.
__attribute__((visibility("hidden"))) int32_t sample_readable(const proviso_host *host, const proviso_value *options,
                                                              proviso_failure *failure);

/// A member of options that can be read; null if it is not there.
__attribute__((visibility("hidden"))) const proviso_value *sample_option(const proviso_host *host,
                                                                         const proviso_value *options,
                                                                         const char *name);

/// Whether a struct made by the host, which may be older than the header, has this member and it is not null.
#define SAMPLE_OFFERS(from, member) \
    ((from) && (from)->size >= offsetof(__typeof__(*(from)), member) + sizeof (from)->member && (from)->member)

#endif
