/// Linear-time regular expressions: a C interface to RE2.
#ifndef PROVISO_REGEX_BRIDGE_H
#define PROVISO_REGEX_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled pattern; immutable, and safe to share between threads.
typedef struct prv_regex prv_regex;

/// Compiles a pattern in RE2's syntax over UTF-8. `^` and `$` match only at the start and the end of the string.
///
/// Returns null and writes a reason, ended by NUL, if the pattern is not valid or needs more than 8 MB.
prv_regex *prv_regex_create(const char *pattern, size_t length, int32_t ignore_case, char *reason,
                            size_t reason_capacity);
void prv_regex_destroy(prv_regex *regex);

/// Returns 1 if the pattern matches a part of the string, or with `whole` all of it.
int32_t prv_regex_matches(const prv_regex *regex, const char *text, size_t length, int32_t whole);

/// How many instructions the pattern was compiled to: its time and memory are in proportion to it.
int32_t prv_regex_size(const prv_regex *regex);

/// The number of groups in parentheses.
int32_t prv_regex_groups(const prv_regex *regex);

/// Finds the first match that begins at `start` or later, and returns 1 if there is one.
///
/// `places` gets `count` pairs of offsets, start and end: of the match, then of its groups; -1 for a group without any.
int32_t prv_regex_find(const prv_regex *regex, const char *text, size_t length, size_t start, int64_t *places,
                       int32_t count);

#ifdef __cplusplus
}
#endif

#endif
