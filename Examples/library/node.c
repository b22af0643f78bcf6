// An add-on of Node.js for libproviso.so, by N-API: no other package is needed.
//
//     gcc -shared -fPIC node.c -I/usr/include/node -I../../Sources/EngineInterface/include -lproviso -o proviso.node
#include <node_api.h>
#include <stdlib.h>

#include "proviso_engine.h"

static napi_value failed(napi_env env, int32_t status, proviso_engine_output *output) {
    napi_value code, message, error;
    napi_create_int32(env, status, &code);
    napi_create_string_utf8(env, output->bytes, output->count <= output->capacity ? output->count : 0, &message);
    napi_create_error(env, NULL, message, &error);
    napi_set_named_property(env, error, "status", code);
    napi_throw(env, error);
    return NULL;
}

/// The UTF-8 bytes of an argument; null for undefined and null. The caller frees them.
static char *text(napi_env env, napi_value value, size_t *count) {
    napi_valuetype type;
    if (napi_typeof(env, value, &type) != napi_ok || type != napi_string) return NULL;
    napi_get_value_string_utf8(env, value, NULL, 0, count);
    char *bytes = malloc(*count + 1);
    if (bytes) napi_get_value_string_utf8(env, value, bytes, *count + 1, count);
    return bytes;
}

static void closed(napi_env env, void *rules, void *hint) {
    (void)env, (void)hint;
    proviso_engine_close(*(proviso_engine_handle *)rules);
    free(rules);
}

/// open(path): the rules, which are closed when nothing refers to them.
static napi_value open_rules(napi_env env, napi_callback_info info) {
    static _Thread_local char memory[1 << 16];
    proviso_engine_output output = {memory, sizeof memory, 0};
    napi_value argument, result;
    size_t count = 1, size = 0;
    napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
    char *path = text(env, argument, &size);
    proviso_engine_handle *rules = malloc(sizeof *rules);
    int32_t status = proviso_engine_open_file(path, NULL, rules, &output);
    free(path);
    if (status < 0) return free(rules), failed(env, status, &output);
    napi_create_external(env, rules, closed, NULL, &result);
    return result;
}

/// check(rules, json, locale): the findings, one JSON object on each line; an empty string if there are none.
static napi_value check(napi_env env, napi_callback_info info) {
    napi_value arguments[3], result;
    size_t count = 3, size = 0, unused;
    void *rules = NULL;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    if (napi_get_value_external(env, arguments[0], &rules) != napi_ok) {
        napi_throw_type_error(env, NULL, "expected rules, which open() gives");
        return NULL;
    }
    char *json = text(env, arguments[1], &size), *locale = text(env, arguments[2], &unused);
    proviso_engine_output output = {NULL, 1 << 14, 0};
    int32_t status;
    // Again with more room, if the findings had none.
    do {
        if (output.count > output.capacity) output.capacity = output.count;
        output.bytes = realloc(output.bytes, output.capacity);
        status = proviso_engine_check(*(proviso_engine_handle *)rules, json, size, NULL, locale, NULL, &output);
    } while (output.count > output.capacity);
    free(json);
    free(locale);
    if (status < 0)
        result = failed(env, status, &output);
    else
        napi_create_string_utf8(env, output.bytes, output.count, &result);
    free(output.bytes);
    return result;
}

NAPI_MODULE_INIT() {
    napi_value function;
    napi_create_function(env, "open", NAPI_AUTO_LENGTH, open_rules, NULL, &function);
    napi_set_named_property(env, exports, "open", function);
    napi_create_function(env, "check", NAPI_AUTO_LENGTH, check, NULL, &function);
    napi_set_named_property(env, exports, "check", function);
    return exports;
}
