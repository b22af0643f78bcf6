/// What the IBAN plugin has embedded, since a plugin has to be whole in one file: its messages, and its manifest.
#ifndef IBAN_DATA_H
#define IBAN_DATA_H

#include <stddef.h>

/// One ARB document; lives as long as the plugin is loaded.
typedef struct iban_catalog {
    const char *locale;
    const void *text;
    size_t length;
} iban_catalog;

/// Returns a catalog, or one whose `locale` is null past the last one.
__attribute__((visibility("hidden"))) iban_catalog iban_catalog_at(size_t index);

#endif
