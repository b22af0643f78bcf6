// A host of its own, so that nothing else takes memory: makes, uses and frees many instances of a plugin's first
// rule type and prints by how many bytes the process grew.
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proviso.h"

static proviso_host host;

static void refuse(const proviso_rule *rule) {
    // Options are an object: create refuses a text, and says why.
    proviso_value text = {PROVISO_TEXT, 0, {.text = "?"}, 1};
    proviso_failure failure = {sizeof failure, 0, NULL, NULL};
    void *instance = NULL;
    if (rule->create(&host, rule, &text, &instance, &failure) == 0) rule->destroy(instance);
}

static void run(const proviso_rule *rule, char **samples, int count, int turns) {
    proviso_call call = {sizeof call, 0, &host, 0, NULL, NULL};
    for (int turn = 0; turn < turns; turn++) {
        const char *sample = samples[turn % count];
        proviso_value value = {PROVISO_TEXT, 0, {.text = sample}, strlen(sample)};
        proviso_value options = {PROVISO_OBJECT, 0, {0}, 0};
        void *instance = NULL;
        if (rule->create(&host, rule, &options, &instance, NULL) != 0) exit(2);
        rule->validate(instance, &value, &call);
        rule->destroy(instance);
        if (turn % 4 == 0) refuse(rule);
    }
}

int main(int argc, char **argv) {
    host.size = sizeof host;
    void *library = argc > 3 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
    const proviso_plugin *(*entry)(const proviso_host *);
    *(void **)&entry = dlsym(library, "proviso_plugin_entry_v1");
    const proviso_rule *rule = entry(&host)->rules[0];
    run(rule, argv + 3, argc - 3, 10000);
    size_t before = mallinfo2().uordblks;
    run(rule, argv + 3, argc - 3, atoi(argv[2]));
    printf("%ld\n", (long)(mallinfo2().uordblks - before));
    return 0;
}
