// The tree of member names behind prv_shape, shared by the builds of the reader for different processors.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "json_bridge.h"

struct prv_place {
    std::string key;
    /// Whether JSON can write the key without escapes, so that its bytes may be compared as they stand.
    bool plain = true;
    /// The place it lies in; 0 is the record.
    uint32_t parent = 0;
    uint32_t slot = 0;
    /// One past the last slot below this place; slots are handed out depth first.
    uint32_t last_slot = 0;
    bool keep = false;
    std::vector<uint32_t> children;
};

struct prv_shape {
    std::vector<prv_place> places;
};

extern "C" {
using prv_fill_function = int32_t(void *parser, std::vector<prv_node> &stack, const prv_shape *shape,
                                  prv_arena *arena, const char *json, size_t length, size_t capacity,
                                  prv_node *slots, size_t *error_offset);
}

/// What a build of the reader for one processor offers.
struct prv_reader_build {
    void *(*create)();
    void (*destroy)(void *parser);
    /// `shape` null: the whole value goes to `slots[0]`.
    prv_fill_function *fill;
};

extern const prv_reader_build prv_reader_baseline;
#if defined(__x86_64__)
extern const prv_reader_build prv_reader_haswell;
#endif
