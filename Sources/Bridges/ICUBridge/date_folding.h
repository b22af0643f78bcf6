#ifndef PROVISO_DATE_FOLDING_H
#define PROVISO_DATE_FOLDING_H

#include <unicode/smpdtfmt.h>

namespace proviso {

/// Which characters a format folds in its input.
struct DateFolding {
    /// Whether the format's own strings have typographic dashes or quotes: only then may ASCII ones be typed instead.
    bool dashes = false;
    bool quotes = false;

    /// The text as a plain keyboard writes it: every space is U+0020, marks of direction are dropped.
    icu::UnicodeString fold(const icu::UnicodeString &text) const;
};

/// Folds the pattern, the names and the zone offsets of a format, so that it reads folded input. With `shortens`, days,
/// months and hours of two digits may be typed with one.
DateFolding foldFormat(icu::SimpleDateFormat &format, bool shortens);

/// The letters of a pattern outside quotes.
icu::UnicodeString patternLetters(const icu::UnicodeString &pattern);

}  // namespace proviso

#endif
