/// The two parts of confinement; each returns false if this system does not support it.
#ifndef PRV_RESTRICTIONS_H
#define PRV_RESTRICTIONS_H

#include <stdbool.h>

#include "confinement.h"

/// Allows only files that libraries need and those in a list of paths, each ended by NUL, up to an empty one or `end`.
bool prv_restrict_files(const char *given, const char *end);

/// Allows only the system calls that a plugin needs.
bool prv_restrict_calls(const prv_confinement *allowed);

#endif
