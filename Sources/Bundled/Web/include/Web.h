/// The checks of the web plugin; hosts see only proviso.h.
#ifndef PROVISO_WEB_H
#define PROVISO_WEB_H
#include <stdbool.h>
#include <string.h>

#include "sample_texts.h"

#define CHECK(name) SAMPLE_HIDDEN sample_problem name(const char *text, uint64_t length)
CHECK(check_jwt);
CHECK(check_data_uri);
CHECK(check_media_type);
CHECK(check_css_color);
CHECK(check_cron);
CHECK(check_urn);
CHECK(check_json_pointer);
CHECK(check_relative_json_pointer);
CHECK(check_duration);
CHECK(check_mailto);
CHECK(check_uri_template);
CHECK(check_uri);
CHECK(check_uri_reference);
#undef CHECK

/// A string that is read from its beginning.
typedef struct {
    const char *at, *end;
} reader;

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
static inline bool is_hex(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

static inline int hex_value(char c) { return is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10; }

/// A character of several bytes (RFC 3629) that is read byte by byte: how many are missing, and the bounds of the next.
typedef struct {
    int more, low, high;
} utf8;

/// Whether a byte above 0x7F may be next: neither overlong, nor a surrogate, nor above U+10FFFF.
static inline bool utf8_takes(utf8 *text, int byte) {
    if (text->more) {
        if (byte < text->low || byte > text->high) return false;
        *text = (utf8){text->more - 1, 0x80, 0xBF};
        return true;
    }
    if (byte < 0xC2 || byte > 0xF4) return false;
    text->more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    text->low = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    text->high = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    return true;
}

/// The lowercase of a letter; other characters unchanged.
static inline char lowered(char c) { return is_letter(c) ? (char)(c | 0x20) : c; }

/// Whether a character is one of a list; NUL is in none.
static inline bool is_one_of(char c, const char *list) { return c && strchr(list, c); }

static inline bool skip(reader *r, char c) { return r->at < r->end && *r->at == c && ++r->at; }

static inline uint64_t skip_digits(reader *r) {
    const char *start = r->at;
    while (r->at < r->end && is_digit(*r->at)) r->at++;
    return (uint64_t)(r->at - start);
}

/// Whether a reader is at a word, given in lowercase, in either case; the reader is then after it.
static inline bool skip_word(reader *r, const char *word) {
    uint64_t length = strlen(word);
    if ((uint64_t)(r->end - r->at) < length) return false;
    for (uint64_t i = 0; i < length; i++) {
        if (lowered(r->at[i]) != word[i]) return false;
    }
    r->at += length;
    return true;
}

/// Whether a percent sign begins an escape such as %20; the reader is then after it.
static inline bool skip_escape(reader *r) {
    if (r->end - r->at < 3 || *r->at != '%' || !is_hex(r->at[1]) || !is_hex(r->at[2])) return false;
    r->at += 3;
    return true;
}

/// Whether a string has only characters of a URL and escapes.
static inline bool is_url_text(reader r) {
    while (r.at < r.end) {
        if (is_letter(*r.at) || is_digit(*r.at) || is_one_of(*r.at, "-._~!$&'()*+,;=:@/?"))
            r.at++;
        else if (!skip_escape(&r))
            return false;
    }
    return true;
}

static inline sample_problem right_if(bool holds) { return holds ? SAMPLE_RIGHT : SAMPLE_FORMAT; }

#endif
