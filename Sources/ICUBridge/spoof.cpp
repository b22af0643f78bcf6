#include "support.h"

#include <unicode/uchar.h>
#include <unicode/uspoof.h>
#include <unicode/utf8.h>

#include <memory>

namespace {

struct SpoofCloser {
    void operator()(USpoofChecker *checker) const { uspoof_close(checker); }
};

URestrictionLevel levelOf(prv_icu_restriction restriction) {
    switch (restriction) {
        case PRV_ICU_RESTRICTION_ASCII: return USPOOF_ASCII;
        case PRV_ICU_RESTRICTION_SINGLE_SCRIPT: return USPOOF_SINGLE_SCRIPT_RESTRICTIVE;
        case PRV_ICU_RESTRICTION_HIGH: return USPOOF_HIGHLY_RESTRICTIVE;
        case PRV_ICU_RESTRICTION_MODERATE: return USPOOF_MODERATELY_RESTRICTIVE;
        case PRV_ICU_RESTRICTION_MINIMAL: return USPOOF_MINIMALLY_RESTRICTIVE;
        case PRV_ICU_RESTRICTION_NONE: return USPOOF_UNRESTRICTIVE;
    }
    return USPOOF_ASCII;
}

/// ICU's own check for what cannot be seen finds repeated marks only, but no zero-width space.
bool hasUnseen(prv_icu_text text) {
    int32_t length = static_cast<int32_t>(text.length);
    for (int32_t index = 0; index < length;) {
        UChar32 point;
        U8_NEXT(text.bytes, index, length, point);
        if (point < 0 || u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return true;
        int8_t category = u_charType(point);
        if (category == U_CONTROL_CHAR || category == U_FORMAT_CHAR) return true;
    }
    return false;
}

}  // namespace

struct prv_icu_spoof {
    std::unique_ptr<USpoofChecker, SpoofCloser> checker;
};

prv_icu_spoof *prv_icu_spoof_create(prv_icu_restriction restriction) try {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<USpoofChecker, SpoofCloser> checker(uspoof_open(&status));
    if (U_FAILURE(status) || !checker) return nullptr;
    uspoof_setRestrictionLevel(checker.get(), levelOf(restriction));
    uspoof_setChecks(checker.get(),
                     USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS | USPOOF_HIDDEN_OVERLAY, &status);
    if (U_FAILURE(status)) return nullptr;
    return new prv_icu_spoof{std::move(checker)};
} catch (...) {
    return nullptr;
}

void prv_icu_spoof_destroy(prv_icu_spoof *spoof) { delete spoof; }

bool prv_icu_spoof_is_suspicious(const prv_icu_spoof *spoof, prv_icu_text text) try {
    if (proviso::tooLong(text) || hasUnseen(text)) return true;
    UErrorCode status = U_ZERO_ERROR;
    int32_t found = uspoof_check2UTF8(spoof->checker.get(), text.bytes, static_cast<int32_t>(text.length), nullptr,
                                      &status);
    return U_FAILURE(status) || found != 0;
} catch (...) {
    return true;
}

int32_t prv_icu_spoof_skeleton(const prv_icu_spoof *spoof, prv_icu_text text, char *out, int32_t capacity) try {
    if (proviso::tooLong(text)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    int32_t needed = uspoof_getSkeletonUTF8(spoof->checker.get(), 0, text.bytes, static_cast<int32_t>(text.length), out,
                                            capacity, &status);
    return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? needed : -1;
} catch (...) {
    return -1;
}
