// The reader for any processor of this architecture.
#include <simdjson.h>

#define PRV_READER_BUILD prv_reader_baseline
#include "reader_build.hpp"
