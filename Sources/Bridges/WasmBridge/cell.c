#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

/// The instances of this thread, by the module's index.
static _Thread_local struct { cell_t **cells; uint32_t count; } own;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Room for values that fits nearly all of them; larger values make more.
static const size_t first_room = 65536;

/// Hands the instances of a thread that ends to their modules.
static void give_back(void *unused) {
    for (uint32_t index = 0; index < own.count; index++) {
        cell_t *cell = own.cells[index];
        if (!cell) continue;
        pthread_mutex_lock(&cell->module->lock);
        cell->next = cell->module->idle;
        cell->module->idle = cell;
        pthread_mutex_unlock(&cell->module->lock);
    }
    free(own.cells);
    own.cells = NULL;
    own.count = 0;
}

static void make_key(void) { pthread_key_create(&key, give_back); }

static bool keep(cell_t *cell) {
    uint32_t index = cell->module->index;
    if (index >= own.count) {
        uint32_t count = index + 8;
        cell_t **cells = realloc(own.cells, count * sizeof *cells);
        if (!cells) return false;
        memset(cells + own.count, 0, (count - own.count) * sizeof *cells);
        own.cells = cells;
        own.count = count;
        pthread_once(&once, make_key);
        pthread_setspecific(key, &own);
    }
    own.cells[index] = cell;
    return true;
}

static void delete_cell(cell_t *cell) {
    if (cell->store) prv_wt.wasmtime_store_delete(cell->store);
    free(cell->functions);
    free(cell->rules);
    free(cell->instances);
    free(cell->made_by);
    free(cell);
}

void cell_discard(cell_t *cell) {
    if (cell->module->index < own.count && own.cells[cell->module->index] == cell) own.cells[cell->module->index] = NULL;
    delete_cell(cell);
}

cell_t *cell_of(module_t *module, int32_t *result) {
    cell_t *cell = module->index < own.count ? own.cells[module->index] : NULL;
    if (cell && !cell->is_busy) return cell;
    *result = PRV_WASM_REFUSED;
    if (cell) return NULL;
    pthread_mutex_lock(&module->lock);
    cell = module->idle;
    if (cell) module->idle = cell->next;
    pthread_mutex_unlock(&module->lock);
    char reason[256];
    if (!cell) cell = cell_make(module, reason, sizeof reason);
    if (cell && keep(cell)) return cell;
    if (cell) delete_cell(cell);
    return NULL;
}

/// The code of a trap, which is deleted.
static uint8_t take_code(wasm_trap_t *trap) {
    uint8_t code = PRV_TRAP_OTHER;
    if (!prv_wt.wasmtime_trap_code(trap, &code)) code = PRV_TRAP_OTHER;
    prv_wt.wasm_trap_delete(trap);
    return code;
}

int32_t cell_call(cell_t *cell, const wasmtime_func_t *function, wasmtime_val_raw_t *values, size_t count,
                  bool *ended) {
    wasm_trap_t *trap = NULL;
    wasmtime_error_t *error = prv_wt.wasmtime_context_set_fuel(cell->context, cell->module->fuel);
    cell->reported = 0;
    cell->is_busy = true;
    if (!error) error = prv_wt.wasmtime_func_call_unchecked(cell->context, function, values, count, &trap);
    cell->is_busy = false;
    *ended = error || trap;
    if (!error && !trap) return values[0].i32;
    if (error) prv_wt.wasmtime_error_delete(error);
    if (cell->reported > most_reported) {
        if (trap) prv_wt.wasm_trap_delete(trap);
        return PRV_WASM_MUCH;
    }
    return PRV_WASM_TRAP - (trap ? take_code(trap) : PRV_TRAP_OTHER);
}

/// Writes the host's functions and the call into the memory.
static bool furnish(cell_t *cell, uint32_t first) {
    const proviso_host *host = cell->module->host;
    size_t name = strlen(host->name) + 1, version = strlen(host->version) + 1;
    guest_t place = room_for(cell, first_room);
    if (!place || name + version > 1024) return false;
    cell->host = place;
    cell->call = place + GUEST_HOST_SIZE + 4;
    cell->failure = cell->call + GUEST_CALL_SIZE;
    guest_t texts = cell->failure + GUEST_FAILURE_SIZE + 8;
    memcpy(cell->base + texts, host->name, name);
    memcpy(cell->base + texts + name, host->version, version);
    cell->room = place + 2048;
    cell->room_size = first_room - 2048;

    guest_put_u32(cell, cell->host, GUEST_HOST_SIZE);
    guest_put_u32(cell, cell->host + 4, host->minor);
    guest_put_u32(cell, cell->host + GUEST_HOST_NAME, texts);
    guest_put_u32(cell, cell->host + GUEST_HOST_VERSION, texts + (guest_t)name);
    for (uint32_t index = 0; index < HOST_REPORT; index++) {
        guest_put_u32(cell, cell->host + GUEST_HOST_FUNCTIONS + 4 * index, first + index);
    }
    cell->report_index = first + HOST_REPORT;
    guest_put_u32(cell, cell->call, GUEST_CALL_SIZE);
    guest_put_u32(cell, cell->call + GUEST_CALL_HOST, cell->host);
    return true;
}

static bool find_exports(cell_t *cell, const wasmtime_instance_t *instance, wasmtime_func_t *entry, char *reason,
                         size_t capacity) {
    wasmtime_extern_t item;
    const char *missing = NULL;
#define PRV_EXPORT(text, wanted)                                                                                     \
    (prv_wt.wasmtime_instance_export_get(cell->context, instance, text, sizeof text - 1, &item) && item.kind == wanted)
    if (PRV_EXPORT("memory", WASMTIME_EXTERN_MEMORY)) cell->memory = item.of.memory; else missing = "memory";
    if (PRV_EXPORT("__indirect_function_table", WASMTIME_EXTERN_TABLE)) cell->table = item.of.table;
    else missing = "__indirect_function_table': link it with '--export-table' and '--growable-table";
    if (PRV_EXPORT("proviso_plugin_entry_v1", WASMTIME_EXTERN_FUNC)) *entry = item.of.func;
    else missing = "proviso_plugin_entry_v1";
    if (missing) {
        snprintf(reason, capacity, "does not export '%s'", missing);
        return false;
    }
    if (!has_signature(cell, entry, "i:i")) {
        snprintf(reason, capacity, "exports a 'proviso_plugin_entry_v1' with other parameters than proviso.h has");
        return false;
    }
    wasmtime_val_raw_t values[1];
    if (PRV_EXPORT("_initialize", WASMTIME_EXTERN_FUNC) && has_signature(cell, &item.of.func, ":")) {
        values[0].i32 = 0;
        bool ended;
        int32_t result = cell_call(cell, &item.of.func, values, 0, &ended);
        if (ended) {
            snprintf(reason, capacity, "failed in '_initialize': it %s", prv_wasm_words(result));
            return false;
        }
    }
    return true;
}

static bool instantiate(cell_t *cell, wasmtime_instance_t *instance, char *reason, size_t capacity) {
    wasm_trap_t *trap = NULL;
    wasmtime_error_t *error = prv_wt.wasmtime_context_set_fuel(cell->context, cell->module->fuel);
    if (!error) error = prv_wt.wasmtime_instance_new(cell->context, cell->module->code, NULL, 0, instance, &trap);
    if (error) {
        prv_wasm_explain(error, "cannot be started", reason, capacity);
        return false;
    }
    if (trap) {
        snprintf(reason, capacity, "failed in its start function: it %s",
                 prv_wasm_words(PRV_WASM_TRAP - take_code(trap)));
        return false;
    }
    return true;
}

/// Calls the entry function and `init`.
static bool enter(cell_t *cell, const wasmtime_func_t *entry, char *reason, size_t capacity) {
    wasmtime_val_raw_t values[1] = {{.i32 = (int32_t)cell->host}};
    bool ended;
    int32_t result = cell_call(cell, entry, values, 1, &ended);
    guest_t plugin = (guest_t)result;
    if (ended) {
        snprintf(reason, capacity, "failed in its entry function: it %s", prv_wasm_words(result));
        return false;
    }
    if (plugin == 0) {
        snprintf(reason, capacity, "refuses to work with this host (its entry function returned null)");
        return false;
    }
    if (!cell->module->rules && !describe_module(cell->module, cell, plugin, reason, capacity)) return false;
    if (!find_rules(cell, plugin, reason, capacity)) return false;
    wasmtime_func_t init;
    if (!function_at(cell, guest_u32(cell, plugin + 48), "i:i", &init)) {
        snprintf(reason, capacity, "has an 'init' that is not the function of proviso.h");
        return false;
    }
    if (init.store_id == 0) return true;
    values[0].i32 = (int32_t)cell->host;
    result = cell_call(cell, &init, values, 1, &ended);
    if (result == 0 && !ended) return true;
    if (ended) snprintf(reason, capacity, "failed to initialize: its 'init' %s", prv_wasm_words(result));
    else snprintf(reason, capacity, "failed to initialize: its 'init' returned %d", (int)result);
    return false;
}

cell_t *cell_make(module_t *module, char *reason, size_t capacity) {
    cell_t *cell = calloc(1, sizeof *cell);
    if (!cell) return NULL;
    cell->module = module;
    cell->dropped = atomic_load(&module->destroyed_count);
    cell->store = prv_wt.wasmtime_store_new(prv_wt.engine, NULL, NULL);
    prv_wt.wasmtime_store_limiter(cell->store, (int64_t)module->memory, 100000, 1, 4, 1);
    cell->context = prv_wt.wasmtime_store_context(cell->store);
    wasmtime_instance_t instance;
    wasmtime_func_t entry;
    uint32_t first = 0;
    bool is_ready = instantiate(cell, &instance, reason, capacity) &&
                   find_exports(cell, &instance, &entry, reason, capacity);
    if (is_ready) {
        cell->base = prv_wt.wasmtime_memory_data(cell->context, &cell->memory);
        is_ready = install_host(cell, &first);
        if (!is_ready) snprintf(reason, capacity, "has a table that cannot grow: link it with '--growable-table'");
    }
    if (is_ready && !furnish(cell, first)) {
        snprintf(reason, capacity, "has a memory that cannot grow");
        is_ready = false;
    }
    if (is_ready && enter(cell, &entry, reason, capacity)) return cell;
    delete_cell(cell);
    return NULL;
}
