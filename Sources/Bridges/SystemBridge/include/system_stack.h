#ifndef PRV_SYSTEM_STACK_H
#define PRV_SYSTEM_STACK_H

#include <stddef.h>

/// How many bytes of its stack the thread has left; very many where the system does not tell.
size_t prv_stack_left(void);

#endif
