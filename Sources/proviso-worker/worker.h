#ifndef PRV_WORKER_H
#define PRV_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "worker_protocol.h"

/// The memory shared with the host.
extern unsigned char *shared;
/// The exit status where no host is on the other side, or one that makes no sense.
enum { PRV_WORKER_MISUSED = 2 };
static inline prv_worker_control *control(void) { return (prv_worker_control *)shared; }

// main.c

/// Ends a request with a status and a string.
void fail(int32_t status, const char *text);

// module.c: WebAssembly modules

/// Writes the machine code of the module that is the plugin.
void compile_module(void);
/// Starts the module whose machine code is the plugin; null with a status.
const proviso_plugin *enter_module(void);

// answer.c: writing to the host

void answer_begin(void);
/// Bytes that are left.
size_t answer_room(void);
void answer_number(uint32_t number);
void answer_long(uint64_t number);
void answer_bytes(const void *bytes, size_t size);
/// A string ended by NUL.
void answer_name(const char *text, size_t limit);
/// A string with its length, which distinguishes an empty one from none.
void answer_text(const char *text, size_t limit);
/// Begins a part and returns where its size goes.
size_t part_begin(uint32_t tag, uint32_t number);
void part_end(size_t start);
/// Takes back everything from `start` on.
void answer_cut(size_t start);
/// A line of the plugin's log.
void answer_line(uint32_t severity, const char *text, size_t length);
/// Whether everything fitted so far.
bool answer_is_whole(void);

// describe.c

/// Writes a plugin's descriptor.
void describe(const proviso_plugin *plugin);
/// A rule's struct with zeroes for what the plugin does not have.
proviso_rule rule_copy(const proviso_rule *rule);
proviso_plugin plugin_copy(const proviso_plugin *plugin);

// values.c: the values of a request, and the host's functions

extern const proviso_host host;

/// The version in it, which the host sends before any code of the plugin runs.
extern char host_version[32];
/// Turns the offsets in a value of the request into pointers, in place. Returns false for what makes no sense.
bool unpack(proviso_value *value, unsigned depth);

// `judge.c`

void judge(const proviso_rule *rule, const void *instance);

#endif
