#include <algorithm>
#include <new>

#include "memory.hpp"
#include "walk.hpp"

// The walk reads simdjson's list of tokens, which is private: `simdjson::internal::dom_parser_implementation`.
//
// The public On-Demand interface was measured for the same work, sign-up records of nine members into the same slots, with
// raw tokens instead of its copies of strings: 246 ns per record against 125 ns for this walk, and 265 against 136 ns if
// records are scanned one by one (simdjson 3.0.1, icelake, the minimum of 225 runs). It also does not check values that are
// not read, so that all values must be read anyway.
static_assert(simdjson::SIMDJSON_VERSION_MAJOR == 3 && simdjson::SIMDJSON_VERSION_MINOR == 0,
              "Another simdjson: check in its dom_parser_implementation that stage1() still checks the UTF-8 and that "
              "strings are closed, that structural_indexes has room for an index after n_structural_indexes and ascends "
              "to it, and that parse_string() still takes the text after the opening quote and writes up to 32 bytes "
              "after the end; then run the tests in Tests/ProvisoTests/Bridges and `make fuzz`, and change the version here.");

/// simdjson's first pass finds the tokens and checks the UTF-8; the walk over them is our own, since it fills slots.
struct prv_reader {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
    NodeStack stack;
    /// The bytes of the last scan.
    const char *scanned = nullptr;
    size_t scanned_length = 0;
    /// The token after the last one that was walked over, among those of the scan.
    uint32_t next = 0;
};

namespace {

void prepare(prv_reader &reader) {
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(4096, 1, reader.parser)) {
        throw std::bad_alloc();
    }
}

int32_t failure(simdjson::error_code error) {
    switch (error) {
    case simdjson::UTF8_ERROR: return PRV_JSON_UTF8;
    case simdjson::MEMALLOC: case simdjson::CAPACITY: return PRV_JSON_MEMORY;
    default: return PRV_JSON_SYNTAX;
    }
}

/// Finds the tokens of one record, or of many.
int32_t scan(prv_reader *reader, const char *json, size_t length) {
    reader->scanned = nullptr;
    if (length > simdjson::SIMDJSON_MAXSIZE_BYTES) return PRV_JSON_MEMORY;
    size_t needed = std::max(length, size_t(1) << 20);
    if (length > reader->parser->capacity() || needed < reader->parser->capacity() / 8) {
        // More than is needed, so that records of growing length do not each need more.
        size_t capacity = std::min(length + length / 4 + 64, simdjson::SIMDJSON_MAXSIZE_BYTES);
        if (auto error = reader->parser->set_capacity(capacity)) return failure(error);
    }
    auto bytes = reinterpret_cast<const uint8_t *>(json);
    if (auto error = reader->parser->stage1(bytes, length, simdjson::stage1_mode::regular)) return failure(error);
    // The walk ends at the index after the last token; simdjson sets it only in its own second pass.
    reader->parser->structural_indexes[reader->parser->n_structural_indexes] = uint32_t(length);
    reader->scanned = json;
    reader->scanned_length = length;
    reader->next = 0;
    return PRV_JSON_OK;
}

/// The tokens of one record among those of a scan; records are mostly read in their order.
Tokens tokens(prv_reader *reader, const char *json, size_t length) {
    const uint32_t *first = reader->parser->structural_indexes.get();
    const uint32_t *last = first + reader->parser->n_structural_indexes;
    uint32_t start = uint32_t(json - reader->scanned);
    const uint32_t *at = first + reader->next;
    if (at != first && at[-1] >= start) at = std::lower_bound(first, last, start);
    while (at < last && *at < start) at++;
    return Tokens(reader->scanned, at, json, json + length);
}

int32_t fill(prv_reader *reader, const prv_shape *shape, prv_arena *arena, const char *json, size_t length,
             prv_node *slots, size_t memory, size_t *error_offset) {
    *error_offset = 0;
    if (!reader) return PRV_JSON_MEMORY;
    reader->stack.begin(memory);
    bool isScanned = reader->scanned && json >= reader->scanned &&
                     json + length <= reader->scanned + reader->scanned_length;
    if (!isScanned) {
        if (int32_t status = scan(reader, json, length)) return status;
    }
    Walk walk(tokens(reader, json, length), arena, reader->stack, *reader->parser);
    int32_t status;
    try {
        status = walk.run(shape, slots);
    } catch (const std::bad_alloc &) {
        status = PRV_JSON_MEMORY;
    }
    if (status != PRV_JSON_OK && status != PRV_JSON_NOT_OBJECT) *error_offset = walk.offset();
    if (isScanned) {
        reader->next = uint32_t(walk.position() - reader->parser->structural_indexes.get());
    } else {
        reader->scanned = nullptr;
    }
    return status;
}

void clear(prv_node *slots, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) slots[i] = prv_node{{PROVISO_ABSENT, 0, {0}, 0}, nullptr, 0, UINT32_MAX};
}

}  // namespace

extern "C" {

int32_t prv_utf8_is_valid(const char *bytes, size_t length) { return simdjson::validate_utf8(bytes, length) ? 1 : 0; }

prv_shape *prv_shape_create(void) try {
    auto shape = std::make_unique<prv_shape>();
    shape->places.emplace_back();
    return shape.release();
} catch (...) {
    end_without_memory();
}

uint32_t prv_shape_add(prv_shape *shape, uint32_t parent, const char *key, size_t length, uint32_t slot) try {
    uint32_t place = uint32_t(shape->places.size());
    prv_place added;
    added.key.assign(key, length);
    added.position = position_of(added.key);
    added.parent = parent;
    added.slot = slot;
    added.last_slot = slot + 1;
    shape->places.push_back(std::move(added));
    prv_place &holder = shape->places[parent];
    holder.children.push_back(place);
    holder.keys.emplace_back(key, length, slot);
    // A place that gets a child is the last of its siblings.
    if (parent) shape->places[holder.parent].keys.back().leaf = false;
    // Slots are numbered depth first, so every ancestor, which is the last of its siblings, now reaches further.
    for (uint32_t at = parent; at != 0; at = shape->places[at].parent) shape->places[at].last_slot = slot + 1;
    return place;
} catch (...) {
    end_without_memory();
}

void prv_shape_keep(prv_shape *shape, uint32_t place) { shape->places[place].keep = true; }

void prv_shape_keep_record(prv_shape *shape, uint32_t slot) {
    shape->places[0].keep = true;
    shape->places[0].slot = slot;
}

void prv_shape_destroy(prv_shape *shape) { delete shape; }

prv_reader *prv_reader_create(void) try {
    auto reader = std::make_unique<prv_reader>();
    prepare(*reader);
    return reader.release();
} catch (...) {
    return nullptr;
}

prv_reader *prv_reader_of_thread(void) try {
    thread_local prv_reader reader;
    // A single huge record must not hold its memory as long as the thread lives.
    if (!reader.parser || reader.parser->capacity() > (1u << 20)) prepare(reader);
    return &reader;
} catch (...) {
    return nullptr;
}

void prv_reader_destroy(prv_reader *reader) { delete reader; }

int32_t prv_reader_scan(prv_reader *reader, const char *json, size_t length) try {
    return !reader ? PRV_JSON_MEMORY : scan(reader, json, length);
} catch (...) {
    prv_reader_forget(reader);
    return PRV_JSON_MEMORY;
}

void prv_reader_forget(prv_reader *reader) {
    if (reader) reader->scanned = nullptr;
}

int32_t prv_reader_fill(prv_reader *reader, const prv_shape *shape, prv_arena *arena, const char *json,
                        size_t length, prv_node *slots, uint32_t slot_count, size_t memory, size_t *error_offset) try {
    clear(slots, slot_count);
    return fill(reader, shape, arena, json, length, slots, memory, error_offset);
} catch (...) {
    prv_reader_forget(reader);
    return PRV_JSON_MEMORY;
}

int32_t prv_reader_parse(prv_reader *reader, prv_arena *arena, const char *json, size_t length, prv_node *node,
                         size_t *error_offset) try {
    clear(node, 1);
    return fill(reader, nullptr, arena, json, length, node, SIZE_MAX, error_offset);
} catch (...) {
    prv_reader_forget(reader);
    return PRV_JSON_MEMORY;
}
}
