#include "date_folding.h"
#include "date_styles.h"
#include "support.h"
#include "system_zones.h"

#include <unicode/gregocal.h>
#include <unicode/rbnf.h>
#include <unicode/smpdtfmt.h>
#include <unicode/timezone.h>

#include <limits>
#include <mutex>
#include <vector>

using Format = std::unique_ptr<icu::SimpleDateFormat>;

/// ICU's formats keep state while they read, so each reader takes a pair of its own.
struct Readers {
    /// Reads text as a keyboard writes it.
    Format folded;
    /// Reads text as ICU writes it, for the names that cannot be folded: those of zones and parts of the day.
    Format raw;
};

/// Fields of a pattern that may contradict others.
struct PatternFields {
    bool hasWeekday = false;
    bool hasDayPeriod = false;
    bool hasZone = false;
    /// Whether there is an hour of 24 with AM or PM.
    bool hasBothHalves = false;
    /// The digits that fields without anything between them have at least, such as 8 for `yyyyMMdd`.
    ///
    /// ICU reads "13" by that pattern, as a day without a year and a month.
    int32_t digits = 0;

    explicit PatternFields(const icu::UnicodeString &pattern) {
        icu::UnicodeString letters = proviso::patternLetters(pattern);
        auto has = [&](char16_t letter) { return letters.indexOf(letter) >= 0; };
        hasWeekday = has(u'E') || has(u'e') || has(u'c');
        hasDayPeriod = has(u'b') || has(u'B');
        for (char16_t letter : {u'z', u'Z', u'O', u'v', u'V', u'X', u'x'}) hasZone = hasZone || has(letter);
        hasBothHalves = has(u'a') && (has(u'H') || has(u'k'));
        digits = digitsOfJoinedFields(pattern);
    }
    PatternFields() = default;

private:
    static int32_t digitsOfJoinedFields(const icu::UnicodeString &pattern) {
        int32_t all = 0, run = 0, fields = 0;
        bool quoted = false;
        auto end = [&] {
            if (fields > 1) all += run;
            run = fields = 0;
        };
        for (int32_t index = 0, next; index < pattern.length(); index = next) {
            char16_t letter = pattern.charAt(index);
            for (next = index + 1; next < pattern.length() && pattern.charAt(next) == letter; next++) {}
            if (letter == u'\'') quoted = quoted != ((next - index) % 2 == 1);
            bool isNumber = !quoted && letter != u'\'' && isNumeric(letter, next - index);
            if (isNumber) run += next - index, fields++;
            else end();
        }
        end();
        return all;
    }

    /// Whether a field of the given number of letters is written in digits.
    static bool isNumeric(char16_t letter, int32_t count) {
        if (letter >= 0x80 || !u_isalpha(letter)) return false;
        if (icu::UnicodeString(u"MLQqec").indexOf(letter) >= 0) return count <= 2;
        return icu::UnicodeString(u"yYuDdFHhKkmsSwW").indexOf(letter) >= 0;
    }
};

struct prv_icu_date_pattern {
    Readers originals;
    proviso::DateFolding folding;
    PatternFields fields;
    bool isGregorian;
    int32_t microseconds;
    mutable std::mutex lock;
    mutable std::vector<Readers> idle;

    Readers take() const {
        {
            std::lock_guard<std::mutex> guard(lock);
            if (!idle.empty()) {
                Readers readers = std::move(idle.back());
                idle.pop_back();
                return readers;
            }
        }
        return Readers{Format(originals.folded->clone()), Format(originals.raw->clone())};
    }

    void put(Readers readers) const {
        std::lock_guard<std::mutex> guard(lock);
        if (idle.size() < 64) idle.push_back(std::move(readers));
    }
};

namespace {

Format formatOf(const icu::Locale &locale, prv_icu_date_part part, prv_icu_date_style style, prv_icu_text pattern) {
    UErrorCode status = U_ZERO_ERROR;
    if (pattern.length > 0) {
        auto format = std::make_unique<icu::SimpleDateFormat>(proviso::utf16(pattern), locale, status);
        return U_FAILURE(status) ? nullptr : std::move(format);
    }
    icu::DateFormat::EStyle date = part == PRV_ICU_PART_TIME ? icu::DateFormat::kNone : proviso::styleOf(style);
    icu::DateFormat::EStyle time = part == PRV_ICU_PART_DATE ? icu::DateFormat::kNone : proviso::styleOf(style);
    std::unique_ptr<icu::DateFormat> made(icu::DateFormat::createDateTimeInstance(date, time, locale));
    if (!dynamic_cast<icu::SimpleDateFormat *>(made.get())) return nullptr;
    return Format(static_cast<icu::SimpleDateFormat *>(made.release()));
}

/// Whether every letter of the pattern means something: writing a date says so, making the format does not.
bool isKnown(const icu::SimpleDateFormat &format) {
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString text;
    std::unique_ptr<icu::Calendar> calendar(format.getCalendar()->clone());
    format.format(*calendar, text, nullptr, status);
    return U_SUCCESS(status);
}

/// About how long one string takes, in microseconds; more if it is refused.
int32_t microseconds(const icu::SimpleDateFormat &format, const icu::UnicodeString &pattern) {
    const char *calendar = format.getCalendar()->getType();
    // ICU computes them from the sky; the Korean calendar is the Chinese one, seen from Seoul.
    if (std::strcmp(calendar, "chinese") == 0 || std::strcmp(calendar, "dangi") == 0) return 500;
    icu::UnicodeString letters = proviso::patternLetters(pattern);
    for (int32_t index = 0; index < letters.length(); index++) {
        const icu::NumberFormat *numbers = format.getNumberFormatForField(letters.charAt(index));
        // Numbers that are written in letters, as in Hebrew, are read by trying many rules; few of them for `元年`.
        if (dynamic_cast<const icu::RuleBasedNumberFormat *>(numbers ? numbers : format.getNumberFormat())) {
            return std::strcmp(calendar, "japanese") == 0 ? 50 : 500;
        }
    }
    return 8;
}

/// Sets the calendar of the locale: the requested one, else that of the tag, else for a style the locale's
/// own and for a pattern the Gregorian one. False for a name that is not a calendar's.
bool chooseCalendar(icu::Locale &locale, const char *calendar, bool defaultsToGregorian) {
    UErrorCode status = U_ZERO_ERROR;
    char known[64];
    if (*calendar) {
        if (!prv_icu_is_calendar(calendar)) return false;
        locale.setUnicodeKeywordValue("ca", calendar, status);
    } else if (defaultsToGregorian && locale.getKeywordValue("calendar", known, sizeof known, status) == 0) {
        locale.setKeywordValue("calendar", "gregorian", status);
    }
    return U_SUCCESS(status);
}

/// Sets the zone, makes the Gregorian calendar the proleptic one, and has the format refuse what is not exact.
bool setUp(icu::SimpleDateFormat &format, std::unique_ptr<icu::TimeZone> zone) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::Calendar> calendar(format.getCalendar()->clone());
    if (!calendar) return false;
    calendar->adoptTimeZone(zone.release());
    if (auto *gregorian = dynamic_cast<icu::GregorianCalendar *>(calendar.get())) {
        gregorian->setGregorianChange(-std::numeric_limits<double>::max(), status);
    }
    format.adoptCalendar(calendar.release());
    format.setLenient(false);
    return U_SUCCESS(status);
}

/// Gives access to the fields as they were read, before the calendar recomputes them.
struct Fields : icu::Calendar {
    static int32_t said(const icu::Calendar &calendar, UCalendarDateFields field) {
        int32_t (icu::Calendar::*get)(UCalendarDateFields) const = &Fields::internalGet;
        return (calendar.*get)(field);
    }
};

/// Whether the text names another day of the week than its date has.
bool namesAnotherDay(const icu::Calendar &calendar) {
    if (!calendar.isSet(UCAL_DATE)) return false;
    // Zones decide about moments, not about the names of days.
    std::unique_ptr<icu::Calendar> day(calendar.clone());
    day->clear(UCAL_ZONE_OFFSET);
    day->clear(UCAL_DST_OFFSET);
    day->setTimeZone(*icu::TimeZone::getGMT());
    for (UCalendarDateFields field : {UCAL_DAY_OF_WEEK, UCAL_DOW_LOCAL}) {
        UErrorCode status = U_ZERO_ERROR;
        if (!calendar.isSet(field)) continue;
        int32_t computed = day->get(field, status);
        if (U_SUCCESS(status) && computed != Fields::said(calendar, field)) return true;
    }
    return false;
}

/// The same for patterns with parts of the day: to read those, ICU computes the fields before anybody can see them.
bool lacksItsDay(const icu::SimpleDateFormat &format, UDate date, const icu::UnicodeString &text) {
    icu::UnicodeString again;
    icu::FieldPosition place(UDAT_DAY_OF_WEEK_FIELD);
    format.format(date, again, place);
    icu::UnicodeString day = again.tempSubStringBetween(place.getBeginIndex(), place.getEndIndex());
    return !day.isEmpty() && text.indexOf(day) < 0;
}

/// Whether the text says "15:30 AM".
bool namesAnotherHalf(const icu::Calendar &calendar) {
    return calendar.isSet(UCAL_HOUR_OF_DAY) && calendar.isSet(UCAL_AM_PM) &&
           (Fields::said(calendar, UCAL_HOUR_OF_DAY) >= 12) != (Fields::said(calendar, UCAL_AM_PM) == UCAL_PM);
}

/// What reads the input: one format of a pair, and how the pattern's own one writes what it reads.
struct Reading {
    icu::SimpleDateFormat &format;
    const icu::SimpleDateFormat &writer;
    const PatternFields &fields;
    /// Null if input is read in the form that ICU writes.
    const proviso::DateFolding *folding;

    icu::UnicodeString written(UDate date, const icu::TimeZone &zone) const {
        UErrorCode status = U_ZERO_ERROR;
        icu::UnicodeString text;
        icu::FieldPosition place;
        std::unique_ptr<icu::Calendar> calendar(writer.getCalendar()->clone());
        calendar->setTimeZone(zone);
        calendar->setTime(date, status);
        if (U_SUCCESS(status)) writer.format(*calendar, text, place);
        return folding ? folding->fold(text) : text;
    }
};

/// Reads the whole text; false also for one whose parts contradict each other.
bool read(const Reading &reading, const icu::UnicodeString &text, bool exact, double *milliseconds) {
    // ICU skips white space at the start.
    if (text.isEmpty() || text.charAt(0) <= u' ') return false;
    int32_t missing = reading.fields.digits;
    for (int32_t index = 0; missing > 0 && index < text.length(); index = text.moveIndex32(index, 1)) {
        missing -= u_isdigit(text.char32At(index));
    }
    if (missing > 0) return false;
    UErrorCode status = U_ZERO_ERROR;
    icu::ParsePosition position(0);
    std::unique_ptr<icu::Calendar> calendar(reading.format.getCalendar()->clone());
    calendar->clear();
    reading.format.parse(text, *calendar, position);
    if (position.getErrorIndex() >= 0 || position.getIndex() == 0) return false;
    bool usesPeriods = reading.fields.hasDayPeriod;
    if (!usesPeriods && reading.fields.hasWeekday && namesAnotherDay(*calendar)) return false;
    if (!usesPeriods && reading.fields.hasBothHalves) {
        if (namesAnotherHalf(*calendar)) return false;
        // The calendar would take the half and forget the hour of 24.
        calendar->clear(UCAL_AM_PM);
    }
    *milliseconds = calendar->getTime(status);
    if (U_FAILURE(status)) return false;
    if (usesPeriods && reading.fields.hasWeekday && lacksItsDay(reading.format, *milliseconds, text)) return false;
    // Some names of zones begin with the name of another, which ICU takes; what it writes itself is right all the same.
    if (!exact && position.getIndex() == text.length()) return true;
    bool isOwn = reading.written(*milliseconds, reading.writer.getTimeZone()) == text;
    if (isOwn || !reading.fields.hasZone) return isOwn;
    // The input may name any zone, and UTC is read as GMT.
    std::unique_ptr<icu::TimeZone> utc(icu::TimeZone::createTimeZone("UTC"));
    return reading.written(*milliseconds, calendar->getTimeZone()) == text ||
           reading.written(*milliseconds, *utc) == text;
}

}  // namespace

bool prv_icu_is_calendar(const char *name) try {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::StringEnumeration> names(
        icu::Calendar::getKeywordValuesForLocale("calendar", icu::Locale::getRoot(), false, status));
    if (U_FAILURE(status) || !names) return false;
    const char *wanted = uloc_toLegacyType("ca", name);
    while (const char *known = names->next(nullptr, status)) {
        const char *legacy = uloc_toLegacyType("ca", known);
        if (wanted && legacy && std::strcmp(legacy, wanted) == 0) return true;
    }
    return false;
} catch (...) {
    return false;
}

prv_icu_date_pattern *prv_icu_date_pattern_create(const char *locale, prv_icu_date_part part, prv_icu_date_style style,
                                                  prv_icu_text pattern, const char *calendar, const char *zone) try {
    icu::Locale parsed = proviso::localeOf(locale);
    std::unique_ptr<icu::TimeZone> timeZone = proviso::zoneNamed(zone);
    if (parsed.isBogus() || !timeZone || pattern.length > 1000) return nullptr;
    if (!chooseCalendar(parsed, part == PRV_ICU_PART_TIME ? "gregory" : calendar, pattern.length > 0)) return nullptr;
    Format format = formatOf(parsed, part, style, pattern);
    if (!format || !setUp(*format, std::move(timeZone)) || !isKnown(*format)) return nullptr;
    auto result = std::make_unique<prv_icu_date_pattern>();
    result->originals.folded.reset(format->clone());
    result->folding = proviso::foldFormat(*result->originals.folded, pattern.length == 0);
    icu::UnicodeString written;
    result->fields = PatternFields(format->toPattern(written));
    result->isGregorian = std::strcmp(format->getCalendar()->getType(), "gregorian") == 0;
    result->microseconds = microseconds(*format, written);
    result->originals.raw = std::move(format);
    return result.release();
} catch (...) {
    return nullptr;
}

bool prv_icu_date_pattern_is_gregorian(const prv_icu_date_pattern *pattern) { return pattern->isGregorian; }

int32_t prv_icu_date_pattern_microseconds(const prv_icu_date_pattern *pattern) { return pattern->microseconds; }

void prv_icu_date_pattern_destroy(prv_icu_date_pattern *pattern) { delete pattern; }

bool prv_icu_date_pattern_read(const prv_icu_date_pattern *pattern, prv_icu_text text, bool exact,
                               double *milliseconds) try {
    if (text.length == 0 || text.length > 1000) return false;
    icu::UnicodeString whole = proviso::utf16(text);
    Readers readers = pattern->take();
    Reading folded{*readers.folded, *readers.raw, pattern->fields, &pattern->folding};
    Reading raw{*readers.raw, *readers.raw, pattern->fields, nullptr};
    bool valid = read(folded, pattern->folding.fold(whole), exact, milliseconds) ||
                 read(raw, whole, exact, milliseconds);
    pattern->put(std::move(readers));
    return valid;
} catch (...) {
    return false;
}

int32_t prv_icu_date_pattern_write(const prv_icu_date_pattern *pattern, double milliseconds, char *out,
                                   int32_t capacity) try {
    icu::UnicodeString text;
    Readers readers = pattern->take();
    readers.raw->format(milliseconds, text);
    pattern->put(std::move(readers));
    return text.isBogus() ? -1 : proviso::write(text.getBuffer(), text.length(), out, capacity);
} catch (...) {
    return -1;
}
