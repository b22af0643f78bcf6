#include "support.h"

#include <unicode/localematcher.h>
#include <unicode/numsys.h>
#include <unicode/uloc.h>
#include <unicode/ures.h>

#include <memory>
#include <mutex>
#include <set>
#include <vector>

struct prv_icu_matcher {
    std::unique_ptr<icu::LocaleMatcher> matcher;
    /// The supported locales, and their likely scripts as far as they were needed.
    std::vector<icu::Locale> supported;
    mutable std::vector<icu::Locale> likely;
    std::unique_ptr<std::once_flag[]> asked;
};

namespace {

using proviso::localeOf;

constexpr int32_t mostTags = 32;

std::string tagOf(const icu::Locale &locale) {
    UErrorCode status = U_ZERO_ERROR;
    std::string tag = locale.toLanguageTag<std::string>(status);
    return U_FAILURE(status) ? std::string() : tag;
}

/// Bogus where ICU cannot put a well-formed tag into canonical form, as it cannot for `de-t-m0`.
icu::Locale canonical(icu::Locale locale) {
    UErrorCode status = U_ZERO_ERROR;
    locale.canonicalize(status);
    if (U_FAILURE(status)) locale.setToBogus();
    return locale;
}

/// A locale without its extensions. ICU's own name of a bogus locale is a null pointer.
std::string baseNameOf(const icu::Locale &locale) {
    const char *name = locale.isBogus() ? nullptr : locale.getBaseName();
    return name ? name : "";
}

icu::Locale maximized(const icu::Locale &plain) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale locale = canonical(plain);
    if (!locale.isBogus()) locale.addLikelySubtags(status);
    return locale;
}

/// CLDR writes Norwegian Bokmål as `nb` and as its macrolanguage `no`.
std::string languageOf(const icu::Locale &locale) {
    std::string language = locale.getLanguage();
    return language == "no" ? "nb" : language;
}

bool close(const icu::Locale &left, const icu::Locale &right) {
    return languageOf(left) == languageOf(right) && std::strcmp(left.getScript(), right.getScript()) == 0;
}

struct BundleCloser {
    void operator()(UResourceBundle *bundle) const { ures_close(bundle); }
};

using Bundle = std::unique_ptr<UResourceBundle, BundleCloser>;

/// The parent CLDR's data names for a locale, if its bundle names one.
std::string namedParent(const icu::Locale &locale) {
    UErrorCode status = U_ZERO_ERROR;
    // A bundle that is opened directly first has the root as its parent in ICU's cache, for the rest of the process:
    // Norwegian numbers and dates, whose data is in `no`, would be written as the root writes them.
    std::string base = baseNameOf(locale);
    Bundle chain(ures_open(nullptr, base.c_str(), &status));
    Bundle bundle(ures_openDirect(nullptr, base.c_str(), &status));
    if (U_FAILURE(status)) return {};
    int32_t length = 0;
    const UChar *parent = ures_getStringByKey(bundle.get(), "%%Parent", &length, &status);
    if (U_FAILURE(status)) return {};
    std::string name;
    return icu::UnicodeString(false, parent, length).toUTF8String(name);
}

/// Truncation, as far as it keeps the script: `sr-Latn` has no parent but the root, `zh-TW` has `zh-Hant`.
icu::Locale truncated(const icu::Locale &locale) {
    std::string language = locale.getLanguage(), script = locale.getScript();
    if (*locale.getVariant()) {
        std::string region = locale.getCountry();
        std::string base = language + (script.empty() ? "" : "_" + script) + (region.empty() ? "" : "_" + region);
        return icu::Locale(base.c_str());
    }
    bool toLanguage = !*locale.getCountry() || script.empty();
    icu::Locale shorter((toLanguage ? language : language + "_" + script).c_str());
    if (std::strcmp(maximized(locale).getScript(), maximized(shorter).getScript()) == 0) return shorter;
    if (!*locale.getCountry()) return icu::Locale::getRoot();
    return icu::Locale((language + "_" + maximized(locale).getScript()).c_str());
}

const std::set<std::string> &known() {
    static const auto *names = [] {
        auto *result = new std::set<std::string>;
        for (int32_t index = 0; index < uloc_countAvailable(); index++) result->insert(uloc_getAvailable(index));
        return result;
    }();
    return *names;
}

struct Match {
    prv_icu_match kind = PRV_ICU_MATCH_NONE;
    int32_t supported = -1;
    int32_t desired = -1;
};

const icu::Locale &likely(const prv_icu_matcher &matcher, int32_t index) {
    std::call_once(matcher.asked[index], [&] { matcher.likely[index] = maximized(matcher.supported[index]); });
    return matcher.likely[index];
}

Match best(const prv_icu_matcher &matcher, std::vector<icu::Locale> &wanted) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale::RangeIterator<std::vector<icu::Locale>::iterator> range(wanted.begin(), wanted.end());
    icu::LocaleMatcher::Result result = matcher.matcher->getBestMatchResult(range, status);
    if (U_FAILURE(status) || result.getSupportedIndex() < 0 || result.getDesiredIndex() < 0) return {};
    Match match{PRV_ICU_MATCH_RELATED, result.getSupportedIndex(), result.getDesiredIndex()};
    if (close(likely(matcher, match.supported), maximized(wanted[match.desired]))) match.kind = PRV_ICU_MATCH_CLOSE;
    return match;
}

/// The nearest supported locale with the language and script of `wanted`, or -1.
///
/// By CLDR's distances alone, `hr-BA` is nearer to `bs` than to `hr`, because Bosnian is the usual language of the region.
int32_t ownLanguage(const prv_icu_matcher &matcher, const icu::Locale &wanted) {
    icu::Locale full = maximized(wanted);
    std::vector<int32_t> places;
    for (int32_t index = 0; index < static_cast<int32_t>(matcher.supported.size()); index++) {
        if (languageOf(matcher.supported[index]) != languageOf(full)) continue;
        if (close(likely(matcher, index), full)) places.push_back(index);
    }
    if (places.size() < 2) return places.empty() ? -1 : places[0];
    UErrorCode status = U_ZERO_ERROR;
    icu::LocaleMatcher::Builder builder;
    for (int32_t place : places) builder.addSupportedLocale(matcher.supported[place]);
    icu::LocaleMatcher nearest = builder.build(status);
    icu::LocaleMatcher::Result result = nearest.getBestMatchResult(wanted, status);
    bool isFound = U_SUCCESS(status) && result.getSupportedIndex() >= 0;
    return places[isFound ? result.getSupportedIndex() : 0];
}

}  // namespace

int32_t prv_icu_locale_canonical(prv_icu_text tag, char *out, int32_t capacity) try {
    icu::Locale locale = canonical(localeOf(tag));
    if (locale.isBogus()) return -1;
    std::string text = tagOf(locale);
    return text.empty() ? -1 : proviso::write(text, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_locale_shortest(prv_icu_text tag, char *out, int32_t capacity) try {
    icu::Locale locale = canonical(localeOf(tag));
    if (locale.isBogus()) return -1;
    UErrorCode status = U_ZERO_ERROR;
    locale.minimizeSubtags(status);
    std::string text = tagOf(locale);
    return U_FAILURE(status) || text.empty() ? -1 : proviso::write(text, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_locale_likely(prv_icu_text tag, char *out, int32_t capacity) try {
    icu::Locale locale = maximized(localeOf(tag));
    if (locale.isBogus()) return -1;
    std::string text = tagOf(icu::Locale(baseNameOf(locale).c_str()));
    return text.empty() ? -1 : proviso::write(text, out, capacity);
} catch (...) {
    return -1;
}

int32_t prv_icu_locale_parent(const char *tag, char *out, int32_t capacity) try {
    icu::Locale locale = localeOf(tag);
    if (locale.isBogus()) return -1;
    locale = icu::Locale(baseNameOf(locale).c_str());
    std::string named = namedParent(locale);
    icu::Locale parent = named.empty() ? truncated(locale) : icu::Locale(named == "root" ? "" : named.c_str());
    if (named.empty() && parent == locale) parent = icu::Locale::getRoot();
    if (!*parent.getLanguage()) return 0;
    return proviso::write(tagOf(parent), out, capacity);
} catch (...) {
    return -1;
}

bool prv_icu_locale_is_rtl(const char *tag) try {
    icu::Locale locale = localeOf(tag);
    return !locale.isBogus() && locale.isRightToLeft();
} catch (...) {
    return false;
}

prv_icu_matcher *prv_icu_matcher_create(const prv_icu_text *tags, int32_t count) try {
    UErrorCode status = U_ZERO_ERROR;
    auto matcher = std::make_unique<prv_icu_matcher>();
    icu::LocaleMatcher::Builder builder;
    for (int32_t index = 0; index < count; index++) {
        icu::Locale locale = localeOf(tags[index]);
        if (locale.isBogus()) return nullptr;
        builder.addSupportedLocale(locale);
        matcher->supported.push_back(locale);
    }
    matcher->likely.resize(count);
    matcher->asked = std::make_unique<std::once_flag[]>(count);
    builder.setNoDefaultLocale();
    matcher->matcher = std::make_unique<icu::LocaleMatcher>(builder.build(status));
    return U_FAILURE(status) ? nullptr : matcher.release();
} catch (...) {
    return nullptr;
}

void prv_icu_matcher_destroy(prv_icu_matcher *matcher) { delete matcher; }

prv_icu_match prv_icu_matcher_best(const prv_icu_matcher *matcher, const prv_icu_text *tags, int32_t count,
                                   int32_t *supported, int32_t *desired) try {
    std::vector<icu::Locale> wanted;
    std::vector<int32_t> places;
    for (int32_t index = 0; index < count && wanted.size() < mostTags; index++) {
        icu::Locale locale = canonical(localeOf(tags[index]));
        if (locale.isBogus() || !*locale.getLanguage()) continue;
        wanted.push_back(locale);
        places.push_back(index);
    }
    if (wanted.empty()) return PRV_ICU_MATCH_NONE;
    Match match = best(*matcher, wanted);
    // A reader who also accepts a supported language must not get a relative of another one. A language that is
    // supported must not lose to a less preferred one.
    size_t end = match.kind == PRV_ICU_MATCH_CLOSE ? match.desired : wanted.size();
    for (size_t index = 0; index < end; index++) {
        int32_t own = ownLanguage(*matcher, wanted[index]);
        if (own < 0) continue;
        match = {PRV_ICU_MATCH_CLOSE, own, static_cast<int32_t>(index)};
        break;
    }
    if (match.kind == PRV_ICU_MATCH_NONE) return match.kind;
    *supported = match.supported;
    *desired = places[match.desired];
    return match.kind;
} catch (...) {
    return PRV_ICU_MATCH_NONE;
}

int32_t prv_icu_locale_for_formats(const char *supported, prv_icu_text desired, char *out, int32_t capacity) try {
    icu::Locale base = localeOf(supported), wanted = canonical(localeOf(desired));
    if (base.isBogus()) return -1;
    if (wanted.isBogus()) return proviso::write(tagOf(base), out, capacity);

    std::string name = baseNameOf(wanted);
    icu::Locale locale = base;
    // ICU has `zh_Hant_HK` for what `zh-HK` means.
    std::string full = baseNameOf(maximized(wanted));
    for (const std::string &candidate : {name, full}) {
        if (!*wanted.getCountry() || !known().count(candidate)) continue;
        locale = icu::Locale(candidate.c_str());
        break;
    }
    UErrorCode status = U_ZERO_ERROR;
    std::string numbering = wanted.getUnicodeKeywordValue<std::string>("nu", status);
    if (U_SUCCESS(status) && !numbering.empty()) {
        std::unique_ptr<icu::NumberingSystem> system(
            icu::NumberingSystem::createInstanceByName(numbering.c_str(), status));
        bool usable = U_SUCCESS(status) && system && !system->isAlgorithmic();
        if (usable) locale.setUnicodeKeywordValue("nu", numbering, status);
    }
    status = U_ZERO_ERROR;
    std::string calendar = wanted.getUnicodeKeywordValue<std::string>("ca", status);
    if (U_SUCCESS(status) && !calendar.empty() && prv_icu_is_calendar(calendar.c_str())) {
        locale.setUnicodeKeywordValue("ca", calendar, status);
    }
    return proviso::write(tagOf(locale), out, capacity);
} catch (...) {
    return -1;
}
