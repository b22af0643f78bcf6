#ifndef PROVISO_BUILD_FACTS_H
#define PROVISO_BUILD_FACTS_H

/// The commit that the tool was built from, as the variable PROVISO_COMMIT of the build names it; empty if it does not.
const char *prv_build_commit(void);

#endif
