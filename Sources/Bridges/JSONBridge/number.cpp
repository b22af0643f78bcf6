#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "json_bridge.h"

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads what people write: at most 15 digits and no exponent, so that one division gives the nearest double. False
/// decides nothing.
bool read_short(const char *at, const char *end, proviso_value *value) {
    static constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    bool negative = at < end && *at == '-';
    if (negative) at++;
    const char *first = at;
    if (end - at > 15) return false;
    int64_t digits = 0;
    for (; at < end && is_digit(*at); at++) digits = digits * 10 + (*at - '0');
    if (at == first || (*first == '0' && at - first > 1)) return false;
    if (at == end) {
        value->kind = PROVISO_INTEGER;
        value->as.integer = negative ? -digits : digits;
        return true;
    }
    const char *point = at++;
    if (*point != '.') return false;
    for (; at < end && is_digit(*at); at++) digits = digits * 10 + (*at - '0');
    ptrdiff_t decimals = at - point - 1;
    if (at != end || !decimals) return false;
    double number = double(digits) / powers[decimals];
    value->kind = PROVISO_DOUBLE;
    value->as.number = negative ? -number : number;
    return true;
}

/// The parts of a JSON number by RFC 8259 section 6.
struct number_scan {
    const char *integer_start = nullptr;
    const char *integer_end = nullptr;
    /// The number of digits from the first that is not zero.
    int significant = 0;
    bool fraction_or_exponent = false;

    bool read(const char *at, const char *end) {
        if (at < end && *at == '-') at++;
        integer_start = at;
        while (at < end && is_digit(*at)) at++;
        integer_end = at;
        if (integer_start == integer_end) return false;
        if (*integer_start == '0' && integer_end - integer_start > 1) return false;
        significant = *integer_start == '0' ? 0 : int(integer_end - integer_start);
        if (at < end && *at == '.') {
            fraction_or_exponent = true;
            const char *first = ++at;
            while (at < end && is_digit(*at)) at++;
            if (at == first) return false;
            if (!significant) first = std::find_if(first, at, [](char c) { return c != '0'; });
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

/// A decimal number's digits without zeros at either end, and the position of its point before them.
struct decimal_form {
    char digits[24];
    int count = 0;
    int point = 0;

    decimal_form(const char *at, const char *end) {
        bool fraction = false;
        for (; at < end && *at != 'e' && *at != 'E'; at++) {
            if (*at == '.') fraction = true;
            if (!is_digit(*at)) continue;
            if (count || *at != '0') {
                if (count < int(sizeof digits)) digits[count++] = *at;
                if (!fraction) point++;
            } else if (fraction) {
                point--;
            }
        }
        int exponent = 0;
        if (at < end && *++at == '+') at++;
        std::from_chars(at, end, exponent);
        point += exponent;
        while (count && digits[count - 1] == '0') count--;
    }
};

/// Whether a double's shortest text is what was written: always so up to 15 digits, unless it is tiny.
bool is_kept(const number_scan &scan, double number, const char *text, const char *end) {
    bool tiny = number != 0 && std::fabs(number) < std::numeric_limits<double>::min();
    if (scan.significant <= 15 && !tiny) return true;
    char shortest[32];
    decimal_form one(text, end);
    decimal_form other(
        shortest, std::to_chars(shortest, shortest + sizeof shortest, number, std::chars_format::scientific).ptr);
    return one.count == other.count && (!one.count || one.point == other.point) &&
           !memcmp(one.digits, other.digits, size_t(one.count));
}

}  // namespace

extern "C" int32_t prv_number_parse(const char *text, size_t length, proviso_value *value) {
    const char *end = text + length;
    value->flags = 0;
    value->length = 0;
    if (read_short(text, end, value)) return 1;
    number_scan scan;
    if (!scan.read(text, end)) return 0;
    if (!scan.fraction_or_exponent) {
        if (std::from_chars(text, end, value->as.integer).ec == std::errc()) {
            value->kind = PROVISO_INTEGER;
            return 1;
        }
        if (*text != '-' && std::from_chars(text, end, value->as.unsigned_integer).ec == std::errc()) {
            value->kind = PROVISO_UNSIGNED;
            return 1;
        }
    } else if (scan.significant <= 17 && std::from_chars(text, end, value->as.number).ec == std::errc() &&
               is_kept(scan, value->as.number, text, end)) {
        value->kind = PROVISO_DOUBLE;
        return 1;
    }
    value->kind = PROVISO_DECIMAL;
    value->flags = PROVISO_FLAG_ASCII;
    value->as.text = text;
    value->length = length;
    return 1;
}

extern "C" int32_t prv_number_write(double number, int32_t decimals, int32_t scientific, char *out, int32_t capacity) {
    std::to_chars_result result = std::to_chars(
        out, out + capacity, number, scientific ? std::chars_format::scientific : std::chars_format::fixed, decimals);
    return result.ec == std::errc() ? int32_t(result.ptr - out) : -1;
}
