/// The IBAN plugin has no interface of its own: see proviso.h.
#ifndef PROVISO_IBAN_H
#define PROVISO_IBAN_H
#include "proviso.h"
#endif
