#include "support.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/idna.h>
#include <unicode/normalizer2.h>
#include <unicode/stringoptions.h>

#include <memory>

namespace {

/// Made once and never freed: ICU shares it between threads, and a program may still fold at exit.
const icu::IDNA *idna() {
    static const icu::IDNA *instance = [] {
        UErrorCode status = U_ZERO_ERROR;
        uint32_t options = UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |
                           UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_CHECK_CONTEXTO;
        return icu::IDNA::createUTS46Instance(options, status);
    }();
    return instance;
}

const icu::Normalizer2 *nfc() {
    UErrorCode status = U_ZERO_ERROR;
    return icu::Normalizer2::getNFCInstance(status);
}

int32_t normalized(const icu::Normalizer2 *form, prv_icu_text text, char *out, int32_t capacity) {
    if (!form || proviso::tooLong(text)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    icu::CheckedArrayByteSink sink(out, capacity);
    form->normalizeUTF8(0, proviso::piece(text), sink, nullptr, status);
    return U_FAILURE(status) ? -1 : sink.NumberOfBytesAppended();
}

using Mapping = void (icu::IDNA::*)(icu::StringPiece, icu::ByteSink &, icu::IDNAInfo &, UErrorCode &) const;

int32_t mapped(Mapping mapping, prv_icu_text name, uint32_t *errors, char *out, int32_t capacity) {
    if (!idna() || proviso::tooLong(name)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    icu::IDNAInfo info;
    icu::CheckedArrayByteSink sink(out, capacity);
    (idna()->*mapping)(proviso::piece(name), sink, info, status);
    if (U_FAILURE(status)) return -1;
    if (errors) *errors = info.getErrors();
    return sink.NumberOfBytesAppended();
}

}  // namespace

int32_t prv_icu_idna_to_ascii(prv_icu_text name, uint32_t *errors, char *out, int32_t capacity) try {
    return mapped(&icu::IDNA::nameToASCII_UTF8, name, errors, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_idna_to_unicode(prv_icu_text name, uint32_t *errors, char *out, int32_t capacity) try {
    return mapped(&icu::IDNA::nameToUnicodeUTF8, name, errors, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_fold_case(prv_icu_text text, char *out, int32_t capacity) try {
    if (proviso::tooLong(text)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    icu::CheckedArrayByteSink sink(out, capacity);
    icu::CaseMap::utf8Fold(U_FOLD_CASE_DEFAULT, proviso::piece(text), sink, nullptr, status);
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
    return nfc()->isNormalizedUTF8(proviso::piece(text), status) && U_SUCCESS(status);
} catch (...) {
    return false;
}
