/// A plugin in C: formats of the web.
///
/// The file in order: what the host reads without running it, the rule types, the entry. Other files check.
#include "Web.h"
#include "sample_catalogs.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

PROVISO_MANIFEST({
  "id": "org.proviso.web",
  "version": "1.1.0",
  "vendor": "Proviso",
  "locales": [
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "bs", "ca", "ceb", "ckb", "cs", "cy", "da", "de", "el",
    "en", "eo", "es", "es-419", "et", "eu", "fa", "fi", "fil", "fo", "fr", "fy", "ga", "gl", "gu", "ha", "he",
    "hi", "hr", "hu", "hy", "id", "ig", "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky",
    "lb", "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "nn", "om",
    "or", "pa", "pl", "ps", "pt", "pt-PT", "ro", "ru", "rw", "sd", "si", "sk", "sl", "so", "sq", "sr",
    "sr-Latn", "su", "sv", "sw", "ta", "te", "tg", "th", "tk", "tr", "ug", "uk", "ur", "uz", "uz-Cyrl", "vi",
    "xh", "yo", "zh-Hans", "zh-Hant", "zu"
  ],
  "rules": [
    {"type": "proviso/jwt",
     "summary": "The form of a JSON Web Token (RFC 7519), signed or encrypted. The signature is not verified.",
     "kinds": ["text"], "invalidCode": "jwt.format",
     "codes": {"jwt.format": []},
     "examples": [{"value": "eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.", "valid": true},
                  {"value": "a.b.c", "code": "jwt.format"}]},
    {"type": "proviso/data-uri",
     "summary": "A data: URI (RFC 2397).",
     "kinds": ["text"], "invalidCode": "dataUri.format",
     "codes": {"dataUri.format": []},
     "examples": [{"value": "data:,A%20brief%20note", "valid": true},
                  {"value": "data:text/plain", "code": "dataUri.format"}]},
    {"type": "proviso/media-type",
     "summary": "A media type (MIME type) such as text/html; charset=utf-8.",
     "kinds": ["text"], "invalidCode": "mediaType.format",
     "codes": {"mediaType.format": []},
     "examples": [{"value": "text/html;charset=utf-8", "valid": true},
                  {"value": "text", "code": "mediaType.format"}]},
    {"type": "proviso/css-color",
     "summary": "A color of CSS Color 4: hexadecimal, a name, or a function such as rgb() and oklch().",
     "kinds": ["text"], "invalidCode": "cssColor.format",
     "codes": {"cssColor.format": []},
     "examples": [{"value": "#ff8800", "valid": true},
                  {"value": "#ff880", "code": "cssColor.format"}]},
    {"type": "proviso/cron",
     "summary": "Five fields of a crontab line, or a nickname such as @daily.",
     "kinds": ["text"], "invalidCode": "cron.format",
     "codes": {"cron.format": []},
     "examples": [{"value": "* * * * *", "valid": true},
                  {"value": "* * * *", "code": "cron.format"}]},
    {"type": "proviso/urn",
     "summary": "A uniform resource name (RFC 8141).",
     "kinds": ["text"], "invalidCode": "urn.format",
     "codes": {"urn.format": []},
     "examples": [{"value": "urn:isbn:0451450523", "valid": true},
                  {"value": "urn:a:b", "code": "urn.format"}]},
    {"type": "proviso/json-pointer",
     "summary": "A JSON Pointer (RFC 6901).",
     "kinds": ["text"], "invalidCode": "jsonPointer.format",
     "codes": {"jsonPointer.format": []},
     "examples": [{"value": "/foo", "valid": true},
                  {"value": "foo", "code": "jsonPointer.format"}]},
    {"type": "proviso/relative-json-pointer",
     "summary": "A relative JSON Pointer, as in JSON Schema.",
     "kinds": ["text"], "invalidCode": "relativeJsonPointer.format",
     "codes": {"relativeJsonPointer.format": []},
     "examples": [{"value": "0", "valid": true},
                  {"value": "/foo", "code": "relativeJsonPointer.format"}]},
    {"type": "proviso/duration",
     "summary": "A duration (ISO 8601) such as P1DT12H.",
     "kinds": ["text"], "invalidCode": "duration.format",
     "codes": {"duration.format": []},
     "examples": [{"value": "P3Y6M4DT12H30M5S", "valid": true},
                  {"value": "P", "code": "duration.format"}]},
    {"type": "proviso/mailto",
     "summary": "A mailto: URI (RFC 6068) with addresses and fields such as ?subject=Hello.",
     "kinds": ["text"], "invalidCode": "mailto.format",
     "codes": {"mailto.format": []},
     "examples": [{"value": "mailto:a@example.com?subject=Hello", "valid": true},
                  {"value": "a@example.com", "code": "mailto.format"}]},
    {"type": "proviso/uri-template",
     "summary": "A URI template (RFC 6570, levels 1 to 4) such as /users/{id}{?page,size}.",
     "kinds": ["text"], "invalidCode": "uriTemplate.format",
     "codes": {"uriTemplate.format": []},
     "examples": [{"value": "/users/{id}{?page,size}", "valid": true},
                  {"value": "/users/{id", "code": "uriTemplate.format"}]},
    {"type": "proviso/uri",
     "summary": "A URI of any scheme (RFC 3986), such as tel:+123. What a scheme demands is not checked.",
     "kinds": ["text"], "invalidCode": "uri.format",
     "codes": {"uri.format": []},
     "examples": [{"value": "tel:+123", "valid": true}, {"value": "a b", "code": "uri.format"}]},
    {"type": "proviso/uri-reference",
     "summary": "A URI, or a reference relative to one (RFC 3986), such as ../a?b#c.",
     "kinds": ["text"], "invalidCode": "uriReference.format",
     "codes": {"uriReference.format": []},
     "examples": [{"value": "../a?b#c", "valid": true}, {"value": "a b", "code": "uriReference.format"}]}
  ]
})

static const sample_text_type types[] = {
    SAMPLE_TEXT_TYPE("proviso/jwt", "jwt", check_jwt),
    SAMPLE_TEXT_TYPE("proviso/data-uri", "dataUri", check_data_uri),
    SAMPLE_TEXT_TYPE("proviso/media-type", "mediaType", check_media_type),
    SAMPLE_TEXT_TYPE("proviso/css-color", "cssColor", check_css_color),
    SAMPLE_TEXT_TYPE("proviso/cron", "cron", check_cron),
    SAMPLE_TEXT_TYPE("proviso/urn", "urn", check_urn),
    SAMPLE_TEXT_TYPE("proviso/json-pointer", "jsonPointer", check_json_pointer),
    SAMPLE_TEXT_TYPE("proviso/relative-json-pointer", "relativeJsonPointer", check_relative_json_pointer),
    SAMPLE_TEXT_TYPE("proviso/duration", "duration", check_duration),
    SAMPLE_TEXT_TYPE("proviso/mailto", "mailto", check_mailto),
    SAMPLE_TEXT_TYPE("proviso/uri-template", "uriTemplate", check_uri_template),
    SAMPLE_TEXT_TYPE("proviso/uri", "uri", check_uri),
    SAMPLE_TEXT_TYPE("proviso/uri-reference", "uriReference", check_uri_reference),
};

static const proviso_rule *const rules[] = {
    &types[0].rule,
    &types[1].rule,
    &types[2].rule,
    &types[3].rule,
    &types[4].rule,
    &types[5].rule,
    &types[6].rule,
    &types[7].rule,
    &types[8].rule,
    &types[9].rule,
    &types[10].rule,
    &types[11].rule,
    &types[12].rule,
};

static const unsigned char messages[] = {
#embed "messages.json"
};
static sample_catalogs catalogs;

static proviso_plugin plugin = {
    .size = sizeof plugin,
    .minor = PROVISO_ABI_MINOR,
    .id = "org.proviso.web",
    .rules = rules,
    .rule_count = sizeof rules / sizeof *rules,
    .catalogs = catalogs.list,
};

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
    (void)host;
    return sample_catalogs_describe(&plugin, messages, sizeof messages, &catalogs);
}
