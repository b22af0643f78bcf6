/// Filling record slots from JSON, and the memory they live in. Plain C in front of simdjson.
///
/// No C++ exception leaves a function: if memory runs out, the result is a null pointer or PRV_JSON_MEMORY. An arena and a
/// shape are always made: without memory for them the process ends with a message and status 3.
#ifndef PROVISO_JSON_BRIDGE_H
#define PROVISO_JSON_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#include "proviso.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A value with its place: a slot of a record, an item of a list or a member of an object.
typedef struct prv_node {
    proviso_value value;
    /// The member's key; null for slots and items.
    const char *key;
    uint32_t key_length;
    /// Where the value starts in the JSON text, in bytes; UINT32_MAX for an absent value.
    uint32_t offset;
} prv_node;

/// Memory that is given out in pieces and freed all at once.
typedef struct prv_arena prv_arena;
prv_arena *prv_arena_create(void);
/// Returns memory aligned to 16 bytes that lives until the next reset; null if there is no memory.
void *prv_arena_take(prv_arena *arena, size_t size);
void prv_arena_reset(prv_arena *arena);
void prv_arena_destroy(prv_arena *arena);

/// Which parts of a JSON object go to which slots: a tree of keys.
typedef struct prv_shape prv_shape;
prv_shape *prv_shape_create(void);
/// Adds a member below `parent` (0 is the record itself) with the slot of its value, and returns its place.
uint32_t prv_shape_add(prv_shape *shape, uint32_t parent, const char *key, size_t length, uint32_t slot);
/// Keeps all items and members of the place's value, not only those the shape names.
void prv_shape_keep(prv_shape *shape, uint32_t place);
/// Keeps the record itself, with all its members, in a slot; other values than objects are then kept too.
void prv_shape_keep_record(prv_shape *shape, uint32_t slot);
void prv_shape_destroy(prv_shape *shape);

enum {
    PRV_JSON_OK = 0,
    PRV_JSON_SYNTAX = 1,
    PRV_JSON_UTF8 = 2,
    PRV_JSON_DEPTH = 3,
    PRV_JSON_MEMORY = 4,
    /// The text is JSON, but not an object: all slots are absent, except for that of the record itself.
    PRV_JSON_NOT_OBJECT = 5
};

/// Bytes that must be readable after a JSON text.
enum { PRV_JSON_PADDING = 64, PRV_JSON_MAX_DEPTH = 512 };

/// The default limit for the memory of one record's values: 2 GB.
#define PRV_JSON_USUAL_MEMORY ((size_t)2 << 30)

/// A parser with its buffers, for one thread at a time.
typedef struct prv_reader prv_reader;
prv_reader *prv_reader_create(void);
/// The calling thread's own reader, for one record at a time: many records then need one parser.
prv_reader *prv_reader_of_thread(void);
void prv_reader_destroy(prv_reader *reader);

/// Scans many records at once, which is faster than one by one; records within them are then filled from what was found.
/// They must not change until `prv_reader_forget`. If this fails, each record is scanned when it is filled.
int32_t prv_reader_scan(prv_reader *reader, const char *json, size_t length);
void prv_reader_forget(prv_reader *reader);

/// Parses one JSON text and fills `slots`; every slot is set, absent ones too.
///
/// At least `PRV_JSON_PADDING` bytes after the text must be readable. Strings point into the JSON text or into the arena,
/// lists and objects into the arena until its reset. Values that take more than `memory` bytes are an error. On an error
/// `error_offset` is where it is.
int32_t prv_reader_fill(prv_reader *reader, const prv_shape *shape, prv_arena *arena, const char *json,
                        size_t length, prv_node *slots, uint32_t slot_count, size_t memory, size_t *error_offset);

/// Parses one JSON value of any kind and size into a node with all its items and members; otherwise as `prv_reader_fill`.
int32_t prv_reader_parse(prv_reader *reader, prv_arena *arena, const char *json, size_t length, prv_node *node,
                         size_t *error_offset);

/// Reads a JSON number into a value's kind and payload. Returns 0 if it is not a number by RFC 8259.
int32_t prv_number_parse(const char *text, size_t length, proviso_value *value);

/// Writes a finite number with a number of decimals, rounded from its exact value, half to even; as `1.5e+00` if it is
/// `scientific`. Returns the length, or -1 if there is not enough room.
int32_t prv_number_write(double number, int32_t decimals, int32_t scientific, char *out, int32_t capacity);

/// Whether bytes are valid UTF-8.
int32_t prv_utf8_is_valid(const char *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
