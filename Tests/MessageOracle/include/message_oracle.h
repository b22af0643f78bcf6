#ifndef MESSAGE_ORACLE_H
#define MESSAGE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum oracle_kind { ORACLE_TEXT, ORACLE_INT, ORACLE_DOUBLE, ORACLE_DECIMAL } oracle_kind;

/// A named argument; `text` is NUL-terminated UTF-8 and holds a decimal number for ORACLE_DECIMAL.
typedef struct oracle_argument {
    const char *name;
    oracle_kind kind;
    const char *text;
    int64_t integer;
    double number;
} oracle_argument;

/// Formats by icu::MessageFormat in UTC; the length needed, or -1 - UErrorCode when ICU refuses.
int32_t oracle_format(const char *locale, const char *pattern, const oracle_argument *arguments, int32_t count,
                      char *out, int32_t capacity);

/// ICU's plural category of a number that is written with some visible decimals; the keyword's length, or -1.
int32_t oracle_plural(const char *locale, bool ordinal, double number, int32_t decimals, char *out, int32_t capacity);

/// The BCP 47 tags of the locales ICU has data for, one a line; the length needed.
int32_t oracle_locales(char *out, int32_t capacity);

typedef enum oracle_part { ORACLE_DATE, ORACLE_TIME, ORACLE_DATETIME } oracle_part;

/// Writes a moment in UTC as icu::DateFormat does, in the calendar of the tag; `style` is 0 for short to 3 for full.
int32_t oracle_date(const char *locale, oracle_part part, int32_t style, double milliseconds, char *out,
                    int32_t capacity);

typedef enum oracle_number_style { ORACLE_DECIMALS, ORACLE_PERCENT, ORACLE_CURRENCY, ORACLE_ISO_CURRENCY } oracle_number_style;

/// Writes a number as icu::NumberFormat does; `currency` is read for the two styles of money. A percentage is written
/// for the number itself: 50 becomes 50%.
int32_t oracle_number(const char *locale, oracle_number_style style, const char *currency, const char *decimal, char *out,
                      int32_t capacity);

/// Joins items, which are separated by line breaks, as icu::ListFormatter does.
int32_t oracle_list(const char *locale, bool isOr, const char *items, char *out, int32_t capacity);

typedef enum oracle_name_kind { ORACLE_REGION_NAME, ORACLE_SCRIPT_NAME, ORACLE_LANGUAGE_NAME, ORACLE_CURRENCY_NAME } oracle_name_kind;

/// The name of a code as uloc and ucurr have it.
int32_t oracle_name(const char *locale, oracle_name_kind kind, const char *code, char *out, int32_t capacity);

/// Nanoseconds for each of `rounds` calls of format on one prepared icu::MessageFormat; with `utf8` the text is also
/// converted to UTF-8, as our own side's always is.
double oracle_time(const char *locale, const char *pattern, const oracle_argument *arguments, int32_t count,
                   int32_t rounds, bool utf8);

#ifdef __cplusplus
}
#endif

#endif
