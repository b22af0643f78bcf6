#include "Web.h"

/// A field of a crontab line: its bounds, and the names that its numbers from `low` on have.
typedef struct {
    unsigned low, high;
    const char *names;
} field;

static const field fields[5] = {
    {0, 59, ""},
    {0, 23, ""},
    {1, 31, ""},
    {1, 12, "janfebmaraprmayjunjulaugsepoctnovdec"},
    {0, 7, "sunmontuewedthufrisat"},
};

static bool read_number(reader *r, const field *of, unsigned *number) {
    const char *start = r->at;
    if (skip_digits(r)) {
        if (r->at - start > 2) return false;
        *number = 0;
        for (const char *c = start; c < r->at; c++) *number = *number * 10 + (unsigned)(*c - '0');
        return *number >= of->low && *number <= of->high;
    }
    for (unsigned i = 0; i < strlen(of->names) / 3; i++) {
        char name[4] = {of->names[3 * i], of->names[3 * i + 1], of->names[3 * i + 2], 0};
        if (!skip_word(r, name)) continue;
        *number = of->low + i;
        return true;
    }
    return false;
}

/// `*`, a number or a range, and a step after `*` or a range.
static bool read_item(reader *r, const field *of) {
    unsigned low, high;
    bool steps = skip(r, '*');
    if (!steps) {
        if (!read_number(r, of, &low)) return false;
        if (skip(r, '-')) {
            if (!read_number(r, of, &high) || high < low) return false;
            steps = true;
        }
    }
    if (!skip(r, '/')) return true;
    const char *start = r->at;
    uint64_t digits = skip_digits(r);
    return steps && digits > 0 && digits <= 2 && *start != '0';
}

/// crontab(5): five fields between spaces or tabs, or a nickname such as @daily, in lowercase.
sample_problem check_cron(const char *text, uint64_t length) {
    static const char *const nicknames[] = {
        "@reboot", "@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly",
    };
    reader r = {text, text + length};
    for (size_t i = 0; i < sizeof nicknames / sizeof *nicknames; i++)
        if (strlen(nicknames[i]) == length && memcmp(text, nicknames[i], length) == 0) return SAMPLE_RIGHT;
    for (unsigned i = 0; i < 5; i++) {
        const char *start = r.at;
        while (i > 0 && (skip(&r, ' ') || skip(&r, '\t'))) continue;
        if (i > 0 && r.at == start) return SAMPLE_FORMAT;
        do {
            if (!read_item(&r, &fields[i])) return SAMPLE_FORMAT;
        } while (skip(&r, ','));
    }
    return right_if(r.at == r.end);
}
