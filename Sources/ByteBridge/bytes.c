/// A target needs a source; all of this one is inline.
#include "byte_masks.h"
