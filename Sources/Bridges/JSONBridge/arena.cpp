#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "json_bridge.h"
#include "memory.hpp"

struct prv_arena {
    struct block {
        char *start;
        size_t size;
    };
    std::vector<block> blocks;
    size_t current = 0;
    size_t used = 0;
};

extern "C" {

prv_arena *prv_arena_create(void) try {
    return new prv_arena;
} catch (...) {
    end_without_memory();
}

void *prv_arena_take(prv_arena *arena, size_t size) try {
    if (size > PTRDIFF_MAX) return nullptr;
    size = (size + 15) & ~size_t(15);
    for (;;) {
        if (arena->current < arena->blocks.size()) {
            prv_arena::block &block = arena->blocks[arena->current];
            if (size <= block.size - arena->used) {
                char *start = block.start + arena->used;
                arena->used += size;
                return start;
            }
            if (arena->current + 1 < arena->blocks.size()) {
                arena->current += 1;
                arena->used = 0;
                continue;
            }
        }
        // Blocks grow, but a single huge list must not need twice as much again.
        size_t next = arena->blocks.empty() ? 512 : std::min(arena->blocks.back().size * 2, size_t(64) << 20);
        if (next < size) next = size;
        // Before there is a block that an exception could lose.
        arena->blocks.reserve(arena->blocks.size() + 1);
        char *start = static_cast<char *>(aligned_alloc(16, (next + 15) & ~size_t(15)));
        if (!start) return nullptr;
        arena->blocks.push_back({start, next});
        arena->current = arena->blocks.size() - 1;
        arena->used = 0;
    }
} catch (...) {
    return nullptr;
}

void prv_arena_reset(prv_arena *arena) {
    // One monstrous record must not hold its memory for the rest of a long run.
    while (arena->blocks.size() > 1 && arena->blocks.back().size > (1u << 20)) {
        free(arena->blocks.back().start);
        arena->blocks.pop_back();
    }
    arena->current = 0;
    arena->used = 0;
}

void prv_arena_destroy(prv_arena *arena) {
    for (prv_arena::block &block : arena->blocks) free(block.start);
    delete arena;
}
}
