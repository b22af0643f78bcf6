/// The catalogs that are part of the binary.
#ifndef PROVISO_LOCALES_H
#define PROVISO_LOCALES_H

typedef struct prv_locale_file {
    /// A BCP 47 tag.
    const char *locale;
    /// The catalog's text: ARB, that is JSON in UTF-8.
    const char *bytes;
    unsigned long length;
} prv_locale_file;

extern const int prv_locale_file_count;

/// Returns the catalog at a position, or null past the last one.
const prv_locale_file *prv_locale_file_at(int index);

#endif
