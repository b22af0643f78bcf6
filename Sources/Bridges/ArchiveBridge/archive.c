#include "archive.h"

#include <stdlib.h>
#include <zlib.h>

/// The value of a base64 digit, or -1.
static int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// Decodes base64 and returns the number of bytes, or -1.
static int64_t decode(const char *text, size_t length, uint8_t *bytes) {
  while (length > 0 && text[length - 1] == '=') length--;
  size_t count = 0;
  uint32_t bits = 0;
  for (size_t i = 0; i < length; i++) {
    int value = digit(text[i]);
    if (value < 0) return -1;
    bits = bits << 6 | (uint32_t)value;
    switch (i % 4) {
    case 1: bytes[count++] = (uint8_t)(bits >> 4); break;
    case 2: bytes[count++] = (uint8_t)(bits >> 2); break;
    case 3: bytes[count++] = (uint8_t)bits; break;
    }
  }
  return (int64_t)count;
}

static int64_t inflate_all(uint8_t *bytes, size_t length, uint8_t *content, size_t capacity) {
  z_stream stream = {.next_in = bytes, .avail_in = (uInt)length, .next_out = content, .avail_out = (uInt)capacity};
  // 16: a gzip header and its checksum.
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return -1;
  int status = inflate(&stream, Z_FINISH);
  int64_t size = status == Z_STREAM_END ? (int64_t)stream.total_out : -1;
  inflateEnd(&stream);
  return size;
}

int64_t prv_archive_read(const char *text, size_t length, uint8_t *content, size_t capacity) {
  if (length > UINT32_MAX || capacity > UINT32_MAX) return -1;
  uint8_t *bytes = malloc(length / 4 * 3 + 3);
  if (!bytes) return -1;
  int64_t count = decode(text, length, bytes);
  int64_t size = count < 0 ? -1 : inflate_all(bytes, (size_t)count, content, capacity);
  free(bytes);
  return size;
}
