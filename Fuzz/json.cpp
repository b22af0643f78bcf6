/// The JSON bridge beside simdjson's own DOM: both read an input, or neither does, and they see the same values.
#include "json_bridge.h"

#include <simdjson.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

size_t nodes(const proviso_value &value, int depth) {
    size_t count = 1;
    if (value.kind == PROVISO_LIST || value.kind == PROVISO_OBJECT) {
        check(depth <= PRV_JSON_MAX_DEPTH);
        auto *first = static_cast<const prv_node *>(value.as.handle);
        for (size_t index = 0; index < value.length; index++) count += nodes(first[index].value, depth + 1);
    } else if (value.kind == PROVISO_TEXT || value.kind == PROVISO_DECIMAL) {
        check(prv_utf8_is_valid(value.as.text, value.length));
    }
    return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static prv_reader *reader = prv_reader_create();
    static prv_arena *arena = prv_arena_create();
    static simdjson::dom::parser dom;
    static prv_shape *shape = [] {
        prv_shape *made = prv_shape_create();
        uint32_t a = prv_shape_add(made, 0, "a", 1, 0);
        prv_shape_add(made, a, "b", 1, 1);
        prv_shape_keep(made, prv_shape_add(made, 0, "l", 1, 2));
        return made;
    }();
    std::string padded(reinterpret_cast<const char *>(data), size);
    padded.append(PRV_JSON_PADDING, ' ');
    prv_arena_reset(arena);

    prv_node node;
    size_t offset = 0;
    int32_t status = prv_reader_parse(reader, arena, padded.data(), size, &node, &offset);
    check(status >= PRV_JSON_OK && status <= PRV_JSON_NOT_OBJECT && offset <= size);
    if (status == PRV_JSON_OK) nodes(node.value, 0);
    auto parsed = dom.parse(padded.data(), size, false);
    // simdjson refuses numbers that no double holds, and what is deeper than 1,024; both are read here or are not.
    bool isOthers = parsed.error() == simdjson::NUMBER_ERROR || parsed.error() == simdjson::DEPTH_ERROR ||
                    status == PRV_JSON_DEPTH;
    check(isOthers || (status == PRV_JSON_OK) == (parsed.error() == simdjson::SUCCESS));

    prv_node slots[3];
    int32_t filled = prv_reader_fill(reader, shape, arena, padded.data(), size, slots, 3, PRV_JSON_USUAL_MEMORY, &offset);
    check((filled == PRV_JSON_OK || filled == PRV_JSON_NOT_OBJECT) == (status == PRV_JSON_OK) || status == PRV_JSON_DEPTH);
    return 0;
}
