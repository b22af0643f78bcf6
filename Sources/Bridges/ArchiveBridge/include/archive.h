#ifndef PROVISO_ARCHIVE_H
#define PROVISO_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

/// Writes the content of a gzip file (RFC 1952), which is given in base64 (RFC 4648), and returns its size.
///
/// Returns -1 if the text is neither, if there is not enough memory, or if the content has more than `capacity` bytes.
int64_t prv_archive_read(const char *text, size_t length, uint8_t *content, size_t capacity);

#endif
