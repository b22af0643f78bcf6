#ifndef PRV_WORKER_H
#define PRV_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "worker_protocol.h"

/// The memory shared with the host.
extern unsigned char *shared;
/// The exit status if there is no host, or the host sends an invalid request.
enum { PRV_WORKER_MISUSED = 2 };
static inline prv_worker_control *control(void) { return (prv_worker_control *)shared; }

// `answer.c`: writing to the host

void answer_begin(void);
/// The number of bytes that are left.
size_t answer_room(void);
void answer_number(uint32_t number);
void answer_long(uint64_t number);
void answer_bytes(const void *bytes, size_t size);
/// Writes a string ended by NUL.
void answer_name(const char *text, size_t limit);
/// Writes a string with its length, which distinguishes an empty string from null.
void answer_text(const char *text, size_t limit);
/// Begins a part and returns the position of its size.
size_t part_begin(uint32_t tag, uint32_t number);
void part_end(size_t start);
/// Removes everything from `start` on.
void answer_cut(size_t start);
/// Writes a line of the plugin's log.
void answer_line(uint32_t severity, const char *text, size_t length);
/// Whether everything has fit so far.
bool answer_is_whole(void);

// `describe.c`

/// Writes a plugin's descriptor.
void describe(const proviso_plugin *plugin);
/// A copy of a rule's struct; fields that the plugin does not have are zero.
proviso_rule rule_copy(const proviso_rule *rule);
proviso_plugin plugin_copy(const proviso_plugin *plugin);

// `values.c`: the values of a request, and the host's functions

extern const proviso_host host;
/// Turns the offsets in a value of the request into pointers, in place. Returns false if they are invalid.
bool unpack(proviso_value *value, unsigned depth);

// `judge.c`

void judge(const proviso_rule *rule, const void *instance);

#endif
