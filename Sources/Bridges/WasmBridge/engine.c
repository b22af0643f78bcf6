#include "engine.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "wasm_bridge.h"

struct prv_wasmtime prv_wt;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool loaded;

/// Bytes of the engine's own stack for a call; deeper recursion is a trap.
static const size_t deepest = 256 << 10;

static bool find_functions(void *library, char *reason, size_t capacity) {
#define PRV_LOAD(result, name, parameters)                                                                           \
    prv_wt.name = (result(*) parameters)dlsym(library, #name);                                                       \
    if (!prv_wt.name) {                                                                                              \
        snprintf(reason, capacity, "has no function '" #name "': version 50 of Wasmtime's C API is needed");         \
        return false;                                                                                                \
    }
    PRV_WASMTIME(PRV_LOAD)
#undef PRV_LOAD
    return true;
}

/// An engine whose results depend on the module alone, not on the processor or the load of the machine.
static wasm_engine_t *make_engine(void) {
    wasm_config_t *config = prv_wt.wasm_config_new();
    prv_wt.wasmtime_config_consume_fuel_set(config, true);
    prv_wt.wasmtime_config_max_wasm_stack_set(config, deepest);
    prv_wt.wasmtime_config_wasm_threads_set(config, false);
    prv_wt.wasmtime_config_wasm_memory64_set(config, false);
    prv_wt.wasmtime_config_wasm_multi_memory_set(config, false);
    // A heap of the engine's own would be memory besides the one that is limited.
    prv_wt.wasmtime_config_wasm_exceptions_set(config, false);
    prv_wt.wasmtime_config_wasm_gc_set(config, false);
    prv_wt.wasmtime_config_wasm_function_references_set(config, false);
    // The C API ends the process when it is to name the type of a vector.
    prv_wt.wasmtime_config_wasm_relaxed_simd_set(config, false);
    prv_wt.wasmtime_config_wasm_simd_set(config, false);
    prv_wt.wasmtime_config_cranelift_nan_canonicalization_set(config, true);
    // The host's program has its own threads; a plugin is too small to need others.
    prv_wt.wasmtime_config_parallel_compilation_set(config, false);
    // The address of a memory is looked up once for an instance: all that 32 bits reach is reserved, and not used.
    prv_wt.wasmtime_config_memory_may_move_set(config, false);
    prv_wt.wasmtime_config_memory_reservation_set(config, PRV_WASM_RESERVED);
    prv_wt.wasmtime_config_memory_guard_size_set(config, PRV_WASM_GUARD);
    // It would make files in memory, which a worker may not.
    prv_wt.wasmtime_config_memory_init_cow_set(config, false);
    return prv_wt.wasm_engine_new_with_config(config);
}

bool prv_wasm_engine(const char *path, char *reason, size_t capacity) {
    pthread_mutex_lock(&lock);
    if (!loaded) {
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            snprintf(reason, capacity, "%s", dlerror());
        } else if (find_functions(library, reason, capacity)) {
            prv_wt.engine = make_engine();
            loaded = prv_wt.engine != NULL;
            if (!loaded) snprintf(reason, capacity, "Wasmtime cannot start on this system");
        }
    }
    bool result = loaded;
    pthread_mutex_unlock(&lock);
    return result;
}

void prv_wasm_explain(wasmtime_error_t *error, const char *what, char *reason, size_t capacity) {
    wasm_byte_vec_t message;
    prv_wt.wasmtime_error_message(error, &message);
    size_t length = 0;
    while (length < message.size && message.data[length] >= ' ') length++;
    snprintf(reason, capacity, "%s (%.*s)", what, (int)length, message.data);
    prv_wt.wasm_byte_vec_delete(&message);
    prv_wt.wasmtime_error_delete(error);
}
