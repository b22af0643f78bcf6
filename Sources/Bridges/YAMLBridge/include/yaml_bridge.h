/// YAML documents as trees with positions: a C interface to libyaml.
#ifndef PROVISO_YAML_BRIDGE_H
#define PROVISO_YAML_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

/// A document. Nodes are numbers from 1; an alias is the node that it refers to, so a document may reach a node on
/// several paths, or from itself.
typedef struct prv_yaml prv_yaml;

/// An error and its position; line and column are counted from 1, in code points.
typedef struct prv_yaml_problem {
    char reason[256];
    size_t line;
    size_t column;
    /// Nonzero if the document was not read because it exceeds one of the limits below; `reason` is then not set.
    int32_t is_too_large;
    int32_t is_tag; ///< 1 if the text is YAML with a tag
    size_t index;   ///< the code points before the position
} prv_yaml_problem;

enum {
    PRV_YAML_END = 0,
    PRV_YAML_SCALAR = 1,
    PRV_YAML_LIST = 2,
    PRV_YAML_MAPPING = 3,
    PRV_YAML_ALIAS = 4,
    PRV_YAML_CLOSE = 5,
    PRV_YAML_DOCUMENT = 6
};

/// The maximum depth of lists and mappings, and the maximum number of anchors, directives and parts.
enum {
    PRV_YAML_MAX_DEPTH = 64,
    PRV_YAML_MAX_ANCHORS = 1000,
    PRV_YAML_MAX_DIRECTIVES = 100,
    PRV_YAML_MAX_EVENTS = 500000
};

/// Reads one document from `text`, which must live as long as the result. Returns null and fills `problem` if it is not
/// YAML or has several documents; the result for an empty document has no root.
prv_yaml *prv_yaml_read(const char *text, size_t length, prv_yaml_problem *problem);
void prv_yaml_free(prv_yaml *document);

/// Returns the root's number, or 0 if there is none.
int32_t prv_yaml_root(prv_yaml *document);
int32_t prv_yaml_kind(prv_yaml *document, int32_t node);
size_t prv_yaml_line(prv_yaml *document, int32_t node);
size_t prv_yaml_column(prv_yaml *document, int32_t node);

/// Returns a scalar's characters, and whether it was written without quotes.
const char *prv_yaml_scalar(prv_yaml *document, int32_t node, size_t *length, int32_t *is_plain);
/// Returns how many characters a scalar takes on its line, quotes included; 0 if it has several lines, and -1 for a
/// literal block, which begins in the next line.
int64_t prv_yaml_width(prv_yaml *document, int32_t node);
/// Returns the number of a list's items or a mapping's pairs.
size_t prv_yaml_count(prv_yaml *document, int32_t node);
int32_t prv_yaml_item(prv_yaml *document, int32_t node, size_t index);
int32_t prv_yaml_key(prv_yaml *document, int32_t node, size_t index);
int32_t prv_yaml_value(prv_yaml *document, int32_t node, size_t index);

/// Whether a stream has more directives than any useful one, which take libyaml quadratic time.
int32_t prv_yaml_has_many_directives(const char *text, size_t length);

/// The parts of a stream, one after the other: none is kept, so that its size does not matter.
typedef struct prv_yaml_events prv_yaml_events;

/// A part of a stream; it lives until the next one is read.
typedef struct prv_yaml_event {
    int32_t kind; ///< the beginning of a document, a scalar, list, mapping or alias, the end of one, or of the stream
    int32_t is_plain;
    const char *text; ///< a scalar's characters
    size_t length;
    const char *anchor; ///< its anchor, or that an alias names; null if there is none
    const char *tag;    ///< null if there is none
    size_t index;       ///< the code points before it
} prv_yaml_event;

/// Opens a stream, which must live as long as the result; null if there is no memory.
prv_yaml_events *prv_yaml_events_open(const char *text, size_t length);
/// Reads the next part. Returns 0 and fills `problem` if it is not YAML.
int32_t prv_yaml_events_next(prv_yaml_events *events, prv_yaml_event *event, prv_yaml_problem *problem);
void prv_yaml_events_close(prv_yaml_events *events);

#endif
