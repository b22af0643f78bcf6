#include "support.h"

#include <unicode/coll.h>

#include <memory>

struct prv_icu_collator {
    std::unique_ptr<icu::Collator> collator;
};

prv_icu_collator *prv_icu_collator_create(const char *locale) try {
    icu::Locale wanted = proviso::localeOf(locale);
    if (wanted.isBogus()) return nullptr;
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::Collator> collator(icu::Collator::createInstance(wanted, status));
    if (U_FAILURE(status) || !collator) return nullptr;
    // A language without its own order gets that of the root, whose language is empty. English and German get it too,
    // but they are listed.
    bool isRoot = *wanted.getLanguage() == '\0';
    if (!isRoot && status == U_USING_DEFAULT_WARNING) {
        int32_t count = 0;
        const icu::Locale *known = icu::Collator::getAvailableLocales(count);
        bool isKnown = false;
        for (int32_t index = 0; index < count && !isKnown; index++) {
            isKnown = std::strcmp(known[index].getLanguage(), wanted.getLanguage()) == 0;
        }
        if (!isKnown) return nullptr;
    }
    // Most locales leave it off, and then marks in another order are another text.
    collator->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_ON, status);
    return new prv_icu_collator{std::move(collator)};
} catch (...) {
    return nullptr;
}

void prv_icu_collator_destroy(prv_icu_collator *collator) { delete collator; }

int32_t prv_icu_collator_order(const prv_icu_collator *collator, prv_icu_text left, prv_icu_text right) try {
    UErrorCode status = U_ZERO_ERROR;
    return collator->collator->compareUTF8(proviso::piece(left), proviso::piece(right), status);
} catch (...) {
    return -1;
}
