#include "date_styles.h"
#include "support.h"

#include <unicode/basictz.h>
#include <unicode/gregocal.h>
#include <unicode/simpletz.h>
#include <unicode/smpdtfmt.h>
#include <unicode/timezone.h>

#include <limits>
#include <memory>
#include <mutex>
#include <vector>

using Format = std::unique_ptr<icu::SimpleDateFormat>;

/// ICU's formats keep notes while they read, so each reader takes one that nobody else uses.
struct prv_icu_date_pattern {
    Format original;
    mutable std::mutex lock;
    mutable std::vector<Format> idle;

    Format take() const {
        {
            std::lock_guard<std::mutex> guard(lock);
            if (!idle.empty()) {
                Format format = std::move(idle.back());
                idle.pop_back();
                return format;
            }
        }
        return Format(original->clone());
    }

    void put(Format format) const {
        std::lock_guard<std::mutex> guard(lock);
        if (idle.size() < 64) idle.push_back(std::move(format));
    }
};

struct prv_icu_zone {
    std::unique_ptr<icu::TimeZone> zone;
};

namespace {

std::unique_ptr<icu::TimeZone> zoneOf(const char *name) {
    std::unique_ptr<icu::TimeZone> zone(icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(name)));
    if (zone && *zone == icu::TimeZone::getUnknown()) zone.reset();
    return zone;
}

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

}  // namespace

prv_icu_date_pattern *prv_icu_date_pattern_create(const char *locale, prv_icu_date_part part, prv_icu_date_style style,
                                                  prv_icu_text pattern, const char *zone) try {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = proviso::localeOf(locale);
    std::unique_ptr<icu::TimeZone> timeZone = zoneOf(zone);
    if (parsed.isBogus() || !timeZone || pattern.length > 1000) return nullptr;
    // The patterns of a locale are those of its own calendar unless it is told otherwise.
    parsed.setKeywordValue("calendar", "gregorian", status);
    Format format = formatOf(parsed, part, style, pattern);
    auto calendar = std::make_unique<icu::GregorianCalendar>(timeZone.release(), parsed, status);
    if (!format || U_FAILURE(status)) return nullptr;
    calendar->setGregorianChange(-std::numeric_limits<double>::max(), status);
    if (U_FAILURE(status)) return nullptr;
    format->adoptCalendar(calendar.release());
    format->setLenient(false);
    if (!isKnown(*format)) return nullptr;
    auto result = std::make_unique<prv_icu_date_pattern>();
    result->original = std::move(format);
    return result.release();
} catch (...) {
    return nullptr;
}

void prv_icu_date_pattern_destroy(prv_icu_date_pattern *pattern) { delete pattern; }

bool prv_icu_date_pattern_read(const prv_icu_date_pattern *pattern, prv_icu_text text, bool exact,
                               double *milliseconds) try {
    if (text.length == 0 || text.length > 1000) return false;
    icu::UnicodeString whole = proviso::utf16(text);
    Format format = pattern->take();
    icu::ParsePosition position(0);
    UDate date = format->parse(whole, position);
    bool valid = position.getErrorIndex() < 0 && position.getIndex() == whole.length();
    if (valid && exact) {
        icu::UnicodeString again;
        valid = format->format(date, again) == whole;
    }
    pattern->put(std::move(format));
    *milliseconds = date;
    return valid;
} catch (...) {
    return false;
}

int32_t prv_icu_date_pattern_write(const prv_icu_date_pattern *pattern, double milliseconds, char *out,
                                   int32_t capacity) try {
    icu::UnicodeString text;
    Format format = pattern->take();
    format->format(milliseconds, text);
    pattern->put(std::move(format));
    return text.isBogus() ? -1 : proviso::write(text.getBuffer(), text.length(), out, capacity);
} catch (...) {
    return -1;
}

prv_icu_zone *prv_icu_zone_create(const char *name) try {
    std::unique_ptr<icu::TimeZone> zone = zoneOf(name);
    return zone ? new prv_icu_zone{std::move(zone)} : nullptr;
} catch (...) {
    return nullptr;
}

void prv_icu_zone_destroy(prv_icu_zone *zone) { delete zone; }

bool prv_icu_zone_offset(const prv_icu_zone *zone, double milliseconds, bool local, int32_t *seconds) try {
    UErrorCode status = U_ZERO_ERROR;
    int32_t raw = 0, saving = 0;
    zone->zone->getOffset(milliseconds, local, raw, saving, status);
    *seconds = (raw + saving) / 1000;
    return U_SUCCESS(status);
} catch (...) {
    return false;
}
