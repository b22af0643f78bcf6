#include "proviso.h"

_Static_assert(sizeof(proviso_value) == 24, "a value is 24 bytes");
_Static_assert(sizeof(proviso_parameter) == 32, "a parameter is 32 bytes");
