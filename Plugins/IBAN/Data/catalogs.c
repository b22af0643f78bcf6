#include "IBANData.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char en[] = {
#embed "../en.arb"
};
static const unsigned char de[] = {
#embed "../de.arb"
};
static const unsigned char fr[] = {
#embed "../fr.arb"
};
static const unsigned char es[] = {
#embed "../es.arb"
};

static const iban_catalog catalogs[] = {
    {"en", en, sizeof en}, {"de", de, sizeof de}, {"fr", fr, sizeof fr}, {"es", es, sizeof es},
};

iban_catalog iban_catalog_at(size_t index) {
    return index < sizeof catalogs / sizeof *catalogs ? catalogs[index] : (iban_catalog){0};
}
