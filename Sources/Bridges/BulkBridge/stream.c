#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "bulk_bridge.h"

enum { UNKNOWN, PLAIN, GZIP, ZSTANDARD };
enum { INPUT_SIZE = 1 << 17 };

struct prv_stream {
    int descriptor;
    int kind;
    int is_live;
    int at_end;
    /// Whether a gzip member or zstd frame was begun and has not ended.
    int is_open;
    uint64_t consumed;
    unsigned char *input;
    size_t start, end;
    z_stream zlib;
    ZSTD_DStream *zstd;
    int window_limit;
    /// What the file was like when it was opened.
    struct stat status;
};

prv_stream *prv_stream_create(int descriptor) {
    prv_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->descriptor = descriptor;
    stream->is_live = fstat(descriptor, &stream->status) == 0 && !S_ISREG(stream->status.st_mode);
    return stream;
}

void prv_stream_limit_window(prv_stream *stream, int logarithm) { stream->window_limit = logarithm; }

int prv_stream_is_unchanged(const prv_stream *stream) {
    if (!S_ISREG(stream->status.st_mode)) return 1;
    struct stat now;
    if (fstat(stream->descriptor, &now)) return 0;
    return now.st_size == stream->status.st_size && now.st_mtim.tv_sec == stream->status.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == stream->status.st_mtim.tv_nsec;
}

void prv_stream_destroy(prv_stream *stream) {
    if (stream->kind == GZIP) inflateEnd(&stream->zlib);
    if (stream->zstd) ZSTD_freeDStream(stream->zstd);
    free(stream->input);
    free(stream);
}

uint64_t prv_stream_consumed(const prv_stream *stream) { return stream->consumed - (stream->end - stream->start); }

int prv_stream_is_live(const prv_stream *stream) { return stream->is_live; }

int prv_stream_is_compressed(const prv_stream *stream) { return stream->kind > PLAIN; }

/// Waits until a live descriptor has bytes; a signal that came before counts too.
static int wait_for_bytes(const prv_stream *stream) {
    struct pollfd waits[2] = {{stream->descriptor, POLLIN, 0}, {prv_interrupt_descriptor(), POLLIN, 0}};
    for (;;) {
        if (prv_interrupt_signal()) return PRV_STREAM_INTERRUPTED;
        int count = poll(waits, waits[1].fd < 0 ? 1 : 2, -1);
        if (count < 0 && errno != EINTR) return PRV_STREAM_FAILED;
        if (count > 0 && waits[0].revents) return 0;
    }
}

static ptrdiff_t read_bytes(prv_stream *stream, void *buffer, size_t size) {
    for (;;) {
        if (stream->is_live) {
            int status = wait_for_bytes(stream);
            if (status) return status;
        }
        ssize_t count = read(stream->descriptor, buffer, size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return PRV_STREAM_FAILED;
        stream->consumed += (uint64_t)count;
        if (!count) stream->at_end = 1;
        return count;
    }
}

/// Reads more input after the rest, which is moved to the front.
static ptrdiff_t refill(prv_stream *stream) {
    if (!stream->input && !(stream->input = malloc(INPUT_SIZE))) return PRV_STREAM_NO_MEMORY;
    memmove(stream->input, stream->input + stream->start, stream->end - stream->start);
    stream->end -= stream->start;
    stream->start = 0;
    ptrdiff_t count = read_bytes(stream, stream->input + stream->end, INPUT_SIZE - stream->end);
    if (count > 0) stream->end += (size_t)count;
    return count;
}

static int begins(const prv_stream *stream, const char *mark, size_t length) {
    size_t left = stream->end - stream->start;
    return !memcmp(stream->input + stream->start, mark, left < length ? left : length);
}

static const char gzip_mark[] = "\x1f\x8b";
static const char zstd_mark[] = "\x28\xb5\x2f\xfd";

/// Whether the input can begin with a zstd frame that is skipped (RFC 8878, 3.1.2), as pzstd writes it.
static int begins_skippable(const prv_stream *stream) {
    size_t left = stream->end - stream->start;
    const unsigned char *input = (const unsigned char *)stream->input + stream->start;
    return left && (input[0] & 0xf0) == 0x50 && !memcmp(input + 1, "\x2a\x4d\x18", left < 4 ? left - 1 : 3);
}

static int begins_zstd(const prv_stream *stream) { return begins(stream, zstd_mark, 4) || begins_skippable(stream); }

static ptrdiff_t detect(prv_stream *stream) {
    // Enough bytes to tell, but not one more than needed: a pipe may not send another one for long.
    do {
        ptrdiff_t count = refill(stream);
        if (count < 0) return count;
        if (!count) break;
    } while (stream->end < 4 && (begins(stream, gzip_mark, 2) || begins_zstd(stream)));
    if (stream->end >= 2 && begins(stream, gzip_mark, 2)) {
        if (inflateInit2(&stream->zlib, 15 + 16) != Z_OK) return PRV_STREAM_NO_MEMORY;
        stream->kind = GZIP;
        stream->is_open = 1;
    } else if (stream->end >= 4 && begins_zstd(stream)) {
        if (!(stream->zstd = ZSTD_createDStream())) return PRV_STREAM_NO_MEMORY;
        if (stream->window_limit) {
            ZSTD_DCtx_setParameter(stream->zstd, ZSTD_d_windowLogMax, stream->window_limit);
        }
        stream->kind = ZSTANDARD;
    } else {
        stream->kind = PLAIN;
    }
    return 0;
}

static ptrdiff_t read_plain(prv_stream *stream, void *buffer, size_t size) {
    size_t left = stream->end - stream->start;
    if (!left) return read_bytes(stream, buffer, size);
    if (left > size) left = size;
    memcpy(buffer, stream->input + stream->start, left);
    stream->start += left;
    return (ptrdiff_t)left;
}

int prv_stream_seek(prv_stream *stream, uint64_t offset) {
    if (stream->kind != PLAIN || stream->is_live || lseek(stream->descriptor, (off_t)offset, SEEK_SET) < 0) return 0;
    stream->start = stream->end = 0;
    stream->at_end = 0;
    stream->consumed = offset;
    return 1;
}

/// Returns the number of bytes made, or a negative number; 0 means that more input is needed.
static ptrdiff_t inflate_some(prv_stream *stream, void *buffer, size_t size) {
    z_stream *zlib = &stream->zlib;
    if (!stream->is_open) {
        // Another member may follow; zeros after the last one are padding.
        while (stream->start < stream->end && !stream->input[stream->start]) stream->start++;
        if (stream->start == stream->end) return 0;
        if (inflateReset(zlib) != Z_OK) return PRV_STREAM_CORRUPT;
        stream->is_open = 1;
    }
    zlib->next_in = stream->input + stream->start;
    zlib->avail_in = (uInt)(stream->end - stream->start);
    zlib->next_out = buffer;
    zlib->avail_out = size > UINT32_MAX ? UINT32_MAX : (uInt)size;
    uInt room = zlib->avail_out;
    int status = inflate(zlib, Z_NO_FLUSH);
    stream->start = stream->end - zlib->avail_in;
    if (status == Z_STREAM_END) stream->is_open = 0;
    if (status == Z_MEM_ERROR) return PRV_STREAM_NO_MEMORY;
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return PRV_STREAM_CORRUPT;
    return (ptrdiff_t)(room - zlib->avail_out);
}

static ptrdiff_t decompress_some(prv_stream *stream, void *buffer, size_t size) {
    ZSTD_inBuffer input = {stream->input, stream->end, stream->start};
    ZSTD_outBuffer output = {buffer, size, 0};
    size_t hint = ZSTD_decompressStream(stream->zstd, &output, &input);
    stream->start = input.pos;
    if (ZSTD_isError(hint)) {
        switch (ZSTD_getErrorCode(hint)) {
        case ZSTD_error_frameParameter_windowTooLarge: return PRV_STREAM_WINDOW;
        case ZSTD_error_memory_allocation: return PRV_STREAM_NO_MEMORY;
        default: return PRV_STREAM_CORRUPT;
        }
    }
    stream->is_open = hint != 0;
    return (ptrdiff_t)output.pos;
}

static ptrdiff_t read_any(prv_stream *stream, void *buffer, size_t size) {
    if (stream->kind == UNKNOWN) {
        ptrdiff_t status = detect(stream);
        if (status < 0) return status;
    }
    if (stream->kind == PLAIN) return read_plain(stream, buffer, size);
    for (;;) {
        size_t before = stream->start;
        // A decoder may still hold output after its input has ended.
        if (stream->start < stream->end || stream->is_open) {
            ptrdiff_t count =
                stream->kind == GZIP ? inflate_some(stream, buffer, size) : decompress_some(stream, buffer, size);
            if (count) return count;
            if (stream->start < stream->end && stream->start != before) continue;
        }
        if (stream->at_end) return stream->is_open ? PRV_STREAM_TRUNCATED : 0;
        ptrdiff_t count = refill(stream);
        if (count < 0) return count;
    }
}

ptrdiff_t prv_stream_read(prv_stream *stream, void *buffer, size_t size) {
    ptrdiff_t count = read_any(stream, buffer, size);
    // A file that was cut off in a compressed member changed first of all.
    if (count && count != PRV_STREAM_TRUNCATED && count != PRV_STREAM_CORRUPT) return count;
    return prv_stream_is_unchanged(stream) ? count : PRV_STREAM_CHANGED;
}
