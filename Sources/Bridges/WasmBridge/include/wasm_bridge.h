#ifndef PRV_WASM_BRIDGE_H
#define PRV_WASM_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proviso.h"

/// Plugins as WebAssembly modules, run by Wasmtime.
///
/// A module is a plugin that was compiled for wasm32 from the same sources and the same `proviso.h`. It is offered to the
/// host as a native `proviso_plugin`, whose functions call the module. Nothing that a module says is believed: each
/// pointer and each length is checked against its memory whenever it is read.
///
/// Each thread has an instance of its own. An instance that traps is thrown away.

#ifdef __cplusplus
extern "C" {
#endif

/// What a call may use.
typedef struct prv_wasm_limits {
    /// Nanoseconds, for which a call gets fuel: roughly a unit for each instruction, which takes a third of a nanosecond
    /// on a fast machine and one on a slow one. Fuel and not time, so that a verdict does not depend on the load of the
    /// machine.
    uint64_t patience;
    /// Bytes of memory for an instance.
    uint64_t memory;
} prv_wasm_limits;

/// The address space that is reserved for the memory of an instance, and on each side of it.
#define PRV_WASM_RESERVED (4ull << 30)
#define PRV_WASM_GUARD (32ull << 20)

/// The results of a function that never returned: `PRV_WASM_TRAP - code`, with Wasmtime's trap code.
enum {
    PRV_WASM_TRAP = -1000, PRV_WASM_LATE = -1011, PRV_WASM_REFUSED = -1100, PRV_WASM_MUCH = -1101, PRV_WASM_LARGE = -1102
};

/// Loads the engine from a path. Once it is loaded, further calls return true. Otherwise `reason` receives a clause.
bool prv_wasm_engine(const char *path, char *reason, size_t capacity);

/// A module in machine code.
typedef struct wasmtime_module_t prv_wasm_code;

/// Compiles a module. Null with a clause in `reason` if it is none. The bytes are read only during the call.
prv_wasm_code *prv_wasm_compile(const void *bytes, size_t size, char *reason, size_t capacity);

/// Passes the machine code to `write` in a form that `prv_wasm_read` reads in another process. False if that returns
/// false, or the engine cannot do it.
bool prv_wasm_write(prv_wasm_code *code, bool (*write)(const void *bytes, size_t size));

/// Reads machine code that was written by the same engine for this processor; it is believed. Null for any other.
prv_wasm_code *prv_wasm_read(const void *bytes, size_t size);

/// Makes the first instance of a module and describes it. The result lives until the process ends. Null with a clause in
/// `reason` if the module cannot be a plugin; then `code` is deleted.
const proviso_plugin *prv_wasm_open(prv_wasm_code *code, prv_wasm_limits limits, const proviso_host *host,
                                    char *reason, size_t capacity);

/// Words for a result below `PRV_WASM_TRAP`; null for another result.
const char *prv_wasm_words(int32_t result);

#ifdef __cplusplus
}
#endif

#endif
