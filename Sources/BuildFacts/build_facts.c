#include "build_facts.h"

#ifndef PROVISO_COMMIT
#define PROVISO_COMMIT ""
#endif

// A file of its own: another commit compiles nothing else.
const char *prv_build_commit(void) { return PROVISO_COMMIT; }
