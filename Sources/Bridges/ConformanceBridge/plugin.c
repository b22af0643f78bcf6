#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "kit.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

void *open_plugin(const prv_subject *subject) {
    doing("loading the file");
    void *library = dlopen(subject->path, RTLD_NOW | RTLD_LOCAL);
    CHECK(library, "cannot be loaded: %s", dlerror());
    return library;
}

const proviso_plugin *enter(const prv_subject *subject, const proviso_host *host) {
    const proviso_plugin *(*entry)(const proviso_host *) = NULL;
    *(void **)&entry = dlsym(open_plugin(subject), "proviso_plugin_entry_v1");
    CHECK(entry, "does not export proviso_plugin_entry_v1");
    doing("proviso_plugin_entry_v1");
    const proviso_plugin *found = entry(host);
    if (!found) return NULL;
    static proviso_plugin plugin;
    memset(&plugin, 0, sizeof plugin);
    memcpy(&plugin, found, found->size < sizeof plugin ? found->size : sizeof plugin);
    if (plugin.least_host_minor > host->minor && host->minor < PROVISO_ABI_MINOR) return NULL;
    if (!plugin.init) return &plugin;
    doing("init");
    int32_t result = plugin.init(host);
    if (result < 0 && host->minor < PROVISO_ABI_MINOR) return NULL;
    CHECK(result == 0, "init returned %d", result);
    return &plugin;
}

const proviso_plugin *entered(const prv_subject *subject) {
    const proviso_plugin *plugin = enter(subject, &the_host);
    CHECK(plugin, "declines a host of version 1.%u", PROVISO_ABI_MINOR);
    return plugin;
}

static const proviso_rule *descriptor_of(const proviso_plugin *plugin, const prv_rule_type *type) {
    for (uint64_t i = 0; i < plugin->rule_count; i++) {
        const proviso_rule *rule = plugin->rules[i];
        if (rule && rule->size >= 16 && rule->type && strcmp(rule->type, type->type) == 0) return rule;
    }
    fail("%s is in the manifest, but not among the plugin's rules", type->type);
}

proviso_rule rule_of(const proviso_plugin *plugin, const prv_rule_type *type) {
    const proviso_rule *found = descriptor_of(plugin, type);
    proviso_rule rule = {0};
    memcpy(&rule, found, found->size < sizeof rule ? found->size : sizeof rule);
    CHECK(rule.validate, "%s has no validate", type->type);
    return rule;
}

/// Guesses values of an option, the likely ones first.
static uint64_t guesses(const prv_option *option, proviso_value *values, uint64_t room) {
    static const char *const words[] = {"a", "1", "DE", "en", "any", "", "[a-z]+", "Gr\xC3\xB6\xC3\x9F"};
    uint64_t count = 0;
    bool has_text = option->kinds >> PROVISO_TEXT & 1, has_list = option->kinds >> PROVISO_LIST & 1;
    const char *const *texts = option->value_count ? option->values : words;
    uint64_t text_count = option->value_count ? option->value_count : LENGTH(words);
    for (uint64_t i = 0; has_text && i < text_count && count < room; i++)
        values[count++] = text_value(texts[i], strlen(texts[i]));
    for (uint64_t i = 0; has_list && i < text_count && count < room; i++) {
        prv_item *items = calloc(i + 1, sizeof *items);
        for (uint64_t j = 0; j <= i; j++) items[j].value = text_value(texts[j], strlen(texts[j]));
        values[count++] = list_value(items, i + 1);
    }
    if (has_list && count < room) values[count++] = list_value(NULL, 0);
    static const int64_t numbers[] = {1, 2, 0, 10, -1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; option->kinds >> PROVISO_INTEGER & 1 && i < LENGTH(numbers) && count < room; i++)
        values[count++] = (proviso_value){.kind = PROVISO_INTEGER, .as.integer = numbers[i]};
    for (uint64_t i = 0; option->kinds >> PROVISO_BOOL & 1 && i < 2 && count < room; i++)
        values[count++] = (proviso_value){.kind = PROVISO_BOOL, .as.boolean = i};
    if (option->kinds >> PROVISO_DOUBLE & 1 && count < room)
        values[count++] = (proviso_value){.kind = PROVISO_DOUBLE, .as.number = 1.5};
    if (option->kinds >> PROVISO_OBJECT & 1 && count < room) values[count++] = object_value(NULL, 0);
    return count;
}

/// The required options with the `turn`-th guess each, and the option `more` (with its own guess) if it is not
/// required.
static proviso_value option_set(const prv_rule_type *type, uint64_t turn, uint64_t more) {
    prv_item *members = calloc(type->option_count + 1, sizeof *members);
    uint64_t count = 0;
    for (uint64_t i = 0; i < type->option_count; i++) {
        const prv_option *option = &type->options[i];
        proviso_value values[16];
        uint64_t found = guesses(option, values, LENGTH(values));
        if ((!option->is_required && i != more) || found == 0) continue;
        members[count++] = (prv_item){values[turn % found], option->name, strlen(option->name)};
    }
    return object_value(members, count);
}

uint64_t option_sets(const prv_rule_type *type, proviso_value *sets) {
    uint64_t count = 0;
    bool has_required = false;
    // The author's own come first: they are valid.
    for (uint64_t i = 0; i < type->example_count && count < 16; i++) {
        const proviso_value *options = &type->examples[i].options;
        if (options->length > 0) sets[count++] = *options;
    }
    for (uint64_t i = 0; i < type->option_count; i++) has_required |= type->options[i].is_required;
    for (uint64_t turn = 0; turn < (has_required ? 16 : 1); turn++) sets[count++] = option_set(type, turn, UINT64_MAX);
    for (uint64_t i = 0; i < type->option_count; i++)
        for (uint64_t turn = 0; turn < 16 && !type->options[i].is_required && count < PRV_MOST_OPTION_SETS; turn++)
            sets[count++] = option_set(type, turn, i);
    return count;
}

int32_t create(const proviso_plugin *plugin, const prv_rule_type *type, const proviso_host *host,
               const proviso_value *options, prv_made *made, proviso_failure *failure) {
    *made = (prv_made){.rule = rule_of(plugin, type), .descriptor = descriptor_of(plugin, type)};
    *failure = (proviso_failure){.size = sizeof *failure};
    return made->rule.create ? made->rule.create(host, made->descriptor, options, &made->instance, failure) : 0;
}

prv_made make(const proviso_plugin *plugin, const prv_rule_type *type, const proviso_host *host) {
    proviso_value sets[PRV_MOST_OPTION_SETS];
    uint64_t count = option_sets(type, sets);
    for (uint64_t i = 0; i < count; i++) {
        prv_made made;
        proviso_failure failure;
        doing("create of %s", type->type);
        if (create(plugin, type, host, &sets[i], &made, &failure) == 0) return made;
    }
    skip("%s accepts none of the options that this test can guess", type->type);
}

void unmake(prv_made *made) {
    if (made->rule.create && made->rule.destroy) made->rule.destroy(made->instance);
    made->instance = NULL;
}

int32_t judge(const prv_made *made, const prv_rule_type *type, const proviso_value *value, prv_call *call) {
    call->findings.count = 0;
    call->findings.has_code = call->findings.has_parameters = false;
    call->findings.code[0] = 0;
    int32_t verdict = made->rule.validate(made->instance, value, &call->call);
    EXPECT(verdict >= PROVISO_VALID && verdict <= PROVISO_NOT_APPLICABLE,
           "validate of %s returned %d for %s, of a kind that its manifest lists", type->type, verdict, described(value));
    return verdict;
}
