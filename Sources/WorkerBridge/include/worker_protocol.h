/// The protocol between a host and the worker process that runs a plugin for it. Both are built together: it has no
/// versions except its number.
#ifndef PRV_WORKER_PROTOCOL_H
#define PRV_WORKER_PROTOCOL_H

#include <stdint.h>

#include "proviso.h"

enum { PRV_WORKER_PROTOCOL = 1 };

/// The descriptors that a worker is started with.
enum { PRV_WORKER_CHANNEL = 3, PRV_WORKER_MEMORY = 4, PRV_WORKER_PLUGIN = 5 };

/// The parts of the shared memory; the rest of the first page is empty.
enum {
    PRV_WORKER_MOST_ROWS = 4096,
    PRV_WORKER_VERDICTS = 4096,
    PRV_WORKER_REQUEST = PRV_WORKER_VERDICTS + PRV_WORKER_MOST_ROWS,
    PRV_WORKER_REQUEST_SIZE = 8 << 20,
    PRV_WORKER_ANSWER = PRV_WORKER_REQUEST + PRV_WORKER_REQUEST_SIZE,
    PRV_WORKER_ANSWER_SIZE = 8 << 20,
    PRV_WORKER_MEMORY_SIZE = PRV_WORKER_ANSWER + PRV_WORKER_ANSWER_SIZE
};

/// The requests of a host.
enum {
    /// Confine the process and load the plugin. The request lists directories of libraries, each ended by NUL.
    PRV_WORKER_OPEN = 1,
    /// Run the plugin's `init`.
    PRV_WORKER_INIT = 2,
    /// Create an instance of a rule; the request is one value, its options.
    PRV_WORKER_CREATE = 3,
    PRV_WORKER_DESTROY = 4,
    /// Validate the values of the request.
    PRV_WORKER_JUDGE = 5
};

/// `prv_worker_control.flags` of `PRV_WORKER_OPEN`.
enum { PRV_WORKER_MAY_BE_UNCONFINED = 1 };

/// `prv_worker_control.status` after `PRV_WORKER_OPEN`.
enum {
    PRV_WORKER_OPENED = 0,
    /// The answer is the name of what this system lacks.
    PRV_WORKER_CANNOT_CONFINE = 1,
    /// The answer is the error of the dynamic linker.
    PRV_WORKER_NOT_LOADED = 2,
    /// The answer is the highest major version that was found after 1, as one digit, or empty.
    PRV_WORKER_NO_ENTRY = 3,
    PRV_WORKER_DECLINED = 4,
    /// The descriptor is larger than an answer.
    PRV_WORKER_OVERFLOW = 5
};

/// A verdict that requests the row again: there was not enough room for its violations.
enum { PRV_WORKER_ASK_AGAIN = 254 };

/// The start of the shared memory.
typedef struct prv_worker_control {
    // Written by the host before each request.
    uint32_t operation;
    uint32_t flags;
    /// The rule, by its index in the plugin's descriptor.
    uint32_t rule;
    /// The number of rows between two checks of the time limit, which are lost together.
    uint32_t chunk;
    uint64_t instance;
    uint64_t count;
    /// The maximum time for a chunk, in nanoseconds.
    uint64_t patience;
    /// The maximum memory in bytes, and processor time in seconds; for `PRV_WORKER_OPEN`.
    uint64_t memory_limit;
    uint64_t time_limit;
    volatile int32_t cancelled;

    // Written by the worker.
    int32_t status;
    /// The first row of the current chunk.
    uint64_t progress;
    /// The size of the answer in bytes.
    uint64_t answered;
} prv_worker_control;

/// An item of a list or a member of an object inside a request: like `proviso_value`, but each pointer is an offset
/// into the request.
typedef struct prv_worker_node {
    proviso_value value;
    uint64_t key;
    uint64_t key_length;
} prv_worker_node;

/// A part of an answer to `PRV_WORKER_JUDGE` and `PRV_WORKER_CREATE`: a header and `size` bytes.
typedef struct prv_worker_part {
    uint32_t tag;
    /// The row, or the severity of a log line.
    uint32_t number;
    uint32_t size;
} prv_worker_part;

enum {
    /// A code ended by NUL, a count (32 bits), and each parameter: its name ended by NUL, its kind (32 bits), payload
    /// (64 bits), length (64 bits), and the bytes of a string.
    PRV_WORKER_FINDING = 1,
    /// The return value of `validate` (32 bits) and the number of dropped violations (32 bits).
    PRV_WORKER_RESULT = 2,
    PRV_WORKER_LOG = 3,
    /// The reason why `create` refused its options: the option and the reason, each ended by NUL; empty for none.
    PRV_WORKER_REFUSAL = 4
};

/// The maximum number of violations per row, of parameters per violation and of bytes per string that a worker sends.
enum { PRV_WORKER_MOST_FINDINGS = 1000, PRV_WORKER_MOST_PARAMETERS = 64, PRV_WORKER_LONGEST_TEXT = 1 << 20 };

#endif
