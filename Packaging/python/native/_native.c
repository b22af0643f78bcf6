// What ctypes and the module json are slow at: a call for each record, and a record of Python's objects as JSON.
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

/// Text that grows.
typedef struct {
    char *bytes;
    size_t count, room;
} buffer;

static int reserve(buffer *target, size_t more) {
    if (target->room - target->count >= more) return 0;
    size_t room = (target->count + more) * 2;
    char *bytes = realloc(target->bytes, room);
    if (!bytes) return -1;
    target->bytes = bytes;
    target->room = room;
    return 0;
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

static int put_string(buffer *target, PyObject *text) {
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    // A character takes six bytes at most.
    if (!bytes || grow(target, (size_t)size * 6 + 2)) return -1;
    char *out = target->bytes + target->count;
    *out++ = '"';
    for (Py_ssize_t index = 0; index < size; index++) {
        unsigned char byte = (unsigned char)bytes[index];
        if (byte == '"' || byte == '\\') {
            *out++ = '\\';
            *out++ = (char)byte;
        } else if (byte < 0x20) {
            static const char digits[] = "0123456789abcdef";
            memcpy(out, "\\u00", 4);
            out[4] = digits[byte >> 4];
            out[5] = digits[byte & 15];
            out += 6;
        } else {
            *out++ = (char)byte;
        }
    }
    *out++ = '"';
    target->count = (size_t)(out - target->bytes);
    return 0;
}

static int put_integer(buffer *target, PyObject *number) {
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (!overflow) {
        char digits[24];
        return put(target, digits, (size_t)PyOS_snprintf(digits, sizeof digits, "%lld", value));
    }
    PyObject *text = PyObject_Str(number);
    Py_ssize_t size;
    const char *bytes = text ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    int result = bytes ? put(target, bytes, (size_t)size) : -1;
    Py_XDECREF(text);
    return result;
}

static int put_float(buffer *target, PyObject *number) {
    double value = PyFloat_AsDouble(number);
    if (value - value != 0) {
        PyErr_SetString(PyExc_ValueError, "Out of range float values are not JSON compliant");
        return -1;
    }
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
        int failed = put(target, &sign, 1) || put_string(target, key) || put(target, ":", 1) ||
                     put_value(target, value, plain);
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
    if (PyUnicode_CheckExact(value)) return put_string(target, value);
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

/// encode(value, plain): the value as JSON; `plain` is called for what is neither JSON nor of an exact type.
static PyObject *encode(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *value, *plain, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "OO", &value, &plain)) return NULL;
    buffer target = {malloc(512), 0, 512};
    if (!target.bytes) return PyErr_NoMemory();
    if (!put_value(&target, value, plain)) result = PyBytes_FromStringAndSize(target.bytes, (Py_ssize_t)target.count);
    free(target.bytes);
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

/// check(handle, json, scenario, locale): None if there is nothing to report, else the result, a handle of the report,
/// and the findings; None instead of findings that are longer than usual.
static PyObject *check(PyObject *module, PyObject *arguments) {
    (void)module;
    unsigned long long rules;
    PyObject *json;
    const char *scenario, *locale;
    if (!PyArg_ParseTuple(arguments, "KSzz", &rules, &json, &scenario, &locale)) return NULL;
    char memory[1 << 13], *bytes;
    Py_ssize_t size;
    if (!is_bound()) return NULL;
    if (PyBytes_AsStringAndSize(json, &bytes, &size)) return NULL;
    proviso_engine_output output = {memory, sizeof memory, 0};
    proviso_engine_handle report = 0;
    int32_t status;
    Py_BEGIN_ALLOW_THREADS
    status = engine_check(rules, bytes, (size_t)size, scenario, locale, &report, &output);
    Py_END_ALLOW_THREADS
    if (status == PROVISO_ENGINE_VALID && !report) Py_RETURN_NONE;
    if (output.count > output.capacity) return Py_BuildValue("(iKO)", (int)status, (unsigned long long)report, Py_None);
    return Py_BuildValue("(iKy#)", (int)status, (unsigned long long)report, memory, (Py_ssize_t)output.count);
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
    buffer findings = {NULL, 0, 0};
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
    {"check", check, METH_VARARGS, NULL},
    {"check_table", check_table, METH_VARARGS, NULL},
    {"encode", encode, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) { return PyModule_Create(&definition); }
