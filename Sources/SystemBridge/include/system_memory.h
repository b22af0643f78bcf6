#ifndef PRV_SYSTEM_MEMORY_H
#define PRV_SYSTEM_MEMORY_H

#include <stdbool.h>

/// Opens a file that is in memory only and closes on exec; the name is for `/proc` alone. -1 and `errno` on failure.
int prv_memory_file(const char *name);

/// Fixes the contents of such a file for good: no process can write, shrink or grow it after that.
bool prv_seal(int descriptor);

#endif
