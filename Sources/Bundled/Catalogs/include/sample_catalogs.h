/// The messages of a sample plugin in one file: a JSON object with an ARB document for each locale.
#ifndef PROVISO_SAMPLE_CATALOGS_H
#define PROVISO_SAMPLE_CATALOGS_H

#include "proviso.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SAMPLE_CATALOGS_MOST = 128, SAMPLE_TAG_SIZE = 24 };

/// Catalogs as a plugin's descriptor lists them.
typedef struct {
    proviso_catalog list[SAMPLE_CATALOGS_MOST];
    uint64_t count;
    /// The locales that the list points to: in the file they do not end in NUL.
    char tags[SAMPLE_CATALOGS_MOST][SAMPLE_TAG_SIZE];
} sample_catalogs;

/// Lists the catalogs of a file that has been embedded.
///
/// The list points into `file` and `catalogs`, so both must live as long as the plugin. Not safe from several threads:
/// call it in the plugin's entry function, which hosts call once.
__attribute__((visibility("hidden"))) void sample_catalogs_read(const unsigned char *file, uint64_t length,
                                                                sample_catalogs *catalogs);

/// Puts the catalogs of such a file into a descriptor that has none yet, and returns it: for the entry function.
__attribute__((visibility("hidden"))) const proviso_plugin *sample_catalogs_describe(
    proviso_plugin *plugin, const unsigned char *file, uint64_t length, sample_catalogs *catalogs);

#ifdef __cplusplus
}
#endif

#endif
