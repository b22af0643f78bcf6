#ifndef PRV_SYSTEM_FILES_H
#define PRV_SYSTEM_FILES_H

#include <stdbool.h>

/// Opens a directory to open files in it, which needs no right to list it; returns -1 and sets `errno` on failure.
///
/// `at` is the directory that a relative path starts from, or -1 for the current directory.
int prv_open_folder(int at, const char *path);

/// Opens a file that is only in memory and closes on exec; its name appears only in `/proc`. -1 and `errno` on failure.
int prv_memory_file(const char *name);

/// Makes the contents of such a file permanent: no process can write, shrink or grow it after that.
bool prv_seal(int descriptor);

#endif
