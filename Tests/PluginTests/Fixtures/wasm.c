/// A plugin without any library, to be compiled for this processor and for WebAssembly. The last rule type does harm.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.wasm", "version": "1.0.0", "rules": [
    {"type": "acme/long", "kinds": ["text"], "invalidCode": "wasm.short", "options": {"least": {"kinds": ["integer"]}},
     "codes": {"wasm.short": ["null", "yes", "least", "most", "half", "decimal", "text", "list"]}},
    {"type": "acme/even", "kinds": ["list"], "invalidCode": "wasm.odd", "codes": {"wasm.odd": ["sum"]}},
    {"type": "acme/named", "kinds": ["object"], "invalidCode": "wasm.unnamed", "codes": {"wasm.unnamed": ["first"]}},
    {"type": "acme/harm", "kinds": ["text"], "invalidCode": "wasm.harm", "codes": {"wasm.harm": []}}]})

static int64_t leasts[64];
static int made;

static int32_t create(
    const proviso_host *host, const proviso_rule *rule, const proviso_value *options, void **instance,
    proviso_failure *failure) {
    const proviso_value *least = host->object_find(options, "least", 5);
    (void)rule;
    if (least && least->as.integer < 0) {
        failure->option = "least";
        failure->reason = "must not be negative";
        return PROVISO_FAULT;
    }
    int64_t *own = &leasts[made++ % 64];
    *own = least ? least->as.integer : 1;
    *instance = own;
    return 0;
}

static proviso_value text(uint32_t kind, const char *bytes, uint64_t length) {
    return (proviso_value){kind, 0, {.text = bytes}, length};
}

static int32_t is_long(const void *instance, const proviso_value *value, proviso_call *call) {
    int64_t least = *(const int64_t *)instance;
    if ((int64_t)value->length >= least) return PROVISO_VALID;
    const proviso_parameter parameters[] = {
        {"null", {PROVISO_NULL, 0, {0}, 0}},
        {"yes", {PROVISO_BOOL, 0, {.boolean = 1}, 0}},
        {"least", {PROVISO_INTEGER, 0, {.integer = -least}, 0}},
        {"most", {PROVISO_UNSIGNED, 0, {.unsigned_integer = UINT64_MAX}, 0}},
        {"half", {PROVISO_DOUBLE, 0, {.number = 0.5}, 0}},
        {"decimal", text(PROVISO_DECIMAL, "1e9999", 6)},
        {"text", *value},
        {"list", text(PROVISO_TEXT, "one", 3)},
        {"list", text(PROVISO_TEXT, "M\xC3\xBCnchen", 8)}};
    if (call->report) call->report(call, 0, "wasm.short", parameters, sizeof parameters / sizeof *parameters);
    return PROVISO_INVALID;
}

static int32_t is_even(const void *instance, const proviso_value *value, proviso_call *call) {
    int64_t sum = 0;
    const proviso_value *item;
    (void)instance;
    for (uint64_t i = 0; (item = call->host->list_item(value, i)); i++) {
        sum += item->kind == PROVISO_INTEGER ? item->as.integer : (int64_t)item->length;
    }
    if (sum % 2 == 0) return PROVISO_VALID;
    const proviso_parameter parameter = {"sum", {PROVISO_INTEGER, 0, {.integer = sum}, 0}};
    if (call->report) call->report(call, 0, "wasm.odd", &parameter, 1);
    return PROVISO_INVALID;
}

static int32_t is_named(const void *instance, const proviso_value *value, proviso_call *call) {
    const char *key = "";
    uint64_t length = 0;
    (void)instance;
    if (call->host->object_find(value, "name", 4)) return PROVISO_VALID;
    call->host->object_member(value, 0, &key, &length);
    const proviso_parameter parameter = {"first", text(PROVISO_TEXT, key, length)};
    if (call->report) call->report(call, 0, "wasm.unnamed", &parameter, 1);
    return PROVISO_INVALID;
}

#ifdef __wasm__
static char much[8 << 20];

static int deep(volatile int n) { volatile char frame[200]; frame[0] = (char)n; return n ? deep(n + 1) + frame[0] : 0; }

static void search(const proviso_host *host) {
    // Each member has the length of the key, and all its bytes but the last.
    proviso_value object = text(PROVISO_OBJECT, much, 1ull << 40);
    uint32_t *members = (uint32_t *)much;
    for (uint32_t i = 0; i < sizeof much / 32; i++) {
        members[i * 8] = (uint32_t)(uintptr_t)much;
        members[i * 8 + 1] = 2 << 20;
    }
    much[(6 << 20) - 1] = 1;
    host->object_find(&object, much + (4 << 20), 2 << 20);
}

static void report_much(proviso_call *call) {
    static proviso_parameter parameters[64];
    for (int i = 0; i < 64; i++) parameters[i] = (proviso_parameter){"text", text(PROVISO_TEXT, much, 1 << 20)};
    call->report(call, 0, "wasm.harm", parameters, 64);
}

static int32_t harm(const void *instance, const proviso_value *value, proviso_call *call) {
    volatile int zero = 0;
    const unsigned long none = (unsigned long)-1;
    unsigned long at;
    (void)instance;
    switch (value->as.text[0]) {
        case 'a': return deep(1);
        case 'b': __builtin_trap();
        case 'c': return *(volatile int *)0xFFFFFFF0;
        case 'd': return 5 / zero;
        case 'e': ((void (*)(void))99999)(); return 0;
        case 'f': ((void (*)(int64_t))harm)(1); return 0;
        case 'g': for (volatile int i = 0;; i++) continue;
        case 'i': search(call->host); return 0;
        case 'j': for (;;) if (__builtin_wasm_memory_grow(0, 1) == (unsigned long)-1) __builtin_trap();
        case 'k': call->report(call, 0, (const char *)0xFFFFFFF0, 0, 0); return 1;
        case 'l': call->report(call, 0, "wasm.harm", (void *)0xFFFFF000, 64); return 1;
        case 'm': call->report(call, 0, "wasm.harm", 0, 1ull << 60); return 1;
        case 'n': return -1009;
        case 'o': call->host->log(call->host, 1, (const char *)0xFFFFFFF0, 1ull << 62); return 7;
        case 'p': call->host->object_find((void *)0xFFFFFFFF, (void *)1, 1ull << 63); return 7;
        case 'q': call->host->list_item((void *)0xFFFFFFFE, 1ull << 63); return 7;
        case 'r': call->host->object_member((void *)16, 1, (void *)0xFFFFFFFE, (void *)0xFFFFFFFF); return 7;
        case 's': for (;;) call->report(call, 0, "wasm.harm", 0, 0);
        case 't': for (;;) __builtin_wasm_memory_grow(0, 0);
        case 'u': for (;;) __builtin_wasm_memory_grow(0, 65536);
        case 'v': for (;;) report_much(call);
        case 'w': for (;;) call->host->log(call->host, 1, much, 4096);
        case 'x': while ((at = __builtin_wasm_memory_grow(0, 16)) != none) *(volatile char *)(at << 16) = 1; return 1;
        case 'y': for (at = 16; at < __builtin_wasm_memory_size(0) << 16; at++) *(volatile char *)at = 0x2A; return 7;
        default: return value->length % 2;
    }
}
#else
static int32_t harm(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance, (void)call;
    return value->length % 2;
}
#endif

static const proviso_rule long_rule = {
    .size = sizeof long_rule, .type = "acme/long", .create = create, .validate = is_long};
static const proviso_rule even_rule = {.size = sizeof even_rule, .type = "acme/even", .validate = is_even};
static const proviso_rule named_rule = {.size = sizeof named_rule, .type = "acme/named", .validate = is_named};
static const proviso_rule harm_rule = {.size = sizeof harm_rule, .type = "acme/harm", .validate = harm};
static const proviso_rule *const rules[] = {&long_rule, &even_rule, &named_rule, &harm_rule};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .minor = PROVISO_ABI_MINOR, .id = "org.example.wasm", .rules = rules, .rule_count = 4};

#ifdef ENTRY
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { (void)host; ENTRY; return &plugin; }
#else
const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, &plugin; }
#endif
