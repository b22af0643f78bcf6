#include "support.h"

#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <memory>

struct prv_icu_transliterator {
    std::unique_ptr<icu::Transliterator> transliterator;
};

prv_icu_transliterator *prv_icu_transliterator_create(prv_icu_text id) try {
    if (id.length == 0 || id.length > 1000) return nullptr;
    UErrorCode status = U_ZERO_ERROR;
    UParseError place;
    std::unique_ptr<icu::Transliterator> made(
        icu::Transliterator::createInstance(proviso::utf16(id), UTRANS_FORWARD, place, status));
    if (U_FAILURE(status) || !made) return nullptr;
    return new prv_icu_transliterator{std::move(made)};
} catch (...) {
    return nullptr;
}

void prv_icu_transliterator_destroy(prv_icu_transliterator *transliterator) { delete transliterator; }

int32_t prv_icu_transliterator_elements(const prv_icu_transliterator *transliterator, bool *is_filtered) try {
    const icu::Transliterator &ids = *transliterator->transliterator;
    *is_filtered = ids.getFilter() != nullptr;
    return std::max(1, ids.countElements());
} catch (...) {
    *is_filtered = true;
    return INT32_MAX;
}

namespace {

/// Longer strings are changed in pieces: each change moves everything after it, and marks are sorted by insertion.
constexpr int32_t mostUnits = 1024;

/// Where a piece ends: after its last white space, else before a base letter, else anywhere.
int32_t endOfPiece(const icu::UnicodeString &text, int32_t start) {
    int32_t limit = start + mostUnits;
    if (limit >= text.length()) return text.length();
    limit = text.getChar32Start(limit);
    for (int32_t end = limit; end > start + mostUnits / 2; end = text.moveIndex32(end, -1)) {
        if (u_isUWhiteSpace(text.char32At(text.moveIndex32(end, -1)))) return end;
    }
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2 *form = icu::Normalizer2::getNFKCInstance(status);
    for (int32_t end = limit; U_SUCCESS(status) && end > start; end = text.moveIndex32(end, -1)) {
        if (form->hasBoundaryBefore(text.char32At(end))) return end;
    }
    return limit;
}

/// A piece of text that grows only so far: one id after the other can make 40 units of each.
///
/// Beyond that it becomes bogus, as if memory had ended, which ICU expects of each change.
class LimitedText : public icu::UnicodeString {
public:
    int64_t moved = 0;
    bool isTooLong = false;

    LimitedText(const icu::UnicodeString &text, int32_t start, int32_t length)
        : icu::UnicodeString(text, start, length), most(length * mostGrowth + mostUnits) {}

    void handleReplaceBetween(int32_t start, int32_t limit, const icu::UnicodeString &text) override {
        if (mayGrow(limit, text.length() - (limit - start))) UnicodeString::handleReplaceBetween(start, limit, text);
    }

    void copy(int32_t start, int32_t limit, int32_t place) override {
        if (mayGrow(place, limit - start)) UnicodeString::copy(start, limit, place);
    }

private:
    static constexpr int32_t mostGrowth = 64;
    static constexpr int64_t mostMoved = 1 << 26;
    const int32_t most;

    bool mayGrow(int32_t place, int32_t more) {
        if (isBogus()) return false;
        if (more != 0) moved += length() - place;
        isTooLong = length() + more > most || moved > mostMoved;
        if (isTooLong) setToBogus();
        return !isTooLong;
    }
};

/// Applies one id after the other while the text is not too long: ICU would continue as if it had grown.
void apply(const icu::Transliterator &ids, LimitedText &piece) {
    UErrorCode status = U_ZERO_ERROR;
    // One id has no elements. With a filter for all together, which are few, only ICU knows what each may change.
    int32_t count = ids.getFilter() ? 0 : ids.countElements();
    if (count == 0) return ids.transliterate(piece);
    for (int32_t index = 0; index < count && !piece.isTooLong && U_SUCCESS(status); ++index) {
        ids.getElement(index, status).transliterate(piece);
    }
}

}  // namespace

int32_t prv_icu_transliterate(const prv_icu_transliterator *transliterator, prv_icu_text text, char *out,
                              int32_t capacity, int64_t *moved) try {
    *moved = 0;
    if (proviso::tooLong(text)) return -1;
    icu::UnicodeString source = proviso::utf16(text);
    icu::UnicodeString changed;
    for (int32_t start = 0; start < source.length();) {
        int32_t end = endOfPiece(source, start);
        LimitedText piece(source, start, end - start);
        apply(*transliterator->transliterator, piece);
        *moved += piece.moved;
        if (piece.isTooLong) return PRV_ICU_TOO_LONG;
        if (piece.isBogus()) return -1;
        changed.append(piece);
        start = end;
    }
    return changed.isBogus() ? -1 : proviso::write(changed.getBuffer(), changed.length(), out, capacity);
} catch (...) {
    return -1;
}
