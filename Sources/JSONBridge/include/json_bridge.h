/// Fills record slots from JSON, and manages their memory: a C interface to simdjson.
///
/// No C++ exception leaves a function: if there is not enough memory, it returns null or PRV_JSON_MEMORY.
#ifndef PROVISO_JSON_BRIDGE_H
#define PROVISO_JSON_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#include "proviso.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A value with its position: a slot of a record, an item of a list or a member of an object.
typedef struct prv_node {
    proviso_value value;
    /// The key of a member; null for slots and items.
    const char *key;
    uint32_t key_length;
    /// The start of the value in the JSON text, in bytes; UINT32_MAX if there is none.
    uint32_t offset;
} prv_node;

/// Memory that is allocated in pieces and freed all at once.
typedef struct prv_arena prv_arena;
prv_arena *prv_arena_create(void);
/// Returns memory, aligned to 16 bytes, that lives until the next reset; null if there is none.
void *prv_arena_take(prv_arena *arena, size_t size);
void prv_arena_reset(prv_arena *arena);
void prv_arena_destroy(prv_arena *arena);

/// The slots for the parts of a JSON object: a tree of keys.
typedef struct prv_shape prv_shape;
prv_shape *prv_shape_create(void);
/// Adds a member below `parent` (0 is the record itself) with the slot of its value, and returns its place.
uint32_t prv_shape_add(prv_shape *shape, uint32_t parent, const char *key, size_t length, uint32_t slot);
/// Keeps all items and members of the value at a place, not only those that the shape names.
void prv_shape_keep(prv_shape *shape, uint32_t place);
void prv_shape_destroy(prv_shape *shape);

enum {
    PRV_JSON_OK = 0,
    PRV_JSON_SYNTAX = 1,
    PRV_JSON_UTF8 = 2,
    PRV_JSON_DEPTH = 3,
    PRV_JSON_MEMORY = 4,
    /// The text is JSON, but not an object: all slots are absent.
    PRV_JSON_NOT_OBJECT = 5
};

/// The number of readable bytes after a JSON text, and the maximum nesting depth.
enum { PRV_JSON_PADDING = 64, PRV_JSON_MAX_DEPTH = 512 };

/// The default limit for the memory of one text's values: 2 GB.
#define PRV_JSON_USUAL_MEMORY ((size_t)2 << 30)

/// A parser with its buffers, for use by one thread at a time.
typedef struct prv_reader prv_reader;
prv_reader *prv_reader_create(void);
/// The parser of the calling thread, for one text at a time: many records then share one parser.
prv_reader *prv_reader_of_thread(void);
void prv_reader_destroy(prv_reader *reader);

/// Indexes many JSON documents in one pass, which is faster than one by one; they are then filled from the index.
///
/// The bytes must not change until `prv_reader_forget`. If they are not well-formed together, each is indexed alone.
int32_t prv_reader_scan(prv_reader *reader, const char *json, size_t length);
void prv_reader_forget(prv_reader *reader);

/// Parses one JSON text and fills `slots`; every slot is set, absent ones too.
///
/// At least `PRV_JSON_PADDING` bytes after the text must be readable. Strings point into the JSON text or the arena,
/// lists and objects into the arena, until its reset. If the values need more than `memory` bytes, the text is refused.
/// `error_offset` receives the position of an error.
int32_t prv_reader_fill(prv_reader *reader, const prv_shape *shape, prv_arena *arena, const char *json,
                        size_t length, prv_node *slots, uint32_t slot_count, size_t memory, size_t *error_offset);

/// Parses one JSON text of any size into a single node with all its items and members; otherwise as `prv_reader_fill`.
int32_t prv_reader_parse(prv_reader *reader, prv_arena *arena, const char *json, size_t length, prv_node *node,
                         size_t *error_offset);

/// Parses a JSON number into a value's kind and payload. Returns 0 if it is not a number by RFC 8259.
int32_t prv_number_parse(const char *text, size_t length, proviso_value *value);

/// Whether bytes are well-formed UTF-8.
int32_t prv_utf8_is_valid(const char *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
