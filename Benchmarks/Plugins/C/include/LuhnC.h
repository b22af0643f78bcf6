#include "proviso.h"
