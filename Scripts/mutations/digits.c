/// A plugin with one rule type: a string of digits. `VENDOR` is its vendor, `ROOM` how long its manifest may be.
///
/// `make mutate-plugins` builds it twice: as a good plugin, and as the one whose file and manifest are changed. The
/// manifest is written into the file by the script.
#include "proviso.h"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

__attribute__((section(".note.proviso"), used, aligned(4))) static const struct {
    uint32_t owner_size, size, type;
    char owner[8];
    uint32_t major, minor;
    char text[ROOM];
} manifest = {8, 8 + ROOM, PROVISO_NOTE_MANIFEST, PROVISO_NOTE_OWNER, PROVISO_ABI_MAJOR, PROVISO_ABI_MINOR, "manifest"};

static int is_digits(const proviso_value *value) {
    for (uint64_t i = 0; i < value->length; i++)
        if (value->as.text[i] < '0' || value->as.text[i] > '9') return 0;
    return 1;
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
    if (is_digits(value)) return PROVISO_VALID;
    if (call->report) call->report(call, 0, "digits.format", 0, 0);
    return PROVISO_INVALID;
}

static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    (void)instance;
    (void)call;
    for (uint64_t i = 0; i < count; i++) {
        const proviso_value *value = (const proviso_value *)((const char *)values + i * stride);
        if (value->kind == PROVISO_TEXT) verdicts[i] = is_digits(value) ? PROVISO_VALID : PROVISO_INVALID;
    }
    return 0;
}

static const proviso_rule rule = {
    .size = sizeof rule, .type = TEXT(VENDOR) "/digits", .validate = validate, .validate_batch = validate_batch};
static const proviso_rule *const rules[] = {&rule};
static const char messages[] = "{\"@@locale\": \"en\", \"digits.format\": \"{attribute} must have digits only.\"}";
static const proviso_catalog catalogs[] = {{"en", messages, sizeof messages - 1}};
static const proviso_plugin plugin = {.size = sizeof plugin,
                                      .minor = PROVISO_ABI_MINOR,
                                      .id = "org.example." TEXT(VENDOR),
                                      .rules = rules,
                                      .rule_count = 1,
                                      .catalogs = catalogs,
                                      .catalog_count = 1};

PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    (void)host;
    return &plugin;
}
