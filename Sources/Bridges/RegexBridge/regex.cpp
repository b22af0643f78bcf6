#include <cstdio>
#include <memory>
#include <vector>

#include <re2/re2.h>

#include "regex_bridge.h"

struct prv_regex {
    re2::RE2 pattern;

    prv_regex(re2::StringPiece text, const re2::RE2::Options &options) : pattern(text, options) {}
};

extern "C" {

prv_regex *prv_regex_create(const char *pattern, size_t length, int32_t ignore_case, char *reason,
                            size_t reason_capacity) try {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(!ignore_case);
    options.set_max_mem(8 << 20);
    auto regex = std::make_unique<prv_regex>(re2::StringPiece(pattern, length), options);
    if (regex->pattern.ok()) return regex.release();
    snprintf(reason, reason_capacity, "%s", regex->pattern.error().c_str());
    return nullptr;
} catch (...) {
    snprintf(reason, reason_capacity, "out of memory");
    return nullptr;
}

void prv_regex_destroy(prv_regex *regex) { delete regex; }

int32_t prv_regex_matches(const prv_regex *regex, const char *text, size_t length, int32_t whole) try {
    re2::RE2::Anchor anchor = whole ? re2::RE2::ANCHOR_BOTH : re2::RE2::UNANCHORED;
    return regex->pattern.Match(re2::StringPiece(text, length), 0, length, anchor, nullptr, 0);
} catch (...) {
    return 0;
}

int32_t prv_regex_size(const prv_regex *regex) try {
    return regex->pattern.ProgramSize();
} catch (...) {
    return INT32_MAX;
}

int32_t prv_regex_groups(const prv_regex *regex) try {
    return regex->pattern.NumberOfCapturingGroups();
} catch (...) {
    return 0;
}

int32_t prv_regex_find(const prv_regex *regex, const char *text, size_t length, size_t start, int64_t *places,
                       int32_t count) try {
    std::vector<re2::StringPiece> found(count);
    if (!regex->pattern.Match(re2::StringPiece(text, length), start, length, re2::RE2::UNANCHORED, found.data(), count))
        return 0;
    for (int32_t index = 0; index < count; index++) {
        bool has = found[index].data() != nullptr;
        places[2 * index] = has ? found[index].data() - text : -1;
        places[2 * index + 1] = has ? places[2 * index] + (int64_t)found[index].size() : -1;
    }
    return 1;
} catch (...) {
    return 0;
}
}
