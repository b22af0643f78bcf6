#include "support.h"

#include <unicode/bytestream.h>
#include <unicode/idna.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace {

/// Created once and never freed: ICU shares it between threads, and a program may still convert names at exit.
const icu::IDNA *made(uint32_t rules) {
    UErrorCode status = U_ZERO_ERROR;
    uint32_t options = UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE | UIDNA_CHECK_BIDI |
                       UIDNA_CHECK_CONTEXTJ | UIDNA_CHECK_CONTEXTO | rules;
    return icu::IDNA::createUTS46Instance(options, status);
}

const icu::IDNA *idna(bool underscores) {
    static const icu::IDNA *const strict = made(UIDNA_USE_STD3_RULES);
    static const icu::IDNA *const loose = made(0);
    return underscores ? loose : strict;
}

using Mapping = void (icu::IDNA::*)(icu::StringPiece, icu::ByteSink &, icu::IDNAInfo &, UErrorCode &) const;

int32_t mapped(Mapping mapping, bool underscores, prv_icu_text name, uint32_t *errors, char *out, int32_t capacity) {
    const icu::IDNA *instance = idna(underscores);
    if (!instance || proviso::tooLong(name)) return -1;
    UErrorCode status = U_ZERO_ERROR;
    icu::IDNAInfo info;
    icu::CheckedArrayByteSink sink(out, capacity);
    (instance->*mapping)(proviso::piece(name), sink, info, status);
    if (U_FAILURE(status)) return -1;
    if (errors) *errors = info.getErrors();
    return sink.NumberOfBytesAppended();
}

/// Looks up a code point in the table of RFC 5892, section 2.6; false if it is not there.
bool exception(UChar32 point, prv_icu_idna_class &found) {
    switch (point) {
        case 0xDF: case 0x3C2: case 0x6FD: case 0x6FE: case 0xF0B: case 0x3007:
            found = PRV_ICU_IDNA_VALID;
            return true;
        case 0xB7: case 0x375: case 0x5F3: case 0x5F4: case 0x30FB:
            found = PRV_ICU_IDNA_CONTEXT;
            return true;
        case 0x640: case 0x7FA: case 0x302E: case 0x302F: case 0x303B:
            found = PRV_ICU_IDNA_DISALLOWED;
            return true;
        default: break;
    }
    if ((point >= 0x660 && point <= 0x669) || (point >= 0x6F0 && point <= 0x6F9)) {
        found = PRV_ICU_IDNA_CONTEXT;
        return true;
    }
    found = PRV_ICU_IDNA_DISALLOWED;
    return point >= 0x3031 && point <= 0x3035;
}

bool isIgnorable(UChar32 point) {
    return u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
           u_hasBinaryProperty(point, UCHAR_WHITE_SPACE) ||
           u_hasBinaryProperty(point, UCHAR_NONCHARACTER_CODE_POINT);
}

bool isInIgnorableBlock(UChar32 point) {
    switch (ublock_getCode(point)) {
        case UBLOCK_COMBINING_MARKS_FOR_SYMBOLS:
        case UBLOCK_MUSICAL_SYMBOLS:
        case UBLOCK_ANCIENT_GREEK_MUSICAL_NOTATION: return true;
        default: return false;
    }
}

bool isOldHangul(UChar32 point) {
    int32_t type = u_getIntPropertyValue(point, UCHAR_HANGUL_SYLLABLE_TYPE);
    return type == U_HST_LEADING_JAMO || type == U_HST_VOWEL_JAMO || type == U_HST_TRAILING_JAMO;
}

/// Letters, marks except enclosing ones, and decimal digits.
constexpr uint32_t letterDigits = U_GC_LL_MASK | U_GC_LU_MASK | U_GC_LO_MASK | U_GC_LM_MASK | U_GC_ND_MASK |
                                  U_GC_MN_MASK | U_GC_MC_MASK;

/// Whether mapping a letter, mark or digit keeps its appearance: a superscript, circle or square does not.
bool keepsItsLook(UChar32 point) {
    switch (u_getIntPropertyValue(point, UCHAR_DECOMPOSITION_TYPE)) {
        case U_DT_SUPER: case U_DT_SUB: case U_DT_CIRCLE: case U_DT_SQUARE: case U_DT_FRACTION: case U_DT_NOBREAK:
            return false;
        default: return true;
    }
}

bool isDot(UChar32 point) { return point == 0x3002 || point == 0xFF0E || point == 0xFF61; }

bool isMappable(UChar32 point) {
    if (point < 0x80 || isDot(point)) return true;
    prv_icu_idna_class found = prv_icu_idna_class_of(static_cast<uint32_t>(point));
    if (found == PRV_ICU_IDNA_VALID || found == PRV_ICU_IDNA_CONTEXT) return true;
    return !isIgnorable(point) && (U_GET_GC_MASK(point) & letterDigits) != 0 && keepsItsLook(point);
}

template <typename Test> bool all(prv_icu_text text, Test test) {
    if (proviso::tooLong(text)) return false;
    int32_t length = static_cast<int32_t>(text.length);
    for (int32_t index = 0; index < length;) {
        UChar32 point;
        U8_NEXT(text.bytes, index, length, point);
        if (point < 0 || !test(point)) return false;
    }
    return true;
}

}  // namespace

int32_t prv_icu_idna_to_ascii(prv_icu_text name, bool underscores, uint32_t *errors, char *out, int32_t capacity) try {
    return mapped(&icu::IDNA::nameToASCII_UTF8, underscores, name, errors, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_idna_to_unicode(prv_icu_text name, bool underscores, uint32_t *errors, char *out, int32_t capacity) try {
    return mapped(&icu::IDNA::nameToUnicodeUTF8, underscores, name, errors, out, capacity);
} catch (...) {
    return -1;
}

prv_icu_idna_class prv_icu_idna_class_of(uint32_t scalar) try {
    UChar32 point = static_cast<UChar32>(scalar);
    prv_icu_idna_class found;
    if (exception(point, found)) return found;
    uint32_t category = U_GET_GC_MASK(point);
    if (category == U_GC_CN_MASK && !u_hasBinaryProperty(point, UCHAR_NONCHARACTER_CODE_POINT)) {
        return PRV_ICU_IDNA_UNASSIGNED;
    }
    if (point == '-' || (point >= '0' && point <= '9') || (point >= 'a' && point <= 'z')) return PRV_ICU_IDNA_VALID;
    if (u_hasBinaryProperty(point, UCHAR_JOIN_CONTROL)) return PRV_ICU_IDNA_CONTEXT;
    // RFC 5892's "unstable": code points that case folding or compatibility normalization changes.
    if (u_hasBinaryProperty(point, UCHAR_CHANGES_WHEN_NFKC_CASEFOLDED) || isIgnorable(point) ||
        isInIgnorableBlock(point) || isOldHangul(point)) {
        return PRV_ICU_IDNA_DISALLOWED;
    }
    return category & letterDigits ? PRV_ICU_IDNA_VALID : PRV_ICU_IDNA_DISALLOWED;
} catch (...) {
    return PRV_ICU_IDNA_DISALLOWED;
}

bool prv_icu_idna_may_be_mapped(prv_icu_text name) try {
    return all(name, isMappable);
} catch (...) {
    return false;
}

bool prv_icu_idna_is_allowed(prv_icu_text name, bool underscores) try {
    return all(name, [underscores](UChar32 point) {
        if (point == '.' || (underscores && point == '_')) return true;
        prv_icu_idna_class found = prv_icu_idna_class_of(static_cast<uint32_t>(point));
        return found == PRV_ICU_IDNA_VALID || found == PRV_ICU_IDNA_CONTEXT;
    });
} catch (...) {
    return false;
}
