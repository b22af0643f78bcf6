#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

proviso_value text_value(const char *text, uint64_t length) {
    proviso_value value = {.kind = PROVISO_TEXT, .as.text = text, .length = length};
    bool is_ascii = true;
    for (uint64_t i = 0; i < length; i++) is_ascii &= (unsigned char)text[i] < 0x80;
    if (is_ascii) value.flags = PROVISO_FLAG_ASCII;
    return value;
}

proviso_value list_value(const prv_item *items, uint64_t count) {
    return (proviso_value){.kind = PROVISO_LIST, .as.handle = items, .length = count};
}

proviso_value object_value(const prv_item *members, uint64_t count) {
    return (proviso_value){.kind = PROVISO_OBJECT, .as.handle = members, .length = count};
}

static const char *const texts[] = {
    "", " ", "a", "0", "1", "-1", "12.5", "1e9", "true", "null", "abc", "ABC-123", "4111111111111111",
    "DE89370400440532013000", "+49 30 901820", "9783161484100", "someone@example.org", "https://example.org/a?b=c",
    "2026-02-30", "{\"a\": [1]}", "%s%n%x", "../../etc/passwd", "\t\r\n", "Gr\xC3\xBC\xC3\x9F Gott",
    "\xD9\xA1\xD9\xA2\xD9\xA3", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB", "e\xCC\x81", "\xE2\x80\xAEtxet",
    "\xEF\xBB\xBFtext", "\xF4\x8F\xBF\xBF",
};

static void add(prv_samples *to, uint32_t kinds, proviso_value value) {
    if (kinds >> value.kind & 1) to->values[to->count++] = value;
}

static void add_numbers(prv_samples *to, uint32_t kinds) {
    const int64_t integers[] = {0, 1, -1, 2, 9, 10, 255, 65536, 1000000007, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < LENGTH(integers); i++)
        add(to, kinds, (proviso_value){.kind = PROVISO_INTEGER, .as.integer = integers[i]});
    add(to, kinds, (proviso_value){.kind = PROVISO_UNSIGNED, .as.unsigned_integer = (uint64_t)INT64_MAX + 1});
    add(to, kinds, (proviso_value){.kind = PROVISO_UNSIGNED, .as.unsigned_integer = UINT64_MAX});
    const double doubles[] = {0.5, -0.0, 1e300, -1e-300, 5e-324, 9007199254740993.0};
    for (size_t i = 0; i < LENGTH(doubles); i++)
        add(to, kinds, (proviso_value){.kind = PROVISO_DOUBLE, .as.number = doubles[i]});
    const char *const decimals[] = {"1e9999", "123456789012345678901234567890", "-0.1000000000000000000000000001"};
    for (size_t i = 0; i < LENGTH(decimals); i++) {
        proviso_value value = text_value(decimals[i], strlen(decimals[i]));
        value.kind = PROVISO_DECIMAL;
        add(to, kinds, value);
    }
}

static void add_containers(prv_samples *to, uint32_t kinds) {
    static prv_item items[3], members[3], nested[1];
    items[0].value = text_value("x", 1);
    items[1].value = (proviso_value){.kind = PROVISO_NULL};
    items[2].value = (proviso_value){.kind = PROVISO_INTEGER, .as.integer = 7};
    members[0] = (prv_item){text_value("y", 1), "x", 1};
    members[1] = (prv_item){{.kind = PROVISO_BOOL, .as.boolean = 1}, "", 0};
    members[2] = (prv_item){list_value(items, 3), "list", 4};
    nested[0].value = object_value(members, 3);
    add(to, kinds, list_value(NULL, 0));
    add(to, kinds, list_value(items, 3));
    add(to, kinds, list_value(nested, 1));
    add(to, kinds, object_value(NULL, 0));
    add(to, kinds, object_value(members, 3));
}

/// The values of the manifest's examples, of all rule types: valid ones are rare among the others.
static void add_examples(prv_samples *to, uint32_t kinds) {
    EACH_RULE(the_subject, rule)
        for (uint64_t i = 0; i < rule->example_count; i++) add(to, kinds, rule->examples[i].value);
}

prv_samples samples(uint32_t kinds) {
    static char nines[65536];
    memset(nines, '9', sizeof nines);
    uint64_t example_count = 0;
    EACH_RULE(the_subject, rule) example_count += rule->example_count;
    prv_samples found = {calloc(128 + the_subject->text_count + example_count, sizeof(proviso_value)), 0};
    if (!found.values) fail("the kit is out of memory");
    add(&found, kinds, (proviso_value){.kind = PROVISO_ABSENT});
    add(&found, kinds, (proviso_value){.kind = PROVISO_NULL});
    add(&found, kinds, (proviso_value){.kind = PROVISO_BOOL, .as.boolean = 0});
    add(&found, kinds, (proviso_value){.kind = PROVISO_BOOL, .as.boolean = 1});
    add_numbers(&found, kinds);
    for (size_t i = 0; i < LENGTH(texts); i++) add(&found, kinds, text_value(texts[i], strlen(texts[i])));
    for (uint64_t i = 0; i < the_subject->text_count; i++)
        add(&found, kinds, text_value(the_subject->texts[i], strlen(the_subject->texts[i])));
    add(&found, kinds, text_value(NULL, 0));
    add(&found, kinds, text_value("a\0b", 3));
    add(&found, kinds, text_value("\0", 1));
    add(&found, kinds, text_value(nines, 20));
    add(&found, kinds, text_value(nines, sizeof nines));
    proviso_value unknown = text_value("not known", 9);
    unknown.flags = 0;
    add(&found, kinds, unknown);
    add(&found, kinds, (proviso_value){.kind = PROVISO_BYTES, .as.text = "\xFF\0\xC0", .length = 3});
    add(&found, kinds, (proviso_value){.kind = PROVISO_BYTES});
    add_containers(&found, kinds);
    add_examples(&found, kinds);
    return found;
}

uint64_t random_number(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

/// A random string made of pieces, so that it is always UTF-8: mostly what people type, sometimes unusual characters.
static proviso_value random_text(uint64_t *state) {
    static char text[512];
    static const char *const odd[] = {"\xC3\xBC", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xCC\x88", "\xD8\xA7", "\0"};
    static const char plain[] = "0123456789abcxyzABCXYZ -+./:@_,;'\"()";
    if (random_number(state) % 4 == 0) {
        uint64_t which = random_number(state) % (LENGTH(texts) + the_subject->text_count);
        const char *known = which < LENGTH(texts) ? texts[which] : the_subject->texts[which - LENGTH(texts)];
        size_t length = strnlen(known, sizeof text);
        memcpy(text, known, length);
        // Replacing one ASCII character by another keeps it UTF-8.
        if (length) {
            char *at = &text[random_number(state) % length];
            if ((unsigned char)*at < 0x80) *at = plain[random_number(state) % (sizeof plain - 1)];
        }
        return text_value(text, length);
    }
    uint64_t letters = random_number(state) % 4 ? sizeof plain - 1 : 10;
    uint64_t pieces = random_number(state) % 8 ? random_number(state) % 24 : random_number(state) % 120;
    uint64_t length = 0;
    for (uint64_t i = 0; i < pieces; i++) {
        if (random_number(state) % 16) {
            text[length++] = plain[random_number(state) % letters];
        } else {
            const char *piece = odd[random_number(state) % LENGTH(odd)];
            size_t size = *piece ? strlen(piece) : 1;
            memcpy(text + length, piece, size);
            length += size;
        }
    }
    return text_value(text, length);
}

proviso_value random_value(uint32_t kinds, uint64_t *state) {
    static prv_samples known[1];
    static uint32_t known_kinds;
    uint32_t scalar[] = {PROVISO_BOOL, PROVISO_INTEGER, PROVISO_UNSIGNED, PROVISO_DOUBLE, PROVISO_TEXT, PROVISO_BYTES};
    uint32_t kind = scalar[random_number(state) % LENGTH(scalar)];
    if (!(kinds >> kind & 1)) {
        if (known_kinds != kinds) *known = samples(kinds), known_kinds = kinds;
        if (known->count == 0) return (proviso_value){.kind = PROVISO_ABSENT};
        if (!(kinds >> PROVISO_TEXT & 1) || random_number(state) % 4 == 0)
            return known->values[random_number(state) % known->count];
        kind = PROVISO_TEXT;
    }
    proviso_value value = {.kind = kind};
    switch (kind) {
    case PROVISO_BOOL: value.as.boolean = random_number(state) % 2; break;
    case PROVISO_INTEGER: value.as.integer = (int64_t)random_number(state) >> random_number(state) % 64; break;
    case PROVISO_UNSIGNED: value.as.unsigned_integer = random_number(state) | 1ull << 63; break;
    case PROVISO_DOUBLE:
        value.as.unsigned_integer = random_number(state);
        if (!isfinite(value.as.number)) value.as.number = 0.25;
        break;
    default: value = random_text(state);
    }
    if (kind == PROVISO_BYTES) value.kind = kind, value.flags = 0;
    return value;
}

const char *described(const proviso_value *value) {
    static const char *const names[] = {"an absent value", "null",        "a boolean", "the integer", "the unsigned integer",
                                        "the number",      "the decimal", "the string",  "bytes",       "a list",
                                        "an object"};
    static char text[160];
    char start[64] = "";
    switch (value->kind) {
    case PROVISO_INTEGER: snprintf(text, sizeof text, "the integer %lld", (long long)value->as.integer); return text;
    case PROVISO_UNSIGNED:
        snprintf(text, sizeof text, "the integer %llu", (unsigned long long)value->as.unsigned_integer);
        return text;
    case PROVISO_DOUBLE: snprintf(text, sizeof text, "the number %.17g", value->as.number); return text;
    case PROVISO_TEXT:
    case PROVISO_DECIMAL: {
        size_t used = 0;
        for (uint64_t i = 0; i < value->length && i < 12; i++) {
            unsigned char byte = (unsigned char)value->as.text[i];
            const char *format = byte >= 0x20 && byte < 0x7F ? "%c" : "\\x%02X";
            used += (size_t)snprintf(start + used, sizeof start - used, format, byte);
        }
        const char *more = value->length > 12 ? "…" : "";
        snprintf(text, sizeof text, "%s \"%s%s\" (%llu bytes)", names[value->kind], start, more,
                 (unsigned long long)value->length);
        return text;
    }
    default:
        snprintf(text, sizeof text, "%s (length %llu)", value->kind <= PROVISO_OBJECT ? names[value->kind] : "a value",
                 (unsigned long long)value->length);
        return text;
    }
}
