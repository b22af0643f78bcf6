/// What version 1 looks like in memory, in literal numbers: a change of one of these is a new major version. What is
/// appended in a minor version is appended here.
#include <stddef.h>

#include "proviso.h"

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " has another size")
#define AT(type, member, offset) _Static_assert(offsetof(type, member) == (offset), #type "." #member " has moved")
#define IS(name, number) _Static_assert((name) == (number), #name " has another value")

SIZE(proviso_value, 24);
AT(proviso_value, kind, 0);
AT(proviso_value, flags, 4);
AT(proviso_value, as, 8);
AT(proviso_value, length, 16);

SIZE(proviso_parameter, 32);
AT(proviso_parameter, name, 0);
AT(proviso_parameter, value, 8);

SIZE(proviso_host, 64);
AT(proviso_host, size, 0);
AT(proviso_host, minor, 4);
AT(proviso_host, name, 8);
AT(proviso_host, version, 16);
AT(proviso_host, log, 24);
AT(proviso_host, list_item, 32);
AT(proviso_host, object_member, 40);
AT(proviso_host, object_find, 48);
AT(proviso_host, extension, 56);

#if PROVISO_ABI_MINOR >= 1
SIZE(proviso_call, 48);
AT(proviso_call, record, 40);
#else
SIZE(proviso_call, 40);
#endif
AT(proviso_call, size, 0);
AT(proviso_call, reserved, 4);
AT(proviso_call, host, 8);
AT(proviso_call, deadline, 16);
AT(proviso_call, cancelled, 24);
AT(proviso_call, report, 32);

SIZE(proviso_failure, 24);
AT(proviso_failure, size, 0);
AT(proviso_failure, reserved, 4);
AT(proviso_failure, option, 8);
AT(proviso_failure, reason, 16);

SIZE(proviso_rule, 48);
AT(proviso_rule, size, 0);
AT(proviso_rule, reserved, 4);
AT(proviso_rule, type, 8);
AT(proviso_rule, create, 16);
AT(proviso_rule, validate, 24);
AT(proviso_rule, validate_batch, 32);
AT(proviso_rule, destroy, 40);

SIZE(proviso_catalog, 24);
AT(proviso_catalog, locale, 0);
AT(proviso_catalog, text, 8);
AT(proviso_catalog, length, 16);

SIZE(proviso_plugin, 80);
AT(proviso_plugin, size, 0);
AT(proviso_plugin, minor, 4);
AT(proviso_plugin, least_host_minor, 8);
AT(proviso_plugin, reserved, 12);
AT(proviso_plugin, id, 16);
AT(proviso_plugin, rules, 24);
AT(proviso_plugin, rule_count, 32);
AT(proviso_plugin, catalogs, 40);
AT(proviso_plugin, catalog_count, 48);
AT(proviso_plugin, init, 56);
AT(proviso_plugin, deinit, 64);
AT(proviso_plugin, extension, 72);

IS(PROVISO_ABI_MAJOR, 1);
IS(PROVISO_ABSENT, 0);
IS(PROVISO_NULL, 1);
IS(PROVISO_BOOL, 2);
IS(PROVISO_INTEGER, 3);
IS(PROVISO_UNSIGNED, 4);
IS(PROVISO_DOUBLE, 5);
IS(PROVISO_DECIMAL, 6);
IS(PROVISO_TEXT, 7);
IS(PROVISO_BYTES, 8);
IS(PROVISO_LIST, 9);
IS(PROVISO_OBJECT, 10);
IS(PROVISO_FLAG_ASCII, 1);
IS(PROVISO_VALID, 0);
IS(PROVISO_INVALID, 1);
IS(PROVISO_NOT_APPLICABLE, 2);
IS(PROVISO_UNCHECKED, 255);
IS(PROVISO_FAULT, -1);
IS(PROVISO_FAULT_ARGUMENT, -2);
IS(PROVISO_FAULT_MEMORY, -3);
IS(PROVISO_FAULT_KIND, -4);
IS(PROVISO_FAULT_CANCELLED, -5);
IS(PROVISO_FAULT_EXCEPTION, -6);
IS(PROVISO_LOG_DEBUG, 0);
IS(PROVISO_LOG_INFO, 1);
IS(PROVISO_LOG_WARNING, 2);
IS(PROVISO_LOG_ERROR, 3);
IS(PROVISO_LOG_HOST_MISBEHAVING, 4);
IS(PROVISO_NOTE_MANIFEST, 1);
