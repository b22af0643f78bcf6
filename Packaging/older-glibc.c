// Functions whose newest version in glibc is younger than what the packaged tool needs otherwise, glibc 2.34.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/// The C library's own has a new version since 2.35, which sets no errno; Swift's library calls it.
float hypotf(float x, float y) {
    if (isinf(x) || isinf(y)) return INFINITY;
    return (float)sqrt((double)x * x + (double)y * y);
}

/// In the C library since 2.36; libstdc++'s std::random_device calls it.
uint32_t arc4random(void) {
    uint32_t number;
    if (getentropy(&number, sizeof number) != 0) abort();
    return number;
}
