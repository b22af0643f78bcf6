/// What a host and the worker process that runs a plugin for it agree on. Both are built together: it has no versions
/// but its number.
#ifndef PRV_WORKER_PROTOCOL_H
#define PRV_WORKER_PROTOCOL_H

#include <stdint.h>

#include "proviso.h"

enum { PRV_WORKER_PROTOCOL = 2 };

/// The descriptors a worker is started with. The plugin is a shared library, or for a WebAssembly module the machine code
/// that another worker has written; that worker has the module as its plugin, and the file for the machine code.
enum { PRV_WORKER_CHANNEL = 3, PRV_WORKER_MEMORY = 4, PRV_WORKER_PLUGIN = 5, PRV_WORKER_CODE = 6 };

/// The parts of the memory both sides share; the rest of the first page is empty.
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
    /// Load the plugin and call its entry function; the process is confined already.
    PRV_WORKER_OPEN = 1,
    /// Run the plugin's `init`.
    PRV_WORKER_INIT = 2,
    /// Make an instance of a rule; the request is a value, its options.
    PRV_WORKER_CREATE = 3,
    PRV_WORKER_DESTROY = 4,
    /// Validate the request's values.
    PRV_WORKER_JUDGE = 5,
    /// Confine the process. The request lists directories of libraries, each ended by NUL. A request of its own: its
    /// answer comes before any code of the plugin, which could forge it.
    PRV_WORKER_CONFINE = 6,
    /// Compile a module with the engine that the request names, and write the machine code.
    PRV_WORKER_COMPILE = 7
};

/// The most bytes of machine code.
enum { PRV_WORKER_MOST_CODE = 128 << 20 };

/// `prv_worker_control.flags` of `PRV_WORKER_CONFINE`.
enum { PRV_WORKER_MAY_BE_UNCONFINED = 1, PRV_WORKER_MAY_START_THREADS = 2, PRV_WORKER_MAY_WRITE_CODE = 8 };

/// `prv_worker_control.flags` of `PRV_WORKER_OPEN`: the plugin is the machine code of a module, and the request names the
/// engine's file.
enum { PRV_WORKER_IS_MODULE = 16 };

/// `prv_worker_control.flags` of `PRV_WORKER_JUDGE`: each row is a list of the value and of the record that the rule
/// reads.
enum { PRV_WORKER_READS_RECORDS = 4 };

/// `prv_worker_control.status` after `PRV_WORKER_CONFINE`.
enum {
    PRV_WORKER_CONFINED = 0,
    /// The answer says what this system lacks.
    PRV_WORKER_CANNOT_CONFINE = 1
};

/// `prv_worker_control.status` after `PRV_WORKER_OPEN`, and the three for modules after `PRV_WORKER_COMPILE`.
enum {
    PRV_WORKER_OPENED = 0,
    /// The answer is what the dynamic linker said.
    PRV_WORKER_NOT_LOADED = 2,
    /// The response is the highest major version found after 1, as one digit, or empty.
    PRV_WORKER_NO_ENTRY = 3,
    PRV_WORKER_DECLINED = 4,
    /// The descriptor is larger than an answer.
    PRV_WORKER_OVERFLOW = 5,
    /// The answer is why the engine for modules cannot be used.
    PRV_WORKER_NO_ENGINE = 6,
    /// The answer is why the module cannot be a plugin.
    PRV_WORKER_NO_MODULE = 7,
    /// The machine code is of another engine or processor, or none.
    PRV_WORKER_NO_CODE = 8
};

/// A verdict that says "send this row again": there was no room left for its violations.
enum { PRV_WORKER_ASK_AGAIN = 254 };

/// The start of the shared memory.
typedef struct prv_worker_control {
    // Written by the host before it sends a request.
    uint32_t operation;
    uint32_t flags;
    /// The rule, by its place in the plugin's descriptor.
    uint32_t rule;
    /// How many rows are passed to `validate_batch` together, and lost together.
    uint32_t chunk;
    uint64_t instance;
    uint64_t count;
    /// Nanoseconds a row may take.
    uint64_t patience;
    /// Memory the process may use, in bytes, and seconds of processor time, for `PRV_WORKER_CONFINE`; for
    /// `PRV_WORKER_OPEN` the memory of a module's instance.
    uint64_t memory_limit;
    uint64_t time_limit;
    volatile int32_t cancelled;

    // Written by the worker.
    int32_t status;
    /// How many rows are done.
    uint64_t progress;
    /// Bytes of the answer.
    uint64_t answered;

    /// The host's version, ended by NUL, as its plugins read it; for `PRV_WORKER_CONFINE`.
    char version[32];
} prv_worker_control;

/// A value inside a request: as `proviso_value`, with an offset into the request in place of each pointer. An item of
/// a list or a member of an object.
typedef struct prv_worker_node {
    proviso_value value;
    uint64_t key;
    uint64_t key_length;
} prv_worker_node;

/// The parts of an answer to `PRV_WORKER_JUDGE` and `PRV_WORKER_CREATE`: a header and `size` bytes.
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
    /// What `validate` returned (32 bits) and how many findings were left out (32 bits).
    PRV_WORKER_RESULT = 2,
    PRV_WORKER_LOG = 3,
    /// Why `create` refused its options: the option and the reason, each ended by NUL; empty for none.
    PRV_WORKER_REFUSAL = 4
};

/// Findings of one row, parameters of one finding and bytes of one text that a worker passes on.
enum { PRV_WORKER_MOST_FINDINGS = 1000, PRV_WORKER_MOST_PARAMETERS = 64, PRV_WORKER_LONGEST_TEXT = 1 << 20 };

#endif
