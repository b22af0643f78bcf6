/// VAT numbers of the European Union. The forms are those of VIES (ec.europa.eu/taxation_customs/vies, "VAT number
/// structure"); the check digits are those that the member states and the OECD (TIN country sheets) have published.
#include "Identifiers.h"

#include <string.h>

static unsigned digit(char c) { return (unsigned)(c - '0'); }

/// The sum of digits times the weights of a list of bytes.
static unsigned weighted(const char *digits, const char *weights, unsigned count) {
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++) sum += digit(digits[i]) * (unsigned)weights[i];
    return sum;
}

static unsigned number(const char *digits, unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; i++) value = value * 10 + digit(digits[i]);
    return value;
}

/// ISO/IEC 7064, modulo 11, 10.
static int iso7064_holds(const char *digits, unsigned count) {
    unsigned check = 5;
    for (unsigned i = 0; i < count; i++) check = ((check ? check : 10) * 2 % 11 + digit(digits[i])) % 10;
    return check == 1;
}

/// Whether a day and month may be those of a birth; the year is not looked at.
static int is_day(unsigned day, unsigned month) {
    static const char lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month >= 1 && month <= 12 && day >= 1 && day <= (unsigned)lengths[month - 1];
}

static int austria(const char *d) {
    unsigned sum = 4;
    d++;  // after the U
    for (unsigned i = 0; i < 7; i++) sum += i % 2 ? digit(d[i]) * 2 / 10 + digit(d[i]) * 2 % 10 : digit(d[i]);
    return (10 - sum % 10) % 10 == digit(d[7]);
}

static int belgium(const char *d) { return 97 - number(d, 8) % 97 == number(d + 8, 2); }

static int bulgaria(const char *d) {
    unsigned check = weighted(d, "\1\2\3\4\5\6\7\10", 8) % 11;
    if (check == 10) check = weighted(d, "\3\4\5\6\7\10\11\12", 8) % 11;
    return check % 10 == digit(d[8]);
}

/// Ten digits: a citizen, a foreigner or another person.
static int bulgarian_person(const char *d) {
    unsigned last = digit(d[9]), month = number(d + 2, 2) % 20;
    if (number(d + 2, 2) <= 52 && is_day(number(d + 4, 2), month) &&
        weighted(d, "\2\4\10\5\12\11\7\3\6", 9) % 11 % 10 == last)
        return 1;
    if (weighted(d, "\25\23\21\15\13\11\7\3\1", 9) % 10 == last) return 1;
    return (11 - weighted(d, "\4\3\2\7\6\5\4\3\2", 9) % 11) % 11 == last;
}

static int cyprus(const char *d) {
    static const unsigned odd[] = {1, 0, 5, 7, 9, 13, 15, 17, 19, 21};
    unsigned sum = 0;
    for (unsigned i = 0; i < 8; i++) sum += i % 2 ? digit(d[i]) : odd[digit(d[i])];
    return (unsigned)(d[8] - 'A') == sum % 26;
}

static int czechia(const char *d) {
    unsigned check = (11 - weighted(d, "\10\7\6\5\4\3\2", 7) % 11) % 11;
    return (check ? check : 1) % 10 == digit(d[7]);
}

/// Nine digits: 6 before a number of a person without a birth number, or a birth number before 1954.
static int czech_person(const char *d) {
    if (d[0] == '6') {
        unsigned check = weighted(d + 1, "\10\7\6\5\4\3\2", 7) % 11;
        return (8 - (int)((21 - check) % 11) + 10) % 10 == (int)digit(d[8]);
    }
    return (number(d, 2) <= 53 || number(d, 2) >= 80) && is_day(number(d + 4, 2), number(d + 2, 2) % 50 % 20);
}

/// Ten digits: a birth number.
static int czech_birth(const char *d) {
    return is_day(number(d + 4, 2), number(d + 2, 2) % 50 % 20) && number(d, 9) % 11 % 10 == digit(d[9]);
}

static int germany(const char *d) { return iso7064_holds(d, 9); }
static int denmark(const char *d) { return weighted(d, "\2\7\6\5\4\3\2\1", 8) % 11 == 0; }
static int estonia(const char *d) { return weighted(d, "\3\7\1\3\7\1\3\7\1", 9) % 10 == 0; }

static int greece(const char *d) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 8; i++) sum += digit(d[i]) << (8 - i);
    return sum % 11 % 10 == digit(d[8]);
}

static int dni_holds(unsigned value, char letter) { return "TRWAGMYFPDXBNJZSQVHLCKE"[value % 23] == letter; }

static int spain(const char *d) {
    if (is_digit(d[0])) return dni_holds(number(d, 8), d[8]);
    if (d[0] >= 'X') return dni_holds((unsigned)(d[0] - 'X') * 10000000 + number(d + 1, 7), d[8]);
    if (d[0] >= 'K' && d[0] <= 'M') return dni_holds(number(d + 1, 7), d[8]);
    char digits[8];
    memcpy(digits, d + 1, 7);
    unsigned check = 0;
    for (digits[7] = '0'; !luhn_holds(digits, 8); digits[7]++) check++;
    // Sources differ on which kinds of organizations have a letter.
    return is_digit(d[8]) ? digit(d[8]) == check : d[8] == "JABCDEFGHI"[check];
}

static int finland(const char *d) { return weighted(d, "\7\11\12\5\10\4\2\1", 8) % 11 == 0; }

static int france(const char *d) {
    static const char alphabet[] = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    unsigned siren = number(d + 2, 9);
    // Numbers of Monaco begin with 000 and have no Luhn digit.
    if (siren >= 1000000 && !luhn_holds(d + 2, 9)) return 0;
    if (is_digit(d[0]) && is_digit(d[1])) return (siren % 97 * 100 + 12) % 97 == number(d, 2);
    const char *first = strchr(alphabet, d[0]), *second = strchr(alphabet, d[1]);
    if (!first || !second) return 0;
    unsigned one = (unsigned)(first - alphabet), two = (unsigned)(second - alphabet);
    unsigned check = is_digit(d[0]) ? one * 24 + two - 10 : one * 34 + two - 100;
    return (siren + 1 + check / 11) % 11 == check % 11;
}

static int croatia(const char *d) { return iso7064_holds(d, 11); }
static int hungary(const char *d) { return weighted(d, "\11\7\3\1\11\7\3\1", 8) % 10 == 0; }

/// Seven digits and a check letter, and since 2013 one more letter that counts nine times; W counts nothing.
static int ireland(const char *d) {
    unsigned extra = d[8] && d[8] != 'W' ? (unsigned)(d[8] - 'A') + 1 : 0;
    return "WABCDEFGHIJKLMNOPQRSTUV"[(weighted(d, "\10\7\6\5\4\3\2", 7) + 9 * extra) % 23] == d[7];
}

/// The form before 2013: the second character is a letter or sign, and the first digit counts last.
static int old_ireland(const char *d) {
    return "WABCDEFGHIJKLMNOPQRSTUV"[(weighted(d + 2, "\7\6\5\4\3", 5) + 2 * digit(d[0])) % 23] == d[7];
}

static int italy(const char *d) {
    unsigned office = number(d + 7, 3);
    int known = (office >= 1 && office <= 100) || office == 120 || office == 121 || office == 888 || office == 999;
    return known && number(d, 7) > 0 && luhn_holds(d, 11);
}

static int lithuanian(const char *d, unsigned count) {
    if (d[count - 2] != '1') return 0;
    unsigned check = weighted(d, "\1\2\3\4\5\6\7\10\11\1\2", count - 1) % 11;
    if (check == 10) check = weighted(d, "\3\4\5\6\7\10\11\1\2\3\4", count - 1) % 11;
    return check % 10 == digit(d[count - 1]);
}

static int lithuania(const char *d) { return lithuanian(d, 9); }
static int temporary_lithuania(const char *d) { return lithuanian(d, 12); }
static int luxembourg(const char *d) { return number(d, 6) % 89 == number(d + 6, 2); }

/// A company, or a person: with a date of birth, or 32 since July 2017.
static int latvia(const char *d) {
    if (d[0] > '3') return weighted(d, "\11\1\4\10\3\12\2\5\7\6\1", 11) % 11 == 3;
    if (memcmp(d, "32", 2) != 0 && !is_day(number(d, 2), number(d + 2, 2))) return 0;
    return (1 + weighted(d, "\12\5\10\4\2\1\6\3\7\11", 10)) % 11 % 10 == digit(d[10]);
}

static int malta(const char *d) { return weighted(d, "\3\4\6\7\10\11\12\1", 8) % 37 == 0; }

/// A citizen service number, or since 2020 the check of ISO/IEC 7064, modulo 97-10, over prefix and number.
static int netherlands(const char *d) {
    unsigned remainder = 2321;
    for (unsigned i = 0; i < 12; i++)
        remainder = d[i] == 'B' ? (remainder * 100 + 11) % 97 : (remainder * 10 + digit(d[i])) % 97;
    if (number(d, 9) == 0 || number(d + 10, 2) == 0) return 0;
    return remainder == 1 || weighted(d, "\11\10\7\6\5\4\3\2", 8) % 11 == digit(d[8]);
}

static int poland(const char *d) { return weighted(d, "\6\5\7\2\3\4\5\6\7", 9) % 11 == digit(d[9]); }

static int portugal(const char *d) { return (11 - weighted(d, "\11\10\7\6\5\4\3\2", 8) % 11) % 11 % 10 == digit(d[8]); }

/// Two to ten digits, as many of the last weights.
static int romania(const char *d) {
    unsigned count = (unsigned)strlen(d) - 1;
    return weighted(d, &"\7\5\3\2\1\7\5\3\2"[9 - count], count) * 10 % 11 % 10 == digit(d[count]);
}

static int sweden(const char *d) { return luhn_holds(d, 10) && number(d + 10, 2) > 0 && number(d + 10, 2) < 95; }

static int slovenia(const char *d) {
    unsigned remainder = weighted(d, "\10\7\6\5\4\3\2", 7) % 11;
    return remainder != 0 && (11 - remainder) % 10 == digit(d[7]);
}

static int slovakia(const char *d) {
    return strchr("234789", d[2]) && (number(d, 9) % 11 * 10 + digit(d[9])) % 11 == 0;
}

/// Modulo 97, or the same less 55 or 42 for newer numbers, which begin with 100 or more.
static int northern_ireland(const char *d) {
    unsigned remainder = weighted(d, "\10\7\6\5\4\3\2\12\1", 9) % 97;
    return remainder == 0 || (number(d, 3) >= 100 && (remainder == 42 || remainder == 55));
}

static int government(const char *d) { return number(d + 2, 3) < 500; }
static int health_authority(const char *d) { return number(d + 2, 3) >= 500; }

/// A form of numbers after a prefix. In a shape, `9` is a digit, `A` a letter, `X` either, and `1` a digit above 0.
typedef struct {
    const char *prefix, *shape;
    int (*holds)(const char *number);
} form;

static const form forms[] = {
    {"AT", "U99999999", austria},
    {"BE", "9999999999", belgium},
    {"BG", "999999999", bulgaria},
    {"BG", "9999999999", bulgarian_person},
    {"CY", "99999999A", cyprus},
    {"CZ", "99999999", czechia},
    {"CZ", "999999999", czech_person},
    {"CZ", "9999999999", czech_birth},
    {"DE", "199999999", germany},
    {"DK", "19999999", denmark},
    {"EE", "999999999", estonia},
    {"EL", "999999999", greece},
    {"ES", "X9999999X", spain},
    {"FI", "99999999", finland},
    {"FR", "XX999999999", france},
    {"HR", "99999999999", croatia},
    {"HU", "99999999", hungary},
    {"IE", "9999999A", ireland},
    {"IE", "9999999AA", ireland},
    {"IE", "9A99999A", old_ireland},
    {"IE", "9+99999A", old_ireland},
    {"IE", "9*99999A", old_ireland},
    {"IT", "99999999999", italy},
    {"LT", "999999999", lithuania},
    {"LT", "999999999999", temporary_lithuania},
    {"LU", "99999999", luxembourg},
    {"LV", "99999999999", latvia},
    {"MT", "19999999", malta},
    {"NL", "999999999B99", netherlands},
    {"PL", "9999999999", poland},
    {"PT", "199999999", portugal},
    {"RO", "19", romania},
    {"RO", "199", romania},
    {"RO", "1999", romania},
    {"RO", "19999", romania},
    {"RO", "199999", romania},
    {"RO", "1999999", romania},
    {"RO", "19999999", romania},
    {"RO", "199999999", romania},
    {"RO", "1999999999", romania},
    {"SE", "999999999999", sweden},
    {"SI", "19999999", slovenia},
    {"SK", "1999999999", slovakia},
    {"XI", "999999999", northern_ireland},
    {"XI", "999999999999", northern_ireland},
    {"XI", "GD999", government},
    {"XI", "HA999", health_authority},
};

/// What the shape does not say: letters that a kind of number never has, and digits of prefixes.
static int is_possible(const char *prefix, const char *d) {
    if (memcmp(prefix, "BE", 2) == 0) return d[0] <= '1';
    if (memcmp(prefix, "CY", 2) == 0) return memcmp(d, "12", 2) != 0;
    if (memcmp(prefix, "CZ", 2) == 0) return d[8] || d[0] != '9';
    if (memcmp(prefix, "ES", 2) == 0)
        return is_digit(d[0]) || strchr("XYZKLM", d[0]) ? is_letter(d[8]) : d[0] != 'I' && d[0] != 'O' && d[0] != 'T';
    if (memcmp(prefix, "FR", 2) == 0) return !strpbrk(d, "IO");
    if (memcmp(prefix, "IE", 2) == 0) return d[7] <= 'W' && d[8] <= 'W';
    if (memcmp(prefix, "XI", 2) == 0) return d[0] != 'H' || d[1] == 'A';
    return 1;
}

/// Without separators, and with the prefix: `EL` for Greece, `XI` for Northern Ireland.
sample_problem check_eu_vat(const char *text, uint64_t length) {
    char rest[16] = "";
    if (length < 4 || length - 2 >= sizeof rest) return SAMPLE_FORMAT;
    memcpy(rest, text + 2, (size_t)length - 2);
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (memcmp(text, forms[i].prefix, 2) != 0) continue;
        char shape[16];
        strcpy(shape, forms[i].shape);
        if (shape[0] == '1') {
            if (rest[0] == '0') continue;
            shape[0] = '9';
        }
        if (!has_shape(rest, length - 2, shape) || !is_possible(text, rest)) continue;
        return right_if(forms[i].holds(rest));
    }
    return SAMPLE_FORMAT;
}
