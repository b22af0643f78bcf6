#include "support.h"

#include <unicode/numsys.h>
#include <unicode/ucurr.h>
#include <unicode/unum.h>

#include <memory>

namespace {

struct FormatCloser {
    void operator()(UNumberFormat *format) const { unum_close(format); }
};

bool isOfTenDigits(const icu::Locale &locale) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::NumberingSystem> system(icu::NumberingSystem::createInstance(locale, status));
    return U_SUCCESS(status) && system && !system->isAlgorithmic() && system->getRadix() == 10;
}

std::string symbol(const UNumberFormat *format, UNumberFormatSymbol name) {
    UErrorCode status = U_ZERO_ERROR;
    char16_t units[32];
    int32_t length = unum_getSymbol(format, name, units, 32, &status);
    std::string text;
    if (U_SUCCESS(status) && length <= 32) icu::UnicodeString(false, units, length).toUTF8String(text);
    return text;
}

std::string digits(const UNumberFormat *format) {
    std::string row = symbol(format, UNUM_ZERO_DIGIT_SYMBOL);
    for (int name = UNUM_ONE_DIGIT_SYMBOL; name <= UNUM_NINE_DIGIT_SYMBOL; name++) {
        row += symbol(format, static_cast<UNumberFormatSymbol>(name));
    }
    return row;
}

std::string group(const UNumberFormat *format, UNumberFormatAttribute size) {
    bool grouped = unum_getAttribute(format, UNUM_GROUPING_USED) && unum_getAttribute(format, UNUM_GROUPING_SIZE) > 0;
    int32_t count = grouped ? unum_getAttribute(format, size) : 0;
    if (grouped && count <= 0) count = unum_getAttribute(format, UNUM_GROUPING_SIZE);
    return std::to_string(count);
}

using Format = std::unique_ptr<UNumberFormat, FormatCloser>;

Format formatOf(const icu::Locale &locale, UNumberFormatStyle style, UErrorCode &status) {
    return Format(unum_open(style, nullptr, 0, locale.getName(), nullptr, &status));
}

/// The sizes of the last group and of those before it, each with a line feed before.
std::string groups(const UNumberFormat *format) {
    return "\n" + group(format, UNUM_GROUPING_SIZE) + "\n" + group(format, UNUM_SECONDARY_GROUPING_SIZE);
}

/// Whether the locale writes the minus sign of an amount after it.
bool endsWithMinus(const UNumberFormat *format) {
    UErrorCode status = U_ZERO_ERROR;
    char16_t units[32];
    int32_t length = unum_getTextAttribute(format, UNUM_NEGATIVE_SUFFIX, units, 32, &status);
    if (U_FAILURE(status) || length > 32) return false;
    icu::UnicodeString suffix(false, units, length);
    return suffix.indexOf(u'-') >= 0 || suffix.indexOf(static_cast<char16_t>(0x2212)) >= 0;
}

}  // namespace

int32_t prv_icu_number_symbols(const char *tag, const char *numbering, const char *currency, char *out,
                               int32_t capacity) try {
    icu::Locale locale = proviso::localeOf(tag);
    if (locale.isBogus()) return -1;
    UErrorCode status = U_ZERO_ERROR;
    if (*numbering) locale.setUnicodeKeywordValue("nu", numbering, status);
    if (U_FAILURE(status) || !isOfTenDigits(locale)) return -1;
    Format plain = formatOf(locale, UNUM_DECIMAL, status);
    Format percent = formatOf(locale, UNUM_PERCENT, status);
    Format money = formatOf(locale, UNUM_CURRENCY, status);
    if (U_FAILURE(status) || !plain || !percent || !money) return -1;
    if (std::strlen(currency) == 3) {
        // A few currencies have separators of their own in a locale.
        char16_t code[4] = {0};
        u_charsToUChars(currency, code, 3);
        unum_setTextAttribute(money.get(), UNUM_CURRENCY_CODE, code, 3, &status);
        if (U_FAILURE(status)) return -1;
    }
    std::string lines = digits(plain.get());
    for (UNumberFormatSymbol name : {UNUM_DECIMAL_SEPARATOR_SYMBOL, UNUM_GROUPING_SEPARATOR_SYMBOL,
                                     UNUM_MINUS_SIGN_SYMBOL, UNUM_PLUS_SIGN_SYMBOL, UNUM_PERCENT_SYMBOL}) {
        lines += "\n" + symbol(plain.get(), name);
    }
    lines += groups(plain.get()) + groups(percent.get()) + groups(money.get());
    lines += "\n" + symbol(money.get(), UNUM_MONETARY_SEPARATOR_SYMBOL);
    lines += "\n" + symbol(money.get(), UNUM_MONETARY_GROUPING_SEPARATOR_SYMBOL);
    lines += endsWithMinus(money.get()) ? "\n-" : "\n";
    return proviso::write(lines, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_currency_symbols(const char *tag, const char *currency, char *out, int32_t capacity) try {
    icu::Locale locale = proviso::localeOf(tag);
    if (locale.isBogus() || std::strlen(currency) != 3) return -1;
    char16_t code[4] = {0};
    u_charsToUChars(currency, code, 3);
    std::string lines;
    for (UCurrNameStyle style : {UCURR_SYMBOL_NAME, UCURR_NARROW_SYMBOL_NAME}) {
        UErrorCode status = U_ZERO_ERROR;
        int32_t length = 0;
        const char16_t *name = ucurr_getName(code, locale.getName(), style, nullptr, &length, &status);
        if (U_FAILURE(status)) return -1;
        if (style != UCURR_SYMBOL_NAME) lines += '\n';
        icu::UnicodeString(false, name, length).toUTF8String(lines);
    }
    return proviso::write(lines, out, capacity);
} catch (...) {
    return -1;
}
