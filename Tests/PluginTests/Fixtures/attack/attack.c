/// A plugin that attacks its host at one of its places: the tests overwrite `chosen` with the place and the attack,
/// "validate segv", several of them with commas. Of its values, "boom" triggers what happens in `validate`; "bad" is
/// invalid and every other one valid, in truth.
#include "answers.h"
#include "crashes.h"
#include "system.h"

#ifndef CAPABILITIES
#define CAPABILITIES
#endif
#define MANIFEST(...) PROVISO_MANIFEST(__VA_ARGS__)
MANIFEST({"id": "org.evil", "version": "1.0", "locales": ["en"], "capabilities": {CAPABILITIES}, "rules": [
    {"type": "evil/x", "summary": "Evil.", "kinds": ["text", "list", "object"], "invalidCode": "evil.bad",
     "options": {"o": {"kinds": ["text"]}}, "codes": {"evil.bad": [], "evil.note": ["text"]}}]})

static volatile char chosen[100] = "ATTACK:";

static int32_t nothing(scene *at) { return (void)at, 0; }

static const named_deed deeds[] = {{"null", nothing}, CRASHES, SYSTEM, ANSWERS};
static const proviso_host *the_host;

static int32_t act(const char *name, size_t length, scene *at) {
    for (size_t index = 0; index < sizeof deeds / sizeof *deeds; index++) {
        if (strlen(deeds[index].name) == length && memcmp(deeds[index].name, name, length) == 0) {
            return deeds[index].act(at);
        }
    }
    fprintf(stderr, "unknown attack %.*s\n", (int)length, name);
    abort();
}

/// Does what was chosen for a place, all of it.
static int32_t at_place(const char *place, scene at) {
    const char *next = (const char *)chosen;
    int32_t result = 0;
    if (!at.host) at.host = the_host;
    while (*next) {
        size_t length = strcspn(next, ",");
        size_t name = strlen(place);
        if (length > name && memcmp(next, place, name) == 0 && next[name] == ' ') {
            result = act(next + name + 1, length - name - 1, &at);
        }
        next += length + (next[length] == ',');
    }
    return result;
}

static int is(const proviso_value *value, const char *word) {
    return value->kind == PROVISO_TEXT && value->length == strlen(word)
        && memcmp(value->as.text, word, value->length) == 0;
}

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    (void)instance;
    int32_t always = at_place("each", (scene){.value = value, .call = call});
    if (always != 0) return always;
    if (is(value, "boom")) return at_place("validate", (scene){.value = value, .call = call});
    return is(value, "bad") ? PROVISO_INVALID : PROVISO_VALID;
}

static int32_t validate_batch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call) {
    for (uint64_t row = 0; row < count; row++) {
        const proviso_value *value = (const void *)((const char *)values + row * stride);
        int32_t result = validate(instance, value, call);
        verdicts[row] = result < 0 || result > 2 ? PROVISO_UNCHECKED : (uint8_t)result;
    }
    return at_place("batch", (scene){.value = values, .call = call, .verdicts = verdicts, .count = count});
}

static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *failure) {
    (void)rule, (void)instance;
    return at_place("create", (scene){.host = host, .value = options, .failure = failure});
}
static void destroy(void *instance) { (void)instance, at_place("destroy", (scene){0}); }
static int32_t init(const proviso_host *host) { return at_place("init", (scene){.host = host}); }
static void deinit(void) { at_place("deinit", (scene){0}); }
__attribute__((constructor)) static void begin(void) { at_place("constructor", (scene){0}); }
__attribute__((destructor)) static void end(void) { at_place("destructor", (scene){0}); }

#ifdef INTERPOSE
PROVISO_EXPORT void *malloc(size_t size) { (void)size, abort(); }
PROVISO_EXPORT void free(void *block) { (void)block, abort(); }
PROVISO_EXPORT int u_init_72(void) { abort(); }
PROVISO_EXPORT void *memcpy(void *restrict to, const void *restrict from, size_t size) { (void)to, (void)from, (void)size, abort(); }
#endif

#ifndef CATALOG
#define CATALOG                                                                                                        \
    "{\"@@locale\":\"en\",\"evil.bad\":\"{attribute} is bad.\",\"evil.note\":\"{attribute}: {text} %s%n%1$p\"}"
#endif
static const char en[] = CATALOG;
static const proviso_catalog catalogs[] = {{"en", en, sizeof en - 1}};
static proviso_rule evil = {
    .size = sizeof evil, .type = "evil/x", .create = create, .validate = validate, .destroy = destroy};
static const proviso_rule *const rules[] = {&evil};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.evil", .rules = rules, .rule_count = 1, .catalogs = catalogs,
    .catalog_count = 1, .init = init, .deinit = deinit};

static int mentions(const char *place) { return strstr((const char *)chosen, place) != 0; }

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    the_host = host;
    if (mentions("batch ")) evil.validate_batch = validate_batch;
    int32_t result = at_place("entry", (scene){.host = host});
    if (mentions("entry null")) return 0;
    return result == 0 ? &plugin : 0;
}
