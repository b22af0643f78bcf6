/// The rule type `c/issn`: an International Standard Serial Number (ISO 3297), or a list of them.
#include <stdlib.h>
#include <string.h>

#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.issn-c", "version": "1.0.0", "locales": ["en", "de"], "rules": [{
    "type": "c/issn", "summary": "An ISSN (ISO 3297), or a list of them.", "kinds": ["text", "list"],
    "invalidCode": "issn.format",
    "options": {
        "hyphen": {"kinds": ["text"], "values": ["optional", "required", "forbidden"], "summary": "The hyphen."},
        "prefixes": {"kinds": ["text", "list"], "summary": "The beginnings that are allowed."}},
    "codes": {"issn.format": [], "issn.checksum": ["expected"], "issn.prefix": ["prefixes"], "issn.item": ["index"]},
    "examples": [{"value": "0317-8471", "valid": true}, {"value": "0317-8472", "code": "issn.checksum"},
                 {"value": ["0317-8471", "x"], "code": "issn.item", "parameters": {"index": 1}}]}]})


typedef struct {
    char hyphen;
    uint64_t count;
    char *prefixes[64];
} issn;

static void destroy(void *instance) {
    issn *own = instance;
    for (uint64_t index = 0; index < own->count; index++) free(own->prefixes[index]);
    free(own);
}

static int take(issn *own, const proviso_value *prefix) {
    if (prefix->length == 0 || own->count == 64) return 0;
    for (uint64_t index = 0; index < prefix->length; index++) {
        if (prefix->as.text[index] < '0' || prefix->as.text[index] > '9') return 0;
    }
    own->prefixes[own->count] = strndup(prefix->as.text, prefix->length);
    return own->prefixes[own->count++] != NULL;
}

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options, void **instance,
                      proviso_failure *failure) {
    issn *own = calloc(1, sizeof *own);
    if (!own) return PROVISO_FAULT_MEMORY;
    (void)rule;
    const proviso_value *hyphen = host->object_find(options, "hyphen", 6);
    own->hyphen = hyphen && hyphen->kind == PROVISO_TEXT && hyphen->length > 0 ? hyphen->as.text[0] : 'o';
    const proviso_value *prefixes = host->object_find(options, "prefixes", 8);
    int right = !prefixes || prefixes->kind == PROVISO_LIST || take(own, prefixes);
    for (uint64_t index = 0; right && prefixes && prefixes->kind == PROVISO_LIST && index < prefixes->length; index++) {
        right = take(own, host->list_item(prefixes, index));
    }
    if (right) return *instance = own, 0;
    destroy(own);
    failure->option = "prefixes";
    failure->reason = "A prefix must be one or more digits.";
    return PROVISO_FAULT_ARGUMENT;
}

static int32_t report(proviso_call *call, const char *code, const proviso_parameter *parameters, uint64_t count) {
    if (call && call->report) call->report(call, 0, code, parameters, count);
    return PROVISO_INVALID;
}

/// Without a call, nothing is reported.
static int32_t check(const issn *own, const proviso_value *value, proviso_call *call) {
    const char *text = value->as.text;
    int has_hyphen = value->length == 9 && text[4] == '-';
    int right = has_hyphen ? own->hyphen != 'f' : value->length == 8 && own->hyphen != 'r';
    char digits[8];
    if (right) {
        memcpy(digits, text, 4);
        memcpy(digits + 4, text + 4 + has_hyphen, 4);
    }
    unsigned sum = 0;
    for (unsigned place = 0; right && place < 7; place++) {
        right = digits[place] >= '0' && digits[place] <= '9';
        sum += (unsigned)(digits[place] - '0') * (8 - place);
    }
    if (!right || !((digits[7] >= '0' && digits[7] <= '9') || digits[7] == 'X')) return report(call, "issn.format", NULL, 0);
    const char *expected = &"0123456789X"[(11 - sum % 11) % 11];
    if (digits[7] != *expected) {
        proviso_parameter parameter = {"expected", {PROVISO_TEXT, 0, {.text = expected}, 1}};
        return report(call, "issn.checksum", &parameter, 1);
    }
    proviso_parameter list[64];
    for (uint64_t index = 0; index < own->count; index++) {
        size_t length = strlen(own->prefixes[index]);
        if (length <= 8 && memcmp(digits, own->prefixes[index], length) == 0) return PROVISO_VALID;
        list[index] = (proviso_parameter){"prefixes", {PROVISO_TEXT, 0, {.text = own->prefixes[index]}, length}};
    }
    return own->count == 0 ? PROVISO_VALID : report(call, "issn.prefix", list, own->count);
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    if (value->kind != PROVISO_LIST) return check(instance, value, call);
    for (uint64_t index = 0; index < value->length; index++) {
        const proviso_value *item = call->host->list_item(value, index);
        if (item && item->kind == PROVISO_TEXT && check(instance, item, NULL) == PROVISO_VALID) continue;
        proviso_parameter parameter = {"index", {PROVISO_INTEGER, 0, {.integer = (int64_t)index}, 0}};
        return report(call, "issn.item", &parameter, 1);
    }
    return PROVISO_VALID;
}

/// Embeds a file, whose path is relative to the directory where the compiler runs.
#define EMBED(name, path)                                                                                    \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n" #name "_end: .byte 0\n.popsection\n"); \
    extern __attribute__((visibility("hidden"))) const char name[], name##_end[];

EMBED(english, "en.arb")
EMBED(german, "de.arb")

static const proviso_rule rule = {
    .size = sizeof rule, .type = "c/issn", .create = create, .validate = validate, .destroy = destroy};
static const proviso_rule *const rules[] = {&rule};

PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    static proviso_catalog catalogs[2] = {{"en", english, 0}, {"de", german, 0}};
    static const proviso_plugin plugin = {.size = sizeof plugin, .minor = PROVISO_ABI_MINOR, .id = "org.example.issn-c",
        .rules = rules, .rule_count = 1, .catalogs = catalogs, .catalog_count = 2};
    (void)host;
    catalogs[0].length = (uint64_t)(english_end - english);
    catalogs[1].length = (uint64_t)(german_end - german);
    return &plugin;
}
