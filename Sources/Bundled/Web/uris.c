#include "Web.h"

/// The bytes that a part of a URI stands for: what is next, or -1 at the end or at a character that must be an escape.
typedef struct {
    reader source;
    int next;
    utf8 text;
} decoder;

static void advance(decoder *d) {
    const char *start = d->source.at;
    d->next = -1;
    if (start == d->source.end) return;
    if (skip_escape(&d->source)) {
        d->next = hex_value(start[1]) << 4 | hex_value(start[2]);
        return;
    }
    // Of the characters of a URI, RFC 6068 has / ? # [ ] & ; and = only as escapes.
    if (!is_letter(*start) && !is_digit(*start) && !is_one_of(*start, "-._~!$'*+:@()")) return;
    d->next = *start;
    d->source.at++;
}

static bool take(decoder *d, int byte) {
    if (d->next != byte) return false;
    advance(d);
    return true;
}

/// A byte of a quoted string, an atom or another list of characters of ASCII, or of a character that is not ASCII.
static bool take_one_of(decoder *d, const char *list, bool letters) {
    if (d->next < 0) return false;
    bool fits = d->next >= 0x80 ? utf8_takes(&d->text, d->next)
                                : !d->text.more && (is_one_of((char)d->next, list) ||
                                                    (letters && (is_letter((char)d->next) || is_digit((char)d->next))));
    if (fits) advance(d);
    return fits;
}

/// Atoms with dots between them, as RFC 5322 has them, and characters that are not ASCII (RFC 6532).
static bool take_atoms(decoder *d) {
    do {
        if (!take_one_of(d, "!#$%&'*+-/=?^_`{|}~", true)) return false;
        while (take_one_of(d, "!#$%&'*+-/=?^_`{|}~", true)) continue;
    } while (!d->text.more && take(d, '.'));
    return !d->text.more;
}

static bool take_quoted(decoder *d) {
    static const char printable[] = " !#$%&'()*+,-./:;<=>?@[]^_`{|}~";
    if (!take(d, '"')) return false;
    while (d->next != '"') {
        if (!d->text.more && take(d, '\\')) {
            if (!take_one_of(d, " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", true)) return false;
        } else if (!take_one_of(d, printable, true)) {
            return false;
        }
    }
    return !d->text.more && take(d, '"');
}

/// An address between brackets, such as [192.0.2.1].
static bool take_literal(decoder *d) {
    if (!take(d, '[')) return false;
    while (take_one_of(d, "!\"#$%&'()*+,-./:;<=>?@^_`{|}~", true)) continue;
    return !d->text.more && take(d, ']');
}

static bool is_address(reader part) {
    decoder d = {.source = part};
    advance(&d);
    if (!(d.next == '"' ? take_quoted(&d) : take_atoms(&d))) return false;
    // As an escape it would be part of the name before it.
    if (d.next != '@' || d.source.at[-1] != '@') return false;
    advance(&d);
    return (d.next == '[' ? take_literal(&d) : take_atoms(&d)) && d.next < 0 && d.source.at == d.source.end;
}

/// `name=value`, where neither has a character that separates.
static bool is_field(reader part) {
    unsigned equals = 0;
    while (part.at < part.end) {
        if (skip(&part, '='))
            equals++;
        else if (is_letter(*part.at) || is_digit(*part.at) || is_one_of(*part.at, "-._~!$'()*+,;:@"))
            part.at++;
        else if (!skip_escape(&part))
            return false;
    }
    return equals == 1;
}

/// Whether all parts of a list pass a check.
static bool are_all(reader list, char separator, bool (*check)(reader)) {
    for (;;) {
        const char *end = memchr(list.at, separator, (size_t)(list.end - list.at));
        if (!check((reader){list.at, end ? end : list.end})) return false;
        if (!end) return true;
        list.at = end + 1;
    }
}

/// RFC 6068: `mailto:` addresses with commas between them `?` fields such as subject=Hello with `&` between them.
/// Addresses may be missing, since a field `to` can have them.
sample_problem check_mailto(const char *text, uint64_t length) {
    reader r = {text, text + length};
    if (!skip_word(&r, "mailto:")) return SAMPLE_FORMAT;
    const char *mark = memchr(r.at, '?', (size_t)(r.end - r.at));
    reader addresses = {r.at, mark ? mark : r.end};
    if (addresses.at < addresses.end && !are_all(addresses, ',', is_address)) return SAMPLE_FORMAT;
    return right_if(!mark || are_all((reader){mark + 1, r.end}, '&', is_field));
}

/// Reads a character that is not ASCII. Returns whether RFC 3987 has it in IRIs: no control and no noncharacter.
static bool skip_wide(reader *r) {
    unsigned lead = (unsigned char)*r->at, more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    unsigned code = lead & (0x3Fu >> more);
    if ((uint64_t)(r->end - r->at) <= more) return false;
    for (r->at++; more > 0; more--) code = code << 6 | ((unsigned char)*r->at++ & 0x3F);
    if (code < 0xA0 || (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF)) return false;
    return !(code >= 0xFFF0 && code <= 0xFFFF) && !(code >= 0xE0000 && code <= 0xE0FFF);
}

static bool skip_variable_character(reader *r) {
    if (r->at == r->end) return false;
    if (!is_letter(*r->at) && !is_digit(*r->at) && *r->at != '_') return skip_escape(r);
    r->at++;
    return true;
}

/// A variable with `*` for its parts, or `:` and how many characters of it to take, at most 9999.
static bool is_variable(reader r) {
    do {
        if (!skip_variable_character(&r)) return false;
        while (skip_variable_character(&r)) continue;
    } while (skip(&r, '.'));
    if (skip(&r, ':')) {
        const char *start = r.at;
        uint64_t digits = skip_digits(&r);
        if (digits == 0 || digits > 4 || *start == '0') return false;
    } else {
        skip(&r, '*');
    }
    return r.at == r.end;
}

/// RFC 6570, levels 1 to 4: literals, and expressions such as {?x,y*}. The operators = , ! @ and | are reserved.
/// An apostrophe may be a literal (erratum 6937).
sample_problem check_uri_template(const char *text, uint64_t length) {
    reader r = {text, text + length};
    while (r.at < r.end) {
        if (skip(&r, '{')) {
            const char *end = memchr(r.at, '}', (size_t)(r.end - r.at));
            if (!end) return SAMPLE_FORMAT;
            if (is_one_of(*r.at, "+#./;?&")) r.at++;
            if (!are_all((reader){r.at, end}, ',', is_variable)) return SAMPLE_FORMAT;
            r.at = end + 1;
        } else if ((unsigned char)*r.at >= 0x80) {
            if (!skip_wide(&r)) return SAMPLE_FORMAT;
        } else if (is_letter(*r.at) || is_digit(*r.at) || is_one_of(*r.at, "!#$&'()*+,-./:;=?@[]_~")) {
            r.at++;
        } else if (!skip_escape(&r)) {
            return SAMPLE_FORMAT;
        }
    }
    return SAMPLE_RIGHT;
}
