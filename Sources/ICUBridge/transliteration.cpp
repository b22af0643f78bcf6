#include "support.h"

#include <unicode/translit.h>

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

int32_t prv_icu_transliterate(const prv_icu_transliterator *transliterator, prv_icu_text text, char *out,
                              int32_t capacity) try {
    if (proviso::tooLong(text)) return -1;
    icu::UnicodeString changed = proviso::utf16(text);
    transliterator->transliterator->transliterate(changed);
    return changed.isBogus() ? -1 : proviso::write(changed.getBuffer(), changed.length(), out, capacity);
} catch (...) {
    return -1;
}
