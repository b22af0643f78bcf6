#define _GNU_SOURCE
#include "system_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int prv_open_folder(int at, const char *path) {
    return openat(at < 0 ? AT_FDCWD : at, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int prv_memory_file(const char *name) {
    unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    // A system may refuse executable files in memory; one before Linux 6.3 does not know the flag. Mapping code from
    // the file needs no execute permission.
    int descriptor = memfd_create(name, flags | MFD_NOEXEC_SEAL);
    return descriptor < 0 && errno == EINVAL ? memfd_create(name, flags) : descriptor;
}

bool prv_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
}
