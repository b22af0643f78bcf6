/// A plugin whose manifest requests what REQUESTED says; it finds whether it can start a thread.
#include <pthread.h>
#include <unistd.h>

#include "proviso.h"

#ifndef REQUESTED
#define REQUESTED
#endif

#define MANIFEST(...) PROVISO_MANIFEST(__VA_ARGS__)
MANIFEST({"id": "org.example.capabilities", "version": "1.0", "capabilities": {REQUESTED}, "rules": [
    {"type": "asked/thread", "kinds": ["integer"], "invalidCode": "asked.refused", "codes": {"asked.refused": []}}]})

static void *nothing(void *unused) { return unused; }

static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    if (value->as.integer > 0) usleep((useconds_t)value->as.integer * 1000);
    pthread_t thread;
    if (pthread_create(&thread, 0, nothing, 0) != 0) return PROVISO_INVALID;
    pthread_join(thread, 0);
    return PROVISO_VALID;
}

static const proviso_rule rule = {.size = sizeof rule, .type = "asked/thread", .validate = validate};
static const proviso_rule *const rules[] = {&rule};
static const proviso_plugin plugin = {
    .size = sizeof plugin, .id = "org.example.capabilities", .rules = rules, .rule_count = 1};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return &plugin; }
