// One build of the reader over simdjson's on-demand parser; included once per kind of processor.
#include "walk.hpp"

namespace {

/// A text that is one scalar. The parser's own checks of these look no further than they must, so the token is read
/// here; it reaches to the end of the text unless something follows.
int32_t fill_scalar(ondemand::document &document, ondemand::json_type type, const char *json_end, prv_node &node) {
    std::string_view token;
    if (document.raw_json_token().get(token) || token.data() + token.size() != json_end) return PRV_JSON_SYNTAX;
    std::string_view word = token.substr(0, scalar_length(token));
    if (type == ondemand::json_type::string) {
        std::string_view text;
        if (auto error = document.get_string().get(text)) return Walk::failure(error);
        node.value.kind = PROVISO_TEXT;
        node.value.as.text = text.data();
        node.value.length = text.size();
    } else if (type == ondemand::json_type::number) {
        if (!prv_number_parse(word.data(), word.size(), &node.value)) return PRV_JSON_SYNTAX;
    } else if (word == "true" || word == "false") {
        node.value = {PROVISO_BOOL, 0, {0}, 0};
        node.value.as.boolean = word == "true";
    } else if (word == "null") {
        node.value = {PROVISO_NULL, 0, {0}, 0};
    } else {
        return PRV_JSON_SYNTAX;
    }
    return PRV_JSON_OK;
}

int32_t fill(void *parser, std::vector<prv_node> &stack, const prv_shape *shape, prv_arena *arena, const char *json,
             size_t length, size_t capacity, prv_node *slots, size_t *error_offset) {
    *error_offset = 0;
    ondemand::document document;
    error_code error = static_cast<ondemand::parser *>(parser)->iterate(json, length, capacity).get(document);
    if (error) return Walk::failure(error);
    ondemand::json_type type;
    if (auto bad = document.type().get(type)) return Walk::failure(bad);
    Walk walk(json, json + length, arena, stack);
    int32_t status;
    bool is_scalar = false;
    ondemand::value value;
    prv_node ignored = {{PROVISO_ABSENT, 0, {0}, 0}, nullptr, 0, UINT32_MAX};
    if (type == ondemand::json_type::object && shape) {
        ondemand::object object;
        if (auto bad = document.get_object().get(object)) return Walk::failure(bad);
        status = walk.fill(object, *shape, shape->places[0], slots, 1);
    } else {
        prv_node &node = shape ? ignored : slots[0];
        if (type != ondemand::json_type::object && type != ondemand::json_type::array) {
            is_scalar = true;
            status = fill_scalar(document, type, json + length, node);
        } else if (auto bad = document.get_value().get(value)) {
            status = Walk::failure(bad);
        } else {
            status = walk.keep(value, node, 1);
        }
        node.offset = uint32_t(strspn(json, " \t\r\n"));
    }
    if (!status && !is_scalar && document.current_location().error() != OUT_OF_BOUNDS) status = PRV_JSON_SYNTAX;
    if (status) *error_offset = walk.error_offset(document);
    if (!status && shape && type != ondemand::json_type::object) return PRV_JSON_NOT_OBJECT;
    return status;
}

void *create() { return new ondemand::parser; }
void destroy(void *parser) { delete static_cast<ondemand::parser *>(parser); }

}  // namespace

const prv_reader_build PRV_READER_BUILD = {create, destroy, fill};
