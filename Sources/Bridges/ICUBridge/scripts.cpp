#include "support.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/utf8.h>

int32_t prv_icu_script(prv_icu_text name) try {
    std::string text(name.bytes, name.length);
    if (text.find('\0') != std::string::npos) return -1;
    int32_t script = u_getPropertyValueEnum(UCHAR_SCRIPT, text.c_str());
    return script == UCHAR_INVALID_CODE ? -1 : script;
} catch (...) {
    return -1;
}

bool prv_icu_script_has_letters(int32_t script) try {
    UErrorCode status = U_ZERO_ERROR;
    USet *set = uset_openEmpty();
    uset_applyIntPropertyValue(set, UCHAR_SCRIPT, script, &status);
    bool hasLetters = U_SUCCESS(status) && !uset_isEmpty(set);
    uset_close(set);
    return hasLetters;
} catch (...) {
    return false;
}

bool prv_icu_scripts_hold(prv_icu_text text, const int32_t *scripts, int32_t count) try {
    if (proviso::tooLong(text)) return false;
    int32_t length = static_cast<int32_t>(text.length);
    for (int32_t index = 0; index < length;) {
        UChar32 point;
        U8_NEXT(text.bytes, index, length, point);
        if (point < 0) return false;
        UErrorCode status = U_ZERO_ERROR;
        // Marks and symbols of no script may still belong to a few only: the Japanese long vowel, Arabic digits.
        UScriptCode extensions[64];
        int32_t known = uscript_getScriptExtensions(point, extensions, 64, &status);
        if (U_FAILURE(status)) return false;
        bool isHeld = false;
        for (int32_t one = 0; one < known && !isHeld; one++) {
            isHeld = extensions[one] == USCRIPT_COMMON || extensions[one] == USCRIPT_INHERITED;
            for (int32_t other = 0; other < count && !isHeld; other++) isHeld = extensions[one] == scripts[other];
        }
        if (!isHeld) return false;
    }
    return true;
} catch (...) {
    return false;
}
