#include <string.h>

#include "module.h"

/// The host's own limit for what it reads is 512; a program can make deeper values.
static const int deepest = 600;

static size_t aligned(size_t size) { return (size + 7) / 8 * 8; }

static size_t sum(size_t first, size_t second) {
    return first < TOO_LARGE && second < TOO_LARGE - first ? first + second : TOO_LARGE;
}

size_t packed_size(const proviso_host *host, const proviso_value *value, int depth) {
    if (value->length >= TOO_LARGE / GUEST_MEMBER || depth > deepest) return TOO_LARGE;
    switch (value->kind) {
        case PROVISO_TEXT: case PROVISO_BYTES: case PROVISO_DECIMAL: return aligned(value->length);
        case PROVISO_LIST: {
            size_t size = value->length * GUEST_VALUE;
            for (uint64_t index = 0; size < TOO_LARGE && index < value->length; index++) {
                size = sum(size, packed_size(host, host->list_item(value, index), depth + 1));
            }
            return size;
        }
        case PROVISO_OBJECT: {
            size_t size = value->length * GUEST_MEMBER;
            for (uint64_t index = 0; size < TOO_LARGE && index < value->length; index++) {
                const char *key = NULL;
                uint64_t length = 0;
                const proviso_value *member = host->object_member(value, index, &key, &length);
                size = sum(size, sum(aligned(length), packed_size(host, member, depth + 1)));
            }
            return size;
        }
        default: return 0;
    }
}

static size_t pack_bytes(uint8_t *image, const char *bytes, uint64_t length, size_t rest) {
    if (length > 0) memcpy(image + rest, bytes, length);
    return rest + aligned(length);
}

static void put_u32(uint8_t *image, size_t place, uint32_t value) { memcpy(image + place, &value, 4); }

size_t pack(const proviso_host *host, const proviso_value *value, uint8_t *image, guest_t base, size_t at,
            size_t rest) {
    memcpy(image + at, value, GUEST_VALUE);
    if (value->kind < PROVISO_DECIMAL) return rest;
    memset(image + at + 8, 0, 8);
    put_u32(image, at + 8, (guest_t)(base + rest));
    if (value->kind == PROVISO_LIST) {
        size_t item = rest;
        rest += value->length * GUEST_VALUE;
        for (uint64_t index = 0; index < value->length; index++, item += GUEST_VALUE) {
            rest = pack(host, host->list_item(value, index), image, base, item, rest);
        }
        return rest;
    }
    if (value->kind == PROVISO_OBJECT) {
        size_t member = rest;
        rest += value->length * GUEST_MEMBER;
        for (uint64_t index = 0; index < value->length; index++, member += GUEST_MEMBER) {
            const char *key = NULL;
            uint64_t length = 0;
            const proviso_value *own = host->object_member(value, index, &key, &length);
            put_u32(image, member, (guest_t)(base + rest));
            put_u32(image, member + 4, (uint32_t)length);
            rest = pack_bytes(image, key, length, rest);
            rest = pack(host, own, image, base, member + GUEST_MEMBER_VALUE, rest);
        }
        return rest;
    }
    return pack_bytes(image, value->as.text, value->length, rest);
}

void relocate(uint8_t *image, guest_t base, size_t at) {
    uint32_t kind, place;
    uint64_t length;
    memcpy(&kind, image + at, 4);
    if (kind < PROVISO_DECIMAL) return;
    memcpy(&place, image + at + 8, 4);
    memcpy(&length, image + at + 16, 8);
    put_u32(image, at + 8, place + base);
    for (uint64_t index = 0; kind == PROVISO_LIST && index < length; index++) {
        relocate(image, base, place + index * GUEST_VALUE);
    }
    for (uint64_t index = 0; kind == PROVISO_OBJECT && index < length; index++) {
        size_t member = place + index * GUEST_MEMBER;
        uint32_t key;
        memcpy(&key, image + member, 4);
        put_u32(image, member, key + base);
        relocate(image, base, member + GUEST_MEMBER_VALUE);
    }
}

guest_t room_for(cell_t *cell, size_t size) {
    if (size <= cell->room_size) return cell->room;
    if (size > UINT32_MAX) return 0;
    // Room is never given back: the next large value finds it. By doubling, all that was ever made is at most twice
    // what the largest value needs.
    size_t least = (size + 65535) / 65536, pages = 2 * cell->room_size / 65536 > least ? 2 * cell->room_size / 65536 : least;
    uint64_t before = 0;
    wasmtime_error_t *error = prv_wt.wasmtime_memory_grow(cell->context, &cell->memory, pages, &before);
    if (error && pages > least) {
        prv_wt.wasmtime_error_delete(error);
        pages = least;
        error = prv_wt.wasmtime_memory_grow(cell->context, &cell->memory, pages, &before);
    }
    if (error) {
        prv_wt.wasmtime_error_delete(error);
        return 0;
    }
    cell->room = (guest_t)(before * 65536);
    cell->room_size = pages * 65536;
    return cell->room;
}

bool guest_has(cell_t *cell, guest_t start, uint64_t size) {
    if (start <= cell->size && size <= cell->size - start) return true;
    cell->size = prv_wt.wasmtime_memory_data_size(cell->context, &cell->memory);
    return start <= cell->size && size <= cell->size - start;
}

uint32_t guest_u32(cell_t *cell, guest_t place) {
    uint32_t value = 0;
    if (guest_has(cell, place, 4)) memcpy(&value, cell->base + place, 4);
    return value;
}

uint64_t guest_u64(cell_t *cell, guest_t place) {
    uint64_t value = 0;
    if (guest_has(cell, place, 8)) memcpy(&value, cell->base + place, 8);
    return value;
}

void guest_put_u32(cell_t *cell, guest_t place, uint32_t value) {
    if (guest_has(cell, place, 4)) memcpy(cell->base + place, &value, 4);
}

void set_call(cell_t *cell, guest_t report, guest_t record) {
    // In the host's own part of the memory, which exists.
    memcpy(cell->base + cell->call + GUEST_CALL_REPORT, &report, 4);
    memcpy(cell->base + cell->call + GUEST_CALL_RECORD, &record, 4);
}

const char *guest_text(cell_t *cell, guest_t start, size_t limit) {
    uint64_t end = prv_wt.wasmtime_memory_data_size(cell->context, &cell->memory);
    if (start == 0 || start >= end) return NULL;
    size_t room = end - start < limit ? end - start : limit;
    const char *text = (const char *)cell->base + start;
    return memchr(text, 0, room) ? text : NULL;
}
