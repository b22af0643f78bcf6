#ifndef PRV_WASM_MODULE_H
#define PRV_WASM_MODULE_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine.h"
#include "wasm_bridge.h"

/// An address in the memory of an instance.
typedef uint32_t guest_t;

/// The layout of `proviso.h` for wasm32: sizes of structs and offsets of fields. Values have the same 24 bytes as in the
/// host, with an address in the lower half of `as`.
enum {
    GUEST_VALUE = 24,
    GUEST_HOST_SIZE = 36,
    GUEST_HOST_NAME = 8,
    GUEST_HOST_VERSION = 12,
    GUEST_HOST_FUNCTIONS = 16,
    GUEST_CALL_SIZE = 40,
    GUEST_CALL_HOST = 8,
    GUEST_CALL_REPORT = 28,
    GUEST_CALL_RECORD = 32,
    GUEST_FAILURE_SIZE = 16,
    GUEST_FAILURE_OPTION = 8,
    GUEST_FAILURE_REASON = 12,
    GUEST_PARAMETER = 32,
    GUEST_PARAMETER_VALUE = 8,
    /// A member as the host puts it into the memory: the address of the key, its length, the value.
    GUEST_MEMBER = 32,
    GUEST_MEMBER_VALUE = 8
};

/// The functions of a rule type.
enum { RULE_CREATE, RULE_VALIDATE, RULE_BATCH, RULE_DESTROY, RULE_FUNCTIONS };

/// The functions of the host in the table of an instance.
enum { HOST_LOG, HOST_LIST_ITEM, HOST_OBJECT_MEMBER, HOST_OBJECT_FIND, HOST_EXTENSION, HOST_REPORT, HOST_FUNCTIONS };

struct prv_wasm_module;

/// The bytes that a module may report for a value: as many as an answer of a worker has.
static const uint64_t most_reported = 8 << 20;

/// A rule type; the first field is what the host sees.
typedef struct rule {
    proviso_rule native;
    struct prv_wasm_module *module;
    uint32_t index;
    bool has[RULE_FUNCTIONS];
} rule_t;

/// One use of a rule type in a rule set.
typedef struct use {
    const rule_t *rule;
    /// Never used again for another use.
    uint32_t id;
    /// The options, packed for the address 0.
    uint8_t *options;
    size_t options_size;
} use_t;

/// An instance of a module, used by one thread at a time.
typedef struct cell {
    struct prv_wasm_module *module;
    wasmtime_store_t *store;
    wasmtime_context_t *context;
    wasmtime_memory_t memory;
    wasmtime_table_t table;
    uint8_t *base;
    /// The memory's size when it was last looked up; it never shrinks.
    uint64_t size;
    /// What the host keeps in the memory: its functions, the call, and room for values.
    guest_t host, call, failure, room;
    size_t room_size;
    uint32_t report_index;
    /// For each rule type its functions; `store_id` 0 means "not available".
    wasmtime_func_t (*functions)[RULE_FUNCTIONS];
    guest_t *rules;
    /// For each use its object in the module, and 1 more than its rule type if there is one.
    guest_t *instances;
    uint32_t *made_by;
    uint32_t instance_count;
    /// How many destroyed uses it has dropped.
    uint32_t dropped;
    bool is_busy;
    /// The call of the host that is running, for reports, and the bytes that it has reported.
    proviso_call *running;
    uint64_t reported;
    struct cell *next;
} cell_t;

typedef struct prv_wasm_module {
    wasmtime_module_t *code;
    /// Bytes of memory for an instance, and fuel for a call.
    uint64_t memory, fuel;
    const proviso_host *host;
    uint32_t index;
    proviso_plugin native;
    rule_t *rules;
    uint32_t rule_count;
    atomic_uint next_use;
    pthread_mutex_t lock;
    /// Instances of threads that have ended. Guarded by the lock.
    cell_t *idle;
    /// The ids of destroyed uses. Guarded by the lock; the count is also read without it.
    uint32_t *destroyed;
    atomic_uint destroyed_count;
} module_t;

/// Whether a range is in the memory of an instance.
bool guest_has(cell_t *cell, guest_t start, uint64_t size);
uint32_t guest_u32(cell_t *cell, guest_t place);
uint64_t guest_u64(cell_t *cell, guest_t place);
void guest_put_u32(cell_t *cell, guest_t place, uint32_t value);
/// A string of the module that ends within `limit` bytes; null otherwise.
const char *guest_text(cell_t *cell, guest_t start, size_t limit);

/// The size of values that are nested too deep, or larger than each memory.
#define TOO_LARGE ((size_t)1 << 40)

/// The bytes that a value takes besides its own 24, or `TOO_LARGE`: such a value must not be packed.
size_t packed_size(const proviso_host *host, const proviso_value *value, int depth);
/// Writes a value to `at` and what it refers to from `rest` on, for a memory in which `image` is at `base`. Returns the
/// end of what was written.
size_t pack(const proviso_host *host, const proviso_value *value, uint8_t *image, guest_t base, size_t at, size_t rest);
/// Moves a value that was packed for the address 0 to another one.
void relocate(uint8_t *image, guest_t base, size_t at);
/// Writes the changing fields of the call.
void set_call(cell_t *cell, guest_t report, guest_t record);
/// The room for values, made larger if needed, at least twice as large. 0 if the memory's limit is reached.
guest_t room_for(cell_t *cell, size_t size);

/// The instance of this thread; null with a result if none can be made.
cell_t *cell_of(module_t *module, int32_t *result);
/// Makes an instance, calls its entry function and `init`. Null with a clause if that fails.
cell_t *cell_make(module_t *module, char *reason, size_t capacity);
/// Throws the instance of this thread away.
void cell_discard(cell_t *cell);
/// Calls a function; returns its result. If it did not return, `ended` is set and the result is one of `PRV_WASM_TRAP`:
/// then the instance can only be deleted.
int32_t cell_call(cell_t *cell, const wasmtime_func_t *function, wasmtime_val_raw_t *values, size_t count, bool *ended);

/// Finds a function of the table with a signature such as "iiI:i" (i for 32 bits, I for 64). False if it has another.
bool function_at(cell_t *cell, uint32_t index, const char *signature, wasmtime_func_t *function);
bool has_signature(cell_t *cell, const wasmtime_func_t *function, const char *signature);
wasm_functype_t *function_type(const char *signature);
/// Puts the functions of the host into the table. False if it cannot grow.
bool install_host(cell_t *cell, uint32_t *first);

/// Reads the descriptor of the first instance. False with a clause if it makes no sense.
bool describe_module(module_t *module, cell_t *cell, guest_t plugin, char *reason, size_t capacity);
/// Reads where the functions of the rule types are in an instance.
bool find_rules(cell_t *cell, guest_t plugin, char *reason, size_t capacity);

#endif
