/// The checks of the identifiers plugin; hosts see only proviso.h.
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
#undef CHECK
#endif
