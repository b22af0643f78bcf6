#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "yaml_bridge.h"
#include "yaml_problem.h"

struct prv_yaml_events {
    yaml_parser_t parser;
    yaml_event_t event;
};

prv_yaml_events *prv_yaml_events_open(const char *text, size_t length) {
    prv_yaml_events *events = calloc(1, sizeof *events);
    if (!events) return NULL;
    if (!yaml_parser_initialize(&events->parser)) {
        free(events);
        return NULL;
    }
    yaml_parser_set_encoding(&events->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&events->parser, (const unsigned char *)text, length);
    return events;
}

void prv_yaml_events_close(prv_yaml_events *events) {
    if (!events) return;
    yaml_event_delete(&events->event);
    yaml_parser_delete(&events->parser);
    free(events);
}

static void name(prv_yaml_event *out, int32_t kind, const yaml_char_t *anchor, const yaml_char_t *tag) {
    out->kind = kind;
    out->anchor = (const char *)anchor;
    out->tag = (const char *)tag;
}

static void scalar(prv_yaml_event *out, const yaml_event_t *event) {
    name(out, PRV_YAML_SCALAR, event->data.scalar.anchor, event->data.scalar.tag);
    out->text = (const char *)event->data.scalar.value;
    out->length = event->data.scalar.length;
    out->is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

int32_t prv_yaml_events_next(prv_yaml_events *events, prv_yaml_event *out, prv_yaml_problem *problem) {
    yaml_event_t *event = &events->event;
    for (;;) {
        yaml_event_delete(event);
        if (!yaml_parser_parse(&events->parser, event)) {
            prv_yaml_describe(&events->parser, problem);
            return 0;
        }
        memset(out, 0, sizeof *out);
        out->index = event->start_mark.index;
        switch (event->type) {
        case YAML_SCALAR_EVENT: scalar(out, event); return 1;
        case YAML_SEQUENCE_START_EVENT:
            name(out, PRV_YAML_LIST, event->data.sequence_start.anchor, event->data.sequence_start.tag);
            return 1;
        case YAML_MAPPING_START_EVENT:
            name(out, PRV_YAML_MAPPING, event->data.mapping_start.anchor, event->data.mapping_start.tag);
            return 1;
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT: out->kind = PRV_YAML_CLOSE; return 1;
        case YAML_ALIAS_EVENT:
            name(out, PRV_YAML_ALIAS, event->data.alias.anchor, NULL);
            return 1;
        case YAML_DOCUMENT_START_EVENT: out->kind = PRV_YAML_DOCUMENT; return 1;
        case YAML_STREAM_END_EVENT: out->kind = PRV_YAML_END; return 1;
        default: break;
        }
    }
}
