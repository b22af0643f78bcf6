#ifndef PRV_ICU_SUPPORT_H
#define PRV_ICU_SUPPORT_H

#include "icu_bridge.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>

#include <climits>
#include <cstring>
#include <string>

namespace proviso {

/// Copies as much as fits and returns the whole length; -1 if it exceeds the range of the result.
inline int32_t write(const char *bytes, size_t length, char *out, int32_t capacity) {
    if (length > INT32_MAX) return -1;
    if (capacity > 0 && length > 0) {
        std::memcpy(out, bytes, length < static_cast<size_t>(capacity) ? length : static_cast<size_t>(capacity));
    }
    return static_cast<int32_t>(length);
}

inline int32_t write(const std::string &text, char *out, int32_t capacity) {
    return write(text.data(), text.size(), out, capacity);
}

inline int32_t write(const char16_t *text, int32_t length, char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t needed = 0;
    u_strToUTF8(out, capacity, &needed, text, length, &status);
    return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? needed : -1;
}

inline bool tooLong(prv_icu_text text) { return text.length > INT32_MAX / 4; }

inline icu::StringPiece piece(prv_icu_text text) {
    return icu::StringPiece(text.bytes, static_cast<int32_t>(text.length));
}

inline icu::UnicodeString utf16(prv_icu_text text) { return icu::UnicodeString::fromUTF8(piece(text)); }

/// The maximum length of a tag, so that no tag costs more than its length.
constexpr size_t longestTag = 100;

/// The locale of a BCP 47 tag; bogus if the tag is not well-formed.
inline icu::Locale localeOf(prv_icu_text tag) {
    UErrorCode status = U_ZERO_ERROR;
    if (!tag.bytes || tag.length == 0 || tag.length > longestTag) {
        icu::Locale bogus;
        bogus.setToBogus();
        return bogus;
    }
    icu::Locale locale = icu::Locale::forLanguageTag(piece(tag), status);
    if (U_FAILURE(status)) locale.setToBogus();
    return locale;
}

inline icu::Locale localeOf(const char *tag) {
    return localeOf(prv_icu_text{tag, tag ? strnlen(tag, longestTag + 1) : 0});
}

}  // namespace proviso

#endif
