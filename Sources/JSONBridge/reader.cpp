#include <cstdlib>

#include "shape.hpp"

struct prv_reader {
    const prv_reader_build *build;
    void *parser;
    std::vector<prv_node> stack;
};

namespace {

const prv_reader_build *find_build(int32_t build) {
    if (build == PRV_READER_BASELINE) return &prv_reader_baseline;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("pclmul")) {
        return &prv_reader_haswell;
    }
#endif
    return nullptr;
}

void clear(prv_node *slots, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) slots[i] = prv_node{{PROVISO_ABSENT, 0, {0}, 0}, nullptr, 0, UINT32_MAX};
}

}  // namespace

extern "C" {

prv_shape *prv_shape_create(void) {
    prv_shape *shape = new prv_shape;
    shape->places.emplace_back();
    return shape;
}

uint32_t prv_shape_add(prv_shape *shape, uint32_t parent, const char *key, size_t length, uint32_t slot) {
    uint32_t place = uint32_t(shape->places.size());
    prv_place added;
    added.key.assign(key, length);
    added.plain = added.key.find_first_of("\"\\") == std::string::npos;
    added.parent = parent;
    added.slot = slot;
    added.last_slot = slot + 1;
    shape->places.push_back(std::move(added));
    shape->places[parent].children.push_back(place);
    // Slots are handed out depth first, so every ancestor, which is the last of its siblings, now reaches further.
    for (uint32_t at = parent; at != 0; at = shape->places[at].parent) shape->places[at].last_slot = slot + 1;
    return place;
}

void prv_shape_keep(prv_shape *shape, uint32_t place) { shape->places[place].keep = true; }

void prv_shape_destroy(prv_shape *shape) { delete shape; }

prv_reader *prv_reader_create(void) {
    prv_reader *reader = prv_reader_create_build(PRV_READER_HASWELL);
    return reader ? reader : prv_reader_create_build(PRV_READER_BASELINE);
}

prv_reader *prv_reader_create_build(int32_t build) {
    const prv_reader_build *found = find_build(build);
    if (!found) return nullptr;
    prv_reader *reader = new prv_reader;
    reader->build = found;
    reader->parser = reader->build->create();
    return reader;
}

void prv_reader_destroy(prv_reader *reader) {
    reader->build->destroy(reader->parser);
    delete reader;
}

int32_t prv_reader_fill(prv_reader *reader, const prv_shape *shape, prv_arena *arena, const char *json,
                        size_t length, size_t capacity, prv_node *slots, uint32_t slot_count,
                        size_t *error_offset) {
    clear(slots, slot_count);
    reader->stack.clear();
    return reader->build->fill(reader->parser, reader->stack, shape, arena, json, length, capacity, slots,
                               error_offset);
}

int32_t prv_reader_parse(prv_reader *reader, prv_arena *arena, const char *json, size_t length, size_t capacity,
                         prv_node *node, size_t *error_offset) {
    clear(node, 1);
    reader->stack.clear();
    return reader->build->fill(reader->parser, reader->stack, nullptr, arena, json, length, capacity, node,
                               error_offset);
}
}
