/// The phone plugin has no interface of its own: see proviso.h.
#ifndef PROVISO_PHONE_H
#define PROVISO_PHONE_H
#include "proviso.h"
#endif
