#include "yaml_bridge.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static int kind(yaml_token_type_t type) {
    switch (type) {
    case YAML_VERSION_DIRECTIVE_TOKEN:
    case YAML_TAG_DIRECTIVE_TOKEN: return PRV_YAML_DIRECTIVE;
    case YAML_DOCUMENT_START_TOKEN:
    case YAML_DOCUMENT_END_TOKEN: return PRV_YAML_MARKER;
    case YAML_BLOCK_SEQUENCE_START_TOKEN: return PRV_YAML_BLOCK_LIST;
    case YAML_BLOCK_MAPPING_START_TOKEN: return PRV_YAML_BLOCK_MAPPING;
    case YAML_BLOCK_END_TOKEN: return PRV_YAML_BLOCK_END;
    case YAML_FLOW_SEQUENCE_START_TOKEN: return PRV_YAML_FLOW_LIST;
    case YAML_FLOW_MAPPING_START_TOKEN: return PRV_YAML_FLOW_MAPPING;
    case YAML_FLOW_SEQUENCE_END_TOKEN:
    case YAML_FLOW_MAPPING_END_TOKEN: return PRV_YAML_FLOW_END;
    case YAML_BLOCK_ENTRY_TOKEN: return PRV_YAML_DASH;
    case YAML_FLOW_ENTRY_TOKEN: return PRV_YAML_COMMA;
    case YAML_KEY_TOKEN: return PRV_YAML_KEY;
    case YAML_VALUE_TOKEN: return PRV_YAML_COLON;
    case YAML_ALIAS_TOKEN: return PRV_YAML_ALIAS;
    case YAML_ANCHOR_TOKEN:
    case YAML_TAG_TOKEN: return PRV_YAML_PROPERTY;
    case YAML_SCALAR_TOKEN: return PRV_YAML_TEXT;
    default: return PRV_YAML_STREAM_END;
    }
}

static int32_t style(yaml_scalar_style_t style) {
    switch (style) {
    case YAML_PLAIN_SCALAR_STYLE: return PRV_YAML_PLAIN;
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: return PRV_YAML_SINGLE;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return PRV_YAML_DOUBLE;
    default: return PRV_YAML_LINES;
    }
}

/// Moves a token to the result, with the characters of a scalar.
static int take(yaml_token_t *token, prv_yaml_token *result) {
    *result = (prv_yaml_token){.kind = kind(token->type),
                               .start = token->start_mark.index,
                               .end = token->end_mark.index};
    if (token->type != YAML_SCALAR_TOKEN) return 1;
    result->style = style(token->data.scalar.style);
    result->length = token->data.scalar.length;
    result->text = malloc(result->length + 1);
    if (result->text) memcpy(result->text, token->data.scalar.value, result->length);
    return result->text != NULL;
}

prv_yaml_token *prv_yaml_tokens(const char *text, size_t length, size_t *count) {
    yaml_parser_t parser;
    yaml_token_t token;
    prv_yaml_token *tokens = NULL;
    size_t room = 0;
    int more = yaml_parser_initialize(&parser), is_whole = 0;
    *count = 0;
    if (!more) return NULL;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    while (more && yaml_parser_scan(&parser, &token)) {
        if (*count == room) {
            room = room ? room * 2 : 256;
            prv_yaml_token *larger = realloc(tokens, room * sizeof *tokens);
            more = larger != NULL;
            if (larger) tokens = larger;
        }
        is_whole = token.type == YAML_STREAM_END_TOKEN;
        // The start of the stream is left out.
        if (more && token.type != YAML_STREAM_START_TOKEN) more = take(&token, &tokens[(*count)++]);
        more = more && !is_whole;
        yaml_token_delete(&token);
    }
    yaml_parser_delete(&parser);
    if (is_whole) return tokens;
    prv_yaml_free_tokens(tokens, *count);
    return NULL;
}

void prv_yaml_free_tokens(prv_yaml_token *tokens, size_t count) {
    for (size_t i = 0; i < count; i++) free(tokens[i].text);
    free(tokens);
}
