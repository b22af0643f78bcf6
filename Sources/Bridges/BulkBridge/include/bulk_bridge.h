/// What the bulk tool needs of C: decompressed streams, signals and searches in bytes.
#ifndef PROVISO_BULK_BRIDGE_H
#define PROVISO_BULK_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of a descriptor, decompressed if they are gzip or zstd, which is recognized by the first bytes.
typedef struct prv_stream prv_stream;
///
/// Null when there is no memory.
prv_stream *prv_stream_create(int descriptor);
void prv_stream_destroy(prv_stream *stream);
/// Refuses zstd frames whose window is larger than 2 to the power of `logarithm`; to be called before the first read.
void prv_stream_limit_window(prv_stream *stream, int logarithm);
/// Whether a file has the size and the modification time that it had when it was opened; other inputs always do.
int prv_stream_is_unchanged(const prv_stream *stream);

enum {
    /// `errno` says why.
    PRV_STREAM_FAILED = -1,
    PRV_STREAM_CORRUPT = -2,
    /// The compressed data ends too early.
    PRV_STREAM_TRUNCATED = -3,
    /// A signal came that `prv_interrupt_catch` waits for.
    PRV_STREAM_INTERRUPTED = -4,
    /// The zstd frame needs a larger window than `prv_stream_limit_window` allows.
    PRV_STREAM_WINDOW = -5,
    PRV_STREAM_NO_MEMORY = -6,
    /// The file is not what it was when it was opened.
    PRV_STREAM_CHANGED = -7
};

/// Reads up to `size` bytes; returns how many, 0 at the end, or one of the above.
ptrdiff_t prv_stream_read(prv_stream *stream, void *buffer, size_t size);
/// Goes to an offset; 0 if it cannot, as in compressed data, with everything where it was.
int prv_stream_seek(prv_stream *stream, uint64_t offset);
/// How many bytes were taken from the descriptor so far.
uint64_t prv_stream_consumed(const prv_stream *stream);
/// Whether the bytes are decompressed; known from the first read on.
int prv_stream_is_compressed(const prv_stream *stream);
/// Whether more bytes may come later, as from a pipe.
int prv_stream_is_live(const prv_stream *stream);

/// Notes SIGINT and SIGTERM from now on, each once: the second one ends the process.
void prv_interrupt_catch(void);
/// The signal that came, 0 if none did.
int prv_interrupt_signal(void);
/// Becomes readable when a signal comes; -1 before `prv_interrupt_catch`.
int prv_interrupt_descriptor(void);

/// How many line feeds there are.
size_t prv_count_lines(const void *bytes, size_t length);
/// The number of carriage returns without a line feed after them; `next` is the byte after the last one.
size_t prv_count_lone_returns(const void *bytes, size_t length, int next);
/// How many code points there are in UTF-8.
size_t prv_count_code_points(const void *bytes, size_t length);
/// The last position of a byte, null if it does not occur.
const void *prv_find_last(const void *bytes, int byte, size_t length);

/// The CRC-32 of bytes that follow others, of which `checksum` is the CRC-32; 0 is that of none.
uint32_t prv_checksum(uint32_t checksum, const void *bytes, size_t length);

/// How many processors this process may use.
int prv_processors(void);
/// A new file without a name in a directory, open for reading and writing; -1 if it cannot be made.
int prv_temporary_file(const char *folder);

/// Makes a pipe of up to a megabyte that programs started meanwhile do not inherit: the end to read from, and the end to
/// write to. Returns 0, or -1 and `errno`.
int prv_pipe(int ends[2]);

#endif
