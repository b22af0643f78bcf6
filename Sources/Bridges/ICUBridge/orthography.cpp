#include "support.h"

#include <unicode/ucnv.h>
#include <unicode/ulocdata.h>
#include <unicode/uniset.h>
#include <unicode/uscript.h>

#include <memory>

namespace {

struct DataCloser {
    void operator()(ULocaleData *data) const { ulocdata_close(data); }
};

struct ConverterCloser {
    void operator()(UConverter *converter) const { ucnv_close(converter); }
};

}  // namespace

int32_t prv_icu_locale_name(const char *tag, const char *language, char *out, int32_t capacity) try {
    icu::Locale locale = proviso::localeOf(tag), reader = proviso::localeOf(language);
    if (locale.isBogus() || reader.isBogus()) return -1;
    icu::UnicodeString name;
    locale.getDisplayName(reader, name);
    return proviso::write(name.getBuffer(), name.length(), out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_locale_scripts(const char *tag, char *out, int32_t capacity) try {
    icu::Locale locale = proviso::localeOf(tag);
    if (locale.isBogus()) return -1;
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode scripts[8];
    int32_t count = uscript_getCode(locale.getName(), scripts, 8, &status);
    if (U_FAILURE(status)) return -1;
    std::string names;
    for (int32_t index = 0; index < count; index++) {
        names += (index == 0 ? "" : "\n") + std::string(uscript_getShortName(scripts[index]));
    }
    return proviso::write(names, out, capacity);
} catch (...) {
    return -1;
}

bool prv_icu_scalar_in_script(uint32_t scalar, const char *script) try {
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode own = uscript_getScript(static_cast<UChar32>(scalar), &status);
    if (U_FAILURE(status)) return false;
    if (own == USCRIPT_COMMON || own == USCRIPT_INHERITED) return true;
    auto wanted = static_cast<UScriptCode>(u_getPropertyValueEnum(UCHAR_SCRIPT, script));
    return uscript_hasScript(static_cast<UChar32>(scalar), wanted);
} catch (...) {
    return false;
}

int32_t prv_icu_locale_quotes(const char *tag, char *out, int32_t capacity) try {
    icu::Locale locale = proviso::localeOf(tag);
    if (locale.isBogus()) return -1;
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<ULocaleData, DataCloser> data(ulocdata_open(locale.getName(), &status));
    if (U_FAILURE(status)) return -1;
    std::string marks;
    for (auto kind : {ULOCDATA_QUOTATION_START, ULOCDATA_QUOTATION_END, ULOCDATA_ALT_QUOTATION_START,
                      ULOCDATA_ALT_QUOTATION_END}) {
        char16_t mark[8];
        int32_t length = ulocdata_getDelimiter(data.get(), kind, mark, 8, &status);
        if (U_FAILURE(status)) return -1;
        icu::UnicodeString(mark, length).toUTF8String(marks);
        marks += '\n';
    }
    return proviso::write(marks, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_locale_letters(const char *tag, bool auxiliary, char *out, int32_t capacity) try {
    icu::Locale locale = proviso::localeOf(tag);
    if (locale.isBogus()) return -1;
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<ULocaleData, DataCloser> data(ulocdata_open(locale.getName(), &status));
    if (U_FAILURE(status)) return -1;
    auto kind = auxiliary ? ULOCDATA_ES_AUXILIARY : ULOCDATA_ES_STANDARD;
    icu::UnicodeSet letters;
    ulocdata_getExemplarSet(data.get(), letters.toUSet(), USET_ADD_CASE_MAPPINGS, kind, &status);
    if (U_FAILURE(status)) return -1;
    std::string text;
    for (int32_t range = 0; range < letters.getRangeCount(); range++) {
        for (UChar32 letter = letters.getRangeStart(range); letter <= letters.getRangeEnd(range); letter++) {
            icu::UnicodeString(letter).toUTF8String(text);
        }
    }
    return proviso::write(text, out, capacity);
} catch (...) {
    return -1;
}

bool prv_icu_is_encodable(uint32_t scalar, const char *charset) try {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<UConverter, ConverterCloser> converter(ucnv_open(charset, &status));
    if (U_FAILURE(status)) return false;
    ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    icu::UnicodeString text(static_cast<UChar32>(scalar));
    char bytes[8];
    ucnv_fromUChars(converter.get(), bytes, sizeof bytes, text.getBuffer(), text.length(), &status);
    return U_SUCCESS(status);
} catch (...) {
    return false;
}
