// A walk over one JSON text that fills nodes; part of each build of the reader.
#pragma once

#include "shape.hpp"

namespace {

using namespace simdjson;

/// The length of a number without the blanks behind it.
size_t scalar_length(std::string_view token) {
    size_t last = token.find_last_not_of(" \t\r\n");
    return last == std::string_view::npos ? 0 : last + 1;
}

/// Walks one JSON text. Every value is looked at, needed or not, so that broken JSON is always found.
class Walk {
public:
    Walk(const char *json, const char *json_end, prv_arena *arena, std::vector<prv_node> &stack)
        : json(json), json_end(json_end), arena(arena), stack(stack) {}

    int32_t fill(ondemand::object object, const prv_shape &shape, const prv_place &place, prv_node *slots, int depth) {
        if (depth > PRV_JSON_MAX_DEPTH) return PRV_JSON_DEPTH;
        size_t expected = 0;
        for (auto result : object) {
            if (auto error = result.error()) return failure(error);
            ondemand::field &field = inside(result);
            ondemand::value &value = field.value();
            int32_t child = find(field, shape, place, expected);
            int32_t status;
            if (child == BAD_KEY) return PRV_JSON_SYNTAX;
            if (child < 0) {
                status = skip(value, depth + 1);
            } else {
                const prv_place &next = shape.places[place.children[child]];
                expected = size_t(child) + 1;
                status = take(value, shape, next, slots, depth + 1);
            }
            if (status) return status;
        }
        return PRV_JSON_OK;
    }

    /// Reads a value with everything below it into a node.
    int32_t keep(ondemand::value &value, prv_node &node, int depth) {
        ondemand::json_type type;
        if (int32_t status = kind(value, type)) return status;
        set_offset(value, node);
        switch (type) {
        case ondemand::json_type::array: return keep_list(value, node, depth);
        case ondemand::json_type::object: return keep_object(value, node, depth);
        default: return scalar(value, type, node);
        }
    }

    size_t error_offset(ondemand::document &document) {
        const char *at;
        if (document.current_location().get(at) || at < json || at > json_end) return size_t(json_end - json);
        return size_t(at - json);
    }

    static int32_t failure(error_code error) {
        switch (error) {
        case UTF8_ERROR: return PRV_JSON_UTF8;
        case DEPTH_ERROR: return PRV_JSON_DEPTH;
        case MEMALLOC: case CAPACITY: return PRV_JSON_MEMORY;
        default: return PRV_JSON_SYNTAX;
        }
    }

private:
    const char *json;
    const char *json_end;
    prv_arena *arena;
    std::vector<prv_node> &stack;

    /// What a result holds, in place: a copy of these small objects right after they were written stalls the processor.
    template <class Held> static Held &inside(simdjson_result<Held> &result) {
        return const_cast<Held &>(static_cast<const simdjson_result<Held> &>(result).value_unsafe());
    }

    /// What a value is. In a text that ends too early, what the parser takes for the value stands behind the text.
    int32_t kind(ondemand::value &value, ondemand::json_type &type) {
        if (value.raw_json_token().data() >= json_end) return PRV_JSON_SYNTAX;
        if (auto error = value.type().get(type)) return failure(error);
        return PRV_JSON_OK;
    }

    void set_offset(ondemand::value &value, prv_node &node) {
        std::string_view token = value.raw_json_token();
        node.offset = uint32_t(token.data() - json);
    }

    static constexpr int32_t UNKNOWN_KEY = -1;
    static constexpr int32_t BAD_KEY = -2;

    /// Members mostly come in the same order in every record, so the one after the last is tried first.
    int32_t find(ondemand::field &field, const prv_shape &shape, const prv_place &place, size_t expected) {
        const char *raw = field.key().raw();
        size_t left = size_t(json_end - raw);
        size_t count = place.children.size();
        for (size_t i = 0; i < count; i++) {
            size_t index = expected + i;
            if (index >= count) index -= count;
            const prv_place &child = shape.places[place.children[index]];
            size_t size = child.key.size();
            if (size < left && raw[size] == '"' && child.plain && !memcmp(raw, child.key.data(), size)) {
                return int32_t(index);
            }
        }
        if (!has_escape(raw)) return UNKNOWN_KEY;
        std::string_view name;
        if (field.unescaped_key().get(name)) return BAD_KEY;
        for (size_t index = 0; index < count; index++) {
            if (name == shape.places[place.children[index]].key) return int32_t(index);
        }
        return UNKNOWN_KEY;
    }

    /// The first pass has seen that the key ends.
    static bool has_escape(const char *raw) {
        while (*raw != '"' && *raw != '\\') raw++;
        return *raw == '\\';
    }

    int32_t take(ondemand::value &value, const prv_shape &shape, const prv_place &place, prv_node *slots, int depth) {
        prv_node &node = slots[place.slot];
        if (place.children.empty() || place.keep) {
            int32_t status = keep(value, node, depth);
            if (status || place.children.empty()) return status;
            copy_members(node, shape, place, slots);
            return PRV_JSON_OK;
        }
        // A repeated member takes the place of the first one with all that was below it.
        for (uint32_t slot = place.slot + 1; slot < place.last_slot; slot++) slots[slot] = absent();
        ondemand::json_type type;
        if (int32_t status = kind(value, type)) return status;
        set_offset(value, node);
        switch (type) {
        case ondemand::json_type::object: {
            ondemand::object object;
            if (auto error = value.get_object().get(object)) return failure(error);
            node.value = {PROVISO_OBJECT, 0, {0}, 0};
            return fill(object, shape, place, slots, depth);
        }
        case ondemand::json_type::array:
            node.value = {PROVISO_LIST, 0, {0}, 0};
            return skip(value, depth);
        default: return scalar(value, type, node);
        }
    }

    /// Fills the slots below a place whose value was kept whole.
    static void copy_members(const prv_node &node, const prv_shape &shape, const prv_place &place, prv_node *slots) {
        for (uint32_t slot = place.slot + 1; slot < place.last_slot; slot++) slots[slot] = absent();
        if (node.value.kind != PROVISO_OBJECT) return;
        const prv_node *members = static_cast<const prv_node *>(node.value.as.handle);
        for (uint32_t child : place.children) {
            const prv_place &next = shape.places[child];
            for (uint64_t i = 0; i < node.value.length; i++) {
                if (std::string_view(members[i].key, members[i].key_length) != next.key) continue;
                slots[next.slot] = members[i];
                copy_members(members[i], shape, next, slots);
            }
        }
    }

    static prv_node absent() { return {{PROVISO_ABSENT, 0, {0}, 0}, nullptr, 0, UINT32_MAX}; }

    int32_t scalar(ondemand::value &value, ondemand::json_type type, prv_node &node) {
        switch (type) {
        case ondemand::json_type::string: {
            std::string_view token = value.raw_json_token();
            // The parser takes an unread text with a colon behind it for a key, and passes over both.
            const char *next = token.data() + token.size();
            if (next < json_end && *next == ':') return PRV_JSON_SYNTAX;
            std::string_view text = plain(token.data() + 1, token.size() - 1);
            if (!text.data()) {
                if (auto error = value.get_string().get(text)) return failure(error);
            }
            node.value.kind = PROVISO_TEXT;
            node.value.flags = 0;
            node.value.as.text = text.data();
            node.value.length = text.size();
            return PRV_JSON_OK;
        }
        case ondemand::json_type::number: {
            std::string_view token = value.raw_json_token();
            if (!prv_number_parse(token.data(), scalar_length(token), &node.value)) return PRV_JSON_SYNTAX;
            return PRV_JSON_OK;
        }
        case ondemand::json_type::boolean: {
            bool truth;
            if (auto error = value.get_bool().get(truth)) return failure(error);
            node.value = {PROVISO_BOOL, 0, {0}, 0};
            node.value.as.boolean = truth;
            return PRV_JSON_OK;
        }
        default: {
            bool null;
            if (value.is_null().get(null) || !null) return PRV_JSON_SYNTAX;
            node.value = {PROVISO_NULL, 0, {0}, 0};
            return PRV_JSON_OK;
        }
        }
    }

    /// The characters up to the closing quote where they stand for themselves, so that they need not be copied;
    /// null where there are escapes. The first pass has seen that the quote is there.
    static std::string_view plain(const char *start, size_t limit) {
        while (limit && start[limit - 1] != '"') limit--;
        if (limit) limit--;
        return memchr(start, '\\', limit) ? std::string_view() : std::string_view(start, limit);
    }

    /// Moves the nodes above `base` from the stack to the arena.
    void store(prv_node &node, uint32_t kind, size_t base) {
        size_t count = stack.size() - base;
        prv_node *nodes = nullptr;
        if (count) {
            nodes = static_cast<prv_node *>(prv_arena_take(arena, count * sizeof(prv_node)));
            memcpy(nodes, stack.data() + base, count * sizeof(prv_node));
            stack.resize(base);
        }
        node.value.kind = kind;
        node.value.flags = 0;
        node.value.as.handle = nodes;
        node.value.length = count;
    }

    int32_t keep_list(ondemand::value &value, prv_node &node, int depth) {
        if (depth > PRV_JSON_MAX_DEPTH) return PRV_JSON_DEPTH;
        ondemand::array array;
        if (auto error = value.get_array().get(array)) return failure(error);
        size_t base = stack.size();
        for (auto result : array) {
            if (auto error = result.error()) return failure(error);
            ondemand::value &item = inside(result);
            prv_node next = absent();
            if (int32_t status = keep(item, next, depth + 1)) return status;
            stack.push_back(next);
        }
        store(node, PROVISO_LIST, base);
        return PRV_JSON_OK;
    }

    int32_t keep_object(ondemand::value &value, prv_node &node, int depth) {
        if (depth > PRV_JSON_MAX_DEPTH) return PRV_JSON_DEPTH;
        ondemand::object object;
        if (auto error = value.get_object().get(object)) return failure(error);
        size_t base = stack.size();
        for (auto result : object) {
            if (auto error = result.error()) return failure(error);
            ondemand::field &field = inside(result);
            ondemand::value &member = field.value();
            std::string_view name;
            if (auto error = field.unescaped_key().get(name)) return failure(error);
            prv_node next = absent();
            if (int32_t status = keep(member, next, depth + 1)) return status;
            next.key = name.data();
            next.key_length = uint32_t(name.size());
            replace_or_push(next, base);
        }
        store(node, PROVISO_OBJECT, base);
        return PRV_JSON_OK;
    }

    /// A repeated member takes the place of the first one, as in the slots. Looked for in small objects only:
    /// the search is quadratic, and what a large object says twice it says twice.
    void replace_or_push(const prv_node &next, size_t base) {
        if (stack.size() - base <= 64) {
            for (size_t i = base; i < stack.size(); i++) {
                if (stack[i].key_length == next.key_length && !memcmp(stack[i].key, next.key, next.key_length)) {
                    stack[i] = next;
                    return;
                }
            }
        }
        stack.push_back(next);
    }

    int32_t skip(ondemand::value &value, int depth) {
        ondemand::json_type type;
        if (int32_t status = kind(value, type)) return status;
        if (type == ondemand::json_type::array) {
            if (depth > PRV_JSON_MAX_DEPTH) return PRV_JSON_DEPTH;
            ondemand::array array;
            if (auto error = value.get_array().get(array)) return failure(error);
            for (auto result : array) {
                if (auto error = result.error()) return failure(error);
                ondemand::value &item = inside(result);
                if (int32_t status = skip(item, depth + 1)) return status;
            }
            return PRV_JSON_OK;
        }
        if (type == ondemand::json_type::object) {
            if (depth > PRV_JSON_MAX_DEPTH) return PRV_JSON_DEPTH;
            ondemand::object object;
            if (auto error = value.get_object().get(object)) return failure(error);
            for (auto result : object) {
                if (auto error = result.error()) return failure(error);
                ondemand::field &field = inside(result);
                std::string_view name;
                if (has_escape(field.key().raw()) && field.unescaped_key().get(name)) return PRV_JSON_SYNTAX;
                if (int32_t status = skip(field.value(), depth + 1)) return status;
            }
            return PRV_JSON_OK;
        }
        prv_node ignored;
        return scalar(value, type, ignored);
    }
};

}  // namespace
