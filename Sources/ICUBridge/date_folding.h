#ifndef PROVISO_DATE_FOLDING_H
#define PROVISO_DATE_FOLDING_H

#include <unicode/smpdtfmt.h>

namespace proviso {

/// The characters that a format folds in its input.
struct DateFolding {
    /// Whether the format's own strings have typographic dashes or quotes: only then may ASCII ones be typed instead.
    bool dashes = false;
    bool quotes = false;

    /// The text as typed on a plain keyboard: every space is U+0020, and direction marks are removed.
    icu::UnicodeString fold(const icu::UnicodeString &text) const;
};

/// Folds the pattern, the names and the zone offsets of a format, so that it reads folded text. With `shortens`, days,
/// months and hours of two digits may be typed with one.
DateFolding foldFormat(icu::SimpleDateFormat &format, bool shortens);

/// The letters of a pattern that are outside quotes.
icu::UnicodeString patternLetters(const icu::UnicodeString &pattern);

}  // namespace proviso

#endif
