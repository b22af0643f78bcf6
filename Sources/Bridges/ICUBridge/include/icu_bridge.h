#ifndef PRV_ICU_BRIDGE_H
#define PRV_ICU_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// ICU in plain C: no ICU type is named here, because ICU's headers clash with Foundation's copy of them.
///
/// Text is UTF-8 with a length; locales are NUL-terminated BCP 47 tags. A function that writes text returns the length
/// it needs (nothing is NUL-terminated; when that is more than `capacity`, what was written is cut and worthless), or -1.
/// Handles are immutable after creation and may be used from any thread; a failed creation gives NULL.
///
/// No C++ exception leaves a function: each body is a function try block that returns the failure, also when memory
/// runs out. Tags of more than 100 bytes are not well-formed.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct prv_icu_number prv_icu_number;
typedef struct prv_icu_plurals prv_icu_plurals;
typedef struct prv_icu_date prv_icu_date;
typedef struct prv_icu_date_pattern prv_icu_date_pattern;
typedef struct prv_icu_zone prv_icu_zone;
typedef struct prv_icu_list prv_icu_list;
typedef struct prv_icu_names prv_icu_names;
typedef struct prv_icu_matcher prv_icu_matcher;
typedef struct prv_icu_collator prv_icu_collator;
typedef struct prv_icu_transliterator prv_icu_transliterator;
typedef struct prv_icu_spoof prv_icu_spoof;

/// A piece of UTF-8 text owned by the caller.
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
/// The categories the locale has, a bit `1 << category` each.
uint32_t prv_icu_plurals_categories(const prv_icu_plurals *plurals);
prv_icu_category prv_icu_plurals_select(const prv_icu_plurals *plurals, double value);

/// The plural category of an integer; -1 for one too large to be exact in floating point.
int32_t prv_icu_plurals_whole(const prv_icu_plurals *plurals, int64_t value);
/// The plural category of a number written in the style PLAIN; -1 for one with more than three decimals.
int32_t prv_icu_plurals_decimal(const prv_icu_plurals *plurals, double value);

/// The ways a number is written; ICU's message formats call them number, integer, percent and a `::` skeleton.
typedef enum prv_icu_number_style {
    PRV_ICU_NUMBER_PLAIN,
    PRV_ICU_NUMBER_INTEGER,
    PRV_ICU_NUMBER_PERCENT,
    PRV_ICU_NUMBER_SKELETON
} prv_icu_number_style;

/// A number formatter with CLDR's minimum grouping; `skeleton` is read for the style SKELETON only.
prv_icu_number *prv_icu_number_create(const char *locale, prv_icu_number_style style, prv_icu_text skeleton);
void prv_icu_number_destroy(prv_icu_number *number);

/// Write a number; when `plurals` is given, `category` receives the plural category of the number *as written*.
int32_t prv_icu_number_int(const prv_icu_number *number, int64_t value, const prv_icu_plurals *plurals,
                           prv_icu_category *category, char *out, int32_t capacity);
int32_t prv_icu_number_double(const prv_icu_number *number, double value, const prv_icu_plurals *plurals,
                              prv_icu_category *category, char *out, int32_t capacity);
/// The same for decimal text of any length, exactly; the caller bounds digits and exponent.
int32_t prv_icu_number_decimal(const prv_icu_number *number, prv_icu_text value, const prv_icu_plurals *plurals,
                               prv_icu_category *category, char *out, int32_t capacity);

/// How a locale writes numbers in the digits of a numbering system (`latn`; the empty one is the locale's own, `native`
/// the one of its script), one a line: ten digits, decimal separator, grouping separator, minus, plus, percent sign;
/// the sizes of the last group and of those before it (0 for no groups) in plain numbers, in percentages and in money;
/// decimal and grouping separator of money, and a minus sign where the locale writes that of money at its end.
/// `currency` is a code of ISO 4217 or empty. -1 if the system does not have ten digits.
int32_t prv_icu_number_symbols(const char *locale, const char *numbering, const char *currency, char *out,
                               int32_t capacity);
/// How a currency of ISO 4217 is written in a locale, one a line: its symbol and its narrow symbol.
int32_t prv_icu_currency_symbols(const char *locale, const char *currency, char *out, int32_t capacity);

typedef enum prv_icu_date_style {
    PRV_ICU_DATE_SHORT,
    PRV_ICU_DATE_MEDIUM,
    PRV_ICU_DATE_LONG,
    PRV_ICU_DATE_FULL,
    PRV_ICU_DATE_SKELETON
} prv_icu_date_style;

/// A date (or, with `time`, a time of day) formatter in an IANA time zone; an unknown zone gives NULL.
prv_icu_date *prv_icu_date_create(const char *locale, bool time, prv_icu_date_style style, prv_icu_text skeleton,
                                  const char *zone);
void prv_icu_date_destroy(prv_icu_date *date);
/// Write an instant given as milliseconds since 1970-01-01 UTC. Takes a lock: ICU's date formats are not shareable.
int32_t prv_icu_date_format(const prv_icu_date *date, double milliseconds, char *out, int32_t capacity);

/// What a date pattern in a style of the locale is about.
typedef enum prv_icu_date_part { PRV_ICU_PART_DATE, PRV_ICU_PART_TIME, PRV_ICU_PART_BOTH } prv_icu_date_part;

/// Whether ICU knows a calendar by its BCP 47 name, such as `gregory`, `buddhist` or `persian`.
bool prv_icu_is_calendar(const char *name);

/// Reads and writes dates by a pattern such as `dd.MM.yyyy`, or by the locale's own one of a style when `pattern` is
/// empty. `calendar` is a BCP 47 name; where it is empty, the tag's `-u-ca-` decides, else a style is in the locale's own
/// calendar and a pattern in the proleptic Gregorian one. A pattern ICU does not know gives NULL.
prv_icu_date_pattern *prv_icu_date_pattern_create(const char *locale, prv_icu_date_part part, prv_icu_date_style style,
                                                  prv_icu_text pattern, const char *calendar, const char *zone);
/// Whether dates are in the Gregorian calendar.
bool prv_icu_date_pattern_is_gregorian(const prv_icu_date_pattern *pattern);
/// About how long one string takes: 500 in the Chinese calendar and with numbers in letters, as in Hebrew, else less.
int32_t prv_icu_date_pattern_microseconds(const prv_icu_date_pattern *pattern);
void prv_icu_date_pattern_destroy(prv_icu_date_pattern *pattern);
/// Reads the whole text, not leniently: as ICU writes it or as a keyboard does, with plain spaces, dashes and
/// apostrophes and without direction marks. A weekday must be that of the date. `exact` also requires that writing the
/// result gives the text back.
bool prv_icu_date_pattern_read(const prv_icu_date_pattern *pattern, prv_icu_text text, bool exact,
                               double *milliseconds);
int32_t prv_icu_date_pattern_write(const prv_icu_date_pattern *pattern, double milliseconds, char *out,
                                   int32_t capacity);

/// An IANA time zone; an unknown one gives NULL.
prv_icu_zone *prv_icu_zone_create(const char *name);
void prv_icu_zone_destroy(prv_icu_zone *zone);
/// The zone's seconds east of UTC at an instant, or at a local time when `local`.
bool prv_icu_zone_offset(const prv_icu_zone *zone, double milliseconds, bool local, int32_t *seconds);

typedef enum prv_icu_list_type { PRV_ICU_LIST_AND, PRV_ICU_LIST_OR, PRV_ICU_LIST_UNITS } prv_icu_list_type;

prv_icu_list *prv_icu_list_create(const char *locale, prv_icu_list_type type);
void prv_icu_list_destroy(prv_icu_list *list);
/// Write "a, b or c"; with `isolate`, each item is put between FSI (U+2068) and PDI (U+2069).
int32_t prv_icu_list_format(const prv_icu_list *list, const prv_icu_text *items, int32_t count, bool isolate, char *out,
                            int32_t capacity);

/// What a code means that has a name in each language.
typedef enum prv_icu_name_kind {
    PRV_ICU_NAME_REGION,
    PRV_ICU_NAME_SCRIPT,
    PRV_ICU_NAME_LANGUAGE,
    PRV_ICU_NAME_CURRENCY
} prv_icu_name_kind;

/// CLDR's names of codes in a language, as they are written within a sentence.
prv_icu_names *prv_icu_names_create(const char *locale);
void prv_icu_names_destroy(prv_icu_names *names);
/// The name of a region of ISO 3166 (`CH`), a script (`Latn`, `Latin`), a language tag or a currency of ISO 4217; -1 for a
/// code without a name.
int32_t prv_icu_names_write(const prv_icu_names *names, prv_icu_name_kind kind, prv_icu_text code, char *out,
                            int32_t capacity);
/// The code of a script (`Latn`) by its code or its name in Unicode (`Latin`); -1 if there is none.
int32_t prv_icu_script_code(prv_icu_text name, char *out, int32_t capacity);

/// The two forms of a domain name by UTS #46, non-transitional, with the rules of IDNA2008 for joiners, context and
/// right-to-left names; `errors` receives ICU's bit set. Labels hold letters, digits and hyphens, or underscores too.
int32_t prv_icu_idna_to_ascii(prv_icu_text name, bool underscores, uint32_t *errors, char *out, int32_t capacity);
int32_t prv_icu_idna_to_unicode(prv_icu_text name, bool underscores, uint32_t *errors, char *out, int32_t capacity);

/// What IDNA2008 says of a code point (RFC 5892), computed from the properties ICU knows.
typedef enum prv_icu_idna_class {
    PRV_ICU_IDNA_VALID,
    /// Valid if its neighbors allow it: CONTEXTJ and CONTEXTO.
    PRV_ICU_IDNA_CONTEXT,
    PRV_ICU_IDNA_DISALLOWED,
    PRV_ICU_IDNA_UNASSIGNED
} prv_icu_idna_class;

prv_icu_idna_class prv_icu_idna_class_of(uint32_t scalar);
/// Whether a name holds only what may be typed: what is valid, and letters, marks and digits that mapping changes to
/// others of the same look, such as uppercase and fullwidth forms.
bool prv_icu_idna_may_be_mapped(prv_icu_text name);
/// Whether all code points of a mapped name are valid, with any neighbors; dots separate its labels.
bool prv_icu_idna_is_allowed(prv_icu_text name, bool underscores);

/// Full case folding, independent of any locale.
int32_t prv_icu_fold_case(prv_icu_text text, char *out, int32_t capacity);
/// Unicode's full mappings of no locale.
int32_t prv_icu_lowercase(prv_icu_text text, char *out, int32_t capacity);
int32_t prv_icu_uppercase(prv_icu_text text, char *out, int32_t capacity);
int32_t prv_icu_nfc(prv_icu_text text, char *out, int32_t capacity);
int32_t prv_icu_nfkc(prv_icu_text text, char *out, int32_t capacity);
bool prv_icu_is_nfc(prv_icu_text text);

/// A locale's sort order of strings; NULL for a language without one in ICU.
prv_icu_collator *prv_icu_collator_create(const char *locale);
void prv_icu_collator_destroy(prv_icu_collator *collator);
/// -1, 0 or 1 as the first text comes before the second, in its place or after it.
int32_t prv_icu_collator_order(const prv_icu_collator *collator, prv_icu_text left, prv_icu_text right);

/// A transliterator such as `Any-Latin; Latin-ASCII`; an id ICU does not know gives NULL.
prv_icu_transliterator *prv_icu_transliterator_create(prv_icu_text id);
void prv_icu_transliterator_destroy(prv_icu_transliterator *transliterator);
/// How many transliterators are applied one after the other; `is_filtered` says whether one filter is for all of them.
int32_t prv_icu_transliterator_elements(const prv_icu_transliterator *transliterator, bool *is_filtered);
/// `moved` becomes the number of UTF-16 units that were moved to make room. `PRV_ICU_TOO_LONG` says that the text became
/// more than 64 times as long, or that too much was moved.
int32_t prv_icu_transliterate(const prv_icu_transliterator *transliterator, prv_icu_text text, char *out,
                              int32_t capacity, int64_t *moved);
enum { PRV_ICU_TOO_LONG = -2 };

/// ICU's number of a script by its name (`Latin`) or code (`Latn`), -1 when there is none.
int32_t prv_icu_script(prv_icu_text name);
/// Whether any character has the script: codes such as Zmth are those of none.
bool prv_icu_script_has_letters(int32_t script);
/// Whether each code point may be of one of the scripts, or is of none in particular (Common, Inherited).
bool prv_icu_scripts_hold(prv_icu_text text, const int32_t *scripts, int32_t count);

/// How far scripts may be mixed in a name (UTS #39), the strictest first.
typedef enum prv_icu_restriction {
    PRV_ICU_RESTRICTION_ASCII,
    PRV_ICU_RESTRICTION_SINGLE_SCRIPT,
    PRV_ICU_RESTRICTION_HIGH,
    PRV_ICU_RESTRICTION_MODERATE,
    PRV_ICU_RESTRICTION_MINIMAL,
    PRV_ICU_RESTRICTION_NONE
} prv_icu_restriction;

/// Finds confusable strings: mixed scripts or digits, hidden marks, invisible characters.
prv_icu_spoof *prv_icu_spoof_create(prv_icu_restriction restriction);
void prv_icu_spoof_destroy(prv_icu_spoof *spoof);
/// True also if the string cannot be checked.
bool prv_icu_spoof_is_suspicious(const prv_icu_spoof *spoof, prv_icu_text text);
/// The look of a string: the same for all strings that are confusable with each other (UTS #39's skeleton).
int32_t prv_icu_spoof_skeleton(const prv_icu_spoof *spoof, prv_icu_text text, char *out, int32_t capacity);

/// The canonical BCP 47 form of a tag, or -1 when it is not well-formed.
int32_t prv_icu_locale_canonical(prv_icu_text tag, char *out, int32_t capacity);
/// The shortest tag that means the same by CLDR's likely subtags, or -1 when it is not well-formed.
int32_t prv_icu_locale_shortest(prv_icu_text tag, char *out, int32_t capacity);
/// The tag with CLDR's likely script and region, without extensions, or -1 when it is not well-formed.
int32_t prv_icu_locale_likely(prv_icu_text tag, char *out, int32_t capacity);
/// CLDR's parent ("" at the root): `es-MX` gives `es-419`; a script is never crossed, so `zh-Hant` gives the root.
int32_t prv_icu_locale_parent(const char *locale, char *out, int32_t capacity);
bool prv_icu_locale_is_rtl(const char *locale);

/// A locale's name in the language of another.
int32_t prv_icu_locale_name(const char *locale, const char *language, char *out, int32_t capacity);
/// ISO 15924's codes of the scripts a locale is written in, one a line.
int32_t prv_icu_locale_scripts(const char *locale, char *out, int32_t capacity);
/// CLDR's quotation marks, one a line: opening, closing, and the two for a quotation inside another.
int32_t prv_icu_locale_quotes(const char *locale, char *out, int32_t capacity);
/// The letters that CLDR lists for a language, with those of foreign words in it (`auxiliary`), one after the other; combinations are left out.
int32_t prv_icu_locale_letters(const char *locale, bool auxiliary, char *out, int32_t capacity);
/// Whether a character is of a script, or of none as digits, marks and most punctuation are.
bool prv_icu_scalar_in_script(uint32_t scalar, const char *script);
/// Whether a character set such as `Big5` has a character.
bool prv_icu_is_encodable(uint32_t scalar, const char *charset);

/// How near a matched locale is: the same language and script, or another one its readers are likely to know.
typedef enum prv_icu_match { PRV_ICU_MATCH_NONE, PRV_ICU_MATCH_CLOSE, PRV_ICU_MATCH_RELATED } prv_icu_match;

/// CLDR's locale matching over a fixed list of supported tags.
prv_icu_matcher *prv_icu_matcher_create(const prv_icu_text *tags, int32_t count);
void prv_icu_matcher_destroy(prv_icu_matcher *matcher);
/// The best supported locale for tags in falling order of preference (at most 32 are read, malformed ones skipped).
/// `supported` and `desired` receive the indices of the pair.
prv_icu_match prv_icu_matcher_best(const prv_icu_matcher *matcher, const prv_icu_text *tags, int32_t count,
                                   int32_t *supported, int32_t *desired);
/// The locale whose numbers suit a reader of `desired` in messages of `supported`, a close match of it: the reader's
/// region and numbering system are kept where ICU knows them (`de` for a reader of `de-CH` gives `de-CH`).
int32_t prv_icu_locale_for_formats(const char *supported, prv_icu_text desired, char *out, int32_t capacity);

/// Lists of codes that ICU's data knows.
typedef enum prv_icu_code_list {
    /// The names of the IANA time zone database, old ones too: ICU's and, where it is newer, the system's.
    PRV_ICU_TIME_ZONES,
    /// BCP 47's subtags by CLDR's validity data, private ones left out.
    PRV_ICU_LANGUAGES,
    PRV_ICU_SCRIPTS,
    PRV_ICU_REGIONS,
    PRV_ICU_VARIANTS,
    /// Unicode's names of scripts, such as `Latin`.
    PRV_ICU_SCRIPT_NAMES,
    /// The ids of ICU's transliterators.
    PRV_ICU_TRANSLITERATORS
} prv_icu_code_list;

/// Whether ICU and its data are linked statically, as in the packages of `make dist`.
bool prv_icu_is_inside(void);
/// The versions of ICU, of CLDR and of ICU's time zone database, one a line; then that of the system's database where it
/// is newer, else an empty line.
int32_t prv_icu_versions(char *out, int32_t capacity);

/// Write a list of codes, one a line.
int32_t prv_icu_codes(prv_icu_code_list list, char *out, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
