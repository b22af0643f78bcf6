// What ctypes and the module json are slow at: a call for each record or table, and a record of Python's objects as JSON.
//
// The limited API of Python 3.10: one file serves every later version. Where it cannot be loaded, as in a free-threaded
// Python, the package does the same by ctypes and json. Scripts/build-native builds it.
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030A0000
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "proviso_engine.h"

typedef int32_t (*check_function)(proviso_engine_handle, const char *, size_t, const char *, const char *,
                                  proviso_engine_handle *, proviso_engine_output *);

typedef int32_t (*table_function)(proviso_engine_handle, struct ArrowArrayStream *, const char *, proviso_engine_handle,
                                  proviso_engine_sink, void *, proviso_engine_output *);

static check_function engine_check;
static table_function engine_table;

/// The room for the totals of a table: a stream cannot be read twice. Pages that are not used cost nothing.
enum { TOTALS = 1 << 26 };

/// The size of most records and findings.
enum { USUAL = 1 << 13 };

/// Text that grows, from memory of its owner.
typedef struct {
    char *bytes;
    size_t count, room;
    char *first;
} buffer;

static int reserve(buffer *target, size_t more) {
    if (target->room - target->count >= more) return 0;
    size_t room = (target->count + more) * 2;
    int is_first = target->bytes == target->first;
    char *bytes = realloc(is_first ? NULL : target->bytes, room);
    if (!bytes) return -1;
    if (is_first && target->count) memcpy(bytes, target->first, target->count);
    target->bytes = bytes;
    target->room = room;
    return 0;
}

static void end(buffer *target) {
    if (target->bytes != target->first) free(target->bytes);
}

static int grow(buffer *target, size_t more) {
    if (!reserve(target, more)) return 0;
    PyErr_NoMemory();
    return -1;
}

static int put(buffer *target, const char *bytes, size_t count) {
    if (grow(target, count)) return -1;
    memcpy(target->bytes + target->count, bytes, count);
    target->count += count;
    return 0;
}

/// Whether one of eight bytes has to be escaped: a control character, a quotation mark or a backslash.
static int has_escape(uint64_t bytes) {
    const uint64_t ones = 0x0101010101010101u;
    uint64_t quotes = bytes ^ ones * '"', slashes = bytes ^ ones * '\\';
    uint64_t found = ((bytes - ones * 0x20) & ~bytes) | ((quotes - ones) & ~quotes) | ((slashes - ones) & ~slashes);
    return (found & ones * 0x80) != 0;
}

/// Whether nothing has to be escaped. The last bytes of a string are read with those before them, if it has as many.
static int is_plain(const char *bytes, size_t count) {
    uint64_t word = 0;
    uint32_t half;
    if (count >= 8) {
        for (size_t index = 0; index + 8 < count; index += 8) {
            memcpy(&word, bytes + index, 8);
            if (has_escape(word)) return 0;
        }
        memcpy(&word, bytes + count - 8, 8);
        return !has_escape(word);
    }
    if (count >= 4) {
        memcpy(&word, bytes, 4);
        memcpy(&half, bytes + count - 4, 4);
        return !has_escape(word | (uint64_t)half << 32);
    }
    for (size_t index = 0; index < count; index++)
        if ((unsigned char)bytes[index] < 0x20 || bytes[index] == '"' || bytes[index] == '\\') return 0;
    return 1;
}

/// Writes a byte as the module json does.
static char *put_escaped(char *out, unsigned char byte) {
    static const char digits[] = "0123456789abcdef", named[] = "btn_fr";
    if (byte >= 0x20 && byte != '"' && byte != '\\') {
        *out++ = (char)byte;
        return out;
    }
    *out++ = '\\';
    if (byte >= 0x20) {
        *out++ = (char)byte;
    } else if (byte >= '\b' && byte <= '\r' && byte != '\v') {
        *out++ = named[byte - '\b'];
    } else {
        memcpy(out, "u00", 3);
        out[3] = digits[byte >> 4];
        out[4] = digits[byte & 15];
        out += 5;
    }
    return out;
}

/// Writes a string; a key has a sign before it, and a colon behind it.
static int put_string(buffer *target, PyObject *text, char sign) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    // A character takes six bytes at most.
    if (!bytes || grow(target, (size_t)size * 6 + 4)) return -1;
    char *out = target->bytes + target->count;
    if (sign) *out++ = sign;
    *out++ = '"';
    if (is_plain(bytes, (size_t)size)) {
        memcpy(out, bytes, (size_t)size);
        out += size;
    } else {
        for (Py_ssize_t index = 0; index < size; index++) out = put_escaped(out, (unsigned char)bytes[index]);
    }
    *out++ = '"';
    if (sign) *out++ = ':';
    target->count = (size_t)(out - target->bytes);
    return 0;
}

/// Writes the digits of a number before `end`; returns where they begin.
static char *digits_before(char *end, uint64_t number) {
    do *--end = (char)('0' + number % 10);
    while (number /= 10);
    return end;
}

static int put_integer(buffer *target, PyObject *number) {
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (!overflow) {
        char text[24], *start = digits_before(text + sizeof text, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
        if (value < 0) *--start = '-';
        return put(target, start, (size_t)(text + sizeof text - start));
    }
    PyObject *text = PyObject_Str(number);
    Py_ssize_t size;
    const char *bytes = text ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    int result = bytes ? put(target, bytes, (size_t)size) : -1;
    Py_XDECREF(text);
    return result;
}

/// Writes a number of two decimals, such as a price, as repr() does; returns 0 for other numbers.
///
/// A quotient is rounded to the nearest `double`, and so is the JSON of it. Two spellings with at most 15 digits are never one
/// `double`, so none is shorter.
static size_t decimals(double value, char *text, size_t size) {
    double positive = value < 0 ? -value : value;
    if (!(positive >= 1e-2 && positive < 1e12)) return 0;
    uint64_t hundredths = (uint64_t)(positive * 100 + 0.5);
    if ((double)hundredths / 100 != positive) return 0;
    char *end = text + size, *start = end - 3;
    start[0] = '.';
    start[1] = (char)('0' + hundredths / 10 % 10);
    start[2] = (char)('0' + hundredths % 10);
    size_t rest = hundredths % 10 ? 3 : 2;
    start = digits_before(start, hundredths / 100);
    if (value < 0) *--start = '-';
    size_t count = (size_t)(end - 3 - start) + rest;
    memmove(text, start, count);
    return count;
}

static int put_float(buffer *target, PyObject *number) {
    double value = PyFloat_AsDouble(number);
    if (value - value != 0) {
        PyErr_SetString(PyExc_ValueError,
                        "expected numbers that JSON has, found NaN or infinity: a value that is missing is None");
        return -1;
    }
    char short_text[32];
    size_t count = decimals(value, short_text, sizeof short_text);
    if (count) return put(target, short_text, count);
    char *text = PyOS_double_to_string(value, 'r', 0, Py_DTSF_ADD_DOT_0, NULL);
    if (!text) return PyErr_NoMemory(), -1;
    int result = put(target, text, strlen(text));
    PyMem_Free(text);
    return result;
}

static int put_value(buffer *target, PyObject *value, PyObject *plain);

static int put_dict(buffer *target, PyObject *dict, PyObject *plain) {
    PyObject *key, *value;
    Py_ssize_t place = 0;
    char sign = '{';
    if (PyDict_Size(dict) == 0) return put(target, "{}", 2);
    while (PyDict_Next(dict, &place, &key, &value)) {
        if (!PyUnicode_CheckExact(key)) {
            PyErr_SetString(PyExc_TypeError, "expected a key that is a string");
            return -1;
        }
        // `plain` may be anyone's code and change the dict.
        Py_INCREF(value);
        int failed = put_string(target, key, sign) || put_value(target, value, plain);
        Py_DECREF(value);
        if (failed) return -1;
        sign = ',';
    }
    return put(target, "}", 1);
}

static int put_items(buffer *target, PyObject *items, PyObject *plain) {
    int is_list = PyList_CheckExact(items);
    char sign = '[';
    for (Py_ssize_t index = 0; index < (is_list ? PyList_Size(items) : PyTuple_Size(items)); index++) {
        PyObject *item = is_list ? PyList_GetItem(items, index) : PyTuple_GetItem(items, index);
        if (!item) return -1;
        Py_INCREF(item);
        int failed = put(target, &sign, 1) || put_value(target, item, plain);
        Py_DECREF(item);
        if (failed) return -1;
        sign = ',';
    }
    return sign == '[' ? put(target, "[]", 2) : put(target, "]", 1);
}

static int put_value(buffer *target, PyObject *value, PyObject *plain) {
    if (PyUnicode_CheckExact(value)) return put_string(target, value, 0);
    if (value == Py_None) return put(target, "null", 4);
    if (value == Py_True) return put(target, "true", 4);
    if (value == Py_False) return put(target, "false", 5);
    if (PyLong_CheckExact(value)) return put_integer(target, value);
    if (PyFloat_CheckExact(value)) return put_float(target, value);
    if (Py_EnterRecursiveCall(" while a record is written as JSON")) return -1;
    int result;
    if (PyDict_CheckExact(value)) {
        result = put_dict(target, value, plain);
    } else if (PyList_CheckExact(value) || PyTuple_CheckExact(value)) {
        result = put_items(target, value, plain);
    } else {
        PyObject *known = PyObject_CallFunctionObjArgs(plain, value, NULL);
        result = known ? put_value(target, known, plain) : -1;
        Py_XDECREF(known);
    }
    Py_LeaveRecursiveCall();
    return result;
}

static int has(Py_ssize_t count, Py_ssize_t expected) {
    if (count == expected) return 1;
    PyErr_Format(PyExc_TypeError, "expected %zd arguments, found %zd", expected, count);
    return 0;
}

/// encode(value, plain): the value as JSON; `plain` is called for what is neither JSON nor of an exact type.
static PyObject *encode(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    if (!has(count, 2)) return NULL;
    char memory[USUAL];
    buffer target = {memory, 0, sizeof memory, memory};
    PyObject *result = NULL;
    if (!put_value(&target, arguments[0], arguments[1]))
        result = PyBytes_FromStringAndSize(target.bytes, (Py_ssize_t)target.count);
    end(&target);
    return result;
}

/// bind(check, check_arrow): the functions of the library that is loaded, by their addresses.
static PyObject *bind(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *record, *table;
    if (!PyArg_ParseTuple(arguments, "OO", &record, &table)) return NULL;
    engine_check = (check_function)PyLong_AsVoidPtr(record);
    engine_table = (table_function)PyLong_AsVoidPtr(table);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static int is_bound(void) {
    if (engine_check && engine_table) return 1;
    PyErr_SetString(PyExc_RuntimeError, "expected a call of bind() before");
    return 0;
}

/// A string without NUL, or NULL for None.
static int is_text(PyObject *value, const char **text) {
    *text = NULL;
    if (value == Py_None) return 1;
    Py_ssize_t size;
    *text = PyUnicode_AsUTF8AndSize(value, &size);
    if (*text && strlen(*text) != (size_t)size) {
        PyErr_SetString(PyExc_ValueError, "expected a string without NUL");
        return 0;
    }
    return *text != NULL;
}

static PyObject *check_json(PyObject *const *arguments, const char *json, size_t size) {
    unsigned long long rules = PyLong_AsUnsignedLongLong(arguments[0]);
    const char *scenario, *locale;
    if (PyErr_Occurred() || !is_text(arguments[2], &scenario) || !is_text(arguments[3], &locale) || !is_bound()) return NULL;
    char memory[USUAL];
    proviso_engine_output output = {memory, sizeof memory, 0};
    proviso_engine_handle report = 0;
    int32_t status;
    Py_BEGIN_ALLOW_THREADS
    status = engine_check(rules, json, size, scenario, locale, &report, &output);
    Py_END_ALLOW_THREADS
    if (status == PROVISO_ENGINE_VALID && !report) Py_RETURN_NONE;
    if (output.count > output.capacity) return Py_BuildValue("(iKO)", (int)status, (unsigned long long)report, Py_None);
    return Py_BuildValue("(iKy#)", (int)status, (unsigned long long)report, memory, (Py_ssize_t)output.count);
}

/// check(handle, json, scenario, locale): None if there is nothing to report, else the result, a handle of the report,
/// and the findings; None instead of findings that are longer than usual.
static PyObject *check(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    char *bytes;
    Py_ssize_t size;
    if (!has(count, 4) || PyBytes_AsStringAndSize(arguments[1], &bytes, &size)) return NULL;
    return check_json(arguments, bytes, (size_t)size);
}

/// check_value(handle, value, scenario, locale, plain): check(handle, encode(value, plain), scenario, locale).
static PyObject *check_value(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    if (!has(count, 5)) return NULL;
    char memory[USUAL];
    buffer target = {memory, 0, sizeof memory, memory};
    PyObject *result = NULL;
    if (!put_value(&target, arguments[1], arguments[4])) result = check_json(arguments, target.bytes, target.count);
    end(&target);
    return result;
}

/// Keeps findings. The GIL is not held.
static int32_t keep(void *context, const char *bytes, size_t count) {
    buffer *findings = context;
    if (reserve(findings, count)) return 1;
    memcpy(findings->bytes + findings->count, bytes, count);
    findings->count += count;
    return 0;
}

/// check_table(handle, address of a stream, options): the result, the findings, and the totals or the error.
static PyObject *check_table(PyObject *module, PyObject *arguments) {
    (void)module;
    unsigned long long rules;
    PyObject *address, *result = NULL;
    const char *options;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "KOz#", &rules, &address, &options, &size) || !is_bound()) return NULL;
    struct ArrowArrayStream *stream = PyLong_AsVoidPtr(address);
    if (PyErr_Occurred()) return NULL;
    buffer findings = {NULL, 0, 0, NULL};
    proviso_engine_output totals = {malloc(TOTALS), TOTALS, 0};
    if (!totals.bytes) return PyErr_NoMemory();
    int32_t status;
    Py_BEGIN_ALLOW_THREADS
    status = engine_table(rules, stream, options, 0, keep, &findings, &totals);
    Py_END_ALLOW_THREADS
    if (status == PROVISO_ENGINE_CANCELLED || totals.count > totals.capacity)
        PyErr_NoMemory();
    else
        result = Py_BuildValue("(iy#y#)", (int)status, findings.bytes ? findings.bytes : "", (Py_ssize_t)findings.count,
                               totals.bytes, (Py_ssize_t)totals.count);
    free(findings.bytes);
    free(totals.bytes);
    return result;
}

static PyMethodDef methods[] = {
    {"bind", bind, METH_VARARGS, NULL},
    {"check", (PyCFunction)(void (*)(void))check, METH_FASTCALL, NULL},
    {"check_table", check_table, METH_VARARGS, NULL},
    {"check_value", (PyCFunction)(void (*)(void))check_value, METH_FASTCALL, NULL},
    {"encode", (PyCFunction)(void (*)(void))encode, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) { return PyModule_Create(&definition); }
