#include "locales.h"

#include <stddef.h>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

#include "catalogs.inc"

const int prv_locale_file_count = sizeof files / sizeof *files;

const prv_locale_file *prv_locale_file_at(int index) {
    return index >= 0 && index < prv_locale_file_count ? &files[index] : NULL;
}
