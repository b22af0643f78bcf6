#include <charconv>
#include <cstring>

#include "json_bridge.h"

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The parts of a JSON number by RFC 8259 section 6.
struct number_scan {
    const char *integer_start = nullptr;
    const char *integer_end = nullptr;
    int significant = 0;
    bool fraction_or_exponent = false;

    bool read(const char *at, const char *end) {
        if (at < end && *at == '-') at++;
        integer_start = at;
        while (at < end && is_digit(*at)) at++;
        integer_end = at;
        if (integer_start == integer_end) return false;
        if (*integer_start == '0' && integer_end - integer_start > 1) return false;
        significant = int(integer_end - integer_start);
        if (at < end && *at == '.') {
            fraction_or_exponent = true;
            const char *first = ++at;
            while (at < end && is_digit(*at)) at++;
            if (at == first) return false;
            significant += int(at - first);
        }
        if (at < end && (*at == 'e' || *at == 'E')) {
            fraction_or_exponent = true;
            if (++at < end && (*at == '+' || *at == '-')) at++;
            const char *first = at;
            while (at < end && is_digit(*at)) at++;
            if (at == first) return false;
        }
        return at == end;
    }
};

}  // namespace

extern "C" int32_t prv_number_parse(const char *text, size_t length, proviso_value *value) {
    const char *end = text + length;
    number_scan scan;
    if (!scan.read(text, end)) return 0;
    value->flags = 0;
    value->length = 0;
    if (!scan.fraction_or_exponent) {
        if (std::from_chars(text, end, value->as.integer).ec == std::errc()) {
            value->kind = PROVISO_INTEGER;
            return 1;
        }
        if (*text != '-' && std::from_chars(text, end, value->as.unsigned_integer).ec == std::errc()) {
            value->kind = PROVISO_UNSIGNED;
            return 1;
        }
    } else if (scan.significant <= 17 && std::from_chars(text, end, value->as.number).ec == std::errc()) {
        // Up to 17 digits are told apart by a double's shortest text; longer ones keep their own.
        value->kind = PROVISO_DOUBLE;
        return 1;
    }
    value->kind = PROVISO_DECIMAL;
    value->flags = PROVISO_FLAG_ASCII;
    value->as.text = text;
    value->length = length;
    return 1;
}
