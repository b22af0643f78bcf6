#include "message_oracle.h"

#include <unicode/datefmt.h>
#include <unicode/listformatter.h>
#include <unicode/msgfmt.h>
#include <unicode/numberformatter.h>
#include <unicode/plurrule.h>
#include <unicode/timezone.h>
#include <unicode/ucurr.h>
#include <unicode/uloc.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Arguments {
    std::vector<icu::UnicodeString> names;
    std::vector<icu::Formattable> values;

    Arguments(const oracle_argument *arguments, int32_t count, UErrorCode &status) {
        for (int32_t index = 0; index < count; index++) {
            const oracle_argument &argument = arguments[index];
            names.push_back(icu::UnicodeString::fromUTF8(argument.name));
            switch (argument.kind) {
                case ORACLE_TEXT: values.emplace_back(icu::UnicodeString::fromUTF8(argument.text)); break;
                case ORACLE_INT: values.emplace_back(argument.integer); break;
                case ORACLE_DOUBLE: values.emplace_back(argument.number); break;
                case ORACLE_DECIMAL: values.emplace_back(icu::StringPiece(argument.text), status); break;
            }
        }
    }
};

std::unique_ptr<icu::MessageFormat> prepared(const char *locale, const char *pattern, UErrorCode &status) {
    UParseError place;
    return std::make_unique<icu::MessageFormat>(
        icu::UnicodeString::fromUTF8(pattern), icu::Locale::forLanguageTag(locale, status), place, status);
}

/// Date formats take the default zone when they are made.
void useUTC() {
    static const bool done = [] {
        icu::TimeZone::adoptDefault(icu::TimeZone::createTimeZone("UTC"));
        return true;
    }();
    (void)done;
}

}  // namespace

int32_t oracle_format(const char *locale, const char *pattern, const oracle_argument *arguments, int32_t count,
                      char *out, int32_t capacity) {
    useUTC();
    UErrorCode status = U_ZERO_ERROR;
    Arguments given(arguments, count, status);
    auto format = prepared(locale, pattern, status);
    icu::UnicodeString text;
    if (U_SUCCESS(status)) format->format(given.names.data(), given.values.data(), count, text, status);
    if (U_FAILURE(status)) return -1 - static_cast<int32_t>(status);
    std::string utf8;
    text.toUTF8String(utf8);
    if (static_cast<int32_t>(utf8.size()) <= capacity) utf8.copy(out, utf8.size());
    return static_cast<int32_t>(utf8.size());
}

int32_t oracle_plural(const char *locale, bool ordinal, double number, int32_t decimals, char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = icu::Locale::forLanguageTag(locale, status);
    std::unique_ptr<icu::PluralRules> rules(icu::PluralRules::forLocale(
        parsed, ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL, status));
    if (U_FAILURE(status)) return -1;
    icu::number::FormattedNumber written = icu::number::NumberFormatter::withLocale(parsed)
                                               .precision(icu::number::Precision::fixedFraction(decimals))
                                               .formatDouble(number, status);
    std::string keyword;
    rules->select(written, status).toUTF8String(keyword);
    if (U_FAILURE(status) || static_cast<int32_t>(keyword.size()) > capacity) return -1;
    return static_cast<int32_t>(keyword.copy(out, keyword.size()));
}

static int32_t put(const icu::UnicodeString &text, char *out, int32_t capacity) {
    std::string utf8;
    text.toUTF8String(utf8);
    if (static_cast<int32_t>(utf8.size()) <= capacity) utf8.copy(out, utf8.size());
    return static_cast<int32_t>(utf8.size());
}

int32_t oracle_date(const char *locale, oracle_part part, int32_t style, double milliseconds, char *out,
                    int32_t capacity) {
    static const icu::DateFormat::EStyle styles[] = {icu::DateFormat::kShort, icu::DateFormat::kMedium,
                                                     icu::DateFormat::kLong, icu::DateFormat::kFull};
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = icu::Locale::forLanguageTag(locale, status);
    std::unique_ptr<icu::DateFormat> format(icu::DateFormat::createDateTimeInstance(
        part == ORACLE_TIME ? icu::DateFormat::kNone : styles[style],
        part == ORACLE_DATE ? icu::DateFormat::kNone : styles[style], parsed));
    if (U_FAILURE(status) || !format) return -1;
    format->adoptTimeZone(icu::TimeZone::createTimeZone("UTC"));
    icu::UnicodeString text;
    format->format(milliseconds, text);
    return put(text, out, capacity);
}

int32_t oracle_number(const char *locale, oracle_number_style style, const char *currency, const char *decimal, char *out,
                      int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = icu::Locale::forLanguageTag(locale, status);
    auto formatter = icu::number::NumberFormatter::withLocale(parsed).precision(icu::number::Precision::unlimited());
    if (style == ORACLE_PERCENT) {
        formatter = formatter.unit(icu::NoUnit::percent());
    } else if (style != ORACLE_DECIMALS) {
        formatter = formatter.unit(icu::CurrencyUnit(icu::StringPiece(currency), status));
        if (style == ORACLE_ISO_CURRENCY) formatter = formatter.unitWidth(UNUM_UNIT_WIDTH_ISO_CODE);
    }
    icu::number::FormattedNumber written = formatter.formatDecimal(decimal, status);
    icu::UnicodeString text = written.toString(status);
    return U_FAILURE(status) ? -1 : put(text, out, capacity);
}

int32_t oracle_locales(char *out, int32_t capacity) {
    std::string lines;
    int32_t count = 0;
    const icu::Locale *locales = icu::Locale::getAvailableLocales(count);
    for (int32_t index = 0; index < count; index++) {
        UErrorCode status = U_ZERO_ERROR;
        std::string tag = locales[index].toLanguageTag<std::string>(status);
        if (U_SUCCESS(status)) lines += (lines.empty() ? "" : "\n") + tag;
    }
    return static_cast<int32_t>(lines.copy(out, static_cast<size_t>(capacity))) < static_cast<int32_t>(lines.size())
               ? -1
               : static_cast<int32_t>(lines.size());
}

double oracle_time(const char *locale, const char *pattern, const oracle_argument *arguments, int32_t count,
                   int32_t rounds, bool utf8) {
    useUTC();
    UErrorCode status = U_ZERO_ERROR;
    Arguments given(arguments, count, status);
    auto format = prepared(locale, pattern, status);
    if (U_FAILURE(status)) return -1;
    size_t sum = 0;
    auto start = std::chrono::steady_clock::now();
    for (int32_t round = 0; round < rounds; round++) {
        icu::UnicodeString text;
        format->format(given.names.data(), given.values.data(), count, text, status);
        if (utf8) {
            std::string bytes;
            sum += text.toUTF8String(bytes).size();
        } else {
            sum += text.length();
        }
    }
    std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    return U_FAILURE(status) || sum == 0 ? -1 : spent.count() / rounds;
}

namespace {

int32_t write(const icu::UnicodeString &text, UErrorCode status, char *out, int32_t capacity) {
    if (U_FAILURE(status)) return -1 - static_cast<int32_t>(status);
    std::string utf8;
    text.toUTF8String(utf8);
    if (static_cast<int32_t>(utf8.size()) <= capacity) utf8.copy(out, utf8.size());
    return static_cast<int32_t>(utf8.size());
}

}  // namespace

int32_t oracle_list(const char *locale, bool isOr, const char *items, char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::ListFormatter> format(icu::ListFormatter::createInstance(
        icu::Locale::forLanguageTag(locale, status), isOr ? ULISTFMT_TYPE_OR : ULISTFMT_TYPE_AND, ULISTFMT_WIDTH_WIDE,
        status));
    std::vector<icu::UnicodeString> texts;
    std::string all = items;
    for (size_t start = 0; start <= all.size();) {
        size_t end = all.find('\n', start);
        if (end == std::string::npos) end = all.size();
        texts.push_back(icu::UnicodeString::fromUTF8(all.substr(start, end - start)));
        start = end + 1;
    }
    icu::UnicodeString text;
    if (U_SUCCESS(status)) format->format(texts.data(), static_cast<int32_t>(texts.size()), text, status);
    return write(text, status, out, capacity);
}

int32_t oracle_name(const char *locale, oracle_name_kind kind, const char *code, char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale in = icu::Locale::forLanguageTag(locale, status);
    icu::UnicodeString text;
    switch (kind) {
        case ORACLE_REGION_NAME: icu::Locale("und", code).getDisplayCountry(in, text); break;
        case ORACLE_SCRIPT_NAME: icu::Locale(("und_" + std::string(code)).c_str()).getDisplayScript(in, text); break;
        case ORACLE_LANGUAGE_NAME: icu::Locale(code).getDisplayLanguage(in, text); break;
        case ORACLE_CURRENCY_NAME: {
            icu::UnicodeString iso = icu::UnicodeString::fromUTF8(code);
            int32_t length = 0;
            const UChar *name =
                ucurr_getName(iso.getTerminatedBuffer(), in.getName(), UCURR_LONG_NAME, nullptr, &length, &status);
            text.setTo(name, length);
        }
    }
    return write(text, status, out, capacity);
}
