// The tokens of one JSON text: where its brackets, colons, commas and values begin, as simdjson's first pass found them.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace {

/// A position among the tokens of one text.
class Tokens {
public:
    /// After the tokens from `next` on comes one at `end` or later: the index that `scan` puts after the last token.
    Tokens(const char *base, const uint32_t *next, const char *start, const char *end)
        : base(base), next(next), start(start), end(end), limit(uint32_t(end - base)) {}

    bool at_end() const { return *next >= limit; }

    /// The first character of the next token, 0 at the end.
    char peek() const { return at_end() ? '\0' : base[*next]; }

    const char *here() const { return at_end() ? end : base + *next; }

    /// How many characters there are from the next token on.
    size_t left() const { return size_t(end - here()); }

    size_t offset() const { return size_t(here() - start); }

    const uint32_t *position() const { return next; }

    void advance() { next++; }

    /// Takes the next token if it is this character.
    bool take(char wanted) {
        if (peek() != wanted) return false;
        next++;
        return true;
    }

    /// The next token with all its characters; it ends where the token after it begins, or at white space before that.
    std::string_view token() const {
        const char *from = here();
        const char *to = at_end() || next[1] >= limit ? end : base + next[1];
        // Most tokens end with the quote before a comma.
        if (to[-1] != '"') {
            while (to > from && is_blank(to[-1])) to--;
        }
        return std::string_view(from, size_t(to - from));
    }

private:
    const char *base;
    const uint32_t *next;
    const char *start;
    const char *end;
    uint32_t limit;

    static bool is_blank(char c) { return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t'); }
};

/// Properties of the characters of a string.
struct TextTraits {
    bool has_escape;
    bool is_ascii;
};

/// May read up to 15 bytes after the string.
inline TextTraits traits(std::string_view text) {
    const char *at = text.data();
    const char *end = at + text.size();
#if defined(__SSE2__)
    const __m128i backslash = _mm_set1_epi8('\\');
    __m128i escapes = _mm_setzero_si128(), all = escapes;
    for (; end - at > 16; at += 16) {
        __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        escapes = _mm_or_si128(escapes, _mm_cmpeq_epi8(block, backslash));
        all = _mm_or_si128(all, block);
    }
    __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
    unsigned wanted = (1u << (end - at)) - 1;
    unsigned escaped = unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(block, backslash))) & wanted;
    unsigned beyond = unsigned(_mm_movemask_epi8(block)) & wanted;
    return {(escaped | unsigned(_mm_movemask_epi8(escapes))) != 0, (beyond | unsigned(_mm_movemask_epi8(all))) == 0};
#else
    unsigned char all = 0;
    for (const char *byte = at; byte < end; byte++) all |= static_cast<unsigned char>(*byte);
    return {memchr(at, '\\', text.size()) != nullptr, all < 0x80};
#endif
}

}  // namespace
