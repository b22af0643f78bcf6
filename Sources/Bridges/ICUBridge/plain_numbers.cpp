#include "plain_numbers.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace proviso {

namespace {

/// Numbers with decimals are written here below this; it leaves floating point room for the thousandths.
constexpr double decimalLimit = 1e12;

struct ResultCloser {
    void operator()(UFormattedNumber *result) const { unumf_closeResult(result); }
};

struct Output {
    char *text;
    int32_t length = 0;

    void add(const std::string &piece) {
        // Most pieces are one character: no call for those.
        if (piece.size() == 1) {
            text[length++] = piece[0];
            return;
        }
        std::memcpy(text + length, piece.data(), piece.size());
        length += static_cast<int32_t>(piece.size());
    }
};

uint64_t magnitude(int64_t value) {
    return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

std::string utf8(const icu::UnicodeString &text) {
    std::string result;
    return text.toUTF8String(result);
}

icu::UnicodeString textOf(const UFormattedNumber *result, UErrorCode &status) {
    int32_t length = 0;
    const char16_t *text = ufmtval_getString(unumf_resultAsValue(result, &status), &length, &status);
    return U_FAILURE(status) ? icu::UnicodeString() : icu::UnicodeString(text, length);
}

icu::UnicodeString written(const UNumberFormatter *formatter, int64_t value) {
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = threadResult();
    if (!result) return {};
    unumf_formatInt(formatter, value, result, &status);
    return textOf(result, status);
}

icu::UnicodeString written(const UNumberFormatter *formatter, double value) {
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = threadResult();
    if (!result) return {};
    unumf_formatDouble(formatter, value, result, &status);
    return textOf(result, status);
}

/// The parts before, between and after a number's digits, which must be the expected ones; empty if they are not.
std::vector<std::string> between(const icu::UnicodeString &text, const std::string &expected, PlainNumbers &numbers) {
    std::vector<std::string> pieces(1);
    for (int32_t index = 0; index < text.length(); index = text.moveIndex32(index, 1)) {
        UChar32 character = text.char32At(index);
        std::string bytes = utf8(icu::UnicodeString(character));
        if (!u_isdigit(character)) {
            pieces.back() += bytes;
            continue;
        }
        if (pieces.size() > expected.size()) return {};
        std::string &digit = numbers.digits[expected[pieces.size() - 1] - '0'];
        if (digit.empty()) digit = bytes;
        if (digit != bytes) return {};
        pieces.emplace_back();
    }
    return pieces.size() == expected.size() + 1 ? pieces : std::vector<std::string>();
}

/// The sizes of groups: the places, counted from the end, of anything between the digits.
void learnGroups(PlainNumbers &numbers, const std::vector<std::string> &pieces) {
    int32_t digits = static_cast<int32_t>(pieces.size()) - 1;
    for (int32_t place = digits - 1; place > 0; place--) {
        if (pieces[place].empty()) continue;
        int32_t behind = digits - place;
        if (numbers.primary > 0) {
            numbers.secondary = behind - numbers.primary;
            return;
        }
        numbers.separator = pieces[place];
        numbers.primary = numbers.secondary = behind;
    }
}

bool fits(const PlainNumbers &numbers) {
    size_t longest = 0;
    for (const std::string &digit : numbers.digits) longest = std::max(longest, digit.size());
    size_t around = numbers.minus.size() + numbers.afterMinus.size() + numbers.point.size();
    return 20 * (longest + numbers.separator.size()) + around <= longestPlainNumber;
}

/// Whether numbers of all lengths come out as ICU writes them.
bool agrees(const PlainNumbers &numbers, const UNumberFormatter *formatter) {
    char buffer[longestPlainNumber];
    for (int64_t value : {int64_t{0}, int64_t{10}, int64_t{999}, int64_t{1000}, int64_t{9876}, int64_t{12345},
                          int64_t{100000}, int64_t{7654321}, int64_t{-98765432}, INT64_MAX, INT64_MIN}) {
        std::string ours(buffer, numbers.write(value, buffer));
        if (ours != utf8(written(formatter, value))) return false;
    }
    return true;
}

bool agreesInDecimals(const PlainNumbers &numbers, const UNumberFormatter *formatter) {
    char buffer[longestPlainNumber];
    for (int64_t value : {int64_t{1500}, int64_t{-20}, int64_t{1234567}, int64_t{987654321005}}) {
        std::string ours(buffer, numbers.writeThousandths(value, buffer));
        if (ours != utf8(written(formatter, static_cast<double>(value) / 1000))) return false;
    }
    return true;
}

}  // namespace

UFormattedNumber *threadResult() {
    thread_local std::unique_ptr<UFormattedNumber, ResultCloser> result;
    if (!result) {
        UErrorCode status = U_ZERO_ERROR;
        result.reset(unumf_openResult(&status));
    }
    return result.get();
}

int32_t PlainNumbers::write(int64_t value, char *text) const { return write(value < 0, magnitude(value), 0, text); }

int32_t PlainNumbers::writeThousandths(int64_t thousandths, char *text) const {
    uint64_t all = magnitude(thousandths);
    return write(thousandths < 0, all / 1000, static_cast<int32_t>(all % 1000), text);
}

int32_t PlainNumbers::write(bool negative, uint64_t whole, int32_t thousandths, char *text) const {
    uint8_t row[20];
    int32_t count = 0;
    do {
        row[count++] = static_cast<uint8_t>(whole % 10);
        whole /= 10;
    } while (whole > 0);
    Output out{text};
    if (negative) out.add(minus);
    // The number of digits after the next separator.
    int32_t next = primary > 0 && count >= primary + minimum ? count - 1 : 0;
    while (next > primary && (next - primary) % secondary != 0) next--;
    if (next < primary) next = 0;
    for (int32_t left = count - 1; left >= 0; left--) {
        out.add(digits[row[left]]);
        if (left != next || left == 0) continue;
        out.add(separator);
        next = left == primary ? 0 : left - secondary;
    }
    if (thousandths > 0) out.add(point);
    for (int32_t place = 100; thousandths > 0; thousandths %= place, place /= 10) out.add(digits[thousandths / place]);
    if (negative) out.add(afterMinus);
    return out.length;
}

std::unique_ptr<PlainNumbers> learnPlainNumbers(const UNumberFormatter *formatter, bool decimals) {
    auto numbers = std::make_unique<PlainNumbers>();
    auto pieces = between(written(formatter, int64_t{1234567890123}), "1234567890123", *numbers);
    if (pieces.empty()) return nullptr;
    learnGroups(*numbers, pieces);
    auto four = between(written(formatter, int64_t{1234}), "1234", *numbers);
    auto negative = between(written(formatter, int64_t{-1}), "1", *numbers);
    if (four.empty() || negative.empty()) return nullptr;
    if (numbers->primary == 3 && four[1].empty()) numbers->minimum = 2;
    numbers->minus = negative[0];
    numbers->afterMinus = negative[1];
    auto decimal = decimals ? between(written(formatter, 1.5), "15", *numbers) : std::vector<std::string>();
    if (!decimal.empty()) numbers->point = decimal[1];
    if (!fits(*numbers) || !agrees(*numbers, formatter)) return nullptr;
    numbers->showsDecimals = !numbers->point.empty() && agreesInDecimals(*numbers, formatter);
    return numbers;
}

bool thousandthsOf(double value, int64_t &result) {
    if (!(std::fabs(value) < decimalLimit) || (value == 0 && std::signbit(value))) return false;
    double scaled = std::nearbyint(value * 1000);
    // Of all decimals of up to 15 digits only one is nearest to `value`: that is the one ICU shows.
    if (scaled / 1000 != value) return false;
    result = static_cast<int64_t>(scaled);
    return true;
}

}  // namespace proviso
