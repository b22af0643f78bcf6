#include "Identifiers.h"

#include <string.h>

int has_shape(const char *text, uint64_t length, const char *shape) {
    if (strlen(shape) != length) return 0;
    for (uint64_t i = 0; i < length; i++) {
        char c = text[i];
        int fits = shape[i] == '9'   ? is_digit(c)
                   : shape[i] == 'A' ? is_letter(c)
                   : shape[i] == 'X' ? is_alphanumeric(c)
                                     : c == shape[i];
        if (!fits) return 0;
    }
    return 1;
}

/// ISO 3166-1, and XK for Kosovo, which the registration authority of ISO 9362 uses.
static int is_country(const char *code) {
    static const char countries[] =
        "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY "
        "BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK "
        "FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR "
        "IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK "
        "ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM "
        "PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF "
        "TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW ";
    for (const char *at = countries; *at; at += 3)
        if (at[0] == code[0] && at[1] == code[1]) return 1;
    return 0;
}

/// The most elements of an ISBN.
enum { ELEMENTS = 5 };

/// Copies an ISBN without the single hyphens or spaces between its elements; all separators must be alike.
/// Returns how many characters it has, or 0 if it has more than `most` or a separator in a wrong place. `ends` becomes
/// the number of characters up to the end of each element, and `elements` their number.
static uint64_t without_separators(const char *text, uint64_t length, char *digits, uint64_t most,
                                   uint64_t ends[ELEMENTS], uint64_t *elements) {
    uint64_t count = 0;
    *elements = 0;
    char separator = 0;
    for (uint64_t i = 0; i < length; i++) {
        if (text[i] == '-' || text[i] == ' ') {
            int repeated = i > 0 && text[i - 1] == text[i];
            if (i == 0 || i + 1 == length || repeated || (separator && separator != text[i])) return 0;
            if (*elements + 1 == ELEMENTS) return 0;
            separator = text[i];
            ends[(*elements)++] = count;
        } else if (count == most) {
            return 0;
        } else {
            digits[count++] = text[i];
        }
    }
    ends[(*elements)++] = count;
    return count;
}

/// The length of the registration group that the nine digits after the prefix begin with, by the ranges of the
/// International ISBN Agency; 0 if none is assigned.
static uint64_t group_length(const char *digits, int is979) {
    static const struct {
        const char *from, *to;
        uint64_t length;
    } ranges[] = {{"0", "5", 1},   {"600", "649", 3}, {"65", "65", 2},     {"7", "7", 1},
                  {"80", "94", 2}, {"950", "989", 3}, {"9900", "9989", 4}, {"99900", "99999", 5}};
    if (is979) return digits[0] == '8' ? 1 : digits[0] == '1' && digits[1] <= '5' ? 2 : 0;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        size_t length = strlen(ranges[i].from);
        if (memcmp(digits, ranges[i].from, length) >= 0 && memcmp(digits, ranges[i].to, length) <= 0)
            return ranges[i].length;
    }
    return 0;
}

/// Whether the elements of an ISBN are where separators are: registration group, registrant, publication and check
/// digit, after the prefix of three digits that an ISBN-10 has not. A registrant has at most seven digits, a
/// publication six. The ranges of registrants change each month and are not looked up.
static int has_elements(const char *digits, uint64_t prefix, const uint64_t ends[ELEMENTS], uint64_t elements) {
    if (elements == 1) return 1;
    if (elements != (prefix ? 5u : 4u)) return 0;
    const uint64_t *end = ends;
    if (prefix && *end++ != prefix) return 0;
    uint64_t group = end[0] - prefix, registrant = end[1] - end[0], publication = end[2] - end[1];
    uint64_t known = group_length(digits + prefix, prefix && digits[2] == '9');
    return (known ? group == known : group <= 5) && registrant <= 7 && publication <= 6 && end[3] - end[2] == 1;
}

/// The sum of digits times `heavy` and 1 in turn, from the right, where the last digit counts once.
static unsigned alternating_sum(const char *digits, uint64_t length, unsigned heavy) {
    unsigned sum = 0;
    for (uint64_t i = 0; i < length; i++)
        sum += (unsigned)(digits[i] - '0') * ((length - i) % 2 ? 1 : heavy);
    return sum;
}

int all_digits(const char *text, uint64_t length) {
    for (uint64_t i = 0; i < length; i++)
        if (!is_digit(text[i])) return 0;
    return length > 0;
}

int luhn_holds(const char *digits, uint64_t length) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(digits[i] - '0');
        sum += (length - i) % 2 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9;
    }
    return sum % 10 == 0;
}

sample_problem check_luhn(const char *text, uint64_t length) {
    if (length < 2 || !all_digits(text, length)) return SAMPLE_FORMAT;
    return right_if(luhn_holds(text, length));
}

/// 3GPP TS 23.003: type allocation code, serial number and Luhn digit. Hyphens are at all places or none.
sample_problem check_imei(const char *text, uint64_t length) {
    char digits[15];
    if (has_shape(text, length, "99-999999-999999-9")) {
        memcpy(digits, text, 2);
        memcpy(digits + 2, text + 3, 6);
        memcpy(digits + 8, text + 10, 6);
        digits[14] = text[17];
    } else if (length == 15 && all_digits(text, 15)) {
        memcpy(digits, text, 15);
    } else {
        return SAMPLE_FORMAT;
    }
    return right_if(luhn_holds(digits, 15));
}

/// ISO 2108 before 2007: weights 10 to 1, modulo 11, where X is ten.
sample_problem check_isbn10(const char *text, uint64_t length) {
    char digits[10];
    uint64_t ends[ELEMENTS], elements;
    if (without_separators(text, length, digits, 10, ends, &elements) != 10 || !all_digits(digits, 9))
        return SAMPLE_FORMAT;
    if (!is_digit(digits[9]) && digits[9] != 'X') return SAMPLE_FORMAT;
    if (!has_elements(digits, 0, ends, elements)) return SAMPLE_FORMAT;
    unsigned sum = digits[9] == 'X' ? 10 : (unsigned)(digits[9] - '0');
    for (unsigned i = 0; i < 9; i++) sum += (10 - i) * (unsigned)(digits[i] - '0');
    return right_if(sum % 11 == 0);
}

/// ISO 2108: a GTIN that begins with 978 or 979. 979-0 belongs to printed music (ISMN).
sample_problem check_isbn13(const char *text, uint64_t length) {
    char digits[13];
    uint64_t ends[ELEMENTS], elements;
    if (without_separators(text, length, digits, 13, ends, &elements) != 13 || !all_digits(digits, 13))
        return SAMPLE_FORMAT;
    if (memcmp(digits, "978", 3) != 0 && memcmp(digits, "979", 3) != 0) return SAMPLE_FORMAT;
    if (memcmp(digits, "9790", 4) == 0 || !has_elements(digits, 3, ends, elements)) return SAMPLE_FORMAT;
    return right_if(alternating_sum(digits, 13, 3) % 10 == 0);
}

sample_problem check_isbn(const char *text, uint64_t length) {
    sample_problem problem = check_isbn13(text, length);
    return problem == SAMPLE_FORMAT ? check_isbn10(text, length) : problem;
}

/// ISO 3297: weights 8 to 1, modulo 11, where X is ten. The hyphen may be missing, as in bar codes and databases.
sample_problem check_issn(const char *text, uint64_t length) {
    char digits[8];
    if (length == 9 && text[4] == '-') {
        memcpy(digits, text, 4);
        memcpy(digits + 4, text + 5, 4);
    } else if (length == 8) {
        memcpy(digits, text, 8);
    } else {
        return SAMPLE_FORMAT;
    }
    if (!all_digits(digits, 7) || (!is_digit(digits[7]) && digits[7] != 'X')) return SAMPLE_FORMAT;
    unsigned sum = digits[7] == 'X' ? 10 : (unsigned)(digits[7] - '0');
    for (unsigned i = 0; i < 7; i++) sum += (8 - i) * (unsigned)(digits[i] - '0');
    return right_if(sum % 11 == 0);
}

/// GS1 General Specifications 7.9: EAN-8, UPC-A, EAN-13 and GTIN-14.
sample_problem check_gtin(const char *text, uint64_t length) {
    if (length != 8 && (length < 12 || length > 14)) return SAMPLE_FORMAT;
    if (!all_digits(text, length)) return SAMPLE_FORMAT;
    return right_if(alternating_sum(text, length, 3) % 10 == 0);
}

/// ISO 6166: letters become two digits (A is 10), then Luhn.
sample_problem check_isin(const char *text, uint64_t length) {
    if (!has_shape(text, length, "AAXXXXXXXXX9")) return SAMPLE_FORMAT;
    char digits[24];
    uint64_t count = 0;
    for (uint64_t i = 0; i < length; i++) {
        if (is_letter(text[i])) {
            digits[count++] = (char)('1' + (text[i] - 'A') / 10);
            digits[count++] = (char)('0' + (text[i] - 'A') % 10);
        } else {
            digits[count++] = text[i];
        }
    }
    return right_if(luhn_holds(digits, count));
}

/// ISO 17442: ISO/IEC 7064, modulo 97-10, over letters as two digits. Check digits are 02 to 98: 00, 01 and 99 leave
/// the same remainders as 97, 98 and 02, but are never issued.
sample_problem check_lei(const char *text, uint64_t length) {
    if (!has_shape(text, length, "XXXXXXXXXXXXXXXXXX99")) return SAMPLE_FORMAT;
    unsigned remainder = 0;
    for (uint64_t i = 0; i < length; i++)
        remainder = is_letter(text[i]) ? (remainder * 100 + (unsigned)(text[i] - 'A') + 10) % 97
                                       : (remainder * 10 + (unsigned)(text[i] - '0')) % 97;
    unsigned digits = (unsigned)(text[18] - '0') * 10 + (unsigned)(text[19] - '0');
    return right_if(remainder == 1 && digits >= 2 && digits <= 98);
}

/// ISO 9362:2022: prefix, country, suffix, and a branch that may be missing. It has no check digit.
sample_problem check_bic(const char *text, uint64_t length) {
    if (!has_shape(text, length, "XXXXAAXX") && !has_shape(text, length, "XXXXAAXXXXX")) return SAMPLE_FORMAT;
    return is_country(text + 4) ? SAMPLE_RIGHT : SAMPLE_FORMAT;
}

/// ISO 3779: 17 characters without I, O and Q. The number ends in digits: ISO has four, but the first of them may be a
/// letter of a maker of few vehicles (49 CFR 565.15). Its check digit is a rule of North America and China only.
sample_problem check_vin(const char *text, uint64_t length) {
    if (!has_shape(text, length, "XXXXXXXXXXXXXX999")) return SAMPLE_FORMAT;
    for (uint64_t i = 0; i < length; i++)
        if (text[i] == 'I' || text[i] == 'O' || text[i] == 'Q') return SAMPLE_FORMAT;
    return SAMPLE_RIGHT;
}

/// ANSI X9.13: the prefix of a Federal Reserve district, weights 3, 7, 1.
sample_problem check_aba(const char *text, uint64_t length) {
    static const unsigned weights[3] = {3, 7, 1};
    if (!has_shape(text, length, "999999999")) return SAMPLE_FORMAT;
    unsigned prefix = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
    int known = prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix == 80;
    if (!known) return SAMPLE_FORMAT;
    unsigned sum = 0;
    for (unsigned i = 0; i < 9; i++) sum += weights[i % 3] * (unsigned)(text[i] - '0');
    return right_if(sum % 10 == 0);
}

/// ISO 3901: the hyphens are for display, so all or none.
sample_problem check_isrc(const char *text, uint64_t length) {
    return has_shape(text, length, "AAXXX9999999") || has_shape(text, length, "AA-XXX-99-99999") ? SAMPLE_RIGHT
                                                                                                 : SAMPLE_FORMAT;
}

/// ISO 6346: owner, category U, J or Z, serial number; letters count from 10 without the multiples of 11.
sample_problem check_iso6346(const char *text, uint64_t length) {
    if (!has_shape(text, length, "AAAA9999999")) return SAMPLE_FORMAT;
    if (text[3] != 'U' && text[3] != 'J' && text[3] != 'Z') return SAMPLE_FORMAT;
    unsigned sum = 0;
    for (unsigned i = 0; i < 10; i++) {
        unsigned value = (unsigned)(text[i] - '0');
        if (is_letter(text[i])) {
            unsigned letter = (unsigned)(text[i] - 'A');
            value = 10 + letter + (letter > 0) + (letter > 10) + (letter > 20);
        }
        sum += value << i;
    }
    return right_if(sum % 11 % 10 == (unsigned)(text[10] - '0'));
}
