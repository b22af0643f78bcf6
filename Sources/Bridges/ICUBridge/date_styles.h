#ifndef PROVISO_DATE_STYLES_H
#define PROVISO_DATE_STYLES_H

#include "icu_bridge.h"

#include <unicode/datefmt.h>

namespace proviso {

inline icu::DateFormat::EStyle styleOf(prv_icu_date_style style) {
    switch (style) {
        case PRV_ICU_DATE_SHORT: return icu::DateFormat::kShort;
        case PRV_ICU_DATE_LONG: return icu::DateFormat::kLong;
        case PRV_ICU_DATE_FULL: return icu::DateFormat::kFull;
        default: return icu::DateFormat::kMedium;
    }
}

}  // namespace proviso

#endif
