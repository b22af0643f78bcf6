#include "xml_bridge.h"

#include <expat.h>
#include <limits.h>

struct reader {
    XML_Parser parser;
    prv_xml_events events;
    void *context;
    int has_dtd;
};

static void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    struct reader *reader = data;
    reader->events.start(reader->context, name, (const char *const *)attributes);
}

static void on_end(void *data, const XML_Char *name) {
    struct reader *reader = data;
    reader->events.end(reader->context, name);
}

static void on_text(void *data, const XML_Char *bytes, int length) {
    struct reader *reader = data;
    reader->events.text(reader->context, bytes, (size_t)length);
}

static void on_doctype(void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int subset) {
    struct reader *reader = data;
    (void)name, (void)system, (void)public, (void)subset;
    reader->has_dtd = 1;
    XML_StopParser(reader->parser, XML_FALSE);
}

int prv_xml_read(const char *bytes, size_t length, prv_xml_events events, void *context, prv_xml_error *error) {
    struct reader reader = {XML_ParserCreate("UTF-8"), events, context, 0};
    *error = (prv_xml_error){0, 0, "out of memory"};
    if (!reader.parser || length > INT_MAX) return 1;
    XML_SetUserData(reader.parser, &reader);
    XML_SetElementHandler(reader.parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader.parser, on_text);
    XML_SetStartDoctypeDeclHandler(reader.parser, on_doctype);
    int failed = XML_Parse(reader.parser, bytes, (int)length, 1) != XML_STATUS_OK;
    error->line = XML_GetCurrentLineNumber(reader.parser);
    error->column = XML_GetCurrentColumnNumber(reader.parser) + 1;
    error->reason = reader.has_dtd ? "a DTD is not allowed" : XML_ErrorString(XML_GetErrorCode(reader.parser));
    XML_ParserFree(reader.parser);
    return failed;
}
