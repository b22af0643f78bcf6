#include "support.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/stringoptions.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <vector>

namespace {

/// The maximum number of combining marks in a row in the Stream-Safe Text Format (UAX #15).
constexpr int32_t mostMarks = 30;

const icu::Normalizer2 *nfc() {
    UErrorCode status = U_ZERO_ERROR;
    return icu::Normalizer2::getNFCInstance(status);
}

bool hasManyMarks(const icu::Normalizer2 *form, prv_icu_text text) {
    int32_t length = static_cast<int32_t>(text.length);
    int32_t run = 0;
    for (int32_t index = 0; index < length;) {
        UChar32 point;
        U8_NEXT(text.bytes, index, length, point);
        // No code point below this one combines with the one before it.
        run = point < 0x300 || form->hasBoundaryBefore(point) ? 0 : run + 1;
        if (run > mostMarks) return true;
    }
    return false;
}

void append(std::string &target, UChar32 point) {
    uint8_t bytes[U8_MAX_LENGTH];
    int32_t count = 0;
    U8_APPEND_UNSAFE(bytes, count, point);
    target.append(reinterpret_cast<const char *>(bytes), static_cast<size_t>(count));
}

/// Consecutive combining marks, to be written in canonical order: by class, and within a class in their order.
struct Marks {
    /// Class, position and code point of each, in 8, 32 and 21 bits.
    std::vector<uint64_t> found;

    void add(uint8_t order, UChar32 point) {
        found.push_back(static_cast<uint64_t>(order) << 53 | static_cast<uint64_t>(found.size()) << 21 |
                        static_cast<uint64_t>(point));
    }

    void flush(std::string &target) {
        std::sort(found.begin(), found.end());
        for (uint64_t mark : found) append(target, static_cast<UChar32>(mark & 0x1FFFFF));
        found.clear();
    }
};

/// The decomposed text with its marks in canonical order: ICU sorts them by insertion, in quadratic time. Its
/// normalization is the same.
std::string ordered(const icu::Normalizer2 *form, prv_icu_text text) {
    std::string result;
    Marks marks;
    icu::UnicodeString parts;
    int32_t length = static_cast<int32_t>(text.length);
    for (int32_t index = 0; index < length;) {
        UChar32 point;
        U8_NEXT(text.bytes, index, length, point);
        if (point < 0) point = 0xFFFD;
        if (!form->getDecomposition(point, parts)) parts.setTo(point);
        for (int32_t place = 0; place < parts.length(); place = parts.moveIndex32(place, 1)) {
            UChar32 part = parts.char32At(place);
            uint8_t order = form->getCombiningClass(part);
            if (order != 0) {
                marks.add(order, part);
            } else {
                marks.flush(result);
                append(result, part);
            }
        }
    }
    marks.flush(result);
    return result;
}

int32_t normalized(const icu::Normalizer2 *form, prv_icu_text text, char *out, int32_t capacity) {
    if (!form || proviso::tooLong(text)) return -1;
    std::string sorted;
    if (hasManyMarks(form, text)) {
        sorted = ordered(form, text);
        text = prv_icu_text{sorted.data(), sorted.size()};
        if (proviso::tooLong(text)) return -1;
    }
    UErrorCode status = U_ZERO_ERROR;
    icu::CheckedArrayByteSink sink(out, capacity);
    form->normalizeUTF8(0, proviso::piece(text), sink, nullptr, status);
    return U_FAILURE(status) ? -1 : sink.NumberOfBytesAppended();
}

}  // namespace

int32_t prv_icu_fold_case(prv_icu_text text, char *out, int32_t capacity) try {
    if (proviso::tooLong(text)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    icu::CheckedArrayByteSink sink(out, capacity);
    icu::CaseMap::utf8Fold(U_FOLD_CASE_DEFAULT, proviso::piece(text), sink, nullptr, status);
    return U_FAILURE(status) ? -1 : sink.NumberOfBytesAppended();
} catch (...) {
    return -1;
}

int32_t prv_icu_lowercase(prv_icu_text text, char *out, int32_t capacity) try {
    if (proviso::tooLong(text)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    icu::CheckedArrayByteSink sink(out, capacity);
    icu::CaseMap::utf8ToLower("", 0, proviso::piece(text), sink, nullptr, status);
    return U_FAILURE(status) ? -1 : sink.NumberOfBytesAppended();
} catch (...) {
    return -1;
}

int32_t prv_icu_uppercase(prv_icu_text text, char *out, int32_t capacity) try {
    if (proviso::tooLong(text)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    icu::CheckedArrayByteSink sink(out, capacity);
    icu::CaseMap::utf8ToUpper("", 0, proviso::piece(text), sink, nullptr, status);
    return U_FAILURE(status) ? -1 : sink.NumberOfBytesAppended();
} catch (...) {
    return -1;
}

int32_t prv_icu_nfc(prv_icu_text text, char *out, int32_t capacity) try {
    return normalized(nfc(), text, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_nfkc(prv_icu_text text, char *out, int32_t capacity) try {
    UErrorCode status = U_ZERO_ERROR;
    return normalized(icu::Normalizer2::getNFKCInstance(status), text, out, capacity);
} catch (...) {
    return -1;
}

bool prv_icu_is_nfc(prv_icu_text text) try {
    if (!nfc() || proviso::tooLong(text)) return false;
    UErrorCode status = U_ZERO_ERROR;
    if (hasManyMarks(nfc(), text)) {
        std::string form(text.length, '\0');
        int32_t length = prv_icu_nfc(text, form.data(), static_cast<int32_t>(form.size()));
        return length == static_cast<int32_t>(text.length) && std::memcmp(form.data(), text.bytes, text.length) == 0;
    }
    return nfc()->isNormalizedUTF8(proviso::piece(text), status) && U_SUCCESS(status);
} catch (...) {
    return false;
}
