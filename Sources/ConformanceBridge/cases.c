/// The cases that check whether the plugin does what the header describes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "kit.h"

/// Whether a name was made by a compiler, or belongs to a language's own library that was linked in.
static bool is_own_name(const char *name) {
    static const char *const prefixes[] = {"proviso_plugin_entry_v", "_", "$", "swift", "rust_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return false;
}

/// The number of dynamic symbols, which only the hash table of the file gives.
static uint32_t symbol_count(const uint32_t *gnu_hash, const uint32_t *hash) {
    if (hash) return hash[1];
    if (!gnu_hash) return 0;
    const uint32_t *buckets = gnu_hash + 4 + gnu_hash[2] * 2;
    const uint32_t *chains = buckets + gnu_hash[0];
    uint32_t last = 0;
    for (uint32_t i = 0; i < gnu_hash[0]; i++)
        if (buckets[i] > last) last = buckets[i];
    if (last < gnu_hash[1]) return gnu_hash[1];
    while (!(chains[last - gnu_hash[1]] & 1)) last++;
    return last + 1;
}

void case_exports(const prv_subject *subject) {
    struct link_map *map = NULL;
    CHECK(dlinfo(open_plugin(subject), RTLD_DI_LINKMAP, &map) == 0, "%s", dlerror());
    const uint32_t *gnu_hash = NULL, *hash = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        const void *at = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_GNU_HASH) gnu_hash = at;
        if (entry->d_tag == DT_HASH) hash = at;
        if (entry->d_tag == DT_SYMTAB) symbols = at;
        if (entry->d_tag == DT_STRTAB) names = at;
    }
    CHECK(symbols && names, "has no dynamic symbols");
    uint32_t count = symbol_count(gnu_hash, hash), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (symbols[i].st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbols[i].st_info) == STB_LOCAL) continue;
        const char *name = names + symbols[i].st_name;
        if (is_own_name(name)) continue;
        if (found < 3) note("%s%s", found ? ", " : "exports ", name);
        found++;
    }
    if (found == 0) return;
    if (found > 3) note(" and %u more", found - 3);
    char exports[512];
    snprintf(exports, sizeof exports, "%s", board->why);
    fail("%s", exports);
}

static bool has(const char *const *texts, uint64_t count, const char *text) {
    for (uint64_t i = 0; i < count; i++)
        if (strcmp(texts[i], text) == 0) return true;
    return false;
}

void case_manifest(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    doing("reading its descriptor");
    CHECK(plugin->id && strcmp(plugin->id, subject->id) == 0, "has the id '%s', but '%s' in the manifest",
          plugin->id ? plugin->id : "", subject->id);
    CHECK(plugin->least_host_minor <= plugin->minor, "needs a newer host than the header it was built with");
    CHECK(plugin->rule_count == subject->rule_count, "has %llu rule types, but %llu in the manifest",
          (unsigned long long)plugin->rule_count, (unsigned long long)subject->rule_count);
    EACH_RULE(subject, rule) {
        proviso_rule found = rule_of(plugin, rule);
        CHECK(found.reserved == 0, "%s has a reserved field that is not zero", rule->type);
        CHECK(found.create || rule->option_count == 0, "%s has options in the manifest, but no create", rule->type);
    }
    CHECK(plugin->catalog_count == subject->locale_count, "has %llu catalogs, but %llu locales in the manifest",
          (unsigned long long)plugin->catalog_count, (unsigned long long)subject->locale_count);
    for (uint64_t i = 0; i < plugin->catalog_count; i++) {
        const char *locale = plugin->catalogs[i].locale;
        CHECK(locale && has(subject->locales, subject->locale_count, locale),
              "has a catalog for '%s', which is not in the manifest", locale ? locale : "");
    }
}

/// Calls every function once, with the given host and size of the call struct.
static void use(const prv_subject *subject, const proviso_host *host, uint32_t call_size) {
    const proviso_plugin *plugin = enter(subject, host);
    if (!plugin) return;
    EACH_RULE(subject, rule) {
        proviso_value sets[PRV_MOST_OPTION_SETS];
        uint64_t count = option_sets(rule, sets);
        for (uint64_t set = 0; set < count && set < 8; set++) {
            prv_made made;
            proviso_failure failure;
            doing("create of %s with a host of %u bytes", rule->type, host->size);
            if (create(plugin, rule, host, &sets[set], &made, &failure) != 0) continue;
            prv_samples values = samples(rule->kinds);
            for (uint64_t i = 0; i < values.count; i++) {
                prv_call call = make_call(rule);
                call.call.size = call_size;
                call.call.host = host;
                memset(call.beyond, 0xA5, sizeof call.beyond);
                if (call_size < sizeof call.call)
                    memset((char *)&call.call + call_size, 0, sizeof call.call - call_size);
                doing("validate of %s with a host of %u bytes and a call of %u", rule->type, host->size, call_size);
                made.rule.validate(made.instance, &values.values[i], &call.call);
            }
            unmake(&made);
        }
    }
}

void case_small_structs(const prv_subject *subject) {
    // Missing fields are null, for plugins that read fields of version 1.0 without checking the size.
    proviso_host host = the_host;
    host.size = offsetof(proviso_host, list_item);
    memset((char *)&host + host.size, 0, sizeof host - host.size);
    use(subject, &host, offsetof(proviso_call, deadline));
}

void case_large_structs(const prv_subject *subject) {
    struct {
        proviso_host host;
        uint64_t beyond[16];
    } larger = {.host = the_host};
    larger.host.size = sizeof larger;
    larger.host.minor = PROVISO_ABI_MINOR + 7;
    memset(larger.beyond, 0xA5, sizeof larger.beyond);
    CHECK(enter(subject, &larger.host), "declines a newer host: every host of major 1 has what older plugins need");
    use(subject, &larger.host, sizeof(proviso_call) + sizeof larger.beyond / 2);
}

static bool is_utf8(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        unsigned more = *at < 0x80 ? 0 : *at >= 0xC2 && *at < 0xE0 ? 1 : *at >> 4 == 0xE ? 2 : *at >> 3 == 0x1E ? 3 : 9;
        if (more == 9) return false;
        for (at++; more > 0; more--, at++)
            if (*at >> 6 != 2) return false;
    }
    return true;
}

static bool try_options(const proviso_plugin *plugin, const prv_rule_type *rule, const proviso_value *options,
                        const char *what) {
    // After create the options no longer exist.
    prv_guarded parts[64];
    size_t used = 0;
    proviso_value copy = guarded_value(options, parts, 60, &used);
    parts[used] = guarded(&copy, sizeof copy);
    prv_made made;
    proviso_failure failure;
    doing("create of %s with %s", rule->type, what);
    int32_t result = create(plugin, rule, &the_host, parts[used].start, &made, &failure);
    used++;
    if (result != 0) {
        CHECK(result < 0, "create of %s returned %d, which is not a valid result", rule->type, result);
        CHECK(!failure.reason || is_utf8(failure.reason), "create of %s gives a reason that is not UTF-8", rule->type);
        CHECK(!failure.option || is_utf8(failure.option), "create of %s names an option not in UTF-8", rule->type);
    } else {
        for (size_t i = 0; i < used; i++) withdraw(&parts[i]);
        prv_samples values = samples(rule->kinds);
        doing("validate of %s after the options of create were freed", rule->type);
        prv_call call = make_call(rule);
        for (uint64_t i = 0; i < values.count; i++) judge(&made, rule, &values.values[i], &call);
        doing("destroy of %s", rule->type);
        unmake(&made);
    }
    return result == 0;
}

void case_create(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    EACH_RULE(subject, rule) {
        proviso_value sets[PRV_MOST_OPTION_SETS];
        uint64_t count = option_sets(rule, sets), taken = 0;
        for (uint64_t i = 0; i < count; i++)
            taken += try_options(plugin, rule, &sets[i], "options its manifest allows");
        proviso_value none = object_value(NULL, 0);
        try_options(plugin, rule, &none, "no options");
        static const proviso_value wrong[] = {
            {.kind = PROVISO_NULL}, {.kind = PROVISO_INTEGER, .as.integer = 3}, {.kind = PROVISO_TEXT},
            {.kind = PROVISO_LIST}, {.kind = PROVISO_OBJECT}, {.kind = PROVISO_BOOL, .as.boolean = 1}};
        for (uint64_t i = 0; i < rule->option_count; i++) {
            for (size_t j = 0; j < sizeof wrong / sizeof *wrong; j++) {
                prv_node member = {wrong[j], rule->options[i].name, strlen(rule->options[i].name)};
                proviso_value options = object_value(&member, 1);
                char what[96];
                snprintf(what, sizeof what, "'%.40s' as %.40s", rule->options[i].name, described(&wrong[j]));
                try_options(plugin, rule, &options, what);
            }
        }
        if (taken == 0) skip("%s accepts none of the options that this test can guess", rule->type);
    }
}

void case_kinds(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t count = 0;
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &the_host);
        prv_samples values = samples(rule->kinds);
        for (uint64_t i = 0; i < values.count; i++) {
            prv_call call = make_call(rule);
            doing("validate of %s with %s", rule->type, described(&values.values[i]));
            int32_t verdict = judge(&made, rule, &values.values[i], &call);
            CHECK(judge(&made, rule, &values.values[i], &call) == verdict,
                  "%s gives different verdicts for %s", rule->type, described(&values.values[i]));
        }
        count += values.count;
        unmake(&made);
    }
    note("%llu values", (unsigned long long)count);
}

void case_findings(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t count = 0;
    EACH_RULE(subject, rule) {
        proviso_value sets[PRV_MOST_OPTION_SETS];
        uint64_t set_count = option_sets(rule, sets);
        for (uint64_t set = 0; set < set_count; set++) {
            prv_made made;
            proviso_failure failure;
            doing("create of %s", rule->type);
            if (create(plugin, rule, &the_host, &sets[set], &made, &failure) != 0) continue;
            prv_samples values = samples(rule->kinds);
            for (uint64_t i = 0; i < values.count; i++) {
                prv_call call = make_call(rule);
                doing("validate of %s with %s", rule->type, described(&values.values[i]));
                int32_t verdict = judge(&made, rule, &values.values[i], &call);
                CHECK(verdict == PROVISO_INVALID || call.findings.count == 0,
                      "%s reports a violation for %s, but does not return invalid", rule->type,
                      described(&values.values[i]));
                count += call.findings.count;
                call.call.report = NULL;
                doing("validate of %s without report", rule->type);
                CHECK(judge(&made, rule, &values.values[i], &call) == verdict,
                      "the verdict of %s on %s depends on whether violations are wanted", rule->type,
                      described(&values.values[i]));
            }
            unmake(&made);
        }
    }
    note("%llu violations", (unsigned long long)count);
}

void case_no_extras(const prv_subject *subject) {
    proviso_host host = the_host;
    host.log = NULL;
    host.extension = NULL;
    const proviso_plugin *plugin = enter(subject, &host);
    CHECK(plugin, "declines a host without a log and extensions: no plugin may require one");
    EACH_RULE(subject, rule) {
        prv_made made = make(plugin, rule, &host);
        prv_samples values = samples(rule->kinds);
        for (uint64_t i = 0; i < values.count; i++) {
            prv_call call = make_call(rule);
            call.call.host = &host;
            call.call.cancelled = NULL;
            call.call.deadline = 0;
            doing("validate of %s with a host without a log and extensions", rule->type);
            judge(&made, rule, &values.values[i], &call);
        }
        unmake(&made);
    }
    if (!plugin->extension) return;
    doing("requesting an extension that it cannot have");
    CHECK(!plugin->extension("org.example.none/1"), "offers an extension that it cannot have");
}

void case_catalogs(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t used = 0;
    for (uint64_t i = 0; i < plugin->catalog_count; i++) {
        const proviso_catalog *catalog = &plugin->catalogs[i];
        doing("reading its catalog %llu", (unsigned long long)i);
        CHECK(catalog->locale && catalog->text, "its catalog %llu is empty", (unsigned long long)i);
        size_t name = strnlen(catalog->locale, 64);
        CHECK(!memchr(catalog->text, 0, catalog->length), "its catalog for '%.64s' contains a NUL: its length is wrong",
              catalog->locale);
        if (used + name + catalog->length + 2 > PRV_CATALOG_ROOM) fail("its catalogs are larger than any host accepts");
        memcpy(board->catalogs + used, catalog->locale, name);
        memcpy(board->catalogs + used + name + 1, catalog->text, catalog->length);
        used += name + catalog->length + 2;
    }
    board->catalog_size = used;
}
