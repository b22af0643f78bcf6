#include "support.h"

#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>

#include <atomic>
#include <memory>

namespace {

/// Whole numbers below this are written digit by digit, and their plural categories remembered.
constexpr int64_t smallLimit = 1000;

struct ResultCloser {
    void operator()(UFormattedNumber *result) const { unumf_closeResult(result); }
};

/// ICU's result object is not shareable, and making one costs as much as the formatting.
UFormattedNumber *threadResult() {
    thread_local std::unique_ptr<UFormattedNumber, ResultCloser> result;
    if (!result) {
        UErrorCode status = U_ZERO_ERROR;
        result.reset(unumf_openResult(&status));
    }
    return result.get();
}

const char16_t *skeletonOf(prv_icu_number_style style) {
    switch (style) {
        case PRV_ICU_NUMBER_INTEGER: return u"precision-integer";
        case PRV_ICU_NUMBER_PERCENT: return u"percent scale/100 precision-integer";
        default: return u".###";
    }
}

prv_icu_category categoryOf(const char16_t *keyword, int32_t length) {
    if (length == 4 && keyword[0] == u'z') return PRV_ICU_ZERO;
    if (length == 3 && keyword[0] == u'o') return PRV_ICU_ONE;
    if (length == 3 && keyword[0] == u't') return PRV_ICU_TWO;
    if (length == 3 && keyword[0] == u'f') return PRV_ICU_FEW;
    if (length == 4 && keyword[0] == u'm') return PRV_ICU_MANY;
    return PRV_ICU_OTHER;
}

}  // namespace

struct prv_icu_plurals {
    UPluralRules *rules = nullptr;
    /// Category + 1 of each small whole number, 0 while unknown; every thread would write the same.
    mutable std::atomic<uint8_t> small[smallLimit] = {};

    ~prv_icu_plurals() { uplrules_close(rules); }
};

struct prv_icu_number {
    UNumberFormatter *formatter = nullptr;
    /// The ten digits, when whole numbers below 1,000 are just those in a row in this locale and style.
    std::string digits[10];
    bool plainDigits = false;

    ~prv_icu_number() { unumf_close(formatter); }
};

namespace {

std::string written(const prv_icu_number &number, int64_t value) {
    char buffer[64];
    int32_t length = prv_icu_number_int(&number, value, nullptr, nullptr, buffer, sizeof buffer);
    return length < 0 || length > static_cast<int32_t>(sizeof buffer) ? std::string() : std::string(buffer, length);
}

void learnDigits(prv_icu_number &number) {
    for (int digit = 0; digit < 10; digit++) number.digits[digit] = written(number, digit);
    for (int value : {10, 99, 123, 456, 789, 999}) {
        std::string row;
        for (char digit : std::to_string(value)) row += number.digits[digit - '0'];
        if (row != written(number, value)) return;
    }
    number.plainDigits = true;
}

prv_icu_category select(const prv_icu_plurals &plurals, const UFormattedNumber *result) {
    UErrorCode status = U_ZERO_ERROR;
    char16_t keyword[16];
    int32_t length = uplrules_selectFormatted(plurals.rules, result, keyword, 16, &status);
    return U_FAILURE(status) ? PRV_ICU_OTHER : categoryOf(keyword, length);
}

int32_t finish(const UFormattedNumber *result, const prv_icu_plurals *plurals, prv_icu_category *category, char *out,
               int32_t capacity, UErrorCode status) {
    if (U_FAILURE(status)) return -1;
    if (plurals && category) *category = select(*plurals, result);
    int32_t length = 0;
    const char16_t *text = ufmtval_getString(unumf_resultAsValue(result, &status), &length, &status);
    return U_FAILURE(status) ? -1 : proviso::write(text, length, out, capacity);
}

int32_t writeSmall(const prv_icu_number &number, int64_t value, char *out, int32_t capacity) {
    const std::string *row[3];
    int count = 0;
    do {
        row[count++] = &number.digits[value % 10];
        value /= 10;
    } while (value > 0);
    int32_t length = 0;
    while (count > 0) {
        const std::string &digit = *row[--count];
        proviso::write(digit, out + length, capacity - length);
        length += static_cast<int32_t>(digit.size());
    }
    return length;
}

}  // namespace

prv_icu_plurals *prv_icu_plurals_create(const char *locale, bool ordinal) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = proviso::localeOf(locale);
    if (parsed.isBogus()) return nullptr;
    auto plurals = std::make_unique<prv_icu_plurals>();
    UPluralType type = ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL;
    plurals->rules = uplrules_openForType(parsed.getName(), type, &status);
    return U_FAILURE(status) ? nullptr : plurals.release();
}

void prv_icu_plurals_destroy(prv_icu_plurals *plurals) { delete plurals; }

uint32_t prv_icu_plurals_categories(const prv_icu_plurals *plurals) {
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *keywords = uplrules_getKeywords(plurals->rules, &status);
    uint32_t categories = 0;
    int32_t length = 0;
    while (const char16_t *keyword = U_SUCCESS(status) ? uenum_unext(keywords, &length, &status) : nullptr) {
        categories |= 1u << categoryOf(keyword, length);
    }
    uenum_close(keywords);
    return categories;
}

prv_icu_category prv_icu_plurals_select(const prv_icu_plurals *plurals, double value) {
    UErrorCode status = U_ZERO_ERROR;
    char16_t keyword[16];
    int32_t length = uplrules_select(plurals->rules, value, keyword, 16, &status);
    return U_FAILURE(status) ? PRV_ICU_OTHER : categoryOf(keyword, length);
}

prv_icu_number *prv_icu_number_create(const char *locale, prv_icu_number_style style, prv_icu_text skeleton) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = proviso::localeOf(locale);
    if (parsed.isBogus() || proviso::tooLong(skeleton)) return nullptr;
    bool own = style == PRV_ICU_NUMBER_SKELETON;
    icu::UnicodeString text = own ? proviso::utf16(skeleton) : icu::UnicodeString(skeletonOf(style));
    auto number = std::make_unique<prv_icu_number>();
    number->formatter = unumf_openForSkeletonAndLocale(text.getBuffer(), text.length(), parsed.getName(), &status);
    if (U_FAILURE(status)) return nullptr;
    if (style == PRV_ICU_NUMBER_PLAIN || style == PRV_ICU_NUMBER_INTEGER) learnDigits(*number);
    return number.release();
}

void prv_icu_number_destroy(prv_icu_number *number) { delete number; }

int32_t prv_icu_number_int(const prv_icu_number *number, int64_t value, const prv_icu_plurals *plurals,
                           prv_icu_category *category, char *out, int32_t capacity) {
    bool small = number->plainDigits && value >= 0 && value < smallLimit && capacity >= 16;
    if (small && plurals && category) {
        uint8_t known = plurals->small[value].load(std::memory_order_relaxed);
        small = known != 0;
        if (small) *category = static_cast<prv_icu_category>(known - 1);
    }
    if (small) return writeSmall(*number, value, out, capacity);

    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = threadResult();
    if (!result) return -1;
    unumf_formatInt(number->formatter, value, result, &status);
    int32_t length = finish(result, plurals, category, out, capacity, status);
    bool remember = plurals && category && number->plainDigits && value >= 0 && value < smallLimit;
    if (length >= 0 && remember) {
        plurals->small[value].store(static_cast<uint8_t>(*category + 1), std::memory_order_relaxed);
    }
    return length;
}

int32_t prv_icu_number_double(const prv_icu_number *number, double value, const prv_icu_plurals *plurals,
                              prv_icu_category *category, char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = threadResult();
    if (!result) return -1;
    unumf_formatDouble(number->formatter, value, result, &status);
    return finish(result, plurals, category, out, capacity, status);
}

int32_t prv_icu_number_decimal(const prv_icu_number *number, prv_icu_text value, const prv_icu_plurals *plurals,
                               prv_icu_category *category, char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = threadResult();
    if (!result || proviso::tooLong(value)) return -1;
    unumf_formatDecimal(number->formatter, value.bytes, static_cast<int32_t>(value.length), result, &status);
    return finish(result, plurals, category, out, capacity, status);
}
