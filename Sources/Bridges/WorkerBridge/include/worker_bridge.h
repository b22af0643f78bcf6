/// Starts worker processes, sends them requests, and ends them. Plain C over Linux.
#ifndef PRV_WORKER_BRIDGE_H
#define PRV_WORKER_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#include "worker_protocol.h"

/// A running worker. To be used by one thread at a time.
typedef struct prv_worker {
    int32_t process;
    /// A descriptor of the process: its number may be given to another once it was waited for. -1 on old systems.
    int32_t handle;
    int32_t channel;
    /// What the worker writes to its standard error.
    int32_t errors;
    uint64_t asked;
    unsigned char *memory;
} prv_worker;

/// Starts `program` with a plugin's open file, and perhaps one for machine code, and returns 0, or an `errno`.
///
/// `code` is -1 for none. The process gets nothing else of this one: no environment but `environment`, no descriptors, no signals blocked. It
/// ends with this process, whatever ends that.
int32_t prv_worker_start(const char *program, int32_t plugin, int32_t code, char *const *environment,
                         prv_worker *worker);

/// Sends the request in the control block. Returns 0 once it is sent, -1 if the worker has exited.
int32_t prv_worker_ask(prv_worker *worker);

enum { PRV_WORKER_ANSWERED = 0, PRV_WORKER_IS_LATE = 1, PRV_WORKER_HAS_ENDED = 2 };

/// Waits for the answer, `milliseconds` at most.
int32_t prv_worker_wait(prv_worker *worker, int32_t milliseconds);

/// How far the worker is, as it says.
uint64_t prv_worker_progress(const prv_worker *worker);

/// Kills the worker and returns its wait status; -1 when somebody else waited for it.
int32_t prv_worker_end(prv_worker *worker);

/// Reads what the worker wrote to standard error, and returns the number of bytes.
size_t prv_worker_read_errors(const prv_worker *worker, char *buffer, size_t size);

/// Frees what belongs to a worker that was ended.
void prv_worker_free(prv_worker *worker);

/// Calls `body` with the file name of every library in this process.
void prv_each_library(void (*body)(const char *name, void *context), void *context);

/// The file that contains this code, or null: the program, or a library in it. Static.
const char *prv_own_file(void);

/// Nanoseconds of CLOCK_MONOTONIC.
uint64_t prv_monotonic(void);

#endif
