/// Which of the bytes of a short text belong to a class: a bit each. Inline, since Swift has no move-mask.
#ifndef PROVISO_BYTE_MASKS_H
#define PROVISO_BYTE_MASKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef enum prv_byte_class {
    PRV_BYTES_DIGITS,
    PRV_BYTES_ALPHANUMERIC,
    /// 0x21 to 0x7E, except the delimiters `"`, `<` and `>`.
    PRV_BYTES_VISIBLE,
    /// What ends the host of a URL: one of ":/?#".
    PRV_BYTES_HOST_ENDS
} prv_byte_class;

/// Longer strings have no masks.
enum { PRV_BYTES_MOST = 64 };

static inline __attribute__((always_inline)) int prv_byte_between(uint8_t byte, uint8_t low, uint8_t high) {
    return (uint8_t)(byte - low) <= (uint8_t)(high - low);
}

static inline __attribute__((always_inline)) int prv_byte_is(uint8_t byte, prv_byte_class wanted) {
    switch (wanted) {
    case PRV_BYTES_DIGITS: return prv_byte_between(byte, '0', '9');
    case PRV_BYTES_ALPHANUMERIC: return prv_byte_between(byte, '0', '9') || prv_byte_between(byte | 0x20, 'a', 'z');
    case PRV_BYTES_VISIBLE:
        return prv_byte_between(byte, 0x21, 0x7E) && byte != '"' && byte != '<' && byte != '>';
    case PRV_BYTES_HOST_ENDS: return byte == ':' || byte == '/' || byte == '?' || byte == '#';
    }
    return 0;
}

#if defined(__SSE2__)

static inline __attribute__((always_inline)) __m128i prv_between(__m128i bytes, char low, char high) {
    __m128i offset = _mm_sub_epi8(bytes, _mm_set1_epi8(low));
    return _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8((char)(high - low))), offset);
}

static inline __attribute__((always_inline)) __m128i prv_equal(__m128i bytes, char byte) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte));
}

static inline __attribute__((always_inline)) __m128i prv_letters(__m128i bytes) {
    return prv_between(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 'z');
}

static inline __attribute__((always_inline)) uint64_t prv_mask_of(__m128i bytes, prv_byte_class wanted) {
    __m128i found = _mm_setzero_si128();
    switch (wanted) {
    case PRV_BYTES_DIGITS: found = prv_between(bytes, '0', '9'); break;
    case PRV_BYTES_ALPHANUMERIC: found = _mm_or_si128(prv_letters(bytes), prv_between(bytes, '0', '9')); break;
    case PRV_BYTES_VISIBLE:
        // '<' and '>' differ in one bit.
        found = _mm_or_si128(prv_equal(bytes, '"'), prv_equal(_mm_and_si128(bytes, _mm_set1_epi8(~2)), '<'));
        found = _mm_andnot_si128(found, prv_between(bytes, 0x21, 0x7E));
        break;
    case PRV_BYTES_HOST_ENDS:
        found = _mm_or_si128(_mm_or_si128(prv_equal(bytes, ':'), prv_equal(bytes, '/')),
                             _mm_or_si128(prv_equal(bytes, '?'), prv_equal(bytes, '#')));
        break;
    }
    return (uint64_t)(uint32_t)_mm_movemask_epi8(found);
}

/// Loads up to 15 bytes without reading past them; zeros follow them.
static inline __attribute__((always_inline)) __m128i prv_load_few(const uint8_t *bytes, size_t count) {
    uint64_t low = 0, high = 0;
    if (count >= 8) {
        memcpy(&low, bytes, 8);
        if (count > 8) {
            memcpy(&high, bytes + count - 8, 8);
            high >>= (16 - count) * 8;
        }
    } else if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, bytes, 4);
        memcpy(&last, bytes + count - 4, 4);
        low = first | (uint64_t)last << (count - 4) * 8;
    } else if (count) {
        low = bytes[0] | (uint64_t)bytes[count / 2] << count / 2 * 8 | (uint64_t)bytes[count - 1] << (count - 1) * 8;
    }
    return _mm_set_epi64x((int64_t)high, (int64_t)low);
}

/// The bytes of a string in blocks of 16: the last block of a longer string overlaps the one before.
typedef struct prv_blocks {
    const uint8_t *bytes;
    size_t count;
    size_t at;
} prv_blocks;

static inline __attribute__((always_inline)) int prv_next_block(prv_blocks *blocks, __m128i *block, unsigned *shift) {
    size_t left = blocks->count - blocks->at;
    if (!left) return 0;
    if (left >= 16 || blocks->count >= 16) {
        *shift = (unsigned)(left >= 16 ? blocks->at : blocks->count - 16);
        *block = _mm_loadu_si128((const __m128i *)(blocks->bytes + *shift));
        blocks->at = *shift + 16;
    } else {
        *shift = 0;
        *block = prv_load_few(blocks->bytes, left);
        blocks->at = blocks->count;
    }
    return 1;
}

#else

/// The bytes that are in a class, the first one in the lowest bit.
static inline uint64_t prv_bytes_mask(const uint8_t *bytes, size_t count, prv_byte_class wanted) {
    uint64_t mask = 0;
    for (size_t at = 0; at < count; at++) mask |= (uint64_t)(prv_byte_is(bytes[at], wanted) != 0) << at;
    return mask;
}

static inline uint64_t prv_byte_mask(const uint8_t *bytes, size_t count, uint8_t byte) {
    uint64_t mask = 0;
    for (size_t at = 0; at < count; at++) mask |= (uint64_t)(bytes[at] == byte) << at;
    return mask;
}

#endif

/// The bytes of an e-mail address by what they are.
typedef struct prv_mail_masks {
    uint64_t at, dots, hyphens, letters, digits;
} prv_mail_masks;

/// All masks of an address of at most `PRV_BYTES_MOST` bytes, which is looked at once.
static inline __attribute__((always_inline)) prv_mail_masks prv_mail_masks_of(const uint8_t *bytes, size_t count) {
    prv_mail_masks masks = {0, 0, 0, 0, 0};
#if defined(__SSE2__)
    prv_blocks blocks = {bytes, count, 0};
    __m128i block;
    unsigned shift;
    while (prv_next_block(&blocks, &block, &shift)) {
        masks.at |= (uint64_t)(uint32_t)_mm_movemask_epi8(prv_equal(block, '@')) << shift;
        masks.dots |= (uint64_t)(uint32_t)_mm_movemask_epi8(prv_equal(block, '.')) << shift;
        masks.hyphens |= (uint64_t)(uint32_t)_mm_movemask_epi8(prv_equal(block, '-')) << shift;
        masks.letters |= (uint64_t)(uint32_t)_mm_movemask_epi8(prv_letters(block)) << shift;
        masks.digits |= prv_mask_of(block, PRV_BYTES_DIGITS) << shift;
    }
#else
    masks.at = prv_byte_mask(bytes, count, '@');
    masks.dots = prv_byte_mask(bytes, count, '.');
    masks.hyphens = prv_byte_mask(bytes, count, '-');
    masks.digits = prv_bytes_mask(bytes, count, PRV_BYTES_DIGITS);
    masks.letters = prv_bytes_mask(bytes, count, PRV_BYTES_ALPHANUMERIC) & ~masks.digits;
#endif
    return masks;
}

/// Which of at most `PRV_BYTES_MOST` bytes RFC 5322 allows in an atom.
static inline uint64_t prv_atom_mask_of(const uint8_t *bytes, size_t count) {
    uint64_t mask = 0;
    for (size_t at = 0; at < count; at++) {
        uint8_t byte = bytes[at];
        int found = prv_byte_is(byte, PRV_BYTES_ALPHANUMERIC) || prv_byte_between(byte, '^', '~') || byte == '!' ||
                    prv_byte_between(byte, '#', '\'') || prv_byte_between(byte, '*', '+') || byte == '-' ||
                    byte == '/' || byte == '=' || byte == '?';
        mask |= (uint64_t)(found != 0) << at;
    }
    return mask;
}

/// The classes of the bytes of a URL after its scheme.
typedef struct prv_url_masks {
    uint64_t visible, host_ends, dots, hyphens, underscores, names;
} prv_url_masks;

/// All masks of an address of at most `PRV_BYTES_MOST` bytes, which is looked at once.
static inline __attribute__((always_inline)) prv_url_masks prv_url_masks_of(const uint8_t *bytes, size_t count) {
    prv_url_masks masks = {0, 0, 0, 0, 0, 0};
#if defined(__SSE2__)
    prv_blocks blocks = {bytes, count, 0};
    __m128i block;
    unsigned shift;
    while (prv_next_block(&blocks, &block, &shift)) {
        masks.visible |= prv_mask_of(block, PRV_BYTES_VISIBLE) << shift;
        masks.host_ends |= prv_mask_of(block, PRV_BYTES_HOST_ENDS) << shift;
        masks.dots |= (uint64_t)(uint32_t)_mm_movemask_epi8(prv_equal(block, '.')) << shift;
        masks.hyphens |= (uint64_t)(uint32_t)_mm_movemask_epi8(prv_equal(block, '-')) << shift;
        masks.underscores |= (uint64_t)(uint32_t)_mm_movemask_epi8(prv_equal(block, '_')) << shift;
        masks.names |= prv_mask_of(block, PRV_BYTES_ALPHANUMERIC) << shift;
    }
#else
    masks.visible = prv_bytes_mask(bytes, count, PRV_BYTES_VISIBLE);
    masks.host_ends = prv_bytes_mask(bytes, count, PRV_BYTES_HOST_ENDS);
    masks.dots = prv_byte_mask(bytes, count, '.');
    masks.hyphens = prv_byte_mask(bytes, count, '-');
    masks.underscores = prv_byte_mask(bytes, count, '_');
    masks.names = prv_bytes_mask(bytes, count, PRV_BYTES_ALPHANUMERIC);
#endif
    return masks;
}

/// Copies a string and returns whether it is ASCII; the two must not overlap.
static inline __attribute__((always_inline)) int prv_copy_text(char *target, const uint8_t *source, size_t count) {
    uint64_t seen = 0, word;
    if (count >= 8) {
        for (size_t at = 0; at + 8 <= count; at += 8) {
            memcpy(&word, source + at, 8);
            memcpy(target + at, &word, 8);
            seen |= word;
        }
        memcpy(&word, source + count - 8, 8);
        memcpy(target + count - 8, &word, 8);
        seen |= word;
    } else if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, source, 4);
        memcpy(&last, source + count - 4, 4);
        memcpy(target, &first, 4);
        memcpy(target + count - 4, &last, 4);
        seen = first | last;
    } else {
        for (size_t at = 0; at < count; at++) {
            target[at] = (char)source[at];
            seen |= source[at];
        }
    }
    return (seen & 0x8080808080808080u) == 0;
}

#endif
