#include "support.h"
#include "system_zones.h"

#include <unicode/translit.h>
#include <unicode/ucal.h>
#include <unicode/uchar.h>
#include <unicode/uenum.h>
#include <unicode/ulocdata.h>
#include <unicode/ures.h>
#include <unicode/uversion.h>

#include <memory>
#include <set>

namespace {

constexpr const char *languageData = U_ICUDATA_NAME "-lang";
constexpr const char *regionData = U_ICUDATA_NAME "-region";

struct EnumerationCloser {
    void operator()(UEnumeration *enumeration) const { uenum_close(enumeration); }
};
using Enumeration = std::unique_ptr<UEnumeration, EnumerationCloser>;

struct BundleCloser {
    void operator()(UResourceBundle *bundle) const { ures_close(bundle); }
};
using Bundle = std::unique_ptr<UResourceBundle, BundleCloser>;

void add(std::string &list, const std::string &code) {
    if (!list.empty()) list += '\n';
    list += code;
}

bool failed(UErrorCode status, const void *handle) { return U_FAILURE(status) || !handle; }

/// Names that only ICU has: `ACT` to `VST` from old Java, `SystemV/…`, and the name for an unknown zone.
bool isForeignZone(const std::string &name) {
    static const char *const foreign[] = {"ACT", "AET", "AGT", "ART", "AST", "BET", "BST", "CAT", "CNT", "CST",
                                          "CTT", "EAT", "ECT", "IET", "IST", "JST", "MIT", "NET", "NST", "PLT",
                                          "PNT", "PRT", "PST", "SST", "VST", "Etc/Unknown"};
    for (const char *other : foreign) {
        if (name == other) return true;
    }
    return name.compare(0, 8, "SystemV/") == 0;
}

int32_t timeZones(char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    Enumeration zones(ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_ANY, nullptr, nullptr, &status));
    if (failed(status, zones.get())) return -1;
    std::set<std::string> names = proviso::newerZoneNames();
    while (const char *name = uenum_next(zones.get(), nullptr, &status)) {
        if (U_FAILURE(status)) return -1;
        if (!isForeignZone(name)) names.insert(name);
    }
    std::string list;
    for (const std::string &name : names) add(list, name);
    return proviso::write(list, out, capacity);
}

/// Expands a run of codes as CLDR abbreviates it: `aaa~i` means `aaa` to `aai`.
void addRun(std::set<std::string> &list, const std::string &run) {
    size_t tilde = run.find('~');
    if (tilde == std::string::npos || tilde == 0 || tilde + 1 >= run.size()) {
        list.insert(run);
        return;
    }
    std::string code = run.substr(0, tilde);
    for (char last = run[tilde + 1]; code.back() <= last; code.back()++) list.insert(code);
}

/// Adds the subtags that CLDR has English names for: some scripts have a name, but are not in the list of valid ones.
bool addNamed(const char *table, const char *names, std::set<std::string> &codes) {
    UErrorCode status = U_ZERO_ERROR;
    Bundle english(ures_open(table, "en", &status));
    Bundle all(ures_getByKey(english.get(), names, nullptr, &status));
    if (U_FAILURE(status)) return false;
    for (int32_t index = 0; index < ures_getSize(all.get()); index++) {
        Bundle name(ures_getByIndex(all.get(), index, nullptr, &status));
        const char *code = U_SUCCESS(status) ? ures_getKey(name.get()) : nullptr;
        if (!code) return false;
        // The table has names of whole tags such as `de_AT` too.
        if (!std::strchr(code, '_')) codes.insert(code);
    }
    return true;
}

/// The subtags that are valid by CLDR (regular, deprecated and special ones), and those that it has names for.
int32_t subtags(const char *type, const char *table, const char *names, char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    Bundle data(ures_openDirect(nullptr, "supplementalData", &status));
    Bundle all(ures_getByKey(data.get(), "idValidity", nullptr, &status));
    Bundle ofType(ures_getByKey(all.get(), type, nullptr, &status));
    std::set<std::string> known;
    if (U_FAILURE(status) || !addNamed(table, names, known)) return -1;
    for (const char *use : {"regular", "deprecated", "special", "unknown", "macroregion"}) {
        UErrorCode missing = U_ZERO_ERROR;
        Bundle codes(ures_getByKey(ofType.get(), use, nullptr, &missing));
        if (U_FAILURE(missing)) continue;
        for (int32_t index = 0; index < ures_getSize(codes.get()); index++) {
            int32_t length = 0;
            const UChar *run = ures_getStringByIndex(codes.get(), index, &length, &status);
            if (U_FAILURE(status)) return -1;
            std::string text;
            addRun(known, icu::UnicodeString(false, run, length).toUTF8String(text));
        }
    }
    std::string list;
    for (const std::string &code : known) add(list, code);
    return proviso::write(list, out, capacity);
}

int32_t scriptNames(char *out, int32_t capacity) {
    std::string list;
    for (int32_t script = 0; script <= u_getIntPropertyMaxValue(UCHAR_SCRIPT); script++) {
        const char *name = u_getPropertyValueName(UCHAR_SCRIPT, script, U_LONG_PROPERTY_NAME);
        // The name of a script without characters is its code.
        if (name && std::strcmp(name, u_getPropertyValueName(UCHAR_SCRIPT, script, U_SHORT_PROPERTY_NAME)) != 0) {
            add(list, name);
        }
    }
    return proviso::write(list, out, capacity);
}

int32_t transliterators(char *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::StringEnumeration> ids(icu::Transliterator::getAvailableIDs(status));
    if (failed(status, ids.get())) return -1;
    std::string list;
    while (const char *id = ids->next(nullptr, status)) {
        if (U_FAILURE(status)) return -1;
        add(list, id);
    }
    return proviso::write(list, out, capacity);
}

}  // namespace

int32_t prv_icu_codes(prv_icu_code_list list, char *out, int32_t capacity) try {
    switch (list) {
        case PRV_ICU_TIME_ZONES: return timeZones(out, capacity);
        case PRV_ICU_LANGUAGES: return subtags("language", languageData, "Languages", out, capacity);
        case PRV_ICU_SCRIPTS: return subtags("script", languageData, "Scripts", out, capacity);
        case PRV_ICU_REGIONS: return subtags("region", regionData, "Countries", out, capacity);
        case PRV_ICU_VARIANTS: return subtags("variant", languageData, "Variants", out, capacity);
        case PRV_ICU_SCRIPT_NAMES: return scriptNames(out, capacity);
        case PRV_ICU_TRANSLITERATORS: return transliterators(out, capacity);
    }
    return -1;
} catch (...) {
    return -1;
}

bool prv_icu_is_inside() {
#ifdef PROVISO_ICU_INSIDE
    return true;
#else
    return false;
#endif
}

int32_t prv_icu_versions(char *out, int32_t capacity) try {
    UErrorCode status = U_ZERO_ERROR;
    UVersionInfo version;
    char text[U_MAX_VERSION_STRING_LENGTH];
    u_getVersion(version);
    u_versionToString(version, text);
    std::string list = text;
    ulocdata_getCLDRVersion(version, &status);
    u_versionToString(version, text);
    add(list, U_SUCCESS(status) ? text : "?");
    const char *zones = ucal_getTZDataVersion(&status);
    add(list, U_SUCCESS(status) && zones ? zones : "?");
    return proviso::write(list + "\n" + proviso::newerZonesVersion(), out, capacity);
} catch (...) {
    return -1;
}
