#include "arrow_interface.h"
#include "proviso_engine.h"

// What callers compiled against must stay unchanged.
_Static_assert(sizeof(proviso_engine_output) == 3 * sizeof(void *), "the struct of the interface has changed");
_Static_assert(sizeof(struct ArrowSchema) == 72 && sizeof(struct ArrowArray) == 80 &&
                   sizeof(struct ArrowArrayStream) == 40,
               "these structs are not those of the Arrow specification");
