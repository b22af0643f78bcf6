#include <cstdio>
#include <memory>

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
}
