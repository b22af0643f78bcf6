// Functions whose newest version in glibc is younger than what the packaged tool needs otherwise, glibc 2.34.
#include <math.h>

/// The C library's own has a new version since 2.35, which sets no errno; Swift's library calls it.
float hypotf(float x, float y) {
    if (isinf(x) || isinf(y)) return INFINITY;
    return (float)sqrt((double)x * x + (double)y * y);
}
