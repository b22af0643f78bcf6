/// The process that runs a plugin for a host: confined before any code of the plugin runs. Requests come in memory.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "confinement.h"
#include "worker.h"

unsigned char *shared;
static const proviso_plugin *plugin;

void fail(int32_t status, const char *text) {
    control()->status = status;
    answer_name(text, 4096);
}

static const proviso_plugin *enter(void) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", PRV_WORKER_PLUGIN);
    // The descriptor stays open: the linker would take another file under the same number for this one.
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) return fail(PRV_WORKER_NOT_LOADED, dlerror()), NULL;
    const proviso_plugin *(*entry)(const proviso_host *);
    *(void **)&entry = dlsym(handle, "proviso_plugin_entry_v1");
    if (entry) {
        const proviso_plugin *entered = entry(&host);
        if (!entered) fail(PRV_WORKER_DECLINED, "");
        return entered;
    }
    char other[] = "proviso_plugin_entry_v2";
    char *digit = &other[sizeof other - 2];
    while (*digit <= '9' && !dlsym(handle, other)) ++*digit;
    fail(PRV_WORKER_NO_ENTRY, *digit <= '9' ? digit : "");
    return NULL;
}

static bool is_confined;

static void confine(void) {
    if (is_confined) _exit(PRV_WORKER_MISUSED);
    is_confined = true;
    const prv_worker_control *asked = control();
    memcpy(host_version, asked->version, sizeof host_version - 1);
    const char *folders = (const char *)shared + PRV_WORKER_REQUEST;
    prv_confinement allowed = {.readable = folders, .end = folders + PRV_WORKER_REQUEST_SIZE,
                               .file_size = asked->flags & PRV_WORKER_MAY_WRITE_CODE ? PRV_WORKER_MOST_CODE : 0,
                               .memory = asked->memory_limit, .seconds = asked->time_limit, .files = 64,
                               .threads = asked->flags & PRV_WORKER_MAY_START_THREADS};
    const char *lacking = prv_confine(&allowed);
    if (lacking && !(asked->flags & PRV_WORKER_MAY_BE_UNCONFINED)) return fail(PRV_WORKER_CANNOT_CONFINE, lacking);
    control()->status = PRV_WORKER_CONFINED;
}

static void open_plugin(void) {
    if (plugin || !is_confined) _exit(PRV_WORKER_MISUSED);
    plugin = control()->flags & PRV_WORKER_IS_MODULE ? enter_module() : enter();
    if (!plugin) return;
    // Otherwise the log of constructors and the entry function would come before the descriptor.
    answer_begin();
    describe(plugin);
    control()->status = answer_is_whole() ? PRV_WORKER_OPENED : PRV_WORKER_OVERFLOW;
}

enum { MOST_INSTANCES = 1 << 16 };

/// An instance by the number the host gave it.
typedef struct instance {
    uint64_t number;
    const proviso_rule *own;
    proviso_rule rule;
    void *made;
} instance;

static instance *instances;
static size_t instance_count;

static instance *find(uint64_t number) {
    for (size_t index = 0; index < instance_count; index++) {
        if (instances[index].number == number) return &instances[index];
    }
    return NULL;
}

static void create(void) {
    const prv_worker_control *asked = control();
    if (instance_count == MOST_INSTANCES || asked->rule >= plugin_copy(plugin).rule_count) _exit(PRV_WORKER_MISUSED);
    instance made = {.number = asked->instance, .own = plugin_copy(plugin).rules[asked->rule]};
    made.rule = rule_copy(made.own);
    proviso_value *options = (proviso_value *)(shared + PRV_WORKER_REQUEST);
    if (!unpack(options, 0)) _exit(PRV_WORKER_MISUSED);
    proviso_failure failure;
    memset(&failure, 0, sizeof failure);
    failure.size = sizeof failure;
    int32_t result = made.rule.create ? made.rule.create(&host, made.own, options, &made.made, &failure) : 0;
    if (result == 0) {
        instances[instance_count++] = made;
    } else {
        size_t start = part_begin(PRV_WORKER_REFUSAL, 0);
        answer_name(failure.option, 128);
        answer_name(failure.reason, 4096);
        part_end(start);
    }
    control()->status = result;
}

static void destroy(void) {
    instance *found = find(control()->instance);
    if (!found) return;
    instance last = *found;
    *found = instances[--instance_count];
    if (last.rule.create && last.rule.destroy) last.rule.destroy(last.made);
}

static void judge_request(void) {
    const instance *found = find(control()->instance);
    if (!found) _exit(PRV_WORKER_MISUSED);
    judge(&found->rule, found->made);
}

static void serve(void) {
    answer_begin();
    control()->answered = 0;
    switch (control()->operation) {
    case PRV_WORKER_CONFINE: return confine();
    case PRV_WORKER_OPEN: return open_plugin();
    case PRV_WORKER_COMPILE:
        if (plugin || !is_confined) _exit(PRV_WORKER_MISUSED);
        return compile_module();
    case PRV_WORKER_CREATE:
    case PRV_WORKER_DESTROY:
    case PRV_WORKER_JUDGE:
    case PRV_WORKER_INIT:
        if (!plugin) _exit(PRV_WORKER_MISUSED);
    }
    switch (control()->operation) {
    case PRV_WORKER_INIT: {
        int32_t (*init)(const proviso_host *) = plugin_copy(plugin).init;
        control()->status = init ? init(&host) : 0;
        return;
    }
    case PRV_WORKER_CREATE: return create();
    case PRV_WORKER_DESTROY: return destroy();
    case PRV_WORKER_JUDGE: return judge_request();
    default: _exit(PRV_WORKER_MISUSED);
    }
}

int main(void) {
    // Before anything that could take time: the host may have ended by then.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    shared = mmap(NULL, PRV_WORKER_MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, PRV_WORKER_MEMORY, 0);
    if (shared == MAP_FAILED) {
        fputs("proviso-worker runs plugins for programs that use Proviso: they start it themselves.\n", stderr);
        return PRV_WORKER_MISUSED;
    }
    close(PRV_WORKER_MEMORY);
    syscall(SYS_close_range, PRV_WORKER_CODE + 1, ~0u, 0);
    instances = mmap(NULL, MOST_INSTANCES * sizeof *instances, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (instances == MAP_FAILED) return PRV_WORKER_MISUSED;
    for (;;) {
        uint64_t number;
        ssize_t count = read(PRV_WORKER_CHANNEL, &number, sizeof number);
        if (count < 0 && errno == EINTR) continue;
        if (count != (ssize_t)sizeof number) return 0;
        serve();
        while (write(PRV_WORKER_CHANNEL, &number, sizeof number) < 0) {
            if (errno != EINTR) return 0;
        }
    }
}
