#include "Web.h"

/// The value of a digit of base64url (RFC 4648, section 5), or -1.
static int sextet(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (is_digit(c)) return c - '0' + 52;
    return c == '-' ? 62 : c == '_' ? 63 : -1;
}

static bool is_base64url(reader r) {
    if ((r.end - r.at) % 4 == 1) return false;
    for (; r.at < r.end; r.at++)
        if (sextet(*r.at) < 0) return false;
    return true;
}

/// JSON that is read from base64url byte by byte, and what is known of its members.
typedef struct {
    reader source;
    unsigned bits, bit_count;
    /// The byte that is next, or -1 at the end.
    int next;
    unsigned depth;
    bool has_algorithm, is_unsecured, has_encryption, is_nested;
} json;

enum { DEEPEST = 256, LONGEST_WORD = 8 };

static void advance(json *j) {
    j->next = -1;
    while (j->bit_count < 8 && j->source.at < j->source.end) {
        j->bits = (j->bits << 6 | (unsigned)sextet(*j->source.at++)) & 0xFFFF;
        j->bit_count += 6;
    }
    if (j->bit_count < 8) return;
    j->bit_count -= 8;
    j->next = (int)(j->bits >> j->bit_count & 0xFF);
}

static bool take(json *j, int byte) {
    if (j->next != byte) return false;
    advance(j);
    return true;
}

static void skip_white(json *j) {
    while (j->next == ' ' || j->next == '\t' || j->next == '\n' || j->next == '\r') advance(j);
}

static bool take_digits(json *j) {
    if (j->next < '0' || j->next > '9') return false;
    while (j->next >= '0' && j->next <= '9') advance(j);
    return true;
}

static bool take_number(json *j) {
    take(j, '-');
    if (!take(j, '0') && !take_digits(j)) return false;
    if (take(j, '.') && !take_digits(j)) return false;
    if (j->next != 'e' && j->next != 'E') return true;
    advance(j);
    if (!take(j, '+')) take(j, '-');
    return take_digits(j);
}

static bool take_word(json *j, const char *word) {
    for (; *word; word++)
        if (!take(j, *word)) return false;
    return true;
}

static bool take_wide(json *j) {
    utf8 text = {0};
    do {
        if (!utf8_takes(&text, j->next)) return false;
        advance(j);
    } while (text.more);
    return true;
}

/// What follows a backslash. Returns an ASCII character, 0 for any other, or -1.
static int take_escape(json *j) {
    static const char escaped[] = "\"\\/bfnrt";
    if (!take(j, 'u')) {
        int byte = j->next;
        if (byte <= 0 || !strchr(escaped, byte)) return -1;
        advance(j);
        return byte;
    }
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        if (j->next < 0 || !is_hex((char)j->next)) return -1;
        code = code << 4 | (unsigned)hex_value((char)j->next);
        advance(j);
    }
    return code < 0x80 ? (int)code : 0;
}

/// A string; `word` gets it if it is short ASCII, else it is empty.
static bool take_string(json *j, char word[LONGEST_WORD]) {
    unsigned length = 0;
    bool fits = true;
    word[0] = 0;
    if (!take(j, '"')) return false;
    while (j->next != '"') {
        int byte = j->next;
        if (byte < ' ') return false;
        if (byte >= 0x80) {
            if (!take_wide(j)) return false;
            byte = 0;
        } else {
            advance(j);
            if (byte == '\\') byte = take_escape(j);
            if (byte < 0) return false;
        }
        fits = fits && byte && length + 1 < LONGEST_WORD;
        if (fits) word[length++] = (char)byte;
    }
    word[fits ? length : 0] = 0;
    return take(j, '"');
}

static bool take_value(json *j, const char *name);

static bool take_members(json *j, bool named) {
    int close = named ? '}' : ']';
    advance(j);
    skip_white(j);
    if (take(j, close)) return true;
    do {
        char name[LONGEST_WORD] = "";
        skip_white(j);
        if (named) {
            if (!take_string(j, name)) return false;
            skip_white(j);
            if (!take(j, ':')) return false;
        }
        if (!take_value(j, name)) return false;
    } while (take(j, ','));
    return take(j, close);
}

/// A value with the white space around it. Only the outermost members are looked at: their values are strings.
static bool take_value(json *j, const char *name) {
    char word[LONGEST_WORD];
    bool holds;
    skip_white(j);
    switch (j->next) {
    case '{':
    case '[':
        if (++j->depth > DEEPEST) return false;
        holds = take_members(j, j->next == '{');
        j->depth--;
        break;
    case '"':
        holds = take_string(j, word);
        if (j->depth != 1) break;
        if (strcmp(name, "alg") == 0) j->has_algorithm = true, j->is_unsecured = strcmp(word, "none") == 0;
        if (strcmp(name, "enc") == 0) j->has_encryption = true;
        if (strcmp(name, "cty") == 0) j->is_nested = strcmp(word, "JWT") == 0 || strcmp(word, "jwt") == 0;
        break;
    case 't': holds = take_word(j, "true"); break;
    case 'f': holds = take_word(j, "false"); break;
    case 'n': holds = take_word(j, "null"); break;
    default: holds = take_number(j);
    }
    skip_white(j);
    return holds;
}

static bool is_object(reader part, json *j) {
    *j = (json){.source = part};
    advance(j);
    skip_white(j);
    return j->next == '{' && take_value(j, "") && j->next < 0;
}

/// RFC 7519: a signed token (RFC 7515) has three parts in base64url without padding, an encrypted one (RFC 7516) five.
/// The header is a JSON object with `alg`. The payload is an object unless it is encrypted or another token. The
/// signature is empty if, and only if, `alg` is `none` (RFC 7518, section 3.6).
sample_problem check_jwt(const char *text, uint64_t length) {
    reader parts[5], rest = {text, text + length};
    unsigned count = 0;
    for (;;) {
        if (count == 5) return SAMPLE_FORMAT;
        const char *dot = memchr(rest.at, '.', (size_t)(rest.end - rest.at));
        parts[count] = (reader){rest.at, dot ? dot : rest.end};
        if (!is_base64url(parts[count++])) return SAMPLE_FORMAT;
        if (!dot) break;
        rest.at = dot + 1;
    }
    json header, claims;
    if (!is_object(parts[0], &header) || !header.has_algorithm) return SAMPLE_FORMAT;
    if (count == 5) return right_if(header.has_encryption && parts[3].at < parts[3].end);
    if (count != 3 || (parts[2].at == parts[2].end) != header.is_unsecured) return SAMPLE_FORMAT;
    return right_if(header.is_nested ? parts[1].at < parts[1].end : is_object(parts[1], &claims));
}
