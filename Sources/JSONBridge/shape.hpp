// The tree of member names behind prv_shape, shared by the builds of the reader for different processors.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "json_bridge.h"

/// A member's name, ready to be compared with the bytes of a JSON text, and where its value goes.
struct prv_key {
    /// The first sixteen bytes of the name with the quote behind it, and which of them count.
    uint64_t head = 0, tail = 0;
    uint64_t head_mask = 0, tail_mask = 0;
    uint32_t slot;
    /// Whether nothing below the value has a slot.
    bool leaf = true;
    /// Whether JSON can write the name without escapes, so that its bytes may be compared as they stand.
    bool plain;
    size_t length;
    /// What stands behind the first sixteen bytes.
    std::string rest;

    prv_key(const char *text, size_t length, uint32_t slot) : slot(slot), length(length) {
        std::string quoted(text, length);
        plain = quoted.find_first_of("\"\\") == std::string::npos;
        quoted += '"';
        set(quoted, 0, head, head_mask);
        set(quoted, 8, tail, tail_mask);
        if (quoted.size() > 16) rest = quoted.substr(16);
    }

    /// Whether these characters, the first eight of which are `start`, are the name and a quote.
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
    /// The place it lies in; 0 is the record.
    uint32_t parent = 0;
    uint32_t slot = 0;
    /// One past the last slot below this place; slots are handed out depth first.
    uint32_t last_slot = 0;
    bool keep = false;
    /// The item the name stands for where a list is, beyond any list for names that are no position.
    uint64_t position = UINT64_MAX;
    std::vector<uint32_t> children;
    /// The names of the children, side by side since most are looked at for every record.
    std::vector<prv_key> keys;
};

/// The position a name stands for in a list: digits without leading zeros, as in a JSON Pointer.
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
