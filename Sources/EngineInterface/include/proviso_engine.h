/// The C interface of Proviso's engine, version 1.0: libproviso.so validates in the process that loads it.
///
/// General rules:
///
/// - A result below 0 is an error, and then `output` has it as JSON: `code`, `message`, and for rules `diagnostics`
///   with `file`, `line`, `column`. Nothing is written to standard error, no signal is caught, and nothing ends the
///   process.
/// - Rules, reports and cancellations are handles. A handle is a number that is never used twice, so a closed one, one
///   of another kind and any other number is PROVISO_ENGINE_BAD_HANDLE. 0 is never a handle.
/// - Every function may be called from several threads at once, with the same handles.
/// - Text is UTF-8. A `const char *` without a count ends with NUL; null means "nothing", where the comment says so.
/// - The caller owns all memory: results are copied into an `output`, and nothing is kept of what a call was given.
/// - Options are a JSON object, or null; an unknown option is an error that names the known ones.
///
/// Functions are only added in version 1, and the struct does not change.
#ifndef PROVISO_ENGINE_H
#define PROVISO_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PROVISO_ENGINE_MAJOR 1u
#define PROVISO_ENGINE_MINOR 0u

/// Results. Numbers that are not listed may come in a later minor version: below 0 they are errors.
enum {
    PROVISO_ENGINE_VALID = 0, ///< valid; also the success of functions that validate nothing
    PROVISO_ENGINE_INVALID = 1,
    PROVISO_ENGINE_BAD_HANDLE = -1,
    PROVISO_ENGINE_BAD_ARGUMENT = -2, ///< a null pointer, an impossible size, or an option
    PROVISO_ENGINE_BAD_RULES = -3,    ///< the rule set cannot be used
    PROVISO_ENGINE_BAD_INPUT = -4,    ///< the data cannot be read
    PROVISO_ENGINE_BAD_PLUGIN = -5,   ///< a plugin that the rules need was refused or failed
    PROVISO_ENGINE_CANCELLED = -6
};

typedef uint64_t proviso_engine_handle;

/// Where a call writes its result. If `count` comes back above `capacity`, nothing was written to `bytes`: call again
/// with more room. A null pointer instead of the struct means that the result is not wanted.
typedef struct proviso_engine_output {
    char *bytes;
    size_t capacity;
    /// Written by the call: the size of the whole result.
    size_t count;
} proviso_engine_output;

/// Takes a piece of a report: whole findings. It is called on any thread, by one at a time, in the order of the data.
/// A result other than 0 cancels the run. The bytes are valid until it returns.
typedef int32_t (*proviso_engine_sink)(void *context, const char *bytes, size_t count);

struct ArrowArrayStream;

/// The version that the library has: major << 16 | minor.
uint32_t proviso_engine_version(void);

/// Opens a rule file, or a directory: all its .yaml, .yml and .json files in the order of their names, as if one file
/// included them. Options: "variables" {name: value}, "includeRoot", "collections" {name: file}, "memory" (bytes),
/// "plugins" [directories], "pluginMode" ("worker" or "inproc"), "standardPlugins" (false: only "plugins"), "locked".
/// Plugins run in confined processes unless the user trusts them, as in the tool.
int32_t proviso_engine_open_file(const char *path, const char *options, proviso_engine_handle *rules,
                                 proviso_engine_output *error);

/// Opens a rule set from text, YAML or JSON. "collections" is as above. More options: "file" (the name in errors),
/// "directory" (where the paths of included files begin), "untrusted" (true: the author may read no file, and is
/// limited as Docs/RuleFiles.md says).
int32_t proviso_engine_open_text(const char *text, size_t count, const char *options, proviso_engine_handle *rules,
                                 proviso_engine_output *error);

/// Reads the rules again, or takes `text` instead of what was opened as text; null for files. Calls that run finish
/// with the old rules; if the new ones cannot be used, the old ones stay. Plugins stay those of the opening.
int32_t proviso_engine_reload(proviso_engine_handle rules, const char *text, size_t count,
                              proviso_engine_output *error);

/// Writes what the rules are: {"generation", "files", "scenarios", "attributes", "warnings", "needsAllRecords",
/// "plugins"}. `needsAllRecords` is true if rules compare records or are about all of them: then parts of the data that
/// are validated on their own do not give the findings of the whole.
int32_t proviso_engine_describe(proviso_engine_handle rules, proviso_engine_output *output);

/// Validates one JSON record. `scenario` and `locale` may be null. `findings` gets one JSON object on a line for each
/// finding, as `proviso check --format ndjson` writes them; a record without findings has none.
///
/// `report` may be null; otherwise it is 0 if there are no findings, and else a handle to be closed.
int32_t proviso_engine_check(proviso_engine_handle rules, const char *json, size_t count, const char *scenario,
                             const char *locale, proviso_engine_handle *report, proviso_engine_output *findings);

/// Writes a kept report in a locale, at any time. `format` is "ndjson", "json", "text", "csv", "junit", "sarif",
/// "github", "html" or "problem" (RFC 9457); null for "json", which is the document that the tool writes.
int32_t proviso_engine_render(proviso_engine_handle report, const char *locale, const char *format,
                              proviso_engine_output *output);

/// Validates a file: JSON, NDJSON, CSV or TSV, plain or compressed. `sink` gets the findings; `summary` the totals
/// {"summary": …, "notes": […]}. Both may be null, as `cancellation` may be 0.
///
/// Options: "scenario", "locale", "report" (a format as above, "ndjson" by default), "format" ("auto", "json",
/// "ndjson", "csv", "tsv"), "delimiter", "records", "jobs", "memory", "maxErrors", "showValues".
int32_t proviso_engine_check_file(proviso_engine_handle rules, const char *path, const char *options,
                                  proviso_engine_handle cancellation, proviso_engine_sink sink, void *context,
                                  proviso_engine_output *summary);

/// The same for bytes in memory. One more option: "name", the name of the data in findings.
int32_t proviso_engine_check_bytes(proviso_engine_handle rules, const char *bytes, size_t count, const char *options,
                                   proviso_engine_handle cancellation, proviso_engine_sink sink, void *context,
                                   proviso_engine_output *summary);

/// Validates the rows of a table in the Arrow C stream interface. Each row is a record; findings have the row as
/// "record", from 1. The stream is released before the call returns, also after an error. Options: "scenario",
/// "locale".
int32_t proviso_engine_check_arrow(proviso_engine_handle rules, struct ArrowArrayStream *stream, const char *options,
                                   proviso_engine_handle cancellation, proviso_engine_sink sink, void *context,
                                   proviso_engine_output *summary);

/// Makes a cancellation, which can be given to several runs.
int32_t proviso_engine_cancellation(proviso_engine_handle *cancellation);

/// Ends the runs that have it, at the end of what each thread has begun.
int32_t proviso_engine_cancel(proviso_engine_handle cancellation);

/// Closes any handle. Calls that use it finish; its memory is freed after them.
int32_t proviso_engine_close(proviso_engine_handle handle);

#ifdef __cplusplus
}
#endif

#endif
