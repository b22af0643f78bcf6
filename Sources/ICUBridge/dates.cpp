#include "date_styles.h"
#include "support.h"
#include "system_zones.h"

#include <unicode/timezone.h>

#include <memory>
#include <mutex>

struct prv_icu_date {
    std::unique_ptr<icu::DateFormat> format;
    mutable std::mutex lock;
};

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
    if (U_FAILURE(status) || !date->format) return nullptr;
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
