/// Memory for values that ends at a page that cannot be read, and that tells who writes to it.
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kit.h"

/// The memory that must not be written: what a call uses at once is far less than this.
static struct {
    const char *start, *end, *what;
} sealed[1024];
static size_t next_sealed;

static void forget(const void *start) {
    for (size_t i = 0; i < sizeof sealed / sizeof *sealed; i++)
        if (sealed[i].start == start) sealed[i].start = sealed[i].end = NULL;
}

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    const char *at = info->si_addr;
    // Sealed memory can be read, so an access that faults was a write.
    for (size_t i = 0; i < sizeof sealed / sizeof *sealed; i++)
        if (sealed[i].start && at >= sealed[i].start && at < sealed[i].end)
            fail("wrote to memory of the host (%s): %s", sealed[i].what, board->doing);
    // It happens again, and ends the process.
    signal(number, SIG_DFL);
}

void watch_writes(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, NULL);
}

void seal(const prv_guarded *memory, const char *what) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (memory->size <= page) return;
    mprotect(memory->mapping, memory->size - page, PROT_READ);
    const char *start = memory->mapping;
    sealed[next_sealed].start = start;
    sealed[next_sealed].end = start + memory->size - page;
    sealed[next_sealed].what = what;
    next_sealed = (next_sealed + 1) % (sizeof sealed / sizeof *sealed);
}

void seal_all(const prv_guarded *parts, size_t count, const char *what) {
    for (size_t i = 0; i < count; i++) seal(&parts[i], what);
}

void release(prv_guarded *parts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        forget(parts[i].mapping);
        munmap(parts[i].mapping, parts[i].size);
    }
}

prv_guarded guarded(const void *bytes, size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole = (size + page - 1) / page * page;
    char *mapping = mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) fail("the kit is out of memory");
    char *start = mapping + whole - size;
    if (size) memcpy(start, bytes, size);
    mprotect(mapping + whole, page, PROT_NONE);
    return (prv_guarded){start, mapping, whole + page};
}

void withdraw(prv_guarded *memory) {
    forget(memory->mapping);
    // Not unmapped: otherwise the next mapping could have the same address, and a pointer that was kept would work.
    mprotect(memory->mapping, memory->size, PROT_NONE);
    madvise(memory->mapping, memory->size, MADV_DONTNEED);
}

proviso_value guarded_value(const proviso_value *value, prv_guarded *parts, size_t room, size_t *used) {
    proviso_value copy = *value;
    if (*used >= room) return copy;
    switch (value->kind) {
    case PROVISO_TEXT:
    case PROVISO_DECIMAL:
    case PROVISO_BYTES: {
        prv_guarded part = guarded(value->as.text, value->length);
        parts[(*used)++] = part;
        copy.as.text = part.start;
        break;
    }
    case PROVISO_LIST:
    case PROVISO_OBJECT: {
        prv_guarded part = guarded(value->as.handle, value->length * sizeof(prv_item));
        parts[(*used)++] = part;
        copy.as.handle = part.start;
        prv_item *nodes = part.start;
        for (uint64_t i = 0; i < value->length; i++) {
            nodes[i].value = guarded_value(&nodes[i].value, parts, room, used);
            if (!nodes[i].key || *used >= room) continue;
            parts[*used] = guarded(nodes[i].key, nodes[i].key_length);
            nodes[i].key = parts[(*used)++].start;
        }
        break;
    }
    default: break;
    }
    return copy;
}
