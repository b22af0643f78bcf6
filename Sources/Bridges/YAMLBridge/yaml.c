#include "yaml_bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "yaml_problem.h"

struct prv_yaml {
    yaml_document_t document;
};

void prv_yaml_describe(const yaml_parser_t *parser, prv_yaml_problem *problem) {
    const char *reason = parser->problem ? parser->problem : "out of memory";
    yaml_mark_t mark = parser->problem_mark, start = parser->context_mark;
    if (parser->context && strcmp(reason, "could not find expected ':'") == 0) {
        // libyaml reports the missing colon of a key at the next line.
        mark = start;
        reason = "a key needs ': ' after it, with the space";
    } else if (parser->context && start.line != mark.line) {
        snprintf(problem->reason, sizeof problem->reason, "%s (in what begins at %zu:%zu)", reason, start.line + 1,
                 start.column + 1);
        reason = NULL;
    }
    // Often the key before lacks its colon, and is joined with this line to one string.
    if (reason && strcmp(reason, "mapping values are not allowed in this context") == 0)
        reason = "this ': ' is not allowed here, or is missing in a line before";
    if (reason) snprintf(problem->reason, sizeof problem->reason, "%s", reason);
    problem->line = mark.line + 1;
    problem->column = mark.column + 1;
    problem->index = mark.index;
    if (parser->error != YAML_READER_ERROR) return;
    // For an invalid character only the byte is known.
    const unsigned char *text = parser->input.string.start;
    problem->line = problem->column = 1;
    problem->index = 0;
    for (size_t i = 0; i < parser->problem_offset && text + i < parser->input.string.end; i++) {
        if ((text[i] & 0xC0) != 0x80) problem->index += 1;
        if (text[i] == '\n') {
            problem->line += 1;
            problem->column = 1;
        } else if ((text[i] & 0xC0) != 0x80) {
            problem->column += 1;
        }
    }
}

/// libyaml compares each `%TAG` with all before it.
int32_t prv_yaml_has_many_directives(const char *text, size_t length) {
    size_t count = 0;
    int begins_line = 1;
    for (size_t i = 0; i < length && count <= PRV_YAML_MAX_DIRECTIVES; i++) {
        if (begins_line && text[i] == '%') count++;
        begins_line = text[i] == '\n' || text[i] == '\r';
    }
    return count > PRV_YAML_MAX_DIRECTIVES;
}

static int has_anchor(const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT: return event->data.scalar.anchor != NULL;
    case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.anchor != NULL;
    case YAML_MAPPING_START_EVENT: return event->data.mapping_start.anchor != NULL;
    default: return 0;
    }
}

/// Scans for what makes libyaml slow: its time is quadratic in the depth and in the number of anchors. Such a document
/// must not be parsed; other errors are left to the parser.
static int is_too_large(const char *text, size_t length, prv_yaml_problem *problem) {
    yaml_parser_t parser;
    yaml_event_t event;
    int depth = 0, anchors = 0;
    size_t nodes = 0;
    problem->line = problem->column = 1;
    if (prv_yaml_has_many_directives(text, length)) return 1;
    if (!yaml_parser_initialize(&parser)) return 0;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    int is_fine = 1;
    for (int more = 1; more && is_fine;) {
        if (!yaml_parser_parse(&parser, &event)) break;
        if (event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT) depth++;
        if (event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT) depth--;
        if (has_anchor(&event)) anchors++;
        nodes++;
        more = event.type != YAML_STREAM_END_EVENT;
        is_fine = depth <= PRV_YAML_MAX_DEPTH && anchors <= PRV_YAML_MAX_ANCHORS && nodes <= PRV_YAML_MAX_EVENTS;
        problem->line = event.start_mark.line + 1;
        problem->column = event.start_mark.column + 1;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return !is_fine;
}

/// Whether nothing follows the first document.
static int is_over(yaml_parser_t *parser, prv_yaml_problem *problem) {
    yaml_document_t next;
    if (!yaml_parser_load(parser, &next)) {
        prv_yaml_describe(parser, problem);
        return 0;
    }
    int over = yaml_document_get_root_node(&next) == NULL;
    if (!over) {
        snprintf(problem->reason, sizeof problem->reason, "there is a second document");
        problem->line = next.start_mark.line + 1;
        problem->column = next.start_mark.column + 1;
    }
    yaml_document_delete(&next);
    return over;
}

/// Finds the first tag, such as `!!int`; the loader does not tell `!!str` from no tag.
static int has_tag(const char *text, size_t length, prv_yaml_problem *problem) {
    yaml_parser_t parser;
    if (!memchr(text, '!', length) || !yaml_parser_initialize(&parser)) return 0;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    int found = 0, over = 0;
    while (!found && !over) {
        yaml_token_t token;
        // What cannot be scanned is the loader's to report.
        if (!yaml_parser_scan(&parser, &token)) break;
        over = token.type == YAML_STREAM_END_TOKEN;
        if (token.type == YAML_TAG_TOKEN) {
            found = problem->is_tag = 1;
            const char *handle = (const char *)token.data.tag.handle, *suffix = (const char *)token.data.tag.suffix;
            int is_verbatim = !*handle && strcmp(suffix, "!") != 0;
            snprintf(problem->reason, sizeof problem->reason, "a rule file has no tags: leave out '%s%.80s%s'",
                     is_verbatim ? "!<" : handle, suffix, is_verbatim ? ">" : "");
            problem->line = token.start_mark.line + 1;
            problem->column = token.start_mark.column + 1;
        }
        yaml_token_delete(&token);
    }
    yaml_parser_delete(&parser);
    return found;
}

prv_yaml *prv_yaml_read(const char *text, size_t length, prv_yaml_problem *problem) {
    problem->is_tag = 0;
    problem->is_too_large = is_too_large(text, length, problem);
    if (problem->is_too_large || has_tag(text, length, problem)) return NULL;
    yaml_parser_t parser;
    prv_yaml *result = malloc(sizeof *result);
    if (!result || !yaml_parser_initialize(&parser)) {
        free(result);
        snprintf(problem->reason, sizeof problem->reason, "out of memory");
        return NULL;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    if (!yaml_parser_load(&parser, &result->document)) {
        prv_yaml_describe(&parser, problem);
        free(result);
        result = NULL;
    } else if (yaml_document_get_root_node(&result->document) && !is_over(&parser, problem)) {
        prv_yaml_free(result);
        result = NULL;
    }
    yaml_parser_delete(&parser);
    return result;
}

void prv_yaml_free(prv_yaml *document) {
    yaml_document_delete(&document->document);
    free(document);
}

static yaml_node_t *at(prv_yaml *document, int32_t node) { return yaml_document_get_node(&document->document, node); }

int32_t prv_yaml_root(prv_yaml *document) { return yaml_document_get_root_node(&document->document) ? 1 : 0; }

int32_t prv_yaml_kind(prv_yaml *document, int32_t node) {
    switch (at(document, node)->type) {
    case YAML_SEQUENCE_NODE: return PRV_YAML_LIST;
    case YAML_MAPPING_NODE: return PRV_YAML_MAPPING;
    default: return PRV_YAML_SCALAR;
    }
}

size_t prv_yaml_line(prv_yaml *document, int32_t node) { return at(document, node)->start_mark.line + 1; }

size_t prv_yaml_column(prv_yaml *document, int32_t node) { return at(document, node)->start_mark.column + 1; }

const char *prv_yaml_scalar(prv_yaml *document, int32_t node, size_t *length, int32_t *is_plain) {
    yaml_node_t *scalar = at(document, node);
    *length = scalar->data.scalar.length;
    *is_plain = scalar->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return (const char *)scalar->data.scalar.value;
}

int64_t prv_yaml_width(prv_yaml *document, int32_t node) {
    yaml_node_t *scalar = at(document, node);
    if (scalar->data.scalar.style == YAML_LITERAL_SCALAR_STYLE) return -1;
    if (scalar->data.scalar.style == YAML_FOLDED_SCALAR_STYLE) return 0;
    if (scalar->start_mark.line != scalar->end_mark.line) return 0;
    return (int64_t)(scalar->end_mark.column - scalar->start_mark.column);
}

size_t prv_yaml_count(prv_yaml *document, int32_t node) {
    yaml_node_t *parent = at(document, node);
    if (parent->type == YAML_SEQUENCE_NODE) {
        return (size_t)(parent->data.sequence.items.top - parent->data.sequence.items.start);
    }
    if (parent->type == YAML_MAPPING_NODE) {
        return (size_t)(parent->data.mapping.pairs.top - parent->data.mapping.pairs.start);
    }
    return 0;
}

int32_t prv_yaml_item(prv_yaml *document, int32_t node, size_t index) {
    return at(document, node)->data.sequence.items.start[index];
}

int32_t prv_yaml_key(prv_yaml *document, int32_t node, size_t index) {
    return at(document, node)->data.mapping.pairs.start[index].key;
}

int32_t prv_yaml_value(prv_yaml *document, int32_t node, size_t index) {
    return at(document, node)->data.mapping.pairs.start[index].value;
}
