/// The case that checks the examples in the manifest.
#include <string.h>

#include "kit.h"

/// What a verdict is called in a reason.
static const char *word(int32_t verdict) {
    return verdict == PROVISO_VALID ? "valid" : verdict == PROVISO_INVALID ? "invalid" : "not applicable";
}

static void check_valid(const prv_rule_type *rule, const prv_example *example, int32_t verdict, const char *code) {
    if (verdict != PROVISO_INVALID) return;
    problem("%s: the example %s is valid in the manifest, but validate reports %s", rule->type, example->words,
            *code ? code : rule->invalid_code);
}

static void check_invalid(const prv_rule_type *rule, const prv_example *example, int32_t verdict,
                          const prv_findings *findings) {
    if (verdict != PROVISO_INVALID)
        return problem("%s: the example %s has the code %s in the manifest, but validate says it is %s", rule->type,
                       example->words, example->code, word(verdict));
    // Without a violation of its own the host reports this code, without parameters.
    bool is_implied = findings->count == 0 && strcmp(example->code, rule->invalid_code) == 0;
    if (!findings->has_code && !is_implied)
        return problem("%s: the example %s has the code %s in the manifest, but validate reports %s", rule->type,
                       example->words, example->code, findings->count ? findings->code : rule->invalid_code);
    EXPECT(example->parameter_count == 0 || findings->has_parameters,
           "%s: the example %s has other parameters of %s in the manifest than validate reports: %s", rule->type,
           example->words, example->code, findings->difference);
}

static void check_example(const proviso_plugin *plugin, const prv_rule_type *rule, const prv_example *example) {
    prv_made made;
    proviso_failure failure;
    doing("create of %s with the options of the example %s", rule->type, example->words);
    int32_t result = create(plugin, rule, &the_host, &example->options, &made, &failure);
    if (result != 0)
        return problem("%s: create returns %d for the options of the example %s%s%.200s", rule->type, result,
                       example->words, failure.reason ? ": " : "", failure.reason ? failure.reason : "");
    prv_call call = make_call(rule);
    call.findings.expected = example;
    if (rule->reads) call.call.record = &example->record;
    // The host itself rejects the other kinds.
    bool is_own = rule->kinds >> example->value.kind & 1;
    doing("validate of %s with the example %s", rule->type, example->words);
    int32_t verdict = is_own ? judge(&made, rule, &example->value, &call) : PROVISO_INVALID;
    if (example->code) check_invalid(rule, example, verdict, &call.findings);
    else check_valid(rule, example, verdict, call.findings.code);
    doing("destroy of %s", rule->type);
    unmake(&made);
}

void case_examples(const prv_subject *subject) {
    const proviso_plugin *plugin = entered(subject);
    uint64_t count = 0;
    EACH_RULE(subject, rule) {
        for (uint64_t i = 0; i < rule->example_count; i++) check_example(plugin, rule, &rule->examples[i]);
        count += rule->example_count;
    }
    if (count == 0) skip("the manifest has no examples");
    note("%llu examples", (unsigned long long)count);
}
