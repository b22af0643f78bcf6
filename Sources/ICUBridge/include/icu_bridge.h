#ifndef PRV_ICU_BRIDGE_H
#define PRV_ICU_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A C interface to ICU. It names no ICU type, because ICU's headers clash with Foundation's copy of them.
///
/// Text is UTF-8 with a length; locales are NUL-terminated BCP 47 tags. A function that writes text returns the length
/// that it needs, or -1. Its output is not NUL-terminated; if the length is more than `capacity`, the output is
/// truncated and must not be used. Handles are immutable after creation and may be used from any thread; a failed
/// creation gives NULL.
///
/// No C++ exception leaves a function: each body is a function try block that returns the failure, also if there is not
/// enough memory. Tags of more than 100 bytes are not well-formed.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prv_icu_number prv_icu_number;
typedef struct prv_icu_plurals prv_icu_plurals;
typedef struct prv_icu_date prv_icu_date;
typedef struct prv_icu_date_pattern prv_icu_date_pattern;
typedef struct prv_icu_zone prv_icu_zone;
typedef struct prv_icu_list prv_icu_list;
typedef struct prv_icu_matcher prv_icu_matcher;
typedef struct prv_icu_collator prv_icu_collator;
typedef struct prv_icu_transliterator prv_icu_transliterator;
typedef struct prv_icu_spoof prv_icu_spoof;

/// UTF-8 text that the caller owns.
typedef struct prv_icu_text {
    const char *bytes;
    size_t length;
} prv_icu_text;

/// CLDR's plural categories, in CLDR's order.
typedef enum prv_icu_category {
    PRV_ICU_ZERO,
    PRV_ICU_ONE,
    PRV_ICU_TWO,
    PRV_ICU_FEW,
    PRV_ICU_MANY,
    PRV_ICU_OTHER
} prv_icu_category;

/// Plural rules of a locale, for counting (1 character) or for ordering (1st).
prv_icu_plurals *prv_icu_plurals_create(const char *locale, bool ordinal);
void prv_icu_plurals_destroy(prv_icu_plurals *plurals);
/// The categories of the locale, as bits `1 << category`.
uint32_t prv_icu_plurals_categories(const prv_icu_plurals *plurals);
prv_icu_category prv_icu_plurals_select(const prv_icu_plurals *plurals, double value);

/// The plural category of an integer; -1 if it is too large to be exact in floating point.
int32_t prv_icu_plurals_whole(const prv_icu_plurals *plurals, int64_t value);
/// The plural category of a number written in the style PLAIN; -1 if it has more than three decimals.
int32_t prv_icu_plurals_decimal(const prv_icu_plurals *plurals, double value);

/// The styles of numbers; in ICU's message formats: number, integer, percent and a `::` skeleton.
typedef enum prv_icu_number_style {
    PRV_ICU_NUMBER_PLAIN,
    PRV_ICU_NUMBER_INTEGER,
    PRV_ICU_NUMBER_PERCENT,
    PRV_ICU_NUMBER_SKELETON
} prv_icu_number_style;

/// A number formatter with CLDR's minimum grouping; `skeleton` is used only for the style SKELETON.
prv_icu_number *prv_icu_number_create(const char *locale, prv_icu_number_style style, prv_icu_text skeleton);
void prv_icu_number_destroy(prv_icu_number *number);

/// Writes a number; if `plurals` is given, `category` receives the plural category of the number *as written*.
int32_t prv_icu_number_int(const prv_icu_number *number, int64_t value, const prv_icu_plurals *plurals,
                           prv_icu_category *category, char *out, int32_t capacity);
int32_t prv_icu_number_double(const prv_icu_number *number, double value, const prv_icu_plurals *plurals,
                              prv_icu_category *category, char *out, int32_t capacity);
/// The same for decimal text of any length, exactly; the caller must limit digits and exponent.
int32_t prv_icu_number_decimal(const prv_icu_number *number, prv_icu_text value, const prv_icu_plurals *plurals,
                               prv_icu_category *category, char *out, int32_t capacity);

/// The number symbols of a locale, for the digits of a numbering system. -1 if the system does not have ten digits.
///
/// `numbering` is a name such as `latn`; if it is empty, the locale's own system is used, and `native` means that of
/// its script. `currency` is an ISO 4217 code or empty. The symbols are one per line: ten digits, decimal separator,
/// grouping separator, minus, plus, percent sign; the sizes of the last group and of those before it (0 for no groups)
/// in plain numbers, percentages and money; decimal and grouping separator of money, and a minus sign if the locale
/// writes it at the end of an amount.
int32_t prv_icu_number_symbols(const char *locale, const char *numbering, const char *currency, char *out,
                               int32_t capacity);
/// The symbols of an ISO 4217 currency in a locale, one per line: its symbol and its narrow symbol.
int32_t prv_icu_currency_symbols(const char *locale, const char *currency, char *out, int32_t capacity);

typedef enum prv_icu_date_style {
    PRV_ICU_DATE_SHORT,
    PRV_ICU_DATE_MEDIUM,
    PRV_ICU_DATE_LONG,
    PRV_ICU_DATE_FULL,
    PRV_ICU_DATE_SKELETON
} prv_icu_date_style;

/// A date (or, with `time`, time of day) formatter in an IANA time zone; NULL if the zone is unknown.
prv_icu_date *prv_icu_date_create(const char *locale, bool time, prv_icu_date_style style, prv_icu_text skeleton,
                                  const char *zone);
void prv_icu_date_destroy(prv_icu_date *date);
/// Writes an instant in milliseconds since 1970-01-01 UTC. Takes a lock: ICU's date formats cannot be shared.
int32_t prv_icu_date_format(const prv_icu_date *date, double milliseconds, char *out, int32_t capacity);

/// The parts of a date pattern in a style of the locale.
typedef enum prv_icu_date_part { PRV_ICU_PART_DATE, PRV_ICU_PART_TIME, PRV_ICU_PART_BOTH } prv_icu_date_part;

/// Whether ICU has a calendar of this BCP 47 name, such as `gregory`, `buddhist` or `persian`.
bool prv_icu_is_calendar(const char *name);

/// Creates a reader and writer of dates by a pattern such as `dd.MM.yyyy`; NULL if ICU does not know the pattern.
///
/// If `pattern` is empty, the locale's pattern for the style is used. `calendar` is a BCP 47 name; if it is empty, the
/// tag's `-u-ca-` decides, else a style uses the locale's own calendar and a pattern the proleptic Gregorian one.
prv_icu_date_pattern *prv_icu_date_pattern_create(const char *locale, prv_icu_date_part part, prv_icu_date_style style,
                                                  prv_icu_text pattern, const char *calendar, const char *zone);
/// Whether dates are in the Gregorian calendar.
bool prv_icu_date_pattern_is_gregorian(const prv_icu_date_pattern *pattern);

void prv_icu_date_pattern_destroy(prv_icu_date_pattern *pattern);
/// Reads the whole text strictly: as ICU writes it, or as typed on a keyboard, with plain spaces, dashes and
/// apostrophes and without direction marks. A weekday must match the date. `exact` also requires that writing the
/// result gives the same text.
bool prv_icu_date_pattern_read(const prv_icu_date_pattern *pattern, prv_icu_text text, bool exact,
                               double *milliseconds);
int32_t prv_icu_date_pattern_write(const prv_icu_date_pattern *pattern, double milliseconds, char *out,
                                   int32_t capacity);

/// An IANA time zone; NULL if it is unknown.
prv_icu_zone *prv_icu_zone_create(const char *name);
void prv_icu_zone_destroy(prv_icu_zone *zone);
/// The zone's seconds east of UTC at an instant, or, with `local`, at a local time.
bool prv_icu_zone_offset(const prv_icu_zone *zone, double milliseconds, bool local, int32_t *seconds);

typedef enum prv_icu_list_type { PRV_ICU_LIST_AND, PRV_ICU_LIST_OR, PRV_ICU_LIST_UNITS } prv_icu_list_type;

prv_icu_list *prv_icu_list_create(const char *locale, prv_icu_list_type type);
void prv_icu_list_destroy(prv_icu_list *list);
/// Writes "a, b or c"; with `isolate`, each item is enclosed in FSI (U+2068) and PDI (U+2069).
int32_t prv_icu_list_format(const prv_icu_list *list, const prv_icu_text *items, int32_t count, bool isolate, char *out,
                            int32_t capacity);

/// The two forms of a domain name by UTS #46, non-transitional, with the rules of IDNA2008 for joiners, context and
/// right-to-left names; `errors` receives ICU's bit set. Labels may have letters, digits and hyphens, and with
/// `underscores` also underscores.
int32_t prv_icu_idna_to_ascii(prv_icu_text name, bool underscores, uint32_t *errors, char *out, int32_t capacity);
int32_t prv_icu_idna_to_unicode(prv_icu_text name, bool underscores, uint32_t *errors, char *out, int32_t capacity);

/// The class of a code point by IDNA2008 (RFC 5892), computed from ICU's properties.
typedef enum prv_icu_idna_class {
    PRV_ICU_IDNA_VALID,
    /// Valid if the code points next to it allow it: CONTEXTJ and CONTEXTO.
    PRV_ICU_IDNA_CONTEXT,
    PRV_ICU_IDNA_DISALLOWED,
    PRV_ICU_IDNA_UNASSIGNED
} prv_icu_idna_class;

prv_icu_idna_class prv_icu_idna_class_of(uint32_t scalar);
/// Whether a name has only characters that may be typed: valid ones, and letters, marks and digits that mapping changes
/// to others of the same appearance, such as uppercase letters and fullwidth forms.
bool prv_icu_idna_may_be_mapped(prv_icu_text name);
/// Whether all code points of a mapped name are valid, in any context; dots separate its labels.
bool prv_icu_idna_is_allowed(prv_icu_text name, bool underscores);

/// Full case folding, independent of any locale.
int32_t prv_icu_fold_case(prv_icu_text text, char *out, int32_t capacity);
/// Unicode's full mappings, without locale rules.
/// Unicode's full mappings of no locale.
int32_t prv_icu_lowercase(prv_icu_text text, char *out, int32_t capacity);
int32_t prv_icu_uppercase(prv_icu_text text, char *out, int32_t capacity);

int32_t prv_icu_nfc(prv_icu_text text, char *out, int32_t capacity);
int32_t prv_icu_nfkc(prv_icu_text text, char *out, int32_t capacity);
bool prv_icu_is_nfc(prv_icu_text text);

/// The collation order of a locale; NULL if ICU has no order for its language.
prv_icu_collator *prv_icu_collator_create(const char *locale);
void prv_icu_collator_destroy(prv_icu_collator *collator);
/// -1, 0 or 1 if the first string is before, equal to or after the second.
int32_t prv_icu_collator_order(const prv_icu_collator *collator, prv_icu_text left, prv_icu_text right);

/// A transliterator such as `Any-Latin; Latin-ASCII`; NULL if ICU does not know the id.
prv_icu_transliterator *prv_icu_transliterator_create(prv_icu_text id);
void prv_icu_transliterator_destroy(prv_icu_transliterator *transliterator);
int32_t prv_icu_transliterate(const prv_icu_transliterator *transliterator, prv_icu_text text, char *out,
                              int32_t capacity);

/// ICU's number of a script by its name (`Latin`) or code (`Latn`), -1 if there is none.
int32_t prv_icu_script(prv_icu_text name);
/// Whether any character has the script; codes such as Zmth have none.
bool prv_icu_script_has_letters(int32_t script);
/// Whether each code point belongs to one of the scripts, or to no particular one (Common, Inherited).
bool prv_icu_scripts_hold(prv_icu_text text, const int32_t *scripts, int32_t count);

/// How far scripts may be mixed in a name (UTS #39), strictest first.
typedef enum prv_icu_restriction {
    PRV_ICU_RESTRICTION_ASCII,
    PRV_ICU_RESTRICTION_SINGLE_SCRIPT,
    PRV_ICU_RESTRICTION_HIGH,
    PRV_ICU_RESTRICTION_MODERATE,
    PRV_ICU_RESTRICTION_MINIMAL,
    PRV_ICU_RESTRICTION_NONE
} prv_icu_restriction;

/// Finds confusable text: mixed scripts or digits, hidden marks, invisible characters.
prv_icu_spoof *prv_icu_spoof_create(prv_icu_restriction restriction);
void prv_icu_spoof_destroy(prv_icu_spoof *spoof);
/// True also if the text cannot be checked.
bool prv_icu_spoof_is_suspicious(const prv_icu_spoof *spoof, prv_icu_text text);
/// The skeleton of UTS #39, which is equal for strings that are confusable with each other.
int32_t prv_icu_spoof_skeleton(const prv_icu_spoof *spoof, prv_icu_text text, char *out, int32_t capacity);

/// The canonical BCP 47 form of a tag, or -1 if it is not well-formed.
int32_t prv_icu_locale_canonical(prv_icu_text tag, char *out, int32_t capacity);
/// The shortest tag with the same meaning by CLDR's likely subtags, or -1 if it is not well-formed.
int32_t prv_icu_locale_shortest(prv_icu_text tag, char *out, int32_t capacity);
/// The tag with CLDR's likely script and region, without extensions, or -1 if it is not well-formed.
int32_t prv_icu_locale_likely(prv_icu_text tag, char *out, int32_t capacity);
/// CLDR's parent ("" at the root): `es-MX` gives `es-419`; the script never changes, so `zh-Hant` gives the root.
int32_t prv_icu_locale_parent(const char *locale, char *out, int32_t capacity);
bool prv_icu_locale_is_rtl(const char *locale);

/// The name of a locale in the language of another.
int32_t prv_icu_locale_name(const char *locale, const char *language, char *out, int32_t capacity);
/// The ISO 15924 codes of the scripts that a locale is written in, one per line.
int32_t prv_icu_locale_scripts(const char *locale, char *out, int32_t capacity);
/// CLDR's quotation marks, one per line: opening, closing, and the two for a quotation inside another.
int32_t prv_icu_locale_quotes(const char *locale, char *out, int32_t capacity);
/// Whether a character belongs to a script, or to none, as digits, marks and most punctuation do.
bool prv_icu_scalar_in_script(uint32_t scalar, const char *script);
/// Whether a character set such as `Big5` contains a character.
bool prv_icu_is_encodable(uint32_t scalar, const char *charset);

/// The closeness of a match: the same language and script, or a language that the readers are likely to know.
typedef enum prv_icu_match { PRV_ICU_MATCH_NONE, PRV_ICU_MATCH_CLOSE, PRV_ICU_MATCH_RELATED } prv_icu_match;

/// CLDR's locale matching over a fixed list of supported tags.
prv_icu_matcher *prv_icu_matcher_create(const prv_icu_text *tags, int32_t count);
void prv_icu_matcher_destroy(prv_icu_matcher *matcher);
/// The best supported locale for tags in descending order of preference; at most 32 are read, malformed ones are
/// skipped. `supported` and `desired` receive the indices of the pair.
prv_icu_match prv_icu_matcher_best(const prv_icu_matcher *matcher, const prv_icu_text *tags, int32_t count,
                                   int32_t *supported, int32_t *desired);
/// The locale for numbers, for a reader of `desired` who gets the messages of `supported`, a close match: the reader's
/// region and numbering system are kept if ICU knows them (`de` for a reader of `de-CH` gives `de-CH`).
int32_t prv_icu_locale_for_formats(const char *supported, prv_icu_text desired, char *out, int32_t capacity);

/// The lists of codes in ICU's data.
typedef enum prv_icu_code_list {
    /// The names of the IANA time zone database, including old ones: those of ICU, or of the system if it is newer.
    PRV_ICU_TIME_ZONES,
    /// BCP 47 subtags by CLDR's validity data, without private ones.
    PRV_ICU_LANGUAGES,
    PRV_ICU_SCRIPTS,
    PRV_ICU_REGIONS,
    PRV_ICU_VARIANTS,
    /// Unicode's names of scripts, such as `Latin`.
    PRV_ICU_SCRIPT_NAMES,
    /// The ids of ICU's transliterators.
    PRV_ICU_TRANSLITERATORS
} prv_icu_code_list;

/// The versions of ICU, of CLDR and of ICU's time zone database, one per line; then that of the system's database if it
/// is newer, else an empty line.
int32_t prv_icu_versions(char *out, int32_t capacity);

/// Writes a list of codes, one per line.
int32_t prv_icu_codes(prv_icu_code_list list, char *out, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
