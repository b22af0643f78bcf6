#include "sample_catalogs.h"

#include <stddef.h>
#include <string.h>

/// Where the string that begins at `at`, after its quotation mark, ends.
static const char *string_end(const char *at, const char *end) {
    while (at < end && *at != '"') at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

static void add(sample_catalogs *catalogs, const char *tag, size_t tag_length, const char *text, size_t length) {
    if (catalogs->count == SAMPLE_CATALOGS_MOST || tag_length >= SAMPLE_TAG_SIZE) return;
    char *name = catalogs->tags[catalogs->count];
    memcpy(name, tag, tag_length);
    name[tag_length] = 0;
    catalogs->list[catalogs->count++] = (proviso_catalog){name, text, length};
}

/// Nothing is checked: the tests read the same file with the strict reader, and the host reads each catalog.
void sample_catalogs_read(const unsigned char *file, uint64_t length, sample_catalogs *catalogs) {
    const char *at = (const char *)file, *end = at + length, *tag = at, *text = at;
    size_t tag_length = 0;
    int depth = 0;
    catalogs->count = 0;
    for (; at < end; at++) {
        if (*at == '"') {
            const char *start = at + 1;
            at = string_end(start, end);
            if (depth == 1) {
                tag = start;
                tag_length = (size_t)(at - start);
            }
        } else if (*at == '{' && ++depth == 2) {
            text = at;
        } else if (*at == '}' && --depth == 1) {
            add(catalogs, tag, tag_length, text, (size_t)(at + 1 - text));
        }
    }
}

const proviso_plugin *sample_catalogs_describe(proviso_plugin *plugin, const unsigned char *file, uint64_t length,
                                               sample_catalogs *catalogs) {
    if (plugin->catalog_count == 0) {
        sample_catalogs_read(file, length, catalogs);
        plugin->catalogs = catalogs->list;
        plugin->catalog_count = catalogs->count;
    }
    return plugin;
}
