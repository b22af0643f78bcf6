#include <stdlib.h>
#include <string.h>

#include "module.h"

/// A result of the module, which must not look like one of this bridge.
static int32_t plain(int32_t result) { return result <= PRV_WASM_TRAP ? PROVISO_FAULT : result; }

/// Calls the module's `destroy` for uses that have ended since this instance was last called.
static bool drop(cell_t *cell) {
    module_t *module = cell->module;
    uint32_t count = atomic_load_explicit(&module->destroyed_count, memory_order_acquire);
    while (cell->dropped < count) {
        pthread_mutex_lock(&module->lock);
        uint32_t id = module->destroyed[cell->dropped++];
        pthread_mutex_unlock(&module->lock);
        if (id >= cell->instance_count || cell->made_by[id] == 0) continue;
        uint32_t rule = cell->made_by[id] - 1;
        cell->made_by[id] = 0;
        wasmtime_val_raw_t values[1] = {{.i32 = (int32_t)cell->instances[id]}};
        const wasmtime_func_t *destroy = &cell->functions[rule][RULE_DESTROY];
        if (destroy->store_id == 0) continue;
        bool ended;
        cell_call(cell, destroy, values, 1, &ended);
        if (ended) {
            cell_discard(cell);
            return false;
        }
    }
    return true;
}

static bool hold(cell_t *cell, uint32_t id) {
    if (id < cell->instance_count) return true;
    uint32_t count = id + 16;
    guest_t *instances = realloc(cell->instances, count * sizeof *instances);
    if (!instances) return false;
    cell->instances = instances;
    uint32_t *made_by = realloc(cell->made_by, count * sizeof *made_by);
    if (!made_by) return false;
    memset(made_by + cell->instance_count, 0, (count - cell->instance_count) * sizeof *made_by);
    cell->made_by = made_by;
    cell->instance_count = count;
    return true;
}

/// Makes the module's own object for a use in an instance.
static int32_t make(cell_t *cell, const use_t *use, proviso_failure *failure) {
    uint32_t rule = use->rule->index;
    if (!hold(cell, use->id)) return PROVISO_FAULT_MEMORY;
    guest_t instance = 0;
    if (use->rule->has[RULE_CREATE]) {
        guest_t place = room_for(cell, use->options_size + 8);
        if (!place) return PROVISO_FAULT_MEMORY;
        memset(cell->base + place, 0, 8);
        memcpy(cell->base + place + 8, use->options, use->options_size);
        relocate(cell->base + place + 8, place + 8, 0);
        memset(cell->base + cell->failure, 0, GUEST_FAILURE_SIZE);
        guest_put_u32(cell, cell->failure, GUEST_FAILURE_SIZE);
        wasmtime_val_raw_t values[5] = {{.i32 = (int32_t)cell->host}, {.i32 = (int32_t)cell->rules[rule]},
                                        {.i32 = (int32_t)place + 8}, {.i32 = (int32_t)place},
                                        {.i32 = (int32_t)cell->failure}};
        bool ended;
        int32_t result = cell_call(cell, &cell->functions[rule][RULE_CREATE], values, 5, &ended);
        if (ended) {
            cell_discard(cell);
            return result;
        }
        if (result != 0) {
            // Kept for the host until the next `create` of this thread.
            static _Thread_local char option[256], reason[4096];
            const char *text = guest_text(cell, guest_u32(cell, cell->failure + GUEST_FAILURE_OPTION), sizeof option);
            if (failure && text) failure->option = strcpy(option, text);
            text = guest_text(cell, guest_u32(cell, cell->failure + GUEST_FAILURE_REASON), sizeof reason);
            if (failure && text) failure->reason = strcpy(reason, text);
            return plain(result);
        }
        instance = guest_u32(cell, place);
    }
    cell->instances[use->id] = instance;
    cell->made_by[use->id] = rule + 1;
    return 0;
}

/// The instance of this thread with the use in it.
static cell_t *cell_for(const use_t *use, int32_t *result) {
    cell_t *cell = cell_of(use->rule->module, result);
    if (!cell) return NULL;
    if (cell->dropped != atomic_load_explicit(&cell->module->destroyed_count, memory_order_relaxed) && !drop(cell)) {
        return cell_for(use, result);
    }
    if (use->id < cell->instance_count && cell->made_by[use->id]) return cell;
    *result = make(cell, use, NULL);
    return *result == 0 ? cell : NULL;
}

/// The instance of this thread with the use in it, and room for values; null with a result.
///
/// What a module keeps for itself may leave too little memory: then a new instance, which has kept nothing, is tried.
/// Otherwise a verdict would depend on the values before.
static cell_t *cell_with_room(const use_t *use, size_t size, guest_t *place, int32_t *result) {
    for (int attempt = 0; attempt < 2 && size < use->rule->module->memory; attempt++) {
        cell_t *cell = cell_for(use, result);
        if (!cell) return NULL;
        *place = room_for(cell, size);
        if (*place) return cell;
        cell_discard(cell);
    }
    *result = PRV_WASM_LARGE;
    return NULL;
}

int32_t prv_wasm_create(const proviso_host *host, const proviso_rule *native, const proviso_value *options,
                        void **instance, proviso_failure *failure) {
    const rule_t *rule = (const rule_t *)native;
    module_t *module = rule->module;
    use_t *use = calloc(1, sizeof *use);
    if (!use) return PROVISO_FAULT_MEMORY;
    use->rule = rule;
    use->id = atomic_fetch_add(&module->next_use, 1);
    use->options_size = GUEST_VALUE + packed_size(module->host, options, 0);
    int32_t result = PRV_WASM_LARGE;
    use->options = use->options_size < module->memory ? malloc(use->options_size) : NULL;
    if (use->options) {
        pack(module->host, options, use->options, 0, 0, GUEST_VALUE);
        cell_t *cell = cell_of(module, &result);
        if (cell) result = make(cell, use, failure);
    }
    if (result == 0) {
        *instance = use;
        return 0;
    }
    free(use->options);
    free(use);
    return result;
}

void prv_wasm_destroy(void *instance) {
    use_t *use = instance;
    if (!use) return;
    module_t *module = use->rule->module;
    pthread_mutex_lock(&module->lock);
    uint32_t count = atomic_load(&module->destroyed_count);
    // Grown by steps of 64.
    uint32_t *list = count % 64 ? module->destroyed : realloc(module->destroyed, (count + 64) * sizeof *list);
    if (list) {
        list[count] = use->id;
        module->destroyed = list;
        atomic_store_explicit(&module->destroyed_count, count + 1, memory_order_release);
    }
    pthread_mutex_unlock(&module->lock);
    free(use->options);
    free(use);
}

int32_t prv_wasm_validate(const void *instance, const proviso_value *value, proviso_call *call) {
    const use_t *use = instance;
    int32_t result;
    const proviso_host *host = use->rule->module->host;
    bool is_text = value->kind == PROVISO_TEXT;
    const proviso_value *record = call->record;
    size_t own = 2 * GUEST_VALUE, size = own + (is_text ? value->length + 8 : packed_size(host, value, 0));
    if (record) size += packed_size(host, record, 0);
    guest_t place;
    cell_t *cell = cell_with_room(use, size, &place, &result);
    if (!cell) return result;
    own = pack(host, value, cell->base + place, place, 0, own);
    if (record) pack(host, record, cell->base + place, place, GUEST_VALUE, own);
    set_call(cell, call->report ? cell->report_index : 0, record ? place + GUEST_VALUE : 0);
    cell->running = call;
    wasmtime_val_raw_t values[3] = {
        {.i32 = (int32_t)cell->instances[use->id]}, {.i32 = (int32_t)place}, {.i32 = (int32_t)cell->call}};
    bool ended;
    result = cell_call(cell, &cell->functions[use->rule->index][RULE_VALIDATE], values, 3, &ended);
    if (ended) {
        cell_discard(cell);
        return result;
    }
    cell->running = NULL;
    return plain(result);
}

int32_t prv_wasm_validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                                uint8_t *verdicts, proviso_call *call) {
    const use_t *use = instance;
    int32_t result;
    const proviso_host *host = use->rule->module->host;
    if (count > UINT32_MAX) return PRV_WASM_LARGE;
    size_t table = count * GUEST_VALUE, rest = table + (count + 7) / 8 * 8, size = rest;
#define PRV_ROW(row) ((const proviso_value *)((const char *)values + (row) * stride))
    for (uint64_t row = 0; size < TOO_LARGE && row < count; row++) size += packed_size(host, PRV_ROW(row), 0);
    guest_t place;
    cell_t *cell = cell_with_room(use, size, &place, &result);
    if (!cell) return result;
    memset(cell->base + place + table, PROVISO_UNCHECKED, count);
    for (uint64_t row = 0; row < count; row++) {
        rest = pack(host, PRV_ROW(row), cell->base + place, place, row * GUEST_VALUE, rest);
    }
#undef PRV_ROW
    set_call(cell, 0, 0);
    wasmtime_val_raw_t arguments[6] = {{.i32 = (int32_t)cell->instances[use->id]}, {.i32 = (int32_t)place},
                                       {.i64 = GUEST_VALUE}, {.i64 = (int64_t)count},
                                       {.i32 = (int32_t)(place + table)}, {.i32 = (int32_t)cell->call}};
    bool ended;
    result = cell_call(cell, &cell->functions[use->rule->index][RULE_BATCH], arguments, 6, &ended);
    if (ended) {
        cell_discard(cell);
        return result;
    }
    if (result == 0) memcpy(verdicts, cell->base + place + table, count);
    return plain(result);
}
