#include "plain_numbers.h"
#include "support.h"

#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>

#include <atomic>
#include <memory>

namespace {

/// The plural categories of integers below this are remembered.
constexpr int64_t smallLimit = 1000;
/// Integers up to this are exact in floating point.
constexpr int64_t exactLimit = int64_t{1} << 53;

const char16_t *skeletonOf(prv_icu_number_style style) {
    switch (style) {
        case PRV_ICU_NUMBER_INTEGER: return u"precision-integer";
        case PRV_ICU_NUMBER_PERCENT: return u"percent scale/100 precision-integer";
        // Rounded, the limit 0.0001 would be the limit 0.
        default: return u"precision-unlimited";
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
    /// Category + 1 of each small integer, 0 while unknown; every thread would write the same.
    mutable std::atomic<uint8_t> small[smallLimit] = {};

    ~prv_icu_plurals() { uplrules_close(rules); }
};

struct prv_icu_number {
    UNumberFormatter *formatter = nullptr;
    /// Absent where only ICU can write the numbers.
    std::unique_ptr<proviso::PlainNumbers> plain;

    ~prv_icu_number() { unumf_close(formatter); }
};

namespace {

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

}  // namespace

prv_icu_plurals *prv_icu_plurals_create(const char *locale, bool ordinal) try {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = proviso::localeOf(locale);
    if (parsed.isBogus()) return nullptr;
    auto plurals = std::make_unique<prv_icu_plurals>();
    UPluralType type = ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL;
    plurals->rules = uplrules_openForType(parsed.getName(), type, &status);
    return U_FAILURE(status) ? nullptr : plurals.release();
} catch (...) {
    return nullptr;
}

void prv_icu_plurals_destroy(prv_icu_plurals *plurals) { delete plurals; }

uint32_t prv_icu_plurals_categories(const prv_icu_plurals *plurals) try {
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration *keywords = uplrules_getKeywords(plurals->rules, &status);
    uint32_t categories = 0;
    int32_t length = 0;
    while (const char16_t *keyword = U_SUCCESS(status) ? uenum_unext(keywords, &length, &status) : nullptr) {
        categories |= 1u << categoryOf(keyword, length);
    }
    uenum_close(keywords);
    return categories;
} catch (...) {
    return 0;
}

prv_icu_category prv_icu_plurals_select(const prv_icu_plurals *plurals, double value) try {
    UErrorCode status = U_ZERO_ERROR;
    char16_t keyword[16];
    int32_t length = uplrules_select(plurals->rules, value, keyword, 16, &status);
    return U_FAILURE(status) ? PRV_ICU_OTHER : categoryOf(keyword, length);
} catch (...) {
    return PRV_ICU_OTHER;
}

int32_t prv_icu_plurals_whole(const prv_icu_plurals *plurals, int64_t value) try {
    bool small = value >= 0 && value < smallLimit;
    uint8_t known = small ? plurals->small[value].load(std::memory_order_relaxed) : 0;
    if (known != 0) return known - 1;
    if (value <= -exactLimit || value >= exactLimit) return -1;
    prv_icu_category category = prv_icu_plurals_select(plurals, static_cast<double>(value));
    if (small) plurals->small[value].store(static_cast<uint8_t>(category + 1), std::memory_order_relaxed);
    return category;
} catch (...) {
    return -1;
}

int32_t prv_icu_plurals_decimal(const prv_icu_plurals *plurals, double value) try {
    int64_t thousandths = 0;
    return proviso::thousandthsOf(value, thousandths) ? prv_icu_plurals_select(plurals, value) : -1;
} catch (...) {
    return -1;
}

prv_icu_number *prv_icu_number_create(const char *locale, prv_icu_number_style style, prv_icu_text skeleton) try {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = proviso::localeOf(locale);
    if (parsed.isBogus() || proviso::tooLong(skeleton)) return nullptr;
    bool own = style == PRV_ICU_NUMBER_SKELETON;
    icu::UnicodeString text = own ? proviso::utf16(skeleton) : icu::UnicodeString(skeletonOf(style));
    auto number = std::make_unique<prv_icu_number>();
    number->formatter = unumf_openForSkeletonAndLocale(text.getBuffer(), text.length(), parsed.getName(), &status);
    if (U_FAILURE(status)) return nullptr;
    if (style == PRV_ICU_NUMBER_PLAIN || style == PRV_ICU_NUMBER_INTEGER) {
        number->plain = proviso::learnPlainNumbers(number->formatter, style == PRV_ICU_NUMBER_PLAIN);
    }
    return number.release();
} catch (...) {
    return nullptr;
}

void prv_icu_number_destroy(prv_icu_number *number) { delete number; }

int32_t prv_icu_number_int(const prv_icu_number *number, int64_t value, const prv_icu_plurals *plurals,
                           prv_icu_category *category, char *out, int32_t capacity) try {
    if (number->plain && !plurals && capacity >= proviso::longestPlainNumber) return number->plain->write(value, out);
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = proviso::threadResult();
    if (!result) return -1;
    unumf_formatInt(number->formatter, value, result, &status);
    return finish(result, plurals, category, out, capacity, status);
} catch (...) {
    return -1;
}

int32_t prv_icu_number_double(const prv_icu_number *number, double value, const prv_icu_plurals *plurals,
                              prv_icu_category *category, char *out, int32_t capacity) try {
    int64_t thousandths = 0;
    bool plain = number->plain && number->plain->showsDecimals && !plurals && capacity >= proviso::longestPlainNumber;
    if (plain && proviso::thousandthsOf(value, thousandths)) return number->plain->writeThousandths(thousandths, out);
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = proviso::threadResult();
    if (!result) return -1;
    unumf_formatDouble(number->formatter, value, result, &status);
    return finish(result, plurals, category, out, capacity, status);
} catch (...) {
    return -1;
}

int32_t prv_icu_number_decimal(const prv_icu_number *number, prv_icu_text value, const prv_icu_plurals *plurals,
                               prv_icu_category *category, char *out, int32_t capacity) try {
    UErrorCode status = U_ZERO_ERROR;
    UFormattedNumber *result = proviso::threadResult();
    if (!result || proviso::tooLong(value)) return -1;
    unumf_formatDecimal(number->formatter, value.bytes, static_cast<int32_t>(value.length), result, &status);
    return finish(result, plurals, category, out, capacity, status);
} catch (...) {
    return -1;
}
