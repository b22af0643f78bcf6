#include <string.h>

#include "module.h"

/// What a module may log and pass in one string, as for other plugins.
static const uint64_t longest_text = 1 << 20;
static const uint32_t most_parameters = 64;

/// A value of the module, read for one use: with an address of the host in place of one of the module. False if it is
/// outside of the memory.
static bool read_value(cell_t *cell, guest_t place, proviso_value *value) {
    if (place == 0 || !guest_has(cell, place, GUEST_VALUE)) return false;
    memcpy(value, cell->base + place, GUEST_VALUE);
    if (value->kind < PROVISO_DECIMAL) return true;
    guest_t start = guest_u32(cell, place + 8);
    if (value->kind == PROVISO_LIST || value->kind == PROVISO_OBJECT) {
        value->as.handle = (const void *)(uintptr_t)start;
        return true;
    }
    if (!guest_has(cell, start, value->length)) return false;
    value->as.text = (const char *)cell->base + start;
    return true;
}

/// What the host's own work costs in fuel, so that a module cannot let it work longer than its patience.
enum {
    FUEL_OF_CALL = 32, FUEL_OF_REPORT = 4096, FUEL_OF_REPORTED_BYTE = 16, FUEL_OF_LOG = 65536, FUEL_OF_LOGGED_BYTE = 64
};

/// Takes fuel for work of the host that follows. If too little is left, the result is the trap for it.
static wasm_trap_t *charge(cell_t *cell, uint64_t work) {
    uint64_t fuel = 0;
    wasmtime_error_t *error = prv_wt.wasmtime_context_get_fuel(cell->context, &fuel);
    if (!error) error = prv_wt.wasmtime_context_set_fuel(cell->context, fuel > work ? fuel - work : 0);
    if (error) prv_wt.wasmtime_error_delete(error);
    return error || fuel <= work ? prv_wt.wasmtime_trap_new_code(PRV_TRAP_FUEL) : NULL;
}

static wasm_trap_t *host_log(void *env, wasmtime_caller_t *caller, wasmtime_val_raw_t *v, size_t count) {
    cell_t *cell = env;
    guest_t text = (guest_t)v[2].i32;
    uint64_t length = (uint64_t)v[3].i64 < longest_text ? (uint64_t)v[3].i64 : longest_text;
    wasm_trap_t *trap = charge(cell, FUEL_OF_LOG + FUEL_OF_LOGGED_BYTE * length);
    if (!trap && text != 0 && guest_has(cell, text, length)) {
        cell->module->host->log(cell->module->host, (uint32_t)v[1].i32, (const char *)cell->base + text, length);
    }
    return trap;
}

static wasm_trap_t *host_list_item(void *env, wasmtime_caller_t *caller, wasmtime_val_raw_t *v, size_t count) {
    proviso_value list;
    uint64_t index = (uint64_t)v[1].i64;
    bool found = read_value(env, (guest_t)v[0].i32, &list) && list.kind == PROVISO_LIST && index < list.length;
    v[0].i32 = found ? (int32_t)((uintptr_t)list.as.handle + index * GUEST_VALUE) : 0;
    return charge(env, FUEL_OF_CALL);
}

static wasm_trap_t *host_object_member(void *env, wasmtime_caller_t *caller, wasmtime_val_raw_t *v, size_t count) {
    cell_t *cell = env;
    proviso_value object;
    uint64_t index = (uint64_t)v[1].i64;
    bool found = read_value(cell, (guest_t)v[0].i32, &object) && object.kind == PROVISO_OBJECT && index < object.length;
    if (!found) {
        v[0].i32 = 0;
        return charge(cell, FUEL_OF_CALL);
    }
    guest_t member = (guest_t)((uintptr_t)object.as.handle + index * GUEST_MEMBER);
    guest_t key = (guest_t)v[2].i32, length = (guest_t)v[3].i32;
    if (key) guest_put_u32(cell, key, guest_u32(cell, member));
    if (length) {
        guest_put_u32(cell, length, guest_u32(cell, member + 4));
        guest_put_u32(cell, length + 4, 0);
    }
    v[0].i32 = (int32_t)(member + GUEST_MEMBER_VALUE);
    return charge(cell, FUEL_OF_CALL);
}

static wasm_trap_t *host_object_find(void *env, wasmtime_caller_t *caller, wasmtime_val_raw_t *v, size_t count) {
    cell_t *cell = env;
    proviso_value object;
    guest_t key = (guest_t)v[1].i32;
    uint64_t length = (uint64_t)v[2].i64;
    bool is_object = read_value(cell, (guest_t)v[0].i32, &object) && object.kind == PROVISO_OBJECT;
    v[0].i32 = 0;
    wasm_trap_t *trap = charge(cell, FUEL_OF_CALL);
    if (trap || !is_object || !guest_has(cell, key, length)) return trap;
    guest_t member = (guest_t)(uintptr_t)object.as.handle;
    // A forged length ends at the memory's end.
    for (uint64_t index = 0; index < object.length && guest_has(cell, member, GUEST_MEMBER); index++) {
        guest_t own = guest_u32(cell, member);
        bool same = guest_u32(cell, member + 4) == length && guest_has(cell, own, length);
        trap = charge(cell, FUEL_OF_CALL + (same ? length : 0));
        if (trap) return trap;
        if (same && memcmp(cell->base + own, cell->base + key, length) == 0) {
            v[0].i32 = (int32_t)(member + GUEST_MEMBER_VALUE);
            return NULL;
        }
        if (member > UINT32_MAX - GUEST_MEMBER) return NULL;
        member += GUEST_MEMBER;
    }
    return NULL;
}

static wasm_trap_t *host_extension(void *env, wasmtime_caller_t *caller, wasmtime_val_raw_t *v, size_t count) {
    v[0].i32 = 0;
    return NULL;
}

/// Passes a violation on; one with an unreadable code or parameters is passed on without them, and is then a fault.
static wasm_trap_t *host_report(void *env, wasmtime_caller_t *caller, wasmtime_val_raw_t *v, size_t count) {
    cell_t *cell = env;
    proviso_call *call = cell->running;
    if (!call || !call->report) return NULL;
    const char *code = guest_text(cell, (guest_t)v[2].i32, 256);
    guest_t place = (guest_t)v[3].i32;
    uint64_t total = (uint64_t)v[4].i64;
    wasm_trap_t *trap = charge(cell, FUEL_OF_REPORT);
    if (trap) return trap;
    proviso_parameter parameters[64];
    uint64_t bytes = 0;
    if (total > most_parameters) {
        // Refused for their number alone.
        call->report(call, 0, code, NULL, total);
        return NULL;
    }
    for (uint64_t index = 0; index < total; index++, place += GUEST_PARAMETER) {
        parameters[index].name = guest_text(cell, guest_u32(cell, place), 256);
        proviso_value *value = &parameters[index].value;
        if (!read_value(cell, place + GUEST_PARAMETER_VALUE, value)) code = NULL;
        if (code && value->kind >= PROVISO_DECIMAL && value->kind <= PROVISO_BYTES) bytes += value->length;
    }
    cell->reported += bytes;
    trap = charge(cell, FUEL_OF_REPORTED_BYTE * bytes);
    if (trap) return trap;
    if (cell->reported > most_reported) return prv_wt.wasmtime_trap_new_code(PRV_TRAP_UNREACHABLE);
    call->report(call, 0, code, parameters, code ? total : 0);
    return NULL;
}

static const struct {
    wasmtime_func_unchecked_callback_t function;
    const char *signature;
} functions[HOST_FUNCTIONS] = {
    [HOST_LOG] = {host_log, "iiiI:"},
    [HOST_LIST_ITEM] = {host_list_item, "iI:i"},
    [HOST_OBJECT_MEMBER] = {host_object_member, "iIii:i"},
    [HOST_OBJECT_FIND] = {host_object_find, "iiI:i"},
    [HOST_EXTENSION] = {host_extension, "ii:i"},
    [HOST_REPORT] = {host_report, "iIiiI:"},
};

bool install_host(cell_t *cell, uint32_t *first) {
    for (int index = 0; index < HOST_FUNCTIONS; index++) {
        wasmtime_val_t value = {.kind = WASMTIME_FUNCREF};
        wasm_functype_t *type = function_type(functions[index].signature);
        prv_wt.wasmtime_func_new_unchecked(cell->context, type, functions[index].function, cell, NULL,
                                           &value.of.funcref);
        prv_wt.wasm_functype_delete(type);
        uint64_t place = 0;
        wasmtime_error_t *error = prv_wt.wasmtime_table_grow(cell->context, &cell->table, 1, &value, &place);
        if (error) {
            prv_wt.wasmtime_error_delete(error);
            return false;
        }
        if (index == 0) *first = (uint32_t)place;
    }
    return true;
}

static wasm_valtype_vec_t types(const char *start, const char *end) {
    wasm_valtype_t *list[8];
    size_t count = 0;
    for (; start < end && count < 8; start++) list[count++] = prv_wt.wasm_valtype_new(*start == 'i' ? WASM_I32 : WASM_I64);
    wasm_valtype_vec_t vector;
    prv_wt.wasm_valtype_vec_new(&vector, count, list);
    return vector;
}

wasm_functype_t *function_type(const char *signature) {
    const char *colon = strchr(signature, ':');
    wasm_valtype_vec_t parameters = types(signature, colon), results = types(colon + 1, colon + strlen(colon));
    return prv_wt.wasm_functype_new(&parameters, &results);
}

static bool matches(const wasm_valtype_vec_t *list, const char *start, const char *end) {
    if (list->size != (size_t)(end - start)) return false;
    for (size_t index = 0; index < list->size; index++) {
        if (prv_wt.wasm_valtype_kind(list->data[index]) != (start[index] == 'i' ? WASM_I32 : WASM_I64)) return false;
    }
    return true;
}

bool has_signature(cell_t *cell, const wasmtime_func_t *function, const char *signature) {
    const char *colon = strchr(signature, ':');
    wasm_functype_t *type = prv_wt.wasmtime_func_type(cell->context, function);
    bool same = matches(prv_wt.wasm_functype_params(type), signature, colon) &&
                matches(prv_wt.wasm_functype_results(type), colon + 1, colon + strlen(colon));
    prv_wt.wasm_functype_delete(type);
    return same;
}

bool function_at(cell_t *cell, uint32_t index, const char *signature, wasmtime_func_t *function) {
    wasmtime_val_t value;
    memset(function, 0, sizeof *function);
    if (index == 0) return true;
    if (!prv_wt.wasmtime_table_get(cell->context, &cell->table, index, &value)) return false;
    if (value.kind != WASMTIME_FUNCREF || value.of.funcref.store_id == 0) return false;
    *function = value.of.funcref;
    return has_signature(cell, function, signature);
}
