// The values of lists and objects that have not ended yet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "json_bridge.h"

namespace {

/// Nodes on a stack that throws `std::bad_alloc` when they and those that were stored take more memory than allowed.
class NodeStack {
public:
    NodeStack() = default;
    NodeStack(const NodeStack &) = delete;
    NodeStack &operator=(const NodeStack &) = delete;
    ~NodeStack() { free(nodes); }

    /// Starts a record whose nodes may take `memory` bytes, here and where they are stored.
    void begin(size_t memory) {
        count = 0;
        left = memory / (2 * sizeof(prv_node));
        // A single huge record must not hold its memory for the rest of a long run.
        if (capacity > LARGE) {
            free(nodes);
            nodes = nullptr;
            capacity = 0;
        }
    }

    size_t size() const { return count; }
    prv_node *data() { return nodes; }
    prv_node &operator[](size_t index) { return nodes[index]; }

    [[gnu::always_inline]] void push(const prv_node &node) {
        if (count == capacity) grow();
        nodes[count++] = node;
    }

    /// Moves the nodes from `base` on to other memory; very many part by part, so that no part takes memory twice.
    [[gnu::always_inline]] void move_from(size_t base, prv_node *target) {
        size_t stored = count - base;
        if (stored > left) throw std::bad_alloc();
        left -= stored;
        count = base;
        if (stored > LARGE) return move_parts(nodes + base, stored, target);
        memcpy(target, nodes + base, stored * sizeof(prv_node));
    }

    /// Keeps each key among the nodes from `base` on once: at the first of its places, with the last of its values.
    void remove_repeated(size_t base) {
        size_t total = count - base, size = 256;
        while (size < 2 * total) size *= 2;
        slots.assign(size, 0);
        size_t kept = 0;
        for (size_t i = 0; i < total; i++) {
            const prv_node &node = nodes[base + i];
            size_t at = hash(node.key, node.key_length) & (size - 1);
            while (slots[at] && !has_key(nodes[base + slots[at] - 1], node)) at = (at + 1) & (size - 1);
            if (slots[at]) {
                nodes[base + slots[at] - 1] = node;
            } else {
                nodes[base + kept++] = node;
                slots[at] = uint32_t(kept);
            }
        }
        count = base + kept;
        if (slots.capacity() > LARGE) std::vector<uint32_t>().swap(slots);
    }

private:
    static constexpr size_t LARGE = 1 << 18;

    prv_node *nodes = nullptr;
    size_t count = 0, capacity = 0;
    /// How many more nodes are allowed.
    size_t left = 0;
    /// A hash table of keys: the position of each node, counted from 1.
    std::vector<uint32_t> slots;

    [[gnu::noinline]] void grow() {
        if (count >= left) throw std::bad_alloc();
        size_t next = capacity ? 2 * capacity : 64;
        // Large blocks are moved by the system without being copied.
        void *memory = realloc(static_cast<void *>(nodes), next * sizeof(prv_node));
        if (!memory) throw std::bad_alloc();
        nodes = static_cast<prv_node *>(memory);
        capacity = next;
    }

    [[gnu::noinline]] static void move_parts(prv_node *source, size_t stored, prv_node *target) {
        const uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
        for (size_t done = 0; done < stored; done += LARGE) {
            size_t part = std::min(stored - done, LARGE);
            memcpy(target + done, source + done, part * sizeof(prv_node));
            uintptr_t start = (reinterpret_cast<uintptr_t>(source + done) + page - 1) / page * page;
            uintptr_t end = reinterpret_cast<uintptr_t>(source + done + part) / page * page;
            // What is read there later is written first.
            if (start < end) madvise(reinterpret_cast<void *>(start), end - start, MADV_DONTNEED);
        }
    }

    static bool has_key(const prv_node &one, const prv_node &other) {
        return one.key_length == other.key_length && !memcmp(one.key, other.key, other.key_length);
    }

    /// Depends on a random number, so that no one can choose keys that collide.
    static uint64_t hash(const char *key, size_t length) {
        static const uint64_t seed = std::random_device()() | uint64_t(std::random_device()()) << 32 | 1;
        uint64_t state = seed ^ length;
        while (length >= 8) {
            state = mix(state, key, 8);
            key += 8;
            length -= 8;
        }
        return mix(state, key, length);
    }

    static uint64_t mix(uint64_t state, const char *bytes, size_t length) {
        uint64_t block = 0;
        memcpy(&block, bytes, length);
        unsigned __int128 product = (unsigned __int128)(block ^ state) * (state * 2 + 0x9e3779b97f4a7c15);
        return uint64_t(product) ^ uint64_t(product >> 64);
    }
};

}  // namespace
