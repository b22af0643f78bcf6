#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wasm_bridge.h"
#include "worker.h"

enum { LONGEST_REASON = 512 };

/// Loads the engine that the request names, once this process is confined.
static bool has_engine(void) {
    char reason[LONGEST_REASON];
    shared[PRV_WORKER_REQUEST + PRV_WORKER_REQUEST_SIZE - 1] = 0;
    if (prv_wasm_engine((const char *)shared + PRV_WORKER_REQUEST, reason, sizeof reason)) return true;
    fail(PRV_WORKER_NO_ENGINE, reason);
    return false;
}

/// The contents of the plugin's file; null if they cannot be read.
static const void *contents(size_t *size) {
    struct stat status;
    if (fstat(PRV_WORKER_PLUGIN, &status) != 0 || status.st_size <= 0) return NULL;
    *size = (size_t)status.st_size;
    const void *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, PRV_WORKER_PLUGIN, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

static bool write_code(const void *bytes, size_t size) {
    if (size > PRV_WORKER_MOST_CODE) return false;
    for (size_t done = 0; done < size;) {
        ssize_t count = write(PRV_WORKER_CODE, (const char *)bytes + done, size - done);
        if (count <= 0) return false;
        done += (size_t)count;
    }
    return true;
}

void compile_module(void) {
    if (!has_engine()) return;
    char reason[LONGEST_REASON] = "cannot be read";
    size_t size = 0;
    const void *bytes = contents(&size);
    prv_wasm_code *code = bytes ? prv_wasm_compile(bytes, size, reason, sizeof reason) : NULL;
    if (!code) return fail(PRV_WORKER_NO_MODULE, reason);
    if (!prv_wasm_write(code, write_code)) return fail(PRV_WORKER_NO_MODULE, "has more than 128 MiB of machine code");
    control()->status = PRV_WORKER_OPENED;
}

const proviso_plugin *enter_module(void) {
    if (!has_engine()) return NULL;
    size_t size = 0;
    const void *bytes = contents(&size);
    prv_wasm_code *code = bytes ? prv_wasm_read(bytes, size) : NULL;
    if (!code) return fail(PRV_WORKER_NO_CODE, ""), NULL;
    munmap((void *)bytes, size);
    char reason[LONGEST_REASON];
    const prv_wasm_limits limits = {.patience = control()->patience, .memory = control()->memory_limit};
    const proviso_plugin *entered = prv_wasm_open(code, limits, &host, reason, sizeof reason);
    if (!entered) fail(PRV_WORKER_NO_MODULE, reason);
    return entered;
}
