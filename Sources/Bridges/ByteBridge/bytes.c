/// A target must have a source file; this one has only inline functions.
#include "byte_masks.h"
