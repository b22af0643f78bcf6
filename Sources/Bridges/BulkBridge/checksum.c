#include <zlib.h>

#include "bulk_bridge.h"

uint32_t prv_checksum(uint32_t checksum, const void *bytes, size_t length) {
    // zlib treats a null pointer as a request to start again.
    return length ? (uint32_t)crc32_z(checksum, bytes, length) : checksum;
}
