#include <stddef.h>

/// A text that is part of the plugin.
typedef struct {
    const void *start;
    size_t length;
} text_span;

__attribute__((visibility("hidden"))) text_span catalog_en(void);
__attribute__((visibility("hidden"))) text_span catalog_de(void);
