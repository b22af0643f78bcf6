#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint next_module;

static bool imports_nothing(const wasmtime_module_t *code, char *reason, size_t capacity) {
    wasm_importtype_vec_t imports;
    prv_wt.wasmtime_module_imports(code, &imports);
    bool is_empty = imports.size == 0;
    if (!is_empty) {
        const wasm_byte_vec_t *module = prv_wt.wasm_importtype_module(imports.data[0]);
        const wasm_byte_vec_t *name = prv_wt.wasm_importtype_name(imports.data[0]);
        snprintf(reason, capacity,
                 "imports '%.*s.%.*s', but a plugin may import nothing: link it without the system interface (WASI)",
                 (int)(module->size < 64 ? module->size : 64), module->data,
                 (int)(name->size < 64 ? name->size : 64), name->data);
    }
    prv_wt.wasm_importtype_vec_delete(&imports);
    return is_empty;
}

prv_wasm_code *prv_wasm_compile(const void *bytes, size_t size, char *reason, size_t capacity) {
    wasmtime_module_t *code = NULL;
    wasmtime_error_t *error = prv_wt.wasmtime_module_new(prv_wt.engine, bytes, size, &code);
    if (!error) return code;
    prv_wasm_explain(error, "is not a WebAssembly module that can be run", reason, capacity);
    return NULL;
}

bool prv_wasm_write(prv_wasm_code *code, bool (*write)(const void *bytes, size_t size)) {
    wasm_byte_vec_t bytes;
    wasmtime_error_t *error = prv_wt.wasmtime_module_serialize(code, &bytes);
    if (error) {
        prv_wt.wasmtime_error_delete(error);
        return false;
    }
    bool done = write(bytes.data, bytes.size);
    prv_wt.wasm_byte_vec_delete(&bytes);
    return done;
}

prv_wasm_code *prv_wasm_read(const void *bytes, size_t size) {
    wasmtime_module_t *code = NULL;
    wasmtime_error_t *error = prv_wt.wasmtime_module_deserialize(prv_wt.engine, bytes, size, &code);
    if (!error) return code;
    prv_wt.wasmtime_error_delete(error);
    return NULL;
}

const proviso_plugin *prv_wasm_open(prv_wasm_code *code, prv_wasm_limits limits, const proviso_host *host,
                                    char *reason, size_t capacity) {
    module_t *module = calloc(1, sizeof *module);
    if (!module || !imports_nothing(code, reason, capacity)) {
        prv_wt.wasmtime_module_delete(code);
        free(module);
        return NULL;
    }
    module->code = code;
    module->memory = limits.memory;
    module->fuel = limits.patience < 1000000 ? 1000000 : limits.patience;
    module->host = host;
    module->index = atomic_fetch_add(&next_module, 1);
    pthread_mutex_init(&module->lock, NULL);
    cell_t *cell = cell_make(module, reason, capacity);
    if (!cell) {
        // What was described is not freed: it is at most 16 MiB, and only of refused modules.
        prv_wt.wasmtime_module_delete(code);
        return NULL;
    }
    cell->next = NULL;
    module->idle = cell;
    return &module->native;
}

const char *prv_wasm_words(int32_t result) {
    if (result == PRV_WASM_REFUSED) return "could not be started again after it had ended";
    if (result == PRV_WASM_MUCH) return "ended: it reported more than 8 MiB for a value";
    if (result == PRV_WASM_LARGE) return "was not called: the value is nested too deep, or too large for its memory";
    if (result > PRV_WASM_TRAP || result < PRV_WASM_LARGE) return NULL;
    switch (PRV_WASM_TRAP - result) {
        case PRV_TRAP_STACK: return "ended: its calls were nested too deep";
        case PRV_TRAP_MEMORY: return "ended: it read or wrote outside of its memory";
        case PRV_TRAP_TABLE: case PRV_TRAP_NULL_CALL: return "ended: it called a function that does not exist";
        case PRV_TRAP_SIGNATURE: return "ended: it called a function with the wrong parameters";
        case PRV_TRAP_OVERFLOW: return "ended: an integer was too large";
        case PRV_TRAP_DIVISION: return "ended: it divided by zero";
        case PRV_TRAP_CONVERSION: return "ended: it made an integer of a number that is none";
        case PRV_TRAP_UNREACHABLE: return "ended itself (unreachable)";
        case PRV_TRAP_FUEL: return "took too long (out of fuel)";
        default: return "ended";
    }
}
