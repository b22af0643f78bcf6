#include <stddef.h>

/// A text that is part of the plugin.
typedef struct {
    const void *start;
    size_t length;
} text_span;

text_span catalog_en(void);
text_span catalog_de(void);
