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
    /// Fuel for a call, roughly one for each instruction.
    uint64_t fuel;
    /// Bytes of memory for an instance.
    uint64_t memory;
    /// After this many calls that ran out of fuel, the module is no longer called.
    uint32_t late;
} prv_wasm_limits;

/// The results of a function that never returned: `PRV_WASM_TRAP - code`, with Wasmtime's trap code.
enum { PRV_WASM_TRAP = -1000, PRV_WASM_REFUSED = -1100, PRV_WASM_QUARANTINED = -1101, PRV_WASM_LARGE = -1102 };

/// Loads the engine from a path, or finds it by the linker's rules under its name if the path is null. Once it is loaded,
/// further calls return true. Otherwise `reason` receives a clause.
bool prv_wasm_engine(const char *path, char *reason, size_t capacity);

/// Compiles a module, makes its first instance and describes it. The result lives until the process ends. Null with a
/// clause in `reason` if the module cannot be a plugin. The bytes are read only during the call.
const proviso_plugin *prv_wasm_open(const void *bytes, size_t size, prv_wasm_limits limits, const proviso_host *host,
                                    char *reason, size_t capacity);

/// Words for a result below `PRV_WASM_TRAP`; null for another result.
const char *prv_wasm_words(int32_t result);

#ifdef __cplusplus
}
#endif

#endif
