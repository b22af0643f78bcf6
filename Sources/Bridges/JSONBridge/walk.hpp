// A walk over the tokens of one JSON text that fills nodes.
#pragma once

#include <new>

#include "node_stack.hpp"
#include "shape.hpp"
#include "tokens.hpp"

namespace {

/// Walks one JSON text. Every value is checked, needed or not, so that broken JSON is always found.
class Walk {
public:
    Walk(Tokens tokens, prv_arena *arena, NodeStack &stack,
         const simdjson::internal::dom_parser_implementation &parser)
        : tokens(tokens), arena(arena), stack(stack), parser(parser) {}

    /// Fills the slots of a shape from an object, or without a shape one node from any value.
    int32_t run(const prv_shape *shape, prv_node *slots) {
        int32_t status;
        bool is_object = tokens.peek() == '{';
        if (shape && shape->places[0].keep) {
            const prv_place &record = shape->places[0];
            status = keep(slots[record.slot], 1);
            if (!status && is_object) copy_children(slots[record.slot], *shape, record, slots);
        } else if (shape && is_object) {
            status = fill(*shape, shape->places[0], slots, 1);
        } else {
            prv_node ignored = absent();
            status = keep(shape ? ignored : slots[0], 1);
        }
        if (status) return status;
        if (!tokens.at_end()) return PRV_JSON_SYNTAX;
        return shape && !is_object ? PRV_JSON_NOT_OBJECT : PRV_JSON_OK;
    }

    /// Where the walk is in the text; after a failure, where the problem is.
    size_t offset() const { return tokens.offset(); }

    const uint32_t *position() const { return tokens.position(); }

private:
    Tokens tokens;
    prv_arena *arena;
    NodeStack &stack;
    const simdjson::internal::dom_parser_implementation &parser;

    static constexpr size_t FEW_MEMBERS = 64;
    static constexpr int32_t UNKNOWN_KEY = -1;
    static constexpr int32_t BAD_KEY = -2;

    static prv_node absent() { return {{PROVISO_ABSENT, 0, {0}, 0}, nullptr, 0, UINT32_MAX}; }

    /// Walks over the members of an object; `member` is called for each, with the key as the next token.
    template <class Member> int32_t members(int depth, Member member) {
        if (depth > PRV_JSON_MAX_DEPTH) return PRV_JSON_DEPTH;
        tokens.advance();
        if (tokens.take('}')) return PRV_JSON_OK;
        do {
            if (tokens.peek() != '"') return PRV_JSON_SYNTAX;
            if (int32_t status = member()) return status;
        } while (tokens.take(','));
        return tokens.take('}') ? PRV_JSON_OK : PRV_JSON_SYNTAX;
    }

    template <class Item> int32_t items(int depth, Item item) {
        if (depth > PRV_JSON_MAX_DEPTH) return PRV_JSON_DEPTH;
        tokens.advance();
        if (tokens.take(']')) return PRV_JSON_OK;
        do {
            if (int32_t status = item()) return status;
        } while (tokens.take(','));
        return tokens.take(']') ? PRV_JSON_OK : PRV_JSON_SYNTAX;
    }

    int32_t fill(const prv_shape &shape, const prv_place &place, prv_node *slots, int depth) {
        size_t expected = 0;
        return members(depth, [&]() -> int32_t {
            int32_t child = find(shape, place, expected);
            if (child == BAD_KEY) return PRV_JSON_SYNTAX;
            tokens.advance();
            if (!tokens.take(':')) return PRV_JSON_SYNTAX;
            if (child == UNKNOWN_KEY) return skip(depth + 1);
            expected = size_t(child) + 1;
            const prv_key &key = place.keys[size_t(child)];
            if (key.leaf) return keep(slots[key.slot], depth + 1);
            return take(shape, shape.places[place.children[size_t(child)]], slots, depth + 1);
        });
    }

    /// Members mostly come in the same order in every record, so the key after the last one is tried first.
    int32_t find(const prv_shape &shape, const prv_place &place, size_t expected) {
        const char *raw = tokens.here() + 1;
        size_t left = tokens.left() - 1;
        uint64_t head;
        memcpy(&head, raw, sizeof head);
        const prv_key *keys = place.keys.data();
        size_t count = place.keys.size();
        for (size_t i = expected; i < count; i++) {
            if (keys[i].is_spelled(raw, left, head)) return int32_t(i);
        }
        for (size_t i = 0; i < expected; i++) {
            if (keys[i].is_spelled(raw, left, head)) return int32_t(i);
        }
        std::string_view name = tokens.token();
        if (!traits(name).has_escape) return UNKNOWN_KEY;
        bool is_ascii;
        if (!text(name, is_ascii)) return BAD_KEY;
        for (size_t index = 0; index < count; index++) {
            if (name == shape.places[place.children[index]].key) return int32_t(index);
        }
        return UNKNOWN_KEY;
    }

    int32_t take(const prv_shape &shape, const prv_place &place, prv_node *slots, int depth) {
        prv_node &node = slots[place.slot];
        if (place.keep) {
            if (int32_t status = keep(node, depth)) return status;
            copy_members(node, shape, place, slots);
            return PRV_JSON_OK;
        }
        // A repeated member replaces the first one with all that was below it.
        for (uint32_t slot = place.slot + 1; slot < place.last_slot; slot++) slots[slot] = absent();
        node.offset = uint32_t(tokens.offset());
        switch (tokens.peek()) {
        case '{': node.value = {PROVISO_OBJECT, 0, {0}, 0}; return fill(shape, place, slots, depth);
        case '[': node.value = {PROVISO_LIST, 0, {0}, 0}; return skip(depth);
        default: return scalar(node);
        }
    }

    /// Fills the slots below a place whose value was kept as a whole.
    static void copy_members(const prv_node &node, const prv_shape &shape, const prv_place &place, prv_node *slots) {
        for (uint32_t slot = place.slot + 1; slot < place.last_slot; slot++) slots[slot] = absent();
        copy_children(node, shape, place, slots);
    }

    /// The same for slots that are absent.
    static void copy_children(const prv_node &node, const prv_shape &shape, const prv_place &place, prv_node *slots) {
        const prv_node *nodes = static_cast<const prv_node *>(node.value.as.handle);
        if (node.value.kind == PROVISO_LIST) {
            for (uint32_t child : place.children) {
                const prv_place &next = shape.places[child];
                if (next.position < node.value.length) copy(nodes[next.position], shape, next, slots);
            }
        } else if (node.value.kind == PROVISO_OBJECT) {
            // Members mostly come in the same order in every record, as in `find`.
            size_t expected = 0, count = place.children.size();
            for (uint64_t i = 0; i < node.value.length; i++) {
                std::string_view name(nodes[i].key, nodes[i].key_length);
                for (size_t tried = 0, at = expected; tried < count; tried++, at++) {
                    if (at >= count) at -= count;
                    const prv_place &next = shape.places[place.children[at]];
                    if (name != next.key) continue;
                    copy(nodes[i], shape, next, slots);
                    expected = at + 1;
                    break;
                }
            }
        }
    }

    static void copy(const prv_node &node, const prv_shape &shape, const prv_place &place, prv_node *slots) {
        slots[place.slot] = node;
        slots[place.slot].key = nullptr;
        if (!place.children.empty()) copy_children(node, shape, place, slots);
    }

    /// Reads a value with everything below it into a node.
    [[gnu::always_inline]] int32_t keep(prv_node &node, int depth) {
        node.offset = uint32_t(tokens.offset());
        char first = tokens.peek();
        if (first == '"') return quoted(node);
        return first == '{' || first == '[' ? keep_all(node, depth) : scalar(node);
    }

    [[gnu::noinline]] int32_t keep_all(prv_node &node, int depth) {
        switch (tokens.peek()) {
        case '{': return keep_object(node, depth);
        case '[': return keep_list(node, depth);
        default: return scalar(node);
        }
    }

    [[gnu::noinline]] int32_t scalar(prv_node &node) {
        std::string_view token = tokens.token();
        switch (tokens.peek()) {
        case '"': return quoted(node);
        case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            if (!prv_number_parse(token.data(), token.size(), &node.value)) return PRV_JSON_SYNTAX;
            break;
        case 't': case 'f':
            if (token != "true" && token != "false") return PRV_JSON_SYNTAX;
            node.value = {PROVISO_BOOL, 0, {0}, 0};
            node.value.as.boolean = token.size() == 4;
            break;
        case 'n':
            if (token != "null") return PRV_JSON_SYNTAX;
            node.value = {PROVISO_NULL, 0, {0}, 0};
            break;
        default: return PRV_JSON_SYNTAX;
        }
        tokens.advance();
        return PRV_JSON_OK;
    }

    [[gnu::always_inline]] int32_t quoted(prv_node &node) {
        std::string_view token = tokens.token();
        bool is_ascii;
        if (!text(token, is_ascii)) return PRV_JSON_SYNTAX;
        node.value.kind = PROVISO_TEXT;
        node.value.flags = is_ascii ? PROVISO_FLAG_ASCII : 0;
        node.value.as.text = token.data();
        node.value.length = token.size();
        tokens.advance();
        return PRV_JSON_OK;
    }

    /// Finds the characters of a quoted token: in place, or in the arena if there are escapes.
    [[gnu::always_inline]] bool text(std::string_view &token, bool &is_ascii) {
        // The first pass has seen that the text ends.
        if (token.size() < 2 || token.back() != '"') return false;
        token = token.substr(1, token.size() - 2);
        TextTraits found = traits(token);
        is_ascii = found.is_ascii;
        if (!found.has_escape) return true;
        is_ascii = false;
        return unescape(token);
    }

    [[gnu::noinline]] bool unescape(std::string_view &token) {
        auto target = static_cast<uint8_t *>(prv_arena_take(arena, token.size() + PRV_JSON_PADDING));
        if (!target) throw std::bad_alloc();
        uint8_t *end = parser.parse_string(reinterpret_cast<const uint8_t *>(token.data()), target);
        if (!end) return false;
        token = std::string_view(reinterpret_cast<char *>(target), size_t(end - target));
        return true;
    }

    /// Moves the nodes above `base` from the stack to the arena.
    [[gnu::always_inline]] void store(prv_node &node, uint32_t kind, size_t base) {
        size_t count = stack.size() - base;
        prv_node *nodes = nullptr;
        if (count) {
            nodes = static_cast<prv_node *>(prv_arena_take(arena, count * sizeof(prv_node)));
            if (!nodes) throw std::bad_alloc();
            stack.move_from(base, nodes);
        }
        node.value.kind = kind;
        node.value.flags = 0;
        node.value.as.handle = nodes;
        node.value.length = count;
    }

    int32_t keep_list(prv_node &node, int depth) {
        size_t base = stack.size();
        int32_t status = items(depth, [&]() -> int32_t {
            prv_node next = absent();
            if (int32_t status = keep(next, depth + 1)) return status;
            stack.push(next);
            return PRV_JSON_OK;
        });
        if (!status) store(node, PROVISO_LIST, base);
        return status;
    }

    int32_t keep_object(prv_node &node, int depth) {
        size_t base = stack.size();
        int32_t status = members(depth, [&]() -> int32_t {
            std::string_view name = tokens.token();
            bool is_ascii;
            if (!text(name, is_ascii)) return PRV_JSON_SYNTAX;
            tokens.advance();
            if (!tokens.take(':')) return PRV_JSON_SYNTAX;
            prv_node next = absent();
            if (int32_t status = keep(next, depth + 1)) return status;
            next.key = name.data();
            next.key_length = uint32_t(name.size());
            replace_or_push(next, base);
            return PRV_JSON_OK;
        });
        if (status) return status;
        if (stack.size() - base > FEW_MEMBERS) stack.remove_repeated(base);
        store(node, PROVISO_OBJECT, base);
        return status;
    }

    /// A repeated member replaces the first one, as in the slots. In large objects, where this search would
    /// be quadratic, repeated members are removed when the object ends.
    void replace_or_push(const prv_node &next, size_t base) {
        if (stack.size() - base < FEW_MEMBERS) {
            for (size_t i = base; i < stack.size(); i++) {
                if (stack[i].key_length == next.key_length && !memcmp(stack[i].key, next.key, next.key_length)) {
                    stack[i] = next;
                    return;
                }
            }
        }
        stack.push(next);
    }

    /// Checks a value that has no slot.
    int32_t skip(int depth) {
        switch (tokens.peek()) {
        case '{':
            return members(depth, [&]() -> int32_t {
                std::string_view name = tokens.token();
                bool is_ascii;
                if (!text(name, is_ascii)) return PRV_JSON_SYNTAX;
                tokens.advance();
                return tokens.take(':') ? skip(depth + 1) : PRV_JSON_SYNTAX;
            });
        case '[': return items(depth, [&]() -> int32_t { return skip(depth + 1); });
        default: {
            prv_node ignored;
            return scalar(ignored);
        }
        }
    }
};

}  // namespace
