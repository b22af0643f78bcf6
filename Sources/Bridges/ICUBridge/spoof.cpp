#include "support.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>
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

/// More combining marks in a row do not occur in normal text, and ICU's time grows with the square of their number.
constexpr int32_t mostMarks = 30;

/// A walk over the code points of a string.
struct Walk {
    const char *bytes;
    int32_t length;

    /// The code point that begins at an index, which moves after it; -1 at the end.
    UChar32 next(int32_t &index) const {
        UChar32 point = -1;
        if (index < length) U8_NEXT(bytes, index, length, point);
        return point;
    }

    /// The code point that ends before an index, which moves to its start; -1 at the start.
    UChar32 previous(int32_t &index) const {
        UChar32 point = -1;
        if (index > 0) U8_PREV(bytes, 0, index, point);
        return point;
    }
};

int32_t joiningType(UChar32 point) { return u_getIntPropertyValue(point, UCHAR_JOINING_TYPE); }

/// Whether a zero-width non-joiner separates letters that would join (RFC 5892, A.1).
bool separatesLetters(const Walk &text, int32_t start, int32_t end) {
    UChar32 before, behind;
    do before = text.previous(start);
    while (before >= 0 && joiningType(before) == U_JT_TRANSPARENT);
    if (before < 0 || (joiningType(before) != U_JT_LEFT_JOINING && joiningType(before) != U_JT_DUAL_JOINING)) {
        return false;
    }
    do behind = text.next(end);
    while (behind >= 0 && joiningType(behind) == U_JT_TRANSPARENT);
    return behind >= 0 && (joiningType(behind) == U_JT_RIGHT_JOINING || joiningType(behind) == U_JT_DUAL_JOINING);
}

bool isPictograph(UChar32 point) {
    return point >= 0x80 && (u_hasBinaryProperty(point, UCHAR_EXTENDED_PICTOGRAPHIC) ||
                             u_hasBinaryProperty(point, UCHAR_EMOJI_MODIFIER));
}

/// Whether a joiner changes how its neighbors look: after a virama (RFC 5892, A.1 and A.2), between cursive letters,
/// in the Bengali ya-phalaa of ra, and between two emoji (UTS #51).
bool isJoiner(const Walk &text, UChar32 joiner, int32_t start, int32_t end) {
    constexpr UChar32 zeroWidthJoiner = 0x200D, bengaliRa = 0x9B0, bengaliVirama = 0x9CD;
    constexpr uint8_t virama = 9;
    int32_t index = start;
    UChar32 before = text.previous(index);
    if (before >= 0 && u_getCombiningClass(before) == virama) return true;
    if (joiner != zeroWidthJoiner) return separatesLetters(text, start, end);
    UChar32 behind = text.next(end);
    if (before == bengaliRa && behind == bengaliVirama) return true;
    // A selector at this place was handled before.
    if (before == 0xFE0F) before = text.previous(index);
    return before >= 0 && isPictograph(before) && behind >= 0 && isPictograph(behind);
}

/// Whether a variation selector makes an emoji of a sign, or a sign of an emoji, that is not one by default (UTS #51).
bool isSelector(const Walk &text, UChar32 selector, int32_t start, int32_t end) {
    UChar32 before = text.previous(start);
    if (before < 0 || !u_hasBinaryProperty(before, UCHAR_EMOJI)) return false;
    // A digit is an emoji within a keycap only.
    if (before < 0x80) return selector == 0xFE0F && text.next(end) == 0x20E3;
    return (selector == 0xFE0F) != static_cast<bool>(u_hasBinaryProperty(before, UCHAR_EMOJI_PRESENTATION));
}

bool isTag(UChar32 point) { return point >= 0xE0020 && point <= 0xE007F; }

/// The end of the tags of a flag that is in use, such as Scotland's; 0 where there is none. Others could hide any text.
int32_t endOfFlag(const Walk &text, int32_t start) {
    constexpr int32_t mostTags = 8;
    int32_t index = start;
    UChar32 flag = text.previous(index);
    if (flag != 0x1F3F4) return 0;
    icu::UnicodeString sequence(flag);
    index = start;
    for (int32_t count = 0; count < mostTags; count++) {
        UChar32 tag = text.next(index);
        if (tag < 0 || !isTag(tag)) return 0;
        sequence.append(tag);
        if (tag != 0xE007F) continue;
        bool isKnown = u_stringHasBinaryProperty(sequence.getBuffer(), sequence.length(), UCHAR_RGI_EMOJI);
        return isKnown ? index : 0;
    }
    return 0;
}

/// ICU's own check for what cannot be seen finds repeated marks only, but no zero-width space.
bool hasUnseen(prv_icu_text piece) {
    Walk text{piece.bytes, static_cast<int32_t>(piece.length)};
    int32_t marks = 0;
    for (int32_t index = 0; index < text.length;) {
        int32_t start = index;
        UChar32 point = text.next(index);
        if (point < 0) return true;
        uint32_t category = U_GET_GC_MASK(point);
        marks = category & U_GC_M_MASK ? marks + 1 : 0;
        if (marks > mostMarks) return true;
        bool isUnseen = u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
        if (!isUnseen && !(category & (U_GC_CC_MASK | U_GC_CF_MASK))) continue;
        if (point == 0x200C || point == 0x200D) {
            if (!isJoiner(text, point, start, index)) return true;
        } else if (point == 0xFE0E || point == 0xFE0F) {
            if (!isSelector(text, point, start, index)) return true;
        } else if (!isTag(point) || (index = endOfFlag(text, start)) == 0) {
            return true;
        }
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
