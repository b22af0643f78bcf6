#define _GNU_SOURCE
#include "bulk_bridge.h"

#include <fcntl.h>
#include <unistd.h>

int prv_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    // A larger pipe lets the writer be ahead of the reader; it works without, too.
    (void)fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    return 0;
}
