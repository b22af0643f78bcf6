/// The credit card plugin has no interface of its own: see proviso.h.
#ifndef PROVISO_CREDIT_CARD_H
#define PROVISO_CREDIT_CARD_H
#include "proviso.h"
#endif
