#ifndef PRV_WASM_ENGINE_H
#define PRV_WASM_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The part of Wasmtime's C API that is used here, with the names and layouts of its version 50. The library is loaded at
/// run time, because only programs with WebAssembly plugins need its 30 MB.

typedef struct wasm_engine_t wasm_engine_t;
typedef struct wasm_config_t wasm_config_t;
typedef struct wasm_trap_t wasm_trap_t;
typedef struct wasm_functype_t wasm_functype_t;
typedef struct wasm_valtype_t wasm_valtype_t;
typedef struct wasm_importtype_t wasm_importtype_t;
typedef struct wasmtime_error_t wasmtime_error_t;
typedef struct wasmtime_module_t wasmtime_module_t;
typedef struct wasmtime_store_t wasmtime_store_t;
typedef struct wasmtime_context_t wasmtime_context_t;
typedef struct wasmtime_caller_t wasmtime_caller_t;

typedef struct { size_t size; char *data; } wasm_byte_vec_t;
typedef struct { size_t size; wasm_valtype_t **data; } wasm_valtype_vec_t;
typedef struct { size_t size; wasm_importtype_t **data; } wasm_importtype_vec_t;

typedef struct { uint64_t store_id; void *private1; } wasmtime_func_t;
typedef struct { uint64_t store_id; size_t private1; } wasmtime_instance_t;
typedef struct { struct { uint64_t store_id; uint32_t private1; } part; uint32_t private2; } wasmtime_table_t;
typedef wasmtime_table_t wasmtime_memory_t;

typedef struct {
    uint8_t kind;
    union {
        wasmtime_func_t func;
        wasmtime_table_t table;
        wasmtime_memory_t memory;
        struct { uint64_t store_id; uint32_t private1, private2, private3; } global;
    } of;
} wasmtime_extern_t;

enum { WASMTIME_EXTERN_FUNC = 0, WASMTIME_EXTERN_TABLE = 2, WASMTIME_EXTERN_MEMORY = 3 };

typedef struct {
    uint8_t kind;
    union {
        int64_t i64;
        wasmtime_func_t funcref;
        uint8_t v128[16];
        struct { uint64_t store_id; uint32_t private1, private2; void *private3; } reference;
    } of;
} wasmtime_val_t;

enum { WASMTIME_FUNCREF = 5, WASM_I32 = 0, WASM_I64 = 1 };

typedef union { int32_t i32; int64_t i64; uint8_t v128[16]; void *funcref; } wasmtime_val_raw_t;

typedef wasm_trap_t *(*wasmtime_func_unchecked_callback_t)(void *env, wasmtime_caller_t *caller,
                                                           wasmtime_val_raw_t *values, size_t count);

/// Wasmtime's codes of traps that have words of their own.
enum {
    PRV_TRAP_STACK = 0, PRV_TRAP_MEMORY = 1, PRV_TRAP_TABLE = 3, PRV_TRAP_NULL_CALL = 4, PRV_TRAP_SIGNATURE = 5,
    PRV_TRAP_OVERFLOW = 6, PRV_TRAP_DIVISION = 7, PRV_TRAP_CONVERSION = 8, PRV_TRAP_UNREACHABLE = 9,
    PRV_TRAP_FUEL = 11, PRV_TRAP_OTHER = 99
};

/// Each function that is used: result, name, parameters.
#define PRV_WASMTIME(f)                                                                                              \
    f(wasm_config_t *, wasm_config_new, (void))                                                                      \
    f(wasm_engine_t *, wasm_engine_new_with_config, (wasm_config_t *))                                               \
    f(void, wasmtime_config_consume_fuel_set, (wasm_config_t *, bool))                                               \
    f(void, wasmtime_config_max_wasm_stack_set, (wasm_config_t *, size_t))                                           \
    f(void, wasmtime_config_wasm_threads_set, (wasm_config_t *, bool))                                               \
    f(void, wasmtime_config_wasm_memory64_set, (wasm_config_t *, bool))                                              \
    f(void, wasmtime_config_wasm_multi_memory_set, (wasm_config_t *, bool))                                          \
    f(void, wasmtime_config_wasm_simd_set, (wasm_config_t *, bool))                                                  \
    f(void, wasmtime_config_wasm_relaxed_simd_set, (wasm_config_t *, bool))                                          \
    f(void, wasmtime_config_parallel_compilation_set, (wasm_config_t *, bool))                                       \
    f(void, wasmtime_config_cranelift_nan_canonicalization_set, (wasm_config_t *, bool))                             \
    f(void, wasmtime_config_memory_may_move_set, (wasm_config_t *, bool))                                            \
    f(void, wasmtime_config_memory_init_cow_set, (wasm_config_t *, bool))                                            \
    f(void, wasmtime_config_memory_reservation_set, (wasm_config_t *, uint64_t))                                     \
    f(void, wasmtime_config_memory_guard_size_set, (wasm_config_t *, uint64_t))                                      \
    f(void, wasmtime_config_native_unwind_info_set, (wasm_config_t *, bool))                                         \
    f(void, wasmtime_config_wasm_gc_set, (wasm_config_t *, bool))                                                    \
    f(void, wasmtime_config_wasm_function_references_set, (wasm_config_t *, bool))                                   \
    f(void, wasmtime_config_wasm_exceptions_set, (wasm_config_t *, bool))                                            \
    f(wasmtime_error_t *, wasmtime_module_new,                                                                       \
      (wasm_engine_t *, const uint8_t *, size_t, wasmtime_module_t **))                                              \
    f(void, wasmtime_module_delete, (wasmtime_module_t *))                                                           \
    f(wasmtime_error_t *, wasmtime_module_serialize, (wasmtime_module_t *, wasm_byte_vec_t *))                       \
    f(wasmtime_error_t *, wasmtime_module_deserialize,                                                               \
      (wasm_engine_t *, const uint8_t *, size_t, wasmtime_module_t **))                                              \
    f(void, wasmtime_module_imports, (const wasmtime_module_t *, wasm_importtype_vec_t *))                           \
    f(void, wasm_importtype_vec_delete, (wasm_importtype_vec_t *))                                                   \
    f(const wasm_byte_vec_t *, wasm_importtype_module, (const wasm_importtype_t *))                                  \
    f(const wasm_byte_vec_t *, wasm_importtype_name, (const wasm_importtype_t *))                                    \
    f(wasmtime_store_t *, wasmtime_store_new, (wasm_engine_t *, void *, void (*)(void *)))                           \
    f(wasmtime_context_t *, wasmtime_store_context, (wasmtime_store_t *))                                            \
    f(void, wasmtime_store_limiter, (wasmtime_store_t *, int64_t, int64_t, int64_t, int64_t, int64_t))               \
    f(void, wasmtime_store_delete, (wasmtime_store_t *))                                                             \
    f(wasmtime_error_t *, wasmtime_context_set_fuel, (wasmtime_context_t *, uint64_t))                               \
    f(wasmtime_error_t *, wasmtime_context_get_fuel, (const wasmtime_context_t *, uint64_t *))                       \
    f(wasm_trap_t *, wasmtime_trap_new_code, (uint8_t))                                                              \
    f(wasmtime_error_t *, wasmtime_instance_new,                                                                     \
      (wasmtime_context_t *, const wasmtime_module_t *, const wasmtime_extern_t *, size_t, wasmtime_instance_t *,    \
       wasm_trap_t **))                                                                                              \
    f(bool, wasmtime_instance_export_get,                                                                            \
      (wasmtime_context_t *, const wasmtime_instance_t *, const char *, size_t, wasmtime_extern_t *))                \
    f(void, wasmtime_func_new_unchecked,                                                                             \
      (wasmtime_context_t *, const wasm_functype_t *, wasmtime_func_unchecked_callback_t, void *, void (*)(void *),  \
       wasmtime_func_t *))                                                                                           \
    f(wasm_functype_t *, wasmtime_func_type, (const wasmtime_context_t *, const wasmtime_func_t *))                  \
    f(wasmtime_error_t *, wasmtime_func_call_unchecked,                                                              \
      (wasmtime_context_t *, const wasmtime_func_t *, wasmtime_val_raw_t *, size_t, wasm_trap_t **))                 \
    f(wasm_functype_t *, wasm_functype_new, (wasm_valtype_vec_t *, wasm_valtype_vec_t *))                            \
    f(void, wasm_functype_delete, (wasm_functype_t *))                                                               \
    f(const wasm_valtype_vec_t *, wasm_functype_params, (const wasm_functype_t *))                                   \
    f(const wasm_valtype_vec_t *, wasm_functype_results, (const wasm_functype_t *))                                  \
    f(void, wasm_valtype_vec_new, (wasm_valtype_vec_t *, size_t, wasm_valtype_t *const *))                           \
    f(wasm_valtype_t *, wasm_valtype_new, (uint8_t))                                                                 \
    f(uint8_t, wasm_valtype_kind, (const wasm_valtype_t *))                                                          \
    f(uint8_t *, wasmtime_memory_data, (const wasmtime_context_t *, const wasmtime_memory_t *))                      \
    f(size_t, wasmtime_memory_data_size, (const wasmtime_context_t *, const wasmtime_memory_t *))                    \
    f(wasmtime_error_t *, wasmtime_memory_grow,                                                                      \
      (wasmtime_context_t *, const wasmtime_memory_t *, uint64_t, uint64_t *))                                       \
    f(bool, wasmtime_table_get, (wasmtime_context_t *, const wasmtime_table_t *, uint64_t, wasmtime_val_t *))        \
    f(wasmtime_error_t *, wasmtime_table_set,                                                                        \
      (wasmtime_context_t *, const wasmtime_table_t *, uint64_t, const wasmtime_val_t *))                            \
    f(wasmtime_error_t *, wasmtime_table_grow,                                                                       \
      (wasmtime_context_t *, const wasmtime_table_t *, uint64_t, const wasmtime_val_t *, uint64_t *))                \
    f(void, wasmtime_error_message, (const wasmtime_error_t *, wasm_byte_vec_t *))                                   \
    f(void, wasmtime_error_delete, (wasmtime_error_t *))                                                             \
    f(bool, wasmtime_trap_code, (const wasm_trap_t *, uint8_t *))                                                    \
    f(void, wasm_trap_delete, (wasm_trap_t *))                                                                       \
    f(void, wasm_byte_vec_delete, (wasm_byte_vec_t *))                                                               \
    /* Not called: it tells version 50 from older ones, whose structs differ. */                                     \
    f(void, wasmtime_config_wasm_compact_imports_set, (wasm_config_t *, bool))

struct prv_wasmtime {
    wasm_engine_t *engine;
#define PRV_FIELD(result, name, parameters) result(*name) parameters;
    PRV_WASMTIME(PRV_FIELD)
#undef PRV_FIELD
};

/// The functions of the engine, once `prv_wasm_engine` has returned true.
extern struct prv_wasmtime prv_wt;

/// Writes a clause for an error of Wasmtime and deletes it: its first line, without control characters.
void prv_wasm_explain(wasmtime_error_t *error, const char *what, char *reason, size_t capacity);

#endif
