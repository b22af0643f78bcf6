#ifndef PRV_XML_BRIDGE_H
#define PRV_XML_BRIDGE_H

#include <stddef.h>

/// A C interface to expat that reports a document as a series of events.
///
/// Documents with a DTD are refused, because a DTD can expand to unlimited size.

#ifdef __cplusplus
extern "C" {
#endif

/// The events of a document; names and text are UTF-8, and valid only during the call.
typedef struct prv_xml_events {
    /// `attributes` has names and values alternately, and ends with NULL.
    void (*start)(void *context, const char *name, const char *const *attributes);
    void (*end)(void *context, const char *name);
    /// A piece of text; text between two tags may come in several pieces.
    void (*text)(void *context, const char *bytes, size_t length);
} prv_xml_events;

typedef struct prv_xml_error {
    unsigned long line, column;
    /// A static string.
    const char *reason;
} prv_xml_error;

/// Reads a document; returns 0 if it is well-formed, else `error` receives the position and the reason.
int prv_xml_read(const char *bytes, size_t length, prv_xml_events events, void *context, prv_xml_error *error);

#ifdef __cplusplus
}
#endif

#endif
