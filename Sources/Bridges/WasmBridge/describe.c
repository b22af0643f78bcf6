#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

/// Offsets in the wasm32 layout of `proviso_plugin`, `proviso_rule` and `proviso_catalog`.
enum {
    PLUGIN_ID = 16, PLUGIN_RULES = 20, PLUGIN_RULE_COUNT = 24, PLUGIN_CATALOGS = 32, PLUGIN_CATALOG_COUNT = 40,
    PLUGIN_SIZE = 48, RULE_TYPE = 8, RULE_FIRST_FUNCTION = 12, RULE_SIZE = 20, CATALOG_SIZE = 16
};

static const char *const signatures[RULE_FUNCTIONS] = {"iiiii:i", "iii:i", "iiIIii:i", "i:"};
static const char *const names[RULE_FUNCTIONS] = {"create", "validate", "validate_batch", "destroy"};
static const uint64_t most = 1024;
static const uint64_t longest_catalog = 1 << 20, longest_catalogs = 16 << 20;

int32_t prv_wasm_create(const proviso_host *, const proviso_rule *, const proviso_value *, void **, proviso_failure *);
int32_t prv_wasm_validate(const void *, const proviso_value *, proviso_call *);
int32_t prv_wasm_validate_batch(const void *, const proviso_value *, uint64_t, uint64_t, uint8_t *, proviso_call *);
void prv_wasm_destroy(void *);

static bool fail(char *reason, size_t capacity, const char *text) {
    snprintf(reason, capacity, "%s", text);
    return false;
}

static char *copy_text(cell_t *cell, guest_t start, size_t limit) {
    const char *text = guest_text(cell, start, limit);
    return text ? strdup(text) : NULL;
}

static bool copy_catalogs(module_t *module, cell_t *cell, guest_t plugin, char *reason, size_t capacity) {
    uint64_t count = guest_u64(cell, plugin + PLUGIN_CATALOG_COUNT);
    guest_t place = guest_u32(cell, plugin + PLUGIN_CATALOGS);
    if (count > most || !guest_has(cell, place, count * CATALOG_SIZE)) {
        return fail(reason, capacity, "has a list of catalogs that is not in its memory");
    }
    proviso_catalog *catalogs = calloc(count ? count : 1, sizeof *catalogs);
    uint64_t total = 0;
    for (uint64_t index = 0; index < count; index++, place += CATALOG_SIZE) {
        guest_t text = guest_u32(cell, place + 4);
        uint64_t length = guest_u64(cell, place + 8);
        if (length > longest_catalog || !guest_has(cell, text, length)) {
            return fail(reason, capacity, "has a catalog that is not in its memory, or larger than 1 MiB");
        }
        // Many catalogs may be one text.
        total += length;
        char *copy = total <= longest_catalogs ? malloc(length ? length : 1) : NULL;
        if (!copy) return fail(reason, capacity, "has catalogs of more than 16 MiB together");
        memcpy(copy, cell->base + text, length);
        catalogs[index].locale = copy_text(cell, guest_u32(cell, place), 256);
        catalogs[index].text = copy;
        catalogs[index].length = length;
    }
    module->native.catalogs = catalogs;
    module->native.catalog_count = count;
    return true;
}

static bool copy_rules(module_t *module, cell_t *cell, guest_t plugin, char *reason, size_t capacity) {
    uint64_t count = guest_u64(cell, plugin + PLUGIN_RULE_COUNT);
    guest_t list = guest_u32(cell, plugin + PLUGIN_RULES);
    if (count > most || !guest_has(cell, list, count * 4)) {
        return fail(reason, capacity, "has a list of rule types that is not in its memory");
    }
    rule_t *rules = calloc(count ? count : 1, sizeof *rules);
    const proviso_rule **pointers = calloc(count ? count : 1, sizeof *pointers);
    for (uint32_t index = 0; index < count; index++) {
        guest_t rule = guest_u32(cell, list + 4 * index);
        rules[index].native = (proviso_rule){
            .size = sizeof(proviso_rule), .type = copy_text(cell, guest_u32(cell, rule + RULE_TYPE), 256),
            .create = prv_wasm_create, .validate = prv_wasm_validate, .destroy = prv_wasm_destroy};
        rules[index].module = module;
        rules[index].index = index;
        uint32_t size = guest_u32(cell, rule);
        for (int function = 0; function < RULE_FUNCTIONS; function++) {
            guest_t place = RULE_FIRST_FUNCTION + 4 * function;
            rules[index].has[function] = place + 4 <= size && guest_u32(cell, rule + place) != 0;
        }
        if (!rules[index].has[RULE_VALIDATE]) rules[index].native.validate = NULL;
        if (rules[index].has[RULE_BATCH]) rules[index].native.validate_batch = prv_wasm_validate_batch;
        pointers[index] = &rules[index].native;
    }
    module->rules = rules;
    module->rule_count = (uint32_t)count;
    module->native.rules = pointers;
    module->native.rule_count = count;
    return true;
}

bool describe_module(module_t *module, cell_t *cell, guest_t plugin, char *reason, size_t capacity) {
    if (!guest_has(cell, plugin, PLUGIN_SIZE) || guest_u32(cell, plugin) < PLUGIN_SIZE) {
        return fail(reason, capacity, "has a descriptor that is too small, or not in its memory");
    }
    module->native.size = sizeof(proviso_plugin);
    module->native.minor = guest_u32(cell, plugin + 4);
    module->native.least_host_minor = guest_u32(cell, plugin + 8);
    module->native.id = copy_text(cell, guest_u32(cell, plugin + PLUGIN_ID), 256);
    return copy_catalogs(module, cell, plugin, reason, capacity) &&
           copy_rules(module, cell, plugin, reason, capacity);
}

bool find_rules(cell_t *cell, guest_t plugin, char *reason, size_t capacity) {
    uint32_t count = cell->module->rule_count;
    guest_t list = guest_u32(cell, plugin + PLUGIN_RULES);
    cell->functions = calloc(count ? count : 1, sizeof *cell->functions);
    cell->rules = calloc(count ? count : 1, sizeof *cell->rules);
    if (!cell->functions || !cell->rules) return fail(reason, capacity, "cannot be started: out of memory");
    for (uint32_t index = 0; index < count; index++) {
        guest_t rule = cell->rules[index] = guest_u32(cell, list + 4 * index);
        for (int function = 0; function < RULE_FUNCTIONS; function++) {
            if (!cell->module->rules[index].has[function]) continue;
            guest_t place = guest_u32(cell, rule + RULE_FIRST_FUNCTION + 4 * function);
            if (function_at(cell, place, signatures[function], &cell->functions[index][function]) && place != 0) continue;
            snprintf(reason, capacity, "has a '%s' that is not the function of proviso.h", names[function]);
            return false;
        }
    }
    return true;
}
