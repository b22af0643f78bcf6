#include "Web.h"

/// Whether a string has only characters of a URL and escapes, and none of a list.
static bool is_part(reader r, const char *excluded) {
    for (const char *at = r.at; at < r.end; at++)
        if (is_one_of(*at, excluded)) return false;
    return is_url_text(r);
}

/// Reads up to a character, or to the end if there is none. Returns whether it is there; the reader is then after it.
static bool split(reader *r, char separator, reader *before) {
    const char *found = memchr(r->at, separator, (size_t)(r->end - r->at));
    *before = (reader){r->at, found ? found : r->end};
    r->at = found ? found + 1 : r->end;
    return found;
}

static bool is_ipv4(reader r) {
    for (unsigned i = 0; i < 4; i++) {
        const char *start = r.at;
        unsigned value = 0;
        if (i > 0 && !skip(&r, '.')) return false;
        if (i > 0) start = r.at;
        uint64_t digits = skip_digits(&r);
        if (digits == 0 || digits > 3 || (digits > 1 && *start == '0')) return false;
        for (; start < r.at; start++) value = value * 10 + (unsigned)(*start - '0');
        if (value > 255) return false;
    }
    return r.at == r.end;
}

/// Eight groups of up to four hexadecimal digits; `::` stands for one or more of zero, IPv4 for the last two.
static bool is_ipv6(reader r) {
    unsigned groups = 0;
    bool is_short = false;
    if (r.end - r.at >= 2 && r.at[0] == ':' && r.at[1] == ':') {
        is_short = true;
        r.at += 2;
    }
    while (r.at < r.end) {
        const char *start = r.at;
        while (r.at < r.end && is_hex(*r.at)) r.at++;
        if (r.at < r.end && *r.at == '.') {
            groups += 2;
            return is_ipv4((reader){start, r.end}) && (is_short ? groups < 8 : groups == 8);
        }
        if (r.at == start || r.at - start > 4) return false;
        groups++;
        if (r.at == r.end) break;
        if (!skip(&r, ':')) return false;
        if (skip(&r, ':')) {
            if (is_short) return false;
            is_short = true;
        } else if (r.at == r.end) {
            return false;
        }
    }
    return is_short ? groups < 8 : groups == 8;
}

/// An address of a later version: `v`, the version, a dot and what it needs.
static bool is_future_address(reader r) {
    reader version;
    if (!skip_word(&r, "v") || !split(&r, '.', &version) || version.at == version.end) return false;
    for (; version.at < version.end; version.at++)
        if (!is_hex(*version.at)) return false;
    return r.at < r.end && is_part(r, "@/?%");
}

/// User information, host and port; each may be empty.
static bool is_authority(reader r) {
    reader user = {r.at, r.at}, host, rest = r;
    if (split(&rest, '@', &user)) {
        if (!is_part(user, "/?")) return false;
        r = rest;
    }
    if (skip(&r, '[')) {
        if (!split(&r, ']', &host) || !(is_ipv6(host) || is_future_address(host))) return false;
        if (r.at == r.end) return true;
        if (!skip(&r, ':')) return false;
    } else {
        split(&r, ':', &host);
        if (!is_part(host, "@/?")) return false;
    }
    skip_digits(&r);
    return r.at == r.end;
}

/// What follows a scheme, or a reference without one: authority, path, query and fragment.
static bool is_rest(reader r) {
    reader before, path, authority;
    split(&r, '#', &before);
    if (!is_url_text(r)) return false;
    r = before;
    split(&r, '?', &path);
    if (!is_url_text(r)) return false;
    if (path.end - path.at < 2 || path.at[0] != '/' || path.at[1] != '/') return is_url_text(path);
    path.at += 2;
    split(&path, '/', &authority);
    return is_authority(authority) && is_url_text(path);
}

/// Whether a reader is at a scheme and its colon; the reader is then after them.
static bool skip_scheme(reader *r) {
    reader ahead = *r;
    if (ahead.at == ahead.end || !is_letter(*ahead.at)) return false;
    while (ahead.at < ahead.end && (is_letter(*ahead.at) || is_digit(*ahead.at) || is_one_of(*ahead.at, "+-.")))
        ahead.at++;
    if (!skip(&ahead, ':')) return false;
    *r = ahead;
    return true;
}

/// RFC 3986: a URI has a scheme, such as tel:+123 and https://example.com/a?b#c. Schemes have rules of their own, which
/// are not checked.
sample_problem check_uri(const char *text, uint64_t length) {
    reader r = {text, text + length};
    return right_if(skip_scheme(&r) && is_rest(r));
}

/// RFC 3986: a URI, or a reference relative to one, such as ../a?b#c. A colon in its first part would end a scheme.
sample_problem check_uri_reference(const char *text, uint64_t length) {
    reader r = {text, text + length};
    if (skip_scheme(&r)) return right_if(is_rest(r));
    for (const char *at = text; at < r.end && !is_one_of(*at, "/?#"); at++)
        if (*at == ':') return SAMPLE_FORMAT;
    return right_if(is_rest(r));
}
