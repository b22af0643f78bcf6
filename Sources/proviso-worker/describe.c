#include <string.h>

#include "worker.h"

/// The maximum length of an array and of a string; of a longer array only the count is sent, which the host refuses.
enum { MOST = 1024, LONGEST = 1 << 20 };

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

proviso_rule rule_copy(const proviso_rule *rule) {
    proviso_rule copy;
    memset(&copy, 0, sizeof copy);
    memcpy(&copy, rule, least(rule->size, sizeof copy));
    return copy;
}

proviso_plugin plugin_copy(const proviso_plugin *plugin) {
    proviso_plugin copy;
    memset(&copy, 0, sizeof copy);
    memcpy(&copy, plugin, least(plugin->size, sizeof copy));
    return copy;
}

/// Writes the number of elements and whether the array exists, and returns the number of elements that follow.
static uint64_t count(uint64_t claimed, const void *start) {
    answer_long(claimed);
    answer_number(start != NULL);
    return start && claimed <= MOST ? claimed : 0;
}

static void describe_rule(const proviso_rule *own) {
    answer_number(own != NULL);
    if (!own) return;
    const proviso_rule rule = rule_copy(own);
    answer_number(rule.size);
    answer_text(rule.type, LONGEST);
    answer_number(rule.create != NULL);
    answer_number(rule.validate != NULL);
}

static void describe_catalog(const proviso_catalog *catalog) {
    answer_text(catalog->locale, LONGEST);
    answer_long(catalog->length);
    answer_number(catalog->text != NULL);
    if (!catalog->text) return;
    size_t length = least(catalog->length, PRV_WORKER_ANSWER_SIZE);
    answer_number((uint32_t)length);
    answer_bytes(catalog->text, length);
}

void describe(const proviso_plugin *own) {
    const proviso_plugin plugin = plugin_copy(own);
    answer_number(plugin.size);
    answer_number(plugin.minor);
    answer_number(plugin.least_host_minor);
    answer_text(plugin.id, LONGEST);
    uint64_t rules = count(plugin.rule_count, plugin.rules);
    for (uint64_t index = 0; index < rules; index++) describe_rule(plugin.rules[index]);
    uint64_t catalogs = count(plugin.catalog_count, plugin.catalogs);
    for (uint64_t index = 0; index < catalogs; index++) describe_catalog(&plugin.catalogs[index]);
}
