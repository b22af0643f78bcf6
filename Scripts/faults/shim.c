/* Lets one call of the system fail, for Scripts/inject-faults. Preloaded, with these variables:
 *
 *     FAULT=KIND:NUMBER:ERRNO    the NUMBER-th call of KIND fails; with a NUMBER below 0 that one and all after it
 *     FAULT_MARK=FILE            has the stack of each call that failed: without it the program made fewer calls
 *
 * Kinds: malloc (by C and C++), swift and library (memory for Swift's runtime, and for ICU and
 * simdjson, which do not always survive without), open, read, write, fsync, rename, thread,
 * truncate. Writing messages to standard error never fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char kind[16];
static long number;
static int code;
static const char *mark;
static atomic_long calls;
enum owner { OTHER, LOADER, CPLUSPLUS, SWIFT, LIBRARY };
static struct { uintptr_t start, end; enum owner owner; } ranges[64];
static int known;

static int note_library(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    static const struct { const char *part; enum owner owner; } names[] = {
        {"ld-linux", LOADER}, {"libstdc++", CPLUSPLUS}, {"swift", SWIFT}, {"Foundation", SWIFT}, {"dispatch", SWIFT}, {"libicu", LIBRARY}, {"libsimdjson", LIBRARY}};
    enum owner owner = OTHER;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strstr(info->dlpi_name, names[i].part)) owner = names[i].owner;
    }
    for (int i = 0; owner != OTHER && i < info->dlpi_phnum && known < 64; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        ranges[known].start = info->dlpi_addr + header->p_vaddr;
        ranges[known].end = ranges[known].start + header->p_memsz;
        ranges[known++].owner = owner;
    }
    return 0;
}

static enum owner owner_of(void *code) {
    for (int i = 0; i < known; i++) {
        if ((uintptr_t)code >= ranges[i].start && (uintptr_t)code < ranges[i].end) return ranges[i].owner;
    }
    return OTHER;
}

__attribute__((constructor)) static void begin(void) {
    const char *asked = getenv("FAULT");
    mark = getenv("FAULT_MARK");
    dl_iterate_phdr(note_library, NULL);
    // The unwinder is loaded now, and not within a call that fails.
    void *stack[1];
    backtrace(stack, 1);
    if (asked) sscanf(asked, "%15[^:]:%ld:%d", kind, &number, &code);
}

static _Thread_local int isBusy;

static int fails(const char *called) {
    if (isBusy || !number || strcmp(called, kind)) return 0;
    long call = atomic_fetch_add(&calls, 1) + 1;
    if (call != labs(number) && !(number < 0 && call > -number)) return 0;
    isBusy = 1;
    if (mark) {
        long file = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        void *stack[40];
        if (file >= 0) backtrace_symbols_fd(stack, backtrace(stack, 40), (int)file);
        if (file >= 0) syscall(SYS_close, file);
    }
    isBusy = 0;
    errno = code;
    return code;
}

static int memory_fails(void *caller) {
    static const char *const kinds[] = {"malloc", NULL, "malloc", "swift", "library"};
    if (isBusy || !number || (strcmp(kind, "malloc") && strcmp(kind, "swift") && strcmp(kind, "library"))) return 0;
    int before = errno;
    enum owner owner = owner_of(caller);
    if (owner == CPLUSPLUS) {
        // The caller of `new`.
        void *stack[8];
        isBusy = 1;
        int count = backtrace(stack, 8);
        isBusy = 0;
        int at = 2;
        while (at + 1 < count && owner_of(stack[at]) == CPLUSPLUS) at++;
        if (at < count) owner = owner_of(stack[at]);
    }
    if (kinds[owner] && fails(kinds[owner])) return 1;
    errno = before;
    return 0;
}

#define CALLER __builtin_return_address(0)
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return memory_fails(CALLER) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return memory_fails(CALLER) ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return memory_fails(CALLER) ? NULL : __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memory_fails(CALLER) ? NULL : __libc_memalign(alignment, size); }
void *memalign(size_t alignment, size_t size) { return memory_fails(CALLER) ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
    if (memory_fails(CALLER)) return ENOMEM;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t read(int file, void *bytes, size_t size) { REAL(read); return fails("read") ? -1 : real(file, bytes, size); }
ssize_t pread(int file, void *bytes, size_t size, off_t at) { REAL(pread); return fails("read") ? -1 : real(file, bytes, size, at); }
ssize_t pread64(int file, void *bytes, size_t size, off64_t at) { REAL(pread64); return fails("read") ? -1 : real(file, bytes, size, at); }
ssize_t write(int file, const void *bytes, size_t size) {
    REAL(write);
    return file != STDERR_FILENO && fails("write") ? -1 : real(file, bytes, size);
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) { REAL(pwrite); return fails("write") ? -1 : real(file, bytes, size, at); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) { REAL(pwrite64); return fails("write") ? -1 : real(file, bytes, size, at); }
ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    return file != STDERR_FILENO && fails("write") ? -1 : real(file, parts, count);
}
int fsync(int file) { REAL(fsync); return fails("fsync") ? -1 : real(file); }
int fdatasync(int file) { REAL(fdatasync); return fails("fsync") ? -1 : real(file); }
int rename(const char *old, const char *new) { REAL(rename); return fails("rename") ? -1 : real(old, new); }
int ftruncate(int file, off_t size) { REAL(ftruncate); return fails("truncate") ? -1 : real(file, size); }
int ftruncate64(int file, off64_t size) { REAL(ftruncate64); return fails("truncate") ? -1 : real(file, size); }
int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    REAL(open);
    return fails("open") ? -1 : real(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    REAL(open64);
    return fails("open") ? -1 : real(path, flags, mode);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    REAL(pthread_create);
    return fails("thread") ? code : real(thread, attributes, body, argument);
}
