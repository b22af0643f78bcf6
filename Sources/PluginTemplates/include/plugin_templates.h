#ifndef PRV_PLUGIN_TEMPLATES_H
#define PRV_PLUGIN_TEMPLATES_H

#include <stddef.h>

/// The text of a template by its file name, ended by NUL; null where there is none. Static.
const char *prv_template(const char *name);

#endif
