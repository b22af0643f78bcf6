/// The checks of the identifiers plugin and what they share; hosts see only proviso.h.
#ifndef PROVISO_IDENTIFIERS_H
#define PROVISO_IDENTIFIERS_H
#include "sample_texts.h"

#define CHECK(name) SAMPLE_HIDDEN sample_problem name(const char *text, uint64_t length)
CHECK(check_isbn);
CHECK(check_isbn10);
CHECK(check_isbn13);
CHECK(check_issn);
CHECK(check_gtin);
CHECK(check_isin);
CHECK(check_lei);
CHECK(check_bic);
CHECK(check_luhn);
CHECK(check_imei);
CHECK(check_vin);
CHECK(check_aba);
CHECK(check_isrc);
CHECK(check_iso6346);
CHECK(check_eu_vat);
#undef CHECK

static inline int is_digit(char c) { return c >= '0' && c <= '9'; }
static inline int is_letter(char c) { return c >= 'A' && c <= 'Z'; }
static inline int is_alphanumeric(char c) { return is_digit(c) || is_letter(c); }
static inline sample_problem right_if(int holds) { return holds ? SAMPLE_RIGHT : SAMPLE_CHECKSUM; }

/// Whether a string has the characters of a shape: `9` a digit, `A` a letter, `X` either, others themselves.
SAMPLE_HIDDEN int has_shape(const char *text, uint64_t length, const char *shape);
SAMPLE_HIDDEN int all_digits(const char *text, uint64_t length);

/// Whether digits end in the check digit of ISO/IEC 7812-1, annex B.
SAMPLE_HIDDEN int luhn_holds(const char *digits, uint64_t length);
#endif
