#ifndef PRV_XML_BRIDGE_H
#define PRV_XML_BRIDGE_H

#include <stddef.h>

/// expat behind plain C: a document is told as a row of events. Documents with a DTD are refused, for what it can do.

#ifdef __cplusplus
extern "C" {
#endif

/// What a document is made of; names and texts are UTF-8, valid during the call only.
typedef struct prv_xml_events {
    /// `attributes` holds names and values in turn, NULL at its end.
    void (*start)(void *context, const char *name, const char *const *attributes);
    void (*end)(void *context, const char *name);
    /// A piece of text; one text may come in several.
    void (*text)(void *context, const char *bytes, size_t length);
} prv_xml_events;

typedef struct prv_xml_error {
    unsigned long line, column;
    /// Lives as long as the program.
    const char *reason;
} prv_xml_error;

/// Read a document; 0 when it is well-formed, else `error` says where and why.
int prv_xml_read(const char *bytes, size_t length, prv_xml_events events, void *context, prv_xml_error *error);

#ifdef __cplusplus
}
#endif

#endif
