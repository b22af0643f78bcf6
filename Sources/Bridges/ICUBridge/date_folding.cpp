#include "date_folding.h"

#include <unicode/dtfmtsym.h>
#include <unicode/normalizer2.h>
#include <unicode/tzfmt.h>
#include <unicode/uchar.h>

#include <memory>
#include <vector>

namespace {

bool isMark(char16_t unit) { return unit == 0x200E || unit == 0x200F || unit == 0x061C; }

bool isDash(char16_t unit) { return (unit >= 0x2010 && unit <= 0x2013) || unit == 0x2212; }

/// Apostrophes and letters that look like one: ’ ‘ ʼ ʻ and the Hebrew geresh.
bool isApostrophe(char16_t unit) {
    return unit == 0x2019 || unit == 0x2018 || unit == 0x02BC || unit == 0x02BB || unit == 0x05F3;
}

bool isDoubleQuote(char16_t unit) { return unit == 0x201C || unit == 0x201D || unit == 0x05F4; }

icu::UnicodeString folded(const icu::UnicodeString &text, bool dashes, bool quotes, const char16_t *apostrophe) {
    icu::UnicodeString result;
    for (int32_t index = 0; index < text.length(); index++) {
        char16_t unit = text.charAt(index);
        if (isMark(unit)) continue;
        if (u_charType(unit) == U_SPACE_SEPARATOR) {
            result.append(u' ');
        } else if (dashes && isDash(unit)) {
            result.append(u'-');
        } else if (quotes && isApostrophe(unit)) {
            result.append(icu::UnicodeString(apostrophe));
        } else if (quotes && isDoubleQuote(unit)) {
            result.append(u'"');
        } else {
            result.append(unit);
        }
    }
    return result;
}

/// Folds the strings of a format and records what they contained.
struct Folder {
    proviso::DateFolding found;

    icu::UnicodeString operator()(const icu::UnicodeString &text, const char16_t *apostrophe = u"'") {
        for (int32_t index = 0; index < text.length(); index++) {
            char16_t unit = text.charAt(index);
            found.dashes = found.dashes || isDash(unit);
            found.quotes = found.quotes || isApostrophe(unit) || isDoubleQuote(unit);
        }
        return folded(text, true, true, apostrophe);
    }

    std::vector<icu::UnicodeString> operator()(const icu::UnicodeString *texts, int32_t count) {
        std::vector<icu::UnicodeString> result;
        for (int32_t index = 0; index < count; index++) result.push_back((*this)(texts[index]));
        return result;
    }
};

bool isLetter(const icu::UnicodeString &pattern, int32_t index) {
    return index >= 0 && index < pattern.length() && pattern.charAt(index) < 0x80 && u_isalpha(pattern.charAt(index));
}

/// `dd.MM.yy` as `d.M.yy`: ICU refuses a day of one digit for `dd`, and takes two for `d`. Fields without anything
/// between them keep their widths.
icu::UnicodeString shortened(const icu::UnicodeString &pattern) {
    icu::UnicodeString result;
    bool quoted = false;
    for (int32_t index = 0; index < pattern.length(); index++) {
        char16_t unit = pattern.charAt(index);
        quoted = quoted != (unit == u'\'');
        result.append(unit);
        if (quoted || icu::UnicodeString(u"dMHhkK").indexOf(unit) < 0 || isLetter(pattern, index - 1)) continue;
        bool isPair = index + 1 < pattern.length() && pattern.charAt(index + 1) == unit;
        if (isPair && !isLetter(pattern, index + 2)) index++;
    }
    return result;
}

void foldNames(icu::DateFormatSymbols &symbols, Folder &folder) {
    using Symbols = icu::DateFormatSymbols;
    int32_t count = 0;
    for (auto context : {Symbols::FORMAT, Symbols::STANDALONE}) {
        for (auto width : {Symbols::ABBREVIATED, Symbols::WIDE, Symbols::NARROW, Symbols::SHORT}) {
            const icu::UnicodeString *days = symbols.getWeekdays(count, context, width);
            symbols.setWeekdays(folder(days, count).data(), count, context, width);
            if (width == Symbols::SHORT) continue;
            const icu::UnicodeString *months = symbols.getMonths(count, context, width);
            symbols.setMonths(folder(months, count).data(), count, context, width);
            if (width == Symbols::NARROW) continue;
            const icu::UnicodeString *quarters = symbols.getQuarters(count, context, width);
            symbols.setQuarters(folder(quarters, count).data(), count, context, width);
        }
    }
    const icu::UnicodeString *texts = symbols.getEras(count);
    symbols.setEras(folder(texts, count).data(), count);
    texts = symbols.getEraNames(count);
    symbols.setEraNames(folder(texts, count).data(), count);
    texts = symbols.getNarrowEras(count);
    symbols.setNarrowEras(folder(texts, count).data(), count);
    texts = symbols.getAmPmStrings(count);
    symbols.setAmPmStrings(folder(texts, count).data(), count);
}

/// Only offsets such as `GMT+1`: the names of zones are ICU's own business.
void foldOffsets(icu::SimpleDateFormat &format, Folder &folder) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::TimeZoneFormat *zones = format.getTimeZoneFormat();
    if (!zones) return;
    std::unique_ptr<icu::TimeZoneFormat> own(zones->clone());
    icu::UnicodeString text;
    own->setGMTPattern(folder(own->getGMTPattern(text)), status);
    own->setGMTZeroFormat(folder(own->getGMTZeroFormat(text)), status);
    for (int type = 0; type < UTZFMT_PAT_COUNT; type++) {
        auto kind = static_cast<UTimeZoneFormatGMTOffsetPatternType>(type);
        own->setGMTOffsetPattern(kind, folder(own->getGMTOffsetPattern(kind, text)), status);
    }
    if (U_SUCCESS(status)) format.adoptTimeZoneFormat(own.release());
}

}  // namespace

namespace proviso {

icu::UnicodeString DateFolding::fold(const icu::UnicodeString &text) const {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2 *composed = icu::Normalizer2::getNFCInstance(status);
    icu::UnicodeString whole = folded(text, dashes, quotes, u"'");
    if (U_FAILURE(status) || composed->isNormalized(whole, status)) return whole;
    icu::UnicodeString result = composed->normalize(whole, status);
    return U_SUCCESS(status) ? result : whole;
}

DateFolding foldFormat(icu::SimpleDateFormat &format, bool shortens) {
    Folder folder;
    icu::UnicodeString pattern;
    format.toPattern(pattern);
    // In a pattern an apostrophe is written twice, inside quotes and outside.
    icu::UnicodeString plain = folder(pattern, u"''");
    format.applyPattern(shortens ? shortened(plain) : plain);
    auto symbols = std::make_unique<icu::DateFormatSymbols>(*format.getDateFormatSymbols());
    foldNames(*symbols, folder);
    format.adoptDateFormatSymbols(symbols.release());
    for (char16_t zone : {u'z', u'Z', u'O', u'v', u'V', u'X', u'x'}) {
        if (patternLetters(pattern).indexOf(zone) < 0) continue;
        foldOffsets(format, folder);
        break;
    }
    return folder.found;
}

icu::UnicodeString patternLetters(const icu::UnicodeString &pattern) {
    icu::UnicodeString letters;
    bool quoted = false;
    for (int32_t index = 0; index < pattern.length(); index++) {
        char16_t unit = pattern.charAt(index);
        if (unit == u'\'') {
            quoted = !quoted;
        } else if (!quoted && unit < 0x80 && u_isalpha(unit)) {
            letters.append(unit);
        }
    }
    return letters;
}

}  // namespace proviso
