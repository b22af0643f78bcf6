// The tree of member names behind prv_shape, shared by the builds of the reader for different processors.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "json_bridge.h"

/// A member's name, ready to be compared with the bytes of a JSON text.
struct prv_key {
    /// The first eight bytes of the name with the quote behind it, and which of them count.
    uint64_t head = 0;
    uint64_t head_mask = 0;
    /// What stands behind the first eight bytes.
    std::string rest;
    size_t length;
    /// Whether JSON can write the name without escapes, so that its bytes may be compared as they stand.
    bool plain;

    prv_key(const char *text, size_t length) : length(length) {
        std::string quoted(text, length);
        plain = quoted.find_first_of("\"\\") == std::string::npos;
        quoted += '"';
        memset(&head_mask, 0xFF, quoted.size() < 8 ? quoted.size() : 8);
        memcpy(&head, quoted.data(), quoted.size() < 8 ? quoted.size() : 8);
        if (quoted.size() > 8) rest = quoted.substr(8);
    }

    /// Whether these characters, the first eight of which are `start`, are the name and a quote.
    bool is_spelled(const char *raw, size_t left, uint64_t start) const {
        if ((start & head_mask) != head || !plain || length >= left) return false;
        return rest.empty() || !memcmp(raw + 8, rest.data(), rest.size());
    }
};

/// A place in the tree of a record's members.
struct prv_place {
    std::string key;
    /// The place it lies in; 0 is the record.
    uint32_t parent = 0;
    uint32_t slot = 0;
    /// One past the last slot below this place; slots are handed out depth first.
    uint32_t last_slot = 0;
    bool keep = false;
    std::vector<uint32_t> children;
    /// The names of the children, side by side since most are looked at for every record.
    std::vector<prv_key> keys;
};

struct prv_shape {
    std::vector<prv_place> places;
};
