#include "support.h"

#include <unicode/locdspnm.h>
#include <unicode/uchar.h>
#include <unicode/ucurr.h>
#include <unicode/uscript.h>

#include <memory>

struct prv_icu_names {
    std::unique_ptr<icu::LocaleDisplayNames> names;
    std::string locale;
};

namespace {

/// The name of a currency in the plural form of no number, such as `Euro`; empty if ICU does not know it.
icu::UnicodeString currencyName(const prv_icu_names &names, const icu::UnicodeString &code) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    icu::UnicodeString copy = code;
    const char16_t *name = ucurr_getName(copy.getTerminatedBuffer(), names.locale.c_str(), UCURR_LONG_NAME, nullptr,
                                         &length, &status);
    // ICU gives the code itself for one that it does not know.
    if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING) return {};
    icu::UnicodeString text(name, length);
    return text == code ? icu::UnicodeString() : text;
}

/// The code of a script by its code or by its name in Unicode (`Latin`); empty if there is none.
std::string scriptCode(const std::string &name) {
    int32_t script = u_getPropertyValueEnum(UCHAR_SCRIPT, name.c_str());
    return script < 0 ? std::string() : uscript_getShortName(static_cast<UScriptCode>(script));
}

icu::UnicodeString nameOf(const prv_icu_names &names, prv_icu_name_kind kind, const std::string &code) {
    icu::UnicodeString text;
    switch (kind) {
        case PRV_ICU_NAME_REGION: return names.names->regionDisplayName(code.c_str(), text);
        case PRV_ICU_NAME_SCRIPT: {
            // Alone, not as a part of a language's name: "Simplified Han", not "Simplified".
            std::string script = scriptCode(code);
            return icu::Locale(("und_" + script).c_str()).getDisplayScript(names.names->getLocale(), text);
        }
        case PRV_ICU_NAME_CURRENCY: return currencyName(names, icu::UnicodeString::fromUTF8(code));
        case PRV_ICU_NAME_LANGUAGE: break;
    }
    icu::Locale language = proviso::localeOf(code.c_str());
    return language.isBogus() ? text : names.names->localeDisplayName(language, text);
}

}  // namespace

prv_icu_names *prv_icu_names_create(const char *locale) try {
    icu::Locale parsed = proviso::localeOf(locale);
    if (parsed.isBogus()) return nullptr;
    UDisplayContext contexts[] = {UDISPCTX_DIALECT_NAMES, UDISPCTX_CAPITALIZATION_FOR_MIDDLE_OF_SENTENCE,
                                  UDISPCTX_NO_SUBSTITUTE};
    auto names = std::make_unique<prv_icu_names>();
    names->locale = parsed.getName();
    names->names.reset(icu::LocaleDisplayNames::createInstance(parsed, contexts, 3));
    return names->names ? names.release() : nullptr;
} catch (...) {
    return nullptr;
}

int32_t prv_icu_script_code(prv_icu_text name, char *out, int32_t capacity) try {
    std::string text(name.bytes ? name.bytes : "", name.length);
    if (text.empty() || text.size() > proviso::longestTag || text.find('\0') != std::string::npos) return -1;
    std::string code = scriptCode(text);
    return code.empty() ? -1 : proviso::write(code, out, capacity);
} catch (...) {
    return -1;
}

void prv_icu_names_destroy(prv_icu_names *names) { delete names; }

int32_t prv_icu_names_write(const prv_icu_names *names, prv_icu_name_kind kind, prv_icu_text code, char *out,
                            int32_t capacity) try {
    std::string text(code.bytes ? code.bytes : "", code.length);
    if (text.empty() || text.size() > proviso::longestTag || text.find('\0') != std::string::npos) return -1;
    icu::UnicodeString name = nameOf(*names, kind, text);
    if (name.isBogus() || name.isEmpty()) return -1;
    return proviso::write(name.getBuffer(), name.length(), out, capacity);
} catch (...) {
    return -1;
}
