/// The cases that check whether the plugin does what the header describes.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "kit.h"

static bool has(const char *const *texts, uint64_t count, const char *text) {
    for (uint64_t i = 0; i < count; i++)
        if (strcmp(texts[i], text) == 0) return true;
    return false;
}

void case_manifest(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    doing("reading its descriptor");
    EXPECT(plugin->id && strcmp(plugin->id, subject->id) == 0, "has the id '%s', but '%s' in the manifest",
          plugin->id ? plugin->id : "", subject->id);
    EXPECT(plugin->least_host_minor <= plugin->minor, "needs a newer host than the header it was built with");
    EXPECT(plugin->rule_count == subject->rule_count, "has %llu rule types, but %llu in the manifest",
          (unsigned long long)plugin->rule_count, (unsigned long long)subject->rule_count);
    EACH_RULE(subject, rule) {
        proviso_rule found = rule_of(plugin, rule);
        EXPECT(found.reserved == 0, "%s has a reserved field that is not zero", rule->type);
        EXPECT(found.create || rule->option_count == 0, "%s has options in the manifest, but no create", rule->type);
        for (uint64_t i = 0; i < rule->code_count; i++)
            EXPECT(strcmp(rule->codes[i].code, rule->invalid_code) != 0 || rule->codes[i].parameter_count == 0,
                   "%s has the invalidCode %s with '%s', which no host can give it: use a code without parameters",
                   rule->type, rule->invalid_code, rule->codes[i].parameters[0]);
    }
    EXPECT(plugin->catalog_count == subject->locale_count, "has %llu catalogs, but %llu locales in the manifest",
          (unsigned long long)plugin->catalog_count, (unsigned long long)subject->locale_count);
    for (uint64_t i = 0; i < plugin->catalog_count; i++) {
        const char *locale = plugin->catalogs[i].locale;
        EXPECT(locale && has(subject->locales, subject->locale_count, locale),
              "has a catalog for '%s', which is not in the manifest", locale ? locale : "");
    }
}

/// The sizes of version 1.0: its fields are in every host, what came later is not.
enum {
    HOST_SIZE = offsetof(proviso_host, extension) + sizeof(void *),
    CALL_SIZE = offsetof(proviso_call, report) + sizeof(void *)
};

static prv_findings small_findings;

static void report_to_small(proviso_call *call, uint64_t row, const char *code, const proviso_parameter *parameters,
                            uint64_t count) {
    (void)call;
    take_report(&small_findings, row, code, parameters, count);
}

/// Calls every function of a rule type with a host and copies of a call.
static void use(const proviso_plugin *plugin, const prv_rule_type *rule, const proviso_host *host,
                const prv_guarded *call_memory, const prv_call *pattern, uint32_t call_size) {
    proviso_value sets[PRV_MOST_OPTION_SETS];
    uint64_t count = option_sets(rule, sets);
    for (uint64_t set = 0; set < count && set < 8; set++) {
        prv_made made;
        proviso_failure failure;
        doing("create of %s with a host of %u bytes", rule->type, host->size);
        if (create(plugin, rule, host, &sets[set], &made, &failure) != 0) continue;
        prv_samples values = samples(rule->kinds);
        for (uint64_t i = 0; i < values.count; i++) {
            memcpy(call_memory->start, pattern, call_size);
            doing("validate of %s with a host of %u bytes and a call of %u", rule->type, host->size, call_size);
            made.rule.validate(made.instance, &values.values[i], call_memory->start);
        }
        unmake(&made);
    }
}

void case_small_structs(const prv_subject *subject) {
    proviso_host oldest = the_host;
    oldest.size = HOST_SIZE;
    oldest.minor = 0;
    // What an old host does not have is not there: reading it crashes.
    EACH_RULE(subject, rule)
        if (rule->reads) skip("%s reads other values: hosts of version 1.0 do not load it", rule->type);
    prv_guarded host = guarded(&oldest, HOST_SIZE), memory = guarded(&oldest, CALL_SIZE);
    seal(&host, "the host's functions");
    const proviso_plugin *plugin = enter(subject, host.start);
    if (!plugin) skip("it needs a newer host than version 1.0");
    EACH_RULE(subject, rule) {
        prv_call call = make_call(rule);
        call.call.size = CALL_SIZE;
        call.call.host = host.start;
        call.call.report = report_to_small;
        small_findings = call.findings;
        use(plugin, rule, host.start, &memory, &call, CALL_SIZE);
    }
}

void case_large_structs(const prv_subject *subject) {
    struct {
        proviso_host host;
        uint64_t beyond[16];
    } larger = {.host = the_host};
    larger.host.size = sizeof larger;
    larger.host.minor = PROVISO_ABI_MINOR + 7;
    memset(larger.beyond, 0xA5, sizeof larger.beyond);
    const proviso_plugin *plugin = enter(subject, &larger.host);
    CHECK(plugin, "declines a newer host: every host of major 1 has what older plugins need");
    EACH_RULE(subject, rule) {
        prv_call call = make_call(rule);
        call.call.size = sizeof call.call + sizeof call.beyond / 2;
        call.call.host = &larger.host;
        memset(call.beyond, 0xA5, sizeof call.beyond);
        prv_guarded memory = guarded(&call, sizeof call);
        use(plugin, rule, &larger.host, &memory, &call, sizeof call);
    }
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
    seal_all(parts, used + 1, "the options");
    prv_made made;
    proviso_failure failure;
    doing("create of %s with %s", rule->type, what);
    int32_t result = create(plugin, rule, &the_host, parts[used].start, &made, &failure);
    used++;
    if (result != 0) {
        EXPECT(result < 0, "create of %s returned %d, which is not a valid result", rule->type, result);
        EXPECT(!failure.reason || is_utf8(failure.reason), "create of %s gives a reason that is not UTF-8", rule->type);
        EXPECT(!failure.option || is_utf8(failure.option), "create of %s names an option not in UTF-8", rule->type);
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
                prv_item member = {wrong[j], rule->options[i].name, strlen(rule->options[i].name)};
                proviso_value options = object_value(&member, 1);
                char what[96];
                snprintf(what, sizeof what, "'%.40s' as %.40s", rule->options[i].name, described(&wrong[j]));
                try_options(plugin, rule, &options, what);
            }
        }
        // Nothing else of such a rule type can be tested, so it must not pass.
        EXPECT(taken > 0, "%s accepts none of the options that this test can guess: its manifest needs an example "
                          "with valid 'options'", rule->type);
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
            EXPECT(judge(&made, rule, &values.values[i], &call) == verdict,
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
                EXPECT(verdict == PROVISO_INVALID || call.findings.count == 0,
                      "%s reports a violation for %s, but does not return invalid", rule->type,
                      described(&values.values[i]));
                count += call.findings.count;
                call.call.report = NULL;
                doing("validate of %s without report", rule->type);
                EXPECT(judge(&made, rule, &values.values[i], &call) == verdict,
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
