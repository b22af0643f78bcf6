// The reader for any processor of this architecture.
#include <simdjson.h>

#define PRV_READER_BUILD prv_reader_baseline
#include "reader_build.hpp"

extern "C" int32_t prv_utf8_is_valid(const char *bytes, size_t length) {
    return simdjson::validate_utf8(bytes, length) ? 1 : 0;
}
