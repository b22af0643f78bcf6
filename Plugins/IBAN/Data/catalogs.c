#include "IBANData.h"
#include "sample_catalogs.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char messages[] = {
#embed "../messages.json"
};

iban_catalog iban_catalog_at(size_t index) {
    static sample_catalogs catalogs;
    if (catalogs.count == 0) sample_catalogs_read(messages, sizeof messages, &catalogs);
    if (index >= catalogs.count) return (iban_catalog){0};
    const proviso_catalog *found = &catalogs.list[index];
    return (iban_catalog){found->locale, found->text, found->length};
}
