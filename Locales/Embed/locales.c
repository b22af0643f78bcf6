#include "locales.h"

#include <stddef.h>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const char ar[] = {
#embed "../ar.arb"
};
static const char de[] = {
#embed "../de.arb"
};
static const char en[] = {
#embed "../en.arb"
};
static const char es[] = {
#embed "../es.arb"
};
static const char fr[] = {
#embed "../fr.arb"
};
static const char ja[] = {
#embed "../ja.arb"
};
static const char ru[] = {
#embed "../ru.arb"
};
static const char zh_Hans[] = {
#embed "../zh-Hans.arb"
};

static const prv_locale_file files[] = {
    {"ar", ar, sizeof ar},
    {"de", de, sizeof de},
    {"en", en, sizeof en},
    {"es", es, sizeof es},
    {"fr", fr, sizeof fr},
    {"ja", ja, sizeof ja},
    {"ru", ru, sizeof ru},
    {"zh-Hans", zh_Hans, sizeof zh_Hans},
};

const int prv_locale_file_count = sizeof files / sizeof *files;

const prv_locale_file *prv_locale_file_at(int index) {
    return index >= 0 && index < prv_locale_file_count ? &files[index] : NULL;
}
