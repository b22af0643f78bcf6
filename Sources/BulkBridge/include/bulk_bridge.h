/// The C functions of the bulk tool: decompressed streams, signals and byte searches.
#ifndef PROVISO_BULK_BRIDGE_H
#define PROVISO_BULK_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

/// A stream of the bytes from a descriptor, decompressed if its first bytes are those of gzip or zstd.
typedef struct prv_stream prv_stream;
///
/// Returns null if there is no memory.
prv_stream *prv_stream_create(int descriptor);
void prv_stream_destroy(prv_stream *stream);
/// Refuses zstd frames whose window is larger than 2 to the power of `logarithm`; call it before the first read.
void prv_stream_limit_window(prv_stream *stream, int logarithm);
/// Whether a file still has the size and modification time from when it was opened; true for other inputs.
int prv_stream_is_unchanged(const prv_stream *stream);

enum {
    /// `errno` has the reason.
    PRV_STREAM_FAILED = -1,
    PRV_STREAM_CORRUPT = -2,
    /// The compressed data ends too early.
    PRV_STREAM_TRUNCATED = -3,
    /// A signal arrived that `prv_interrupt_catch` waits for.
    PRV_STREAM_INTERRUPTED = -4,
    /// The zstd frame needs a larger window than `prv_stream_limit_window` allows.
    PRV_STREAM_WINDOW = -5,
    PRV_STREAM_NO_MEMORY = -6,
    /// The file was changed after it was opened.
    PRV_STREAM_CHANGED = -7
};

/// Reads up to `size` bytes; returns their number, 0 at the end, or one of the values above.
ptrdiff_t prv_stream_read(prv_stream *stream, void *buffer, size_t size);
/// Moves to an offset; returns 0, with an unchanged stream, if it cannot, as in compressed data.
int prv_stream_seek(prv_stream *stream, uint64_t offset);
/// The number of bytes that were read from the descriptor so far.
uint64_t prv_stream_consumed(const prv_stream *stream);
/// Whether the bytes are decompressed; known after the first read.
int prv_stream_is_compressed(const prv_stream *stream);
/// Whether more bytes may arrive later, as from a pipe.
int prv_stream_is_live(const prv_stream *stream);

/// Catches SIGINT and SIGTERM from now on, each once: a second signal ends the process.
void prv_interrupt_catch(void);
/// The signal that arrived, 0 if there was none.
int prv_interrupt_signal(void);
/// A descriptor that becomes readable when a signal arrives; -1 before `prv_interrupt_catch`.
int prv_interrupt_descriptor(void);

/// The number of line feeds.
size_t prv_count_lines(const void *bytes, size_t length);
/// The number of carriage returns without a line feed after them; `next` is the byte after the range.
size_t prv_count_lone_returns(const void *bytes, size_t length, int next);
/// The number of code points in UTF-8.
size_t prv_count_code_points(const void *bytes, size_t length);
/// The last position of a byte, null if there is none.
const void *prv_find_last(const void *bytes, int byte, size_t length);

/// The CRC-32 of bytes that follow others, whose CRC-32 is `checksum`; use 0 for the first bytes.
uint32_t prv_checksum(uint32_t checksum, const void *bytes, size_t length);

/// The number of processors that this process may use.
int prv_processors(void);
/// Opens a new file without a name in a directory, for reading and writing; -1 if that is not possible.
int prv_temporary_file(const char *folder);

#endif
