/// Counts the heap allocations of the whole process, by standing in for glibc's own functions.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// The number of allocations so far, in all threads.
uint64_t allocation_count(void);

/// The number of allocations so far in the calling thread.
uint64_t allocation_count_of_thread(void);

#endif
