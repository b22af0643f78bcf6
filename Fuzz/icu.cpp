/// The ICU bridge with whatever a browser, a rule file or a catalog may hand it: tags, skeletons, patterns, names.
#include "icu_bridge.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

char buffer[512];
constexpr int32_t capacity = sizeof buffer;

void check(bool holds) {
    if (!holds) std::abort();
}

prv_icu_text text(const std::string &bytes) { return {bytes.data(), bytes.size()}; }

/// A tag's canonical form is a tag whose canonical form is itself, and has an end to its parents.
void locales(const std::string &tag) {
    int32_t length = prv_icu_locale_canonical(text(tag), buffer, capacity);
    check(length >= -1);
    if (length >= 0 && length <= capacity) {
        std::string canonical(buffer, size_t(length)), again;
        int32_t second = prv_icu_locale_canonical(text(canonical), buffer, capacity);
        check(second == length && canonical == std::string(buffer, size_t(second)));
        std::string current = canonical;
        for (int step = 0; step < 12 && !current.empty(); step++) {
            int32_t parent = prv_icu_locale_parent(current.c_str(), buffer, capacity);
            if (parent < 0) break;
            current.assign(buffer, size_t(parent));
            check(step < 11 || current.empty());
        }
    }
    prv_icu_locale_shortest(text(tag), buffer, capacity);
    prv_icu_locale_likely(text(tag), buffer, capacity);
    prv_icu_locale_is_rtl(tag.c_str());
    prv_icu_locale_name(tag.c_str(), "de", buffer, capacity);
    prv_icu_locale_name("de", tag.c_str(), buffer, capacity);
    prv_icu_locale_scripts(tag.c_str(), buffer, capacity);
    prv_icu_locale_quotes(tag.c_str(), buffer, capacity);
    prv_icu_locale_for_formats("de", text(tag), buffer, capacity);
    prv_icu_number_symbols(tag.c_str(), "", "", buffer, capacity);
    prv_icu_number_symbols("ar", tag.c_str(), "EUR", buffer, capacity);
}

void matching(const std::string &header) {
    static prv_icu_matcher *matcher = [] {
        static const char *const names[] = {"en", "de", "pt", "pt-PT", "zh-Hans", "zh-Hant", "sr", "sr-Latn", "no", "ar"};
        std::vector<prv_icu_text> tags;
        for (const char *name : names) tags.push_back({name, std::strlen(name)});
        return prv_icu_matcher_create(tags.data(), int32_t(tags.size()));
    }();
    std::vector<prv_icu_text> wanted;
    for (size_t start = 0; start <= header.size() && wanted.size() < 64;) {
        size_t end = std::min(header.find(',', start), header.size());
        wanted.push_back({header.data() + start, end - start});
        start = end + 1;
    }
    int32_t supported = -1, desired = -1;
    auto kind = prv_icu_matcher_best(matcher, wanted.data(), int32_t(wanted.size()), &supported, &desired);
    check(kind == PRV_ICU_MATCH_NONE || (supported >= 0 && supported < 10 && desired >= 0));
}

void formats(const std::string &pattern) {
    if (auto *number = prv_icu_number_create("de", PRV_ICU_NUMBER_SKELETON, text(pattern))) {
        prv_icu_category category = PRV_ICU_OTHER;
        prv_icu_number_double(number, 1234.5, nullptr, &category, buffer, capacity);
        prv_icu_number_int(number, INT64_MIN, nullptr, &category, buffer, capacity);
        prv_icu_number_decimal(number, text(pattern), nullptr, &category, buffer, capacity);
        prv_icu_number_destroy(number);
    }
    if (auto *date = prv_icu_date_create("fa", false, PRV_ICU_DATE_SKELETON, text(pattern), "Asia/Tehran")) {
        prv_icu_date_format(date, 1e15, buffer, capacity);
        prv_icu_date_destroy(date);
    }
    if (auto *date = prv_icu_date_pattern_create("de", PRV_ICU_PART_BOTH, PRV_ICU_DATE_SHORT, text(pattern), "gregorian", "UTC")) {
        double moment = 0;
        prv_icu_date_pattern_read(date, text(pattern), true, &moment);
        prv_icu_date_pattern_write(date, -1e14, buffer, capacity);
        prv_icu_date_pattern_destroy(date);
    }
    if (auto *zone = prv_icu_zone_create(pattern.c_str())) prv_icu_zone_destroy(zone);
}

void texts(const std::string &bytes) {
    uint32_t errors = 0;
    prv_icu_idna_to_ascii(text(bytes), true, &errors, buffer, capacity);
    prv_icu_idna_to_unicode(text(bytes), false, &errors, buffer, capacity);
    prv_icu_fold_case(text(bytes), buffer, capacity);
    prv_icu_nfkc(text(bytes), buffer, capacity);
    prv_icu_is_nfc(text(bytes));
    prv_icu_script(text(bytes));
    const int32_t latin[] = {25};
    prv_icu_scripts_hold(text(bytes), latin, 1);
    static prv_icu_spoof *spoof = prv_icu_spoof_create(PRV_ICU_RESTRICTION_HIGH);
    prv_icu_spoof_is_suspicious(spoof, text(bytes));
    prv_icu_spoof_skeleton(spoof, text(bytes), buffer, capacity);
    if (auto *list = prv_icu_list_create("ja", PRV_ICU_LIST_OR)) {
        const prv_icu_text items[] = {text(bytes), text(bytes)};
        prv_icu_list_format(list, items, 2, true, buffer, capacity);
        prv_icu_list_destroy(list);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    std::string rest(reinterpret_cast<const char *>(data) + 1, size - 1);
    switch (data[0] % 4) {
        case 0: locales(rest); break;
        case 1: matching(rest); break;
        case 2: formats(rest); break;
        default: texts(rest); break;
    }
    return 0;
}
