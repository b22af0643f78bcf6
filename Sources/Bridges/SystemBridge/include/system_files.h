#ifndef PRV_SYSTEM_FILES_H
#define PRV_SYSTEM_FILES_H

#include <stdbool.h>

/// Opens a directory to find files in it, which needs no right to list it; `at` is where a relative path starts, or -1
/// for the current directory. -1 and `errno` on failure.
int prv_open_folder(int at, const char *path);

/// Opens a file that is in memory only and closes on exec; the name is for `/proc` alone. -1 and `errno` on failure.
int prv_memory_file(const char *name);

/// Fixes the contents of such a file for good: no process can write, shrink or grow it after that.
bool prv_seal(int descriptor);

#endif
