/// A host of version 1.0, built with its header: validates integers by the first rule type of a plugin.
///
/// `host FILE NUMBER...` prints a verdict for each number, or why the plugin is refused. A call lies at the end of what
/// can be read, so a plugin that reads a field of a later version crashes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "proviso.h"

static const proviso_value *no_item(const proviso_value *list, uint64_t index) { return (void)list, (void)index, NULL; }

static const proviso_value *no_member(const proviso_value *object, uint64_t index, const char **key,
                                      uint64_t *length) {
    return (void)object, (void)index, (void)key, (void)length, NULL;
}

static const proviso_value *none(const proviso_value *object, const char *key, uint64_t length) {
    return (void)object, (void)key, (void)length, NULL;
}

static const void *no_extension(const proviso_host *host, const char *id) { return (void)host, (void)id, NULL; }

static void log_line(const proviso_host *host, uint32_t severity, const char *text, uint64_t length) {
    (void)host, (void)severity, (void)text, (void)length;
}

static const proviso_host host = {
    .size = sizeof host, .minor = PROVISO_ABI_MINOR, .name = "old", .version = "1", .log = log_line,
    .list_item = no_item, .object_member = no_member, .object_find = none, .extension = no_extension};

static int refuse(const char *reason) { return printf("%s\n", reason), 3; }

int main(int count, char **arguments) {
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    if (!library) return refuse(dlerror());
    const proviso_plugin *(*entry)(const proviso_host *);
    *(void **)&entry = dlsym(library, "proviso_plugin_entry_v1");
    const proviso_plugin *plugin = entry ? entry(&host) : NULL;
    if (!plugin) return refuse("no plugin");
    if (plugin->least_host_minor > PROVISO_ABI_MINOR) return refuse("needs a newer host");
    const proviso_rule *rule = plugin->rules[0];
    void *instance = NULL;
    proviso_failure failure = {.size = sizeof failure};
    proviso_value options = {.kind = PROVISO_OBJECT};
    if (rule->create && rule->create(&host, rule, &options, &instance, &failure) != 0) return refuse("no instance");
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) return refuse("no memory");
    proviso_call *call = (proviso_call *)(pages + page - sizeof *call);
    *call = (proviso_call){.size = sizeof *call, .host = &host};
    for (int index = 2; index < count; index++) {
        proviso_value value = {.kind = PROVISO_INTEGER, .as.integer = atoll(arguments[index])};
        printf("%" PRId32 "\n", rule->validate(instance, &value, call));
    }
    if (rule->create && rule->destroy) rule->destroy(instance);
    return 0;
}
