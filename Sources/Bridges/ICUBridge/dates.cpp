#include "date_styles.h"
#include "support.h"
#include "system_zones.h"

#include <unicode/gregocal.h>
#include <unicode/timezone.h>

#include <limits>
#include <memory>
#include <mutex>

struct prv_icu_date {
    std::unique_ptr<icu::DateFormat> format;
    mutable std::mutex lock;
};

namespace {

/// Whether dates before 1582 are those of ISO 8601 now, not of the Julian calendar as ICU has them.
bool makeProleptic(icu::DateFormat &format) {
    UErrorCode status = U_ZERO_ERROR;
    const auto *own = dynamic_cast<const icu::GregorianCalendar *>(format.getCalendar());
    if (!own) return true;
    std::unique_ptr<icu::GregorianCalendar> calendar(own->clone());
    if (!calendar) return false;
    calendar->setGregorianChange(-std::numeric_limits<double>::max(), status);
    format.adoptCalendar(calendar.release());
    return U_SUCCESS(status);
}

}  // namespace

prv_icu_date *prv_icu_date_create(const char *locale, bool time, prv_icu_date_style style, prv_icu_text skeleton,
                                  const char *zone) try {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = proviso::localeOf(locale);
    if (parsed.isBogus() || proviso::tooLong(skeleton)) return nullptr;
    std::unique_ptr<icu::TimeZone> timeZone = proviso::zoneNamed(zone);
    if (!timeZone) return nullptr;

    auto date = std::make_unique<prv_icu_date>();
    if (style == PRV_ICU_DATE_SKELETON) {
        date->format.reset(icu::DateFormat::createInstanceForSkeleton(proviso::utf16(skeleton), parsed, status));
    } else if (time) {
        date->format.reset(icu::DateFormat::createTimeInstance(proviso::styleOf(style), parsed));
    } else {
        date->format.reset(icu::DateFormat::createDateInstance(proviso::styleOf(style), parsed));
    }
    if (U_FAILURE(status) || !date->format || !makeProleptic(*date->format)) return nullptr;
    date->format->adoptTimeZone(timeZone.release());
    return date.release();
} catch (...) {
    return nullptr;
}

void prv_icu_date_destroy(prv_icu_date *date) { delete date; }

int32_t prv_icu_date_format(const prv_icu_date *date, double milliseconds, char *out, int32_t capacity) try {
    icu::UnicodeString text;
    {
        std::lock_guard<std::mutex> guard(date->lock);
        date->format->format(milliseconds, text);
    }
    return text.isBogus() ? -1 : proviso::write(text.getBuffer(), text.length(), out, capacity);
} catch (...) {
    return -1;
}
