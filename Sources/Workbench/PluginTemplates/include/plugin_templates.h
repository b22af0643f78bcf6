#ifndef PRV_PLUGIN_TEMPLATES_H
#define PRV_PLUGIN_TEMPLATES_H

#include <stddef.h>

/// The contents of a template by its file name, ended by NUL; null if there is none. Static.
const char *prv_template(const char *name);

#endif
