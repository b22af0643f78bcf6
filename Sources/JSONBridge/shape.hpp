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
    /// The first eight bytes of the key with the quote behind it, and which of them count.
    uint64_t head = 0;
    uint64_t head_mask = 0;

    void set_key(const char *text, size_t length) {
        key.assign(text, length);
        plain = key.find_first_of("\"\\") == std::string::npos;
        std::string quoted = key + '"';
        unsigned char mask[8] = {};
        memset(mask, 0xFF, quoted.size() < 8 ? quoted.size() : 8);
        memcpy(&head_mask, mask, 8);
        quoted.resize(8);
        memcpy(&head, quoted.data(), 8);
    }

    /// Whether these characters, the first eight of which are `start`, are the key and a quote.
    bool is_spelled(const char *raw, size_t left, uint64_t start) const {
        if ((start & head_mask) != head || !plain || key.size() >= left) return false;
        return key.size() < 8 || (raw[key.size()] == '"' && !memcmp(raw + 8, key.data() + 8, key.size() - 8));
    }
};

struct prv_shape {
    std::vector<prv_place> places;
};
