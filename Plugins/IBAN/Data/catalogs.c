#include "IBANData.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

#include "../Locales/catalogs.inc"

iban_catalog iban_catalog_at(size_t index) {
    return index < sizeof catalogs / sizeof *catalogs ? catalogs[index] : (iban_catalog){0};
}
