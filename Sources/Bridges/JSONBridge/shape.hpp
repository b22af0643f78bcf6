// The tree of member names of a `prv_shape`.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "json_bridge.h"

/// A key, prepared for the comparison with the bytes of a JSON text, and where its value goes.
struct prv_key {
    /// The first sixteen bytes of the key with the quote after it, and which of them count.
    uint64_t head = 0, tail = 0;
    uint64_t head_mask = 0, tail_mask = 0;
    uint32_t slot;
    /// Whether nothing below the value has a slot.
    bool leaf = true;
    /// Whether JSON can write the key without escapes, so that its bytes may be compared unchanged.
    bool plain;
    size_t length;
    /// The bytes after the first sixteen.
    std::string rest;

    prv_key(const char *text, size_t length, uint32_t slot) : slot(slot), length(length) {
        std::string quoted(text, length);
        plain = quoted.find_first_of("\"\\") == std::string::npos;
        quoted += '"';
        set(quoted, 0, head, head_mask);
        set(quoted, 8, tail, tail_mask);
        if (quoted.size() > 16) rest = quoted.substr(16);
    }

    /// Whether these characters, the first eight of which are `start`, are the key and a quote.
    bool is_spelled(const char *raw, size_t left, uint64_t start) const {
        if ((start & head_mask) != head || !plain || length >= left) return false;
        uint64_t next;
        memcpy(&next, raw + 8, sizeof next);
        if ((next & tail_mask) != tail) return false;
        return rest.empty() || !memcmp(raw + 16, rest.data(), rest.size());
    }

private:
    static void set(const std::string &quoted, size_t from, uint64_t &bytes, uint64_t &mask) {
        size_t count = quoted.size() > from ? std::min<size_t>(quoted.size() - from, 8) : 0;
        memset(&mask, 0xFF, count);
        memcpy(&bytes, quoted.data() + std::min(from, quoted.size()), count);
    }
};

/// A place in the tree of a record's members.
struct prv_place {
    std::string key;
    /// The place it is in; 0 is the record.
    uint32_t parent = 0;
    uint32_t slot = 0;
    /// One past the last slot below this place; slots are numbered depth first.
    uint32_t last_slot = 0;
    bool keep = false;
    /// The item that the key means in a list; beyond any list for keys that are not a position.
    uint64_t position = UINT64_MAX;
    std::vector<uint32_t> children;
    /// The keys of the children, side by side since most are compared for every record.
    std::vector<prv_key> keys;
};

/// The position that a key means in a list: digits without leading zeros, as in a JSON Pointer.
inline uint64_t position_of(const std::string &name) {
    if (name.empty() || name.size() > 9 || (name.size() > 1 && name[0] == '0')) return UINT64_MAX;
    uint64_t position = 0;
    for (char digit : name) {
        if (digit < '0' || digit > '9') return UINT64_MAX;
        position = position * 10 + uint64_t(digit - '0');
    }
    return position;
}

struct prv_shape {
    std::vector<prv_place> places;
};
