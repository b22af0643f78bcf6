#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "restrictions.h"

// The definitions of the kernel: headers of older systems lack some of them.

typedef struct ruleset {
    uint64_t files, network, scope;
} ruleset;

typedef struct __attribute__((packed)) path_rule {
    uint64_t allowed;
    int32_t parent;
} path_rule;

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, VERSION_FLAG = 1, PATH_BENEATH = 1 };
enum { EXECUTE = 1 << 0, READ_FILE = 1 << 2, READ_FOLDER = 1 << 3 };

/// Files that the C library and others read, and directories of libraries and time zones.
static const char *const readable[] = {
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo", "/etc/ld.so.cache",
    "/etc/localtime", "/dev/null", "/dev/urandom", "/sys/devices/system/cpu", NULL};

/// Grants reading of a file, or of all below a directory of the list above.
static void allow(int rules, const char *path, bool is_given) {
    int descriptor = open(path, O_PATH | O_CLOEXEC | (is_given ? O_NOFOLLOW : 0));
    struct stat status;
    if (descriptor < 0) return;
    // What the host names is a file that it checked: a directory or a link took its place.
    if (fstat(descriptor, &status) == 0 && (!is_given || S_ISREG(status.st_mode))) {
        uint64_t allowed = EXECUTE | READ_FILE;
        if (S_ISDIR(status.st_mode)) allowed |= READ_FOLDER;
        if (S_ISCHR(status.st_mode)) allowed = READ_FILE;
        path_rule rule = {allowed, descriptor};
        syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
    }
    close(descriptor);
}

/// The version of Landlock that the kernel has, or less than 1 if it has none.
///
/// A build for tests can define `PRV_MOST_LANDLOCK`, so that a new kernel confines as an older one does.
static long landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
#ifdef PRV_MOST_LANDLOCK
    if (version > PRV_MOST_LANDLOCK) version = PRV_MOST_LANDLOCK;
#endif
    return version;
}

bool prv_restrict_files(const char *given, const char *end) {
    long version = landlock_version();
    if (version < 1) return false;
    // All rights that the kernel knows are removed, and a few are granted again.
    static const int known_files[] = {13, 14, 15, 15, 16, 16};
    int files = version <= 6 ? known_files[version - 1] : 16;
    ruleset all = {(1ull << files) - 1, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
    size_t size = version >= 6 ? sizeof all : version >= 4 ? offsetof(ruleset, scope) : offsetof(ruleset, network);
    int rules = (int)syscall(CREATE_RULESET, &all, size, 0);
    if (rules < 0) return false;
    for (const char *const *path = readable; *path; path++) allow(rules, *path, false);
    for (const char *path = given; path < end && *path; path += strlen(path) + 1) allow(rules, path, true);
    bool done = syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return done;
}
