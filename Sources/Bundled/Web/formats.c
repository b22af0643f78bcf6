#include "Web.h"

/// A restricted name of RFC 6838: it begins with a letter or digit and has at most 127 characters.
static bool skip_name(reader *r) {
    const char *start = r->at;
    while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at) || is_one_of(*r->at, "!#$&-^_.+"))) r->at++;
    return r->at > start && r->at - start <= 127 && (is_letter(*start) || is_digit(*start));
}

/// A token of RFC 9110.
static bool skip_token(reader *r) {
    const char *start = r->at;
    while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at) || is_one_of(*r->at, "!#$%&'*+-.^_`|~"))) r->at++;
    return r->at > start;
}

static bool skip_quoted(reader *r) {
    if (!skip(r, '"')) return false;
    while (r->at < r->end && *r->at != '"') {
        if (*r->at == '\\') r->at++;
        if (r->at == r->end || ((unsigned char)*r->at < ' ' && *r->at != '\t') || *r->at == 0x7F) return false;
        r->at++;
    }
    return skip(r, '"');
}

static void skip_spaces(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t')) r->at++;
}

/// The names of the parameters of a media type so far.
typedef struct {
    reader names[32];
    unsigned count;
} parameter_names;

/// Adds a name. Returns false if it is there, in either case of letters, or if there are too many.
static bool add_name(parameter_names *known, reader name) {
    for (unsigned i = 0; i < known->count; i++) {
        const char *at = name.at, *other = known->names[i].at;
        if (name.end - at != known->names[i].end - other) continue;
        while (at < name.end && lowered(*at) == lowered(*other)) at++, other++;
        if (at == name.end) return false;
    }
    if (known->count == sizeof known->names / sizeof *known->names) return false;
    known->names[known->count++] = name;
    return true;
}

/// `type/subtype; name=value`, as in the field Content-Type (RFC 9110, section 8.3.1). A parameter may be there once
/// (RFC 6838, section 4.3), and there are at most 32.
sample_problem check_media_type(const char *text, uint64_t length) {
    reader r = {text, text + length};
    parameter_names known = {.count = 0};
    if (!skip_name(&r) || !skip(&r, '/') || !skip_name(&r)) return SAMPLE_FORMAT;
    while (r.at < r.end) {
        skip_spaces(&r);
        if (!skip(&r, ';')) return SAMPLE_FORMAT;
        skip_spaces(&r);
        const char *start = r.at;
        if (!skip_token(&r) || !add_name(&known, (reader){start, r.at}) || !skip(&r, '=')) return SAMPLE_FORMAT;
        if (!(r.at < r.end && *r.at == '"' ? skip_quoted(&r) : skip_token(&r))) return SAMPLE_FORMAT;
    }
    return SAMPLE_RIGHT;
}

/// Base64 (RFC 4648, section 4) with its padding, where `+`, `/` and `=` may be written as escapes.
static bool is_base64(reader r) {
    uint64_t digits = 0, padding = 0;
    while (r.at < r.end) {
        char c = *r.at++;
        if (c == '%') {
            c = skip_word(&r, "3d") ? '=' : skip_word(&r, "2b") ? '+' : skip_word(&r, "2f") ? '/' : 0;
        }
        if (c == '=') {
            padding++;
        } else if (padding > 0 || (!is_letter(c) && !is_digit(c) && c != '+' && c != '/')) {
            return false;
        } else {
            digits++;
        }
    }
    return padding <= 2 && (digits + padding) % 4 == 0;
}

/// RFC 2397: `data:` type `;name=value`... `;base64` `,` data. A quotation mark is written as an escape.
sample_problem check_data_uri(const char *text, uint64_t length) {
    reader r = {text, text + length};
    bool base64 = false;
    if (!skip_word(&r, "data:") || !is_url_text(r)) return SAMPLE_FORMAT;
    if (r.at < r.end && *r.at != ';' && *r.at != ',' && !(skip_name(&r) && skip(&r, '/') && skip_name(&r)))
        return SAMPLE_FORMAT;
    while (skip(&r, ';')) {
        if (base64) return SAMPLE_FORMAT;
        reader before = r;
        if (skip_word(&r, "base64") && r.at < r.end && *r.at == ',') {
            base64 = true;
            continue;
        }
        r = before;
        if (!skip_token(&r) || !skip(&r, '=') || !skip_token(&r)) return SAMPLE_FORMAT;
    }
    return right_if(skip(&r, ',') && (!base64 || is_base64(r)));
}

/// RFC 8141: `urn:` a namespace of 2 to 32 characters `:` and a name that is not empty.
sample_problem check_urn(const char *text, uint64_t length) {
    reader r = {text, text + length};
    if (!skip_word(&r, "urn:")) return SAMPLE_FORMAT;
    const char *start = r.at;
    while (r.at < r.end && (is_letter(*r.at) || is_digit(*r.at) || *r.at == '-')) r.at++;
    if (r.at - start < 2 || r.at - start > 32 || *start == '-' || r.at[-1] == '-') return SAMPLE_FORMAT;
    if (!skip(&r, ':') || r.at == r.end || *r.at == '?' || *r.at == '/' || *r.at == '#') return SAMPLE_FORMAT;
    const char *fragment = memchr(r.at, '#', (size_t)(r.end - r.at));
    reader name = {r.at, fragment ? fragment : r.end};
    // A question mark begins a component, `?+` or `?=`, and may be part of one.
    const char *mark = memchr(name.at, '?', (size_t)(name.end - name.at));
    if (mark && (name.end - mark < 3 || (mark[1] != '+' && mark[1] != '='))) return SAMPLE_FORMAT;
    if (mark && is_one_of(mark[2], "/?")) return SAMPLE_FORMAT;
    reader rest = {fragment ? fragment + 1 : r.end, r.end};
    return right_if(is_url_text(name) && is_url_text(rest));
}

/// RFC 6901: reference tokens after `/`, where `~` is followed by 0 or 1.
static bool is_pointer(reader r) {
    if (r.at < r.end && *r.at != '/') return false;
    for (; r.at < r.end; r.at++)
        if (*r.at == '~' && (r.end - r.at < 2 || (r.at[1] != '0' && r.at[1] != '1'))) return false;
    return true;
}

sample_problem check_json_pointer(const char *text, uint64_t length) {
    return right_if(is_pointer((reader){text, text + length}));
}

/// draft-bhutton-relative-json-pointer: a number without leading zeros, an index change, then `#` or a pointer.
sample_problem check_relative_json_pointer(const char *text, uint64_t length) {
    reader r = {text, text + length};
    const char *start = r.at;
    uint64_t digits = skip_digits(&r);
    if (digits == 0 || (digits > 1 && *start == '0')) return SAMPLE_FORMAT;
    if (skip(&r, '+') || skip(&r, '-')) {
        start = r.at;
        if (skip_digits(&r) == 0 || *start == '0') return SAMPLE_FORMAT;
    }
    if (skip(&r, '#')) return right_if(r.at == r.end);
    return right_if(is_pointer(r));
}

/// One part of a duration: numbers with the designators of a list, in its order. Returns how many there are, or -1.
static int skip_parts(reader *r, const char *designators, bool *fraction) {
    int count = 0;
    while (r->at < r->end && *r->at != 'T') {
        if (*fraction || skip_digits(r) == 0) return -1;
        if (skip(r, '.') || skip(r, ',')) {
            *fraction = true;
            if (skip_digits(r) == 0) return -1;
        }
        const char *found = r->at < r->end && *r->at ? strchr(designators, *r->at) : NULL;
        if (!found) return -1;
        designators = found + 1;
        r->at++;
        count++;
    }
    return count;
}

/// ISO 8601-1, 5.5.2: `P3Y6M4DT12H30M5S` or `P3W`; only the last number may have a fraction.
sample_problem check_duration(const char *text, uint64_t length) {
    reader r = {text, text + length};
    bool fraction = false;
    if (!skip(&r, 'P')) return SAMPLE_FORMAT;
    reader weeks = r;
    if (skip_parts(&weeks, "W", &fraction) == 1 && weeks.at == weeks.end) return SAMPLE_RIGHT;
    fraction = false;
    int days = skip_parts(&r, "YMD", &fraction);
    if (days < 0) return SAMPLE_FORMAT;
    if (r.at == r.end) return right_if(days > 0);
    r.at++;
    int hours = fraction ? -1 : skip_parts(&r, "HMS", &fraction);
    return right_if(hours > 0 && r.at == r.end);
}
