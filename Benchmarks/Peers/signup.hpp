// The workload's rules by hand, on a record of views into the text.
#pragma once

#include <cstdint>
#include <cstring>
#include <simdjson.h>
#include <string_view>
using namespace simdjson;
using sv = std::string_view;

enum { ABSENT, OK, BADTYPE };
struct Rec {
    sv username, email, country, website, password, repeat;
    int64_t age = 0;
    double balance = 0;
    uint8_t u = 0, e = 0, c = 0, w = 0, p = 0, r = 0, a = 0, b = 0, t = 0;
    sv tag[64];
    uint8_t tagbad[64];
    int ntags = 0;
};

static bool strf(ondemand::value v, sv &out, uint8_t &st) {
    if (v.type() == ondemand::json_type::null) {
        st = ABSENT;
        v.is_null();
        return true;
    }
    if (v.type() != ondemand::json_type::string || v.get_string().get(out)) {
        st = BADTYPE;
        return true;
    }
    st = OK;
    return true;
}

// size + 32 * first byte is distinct for the nine known names; anything else (verified by compare) is 0
static unsigned key(sv k) {
    static const sv known[] = {"username", "email",           "age",     "country", "website",
                               "password", "password_repeat", "balance", "tags"};
    for (sv s : known)
        if (k.size() == s.size() && !memcmp(k.data(), s.data(), s.size()))
            return unsigned(s.size() + (uint8_t)s[0] * 32);
    return 0;
}

template <class Doc> static bool decode(Doc &doc, Rec &r) {
    ondemand::object o;
    if (doc.get_object().get(o)) return false;
    for (auto f : o) {
        sv k;
        if (f.unescaped_key().get(k)) return false;
        ondemand::value v;
        if (f.value().get(v)) return false;
        switch (key(k)) {
        case 8 + 'u' * 32: strf(v, r.username, r.u); break;
        case 5 + 'e' * 32: strf(v, r.email, r.e); break;
        case 7 + 'c' * 32: strf(v, r.country, r.c); break;
        case 7 + 'w' * 32: strf(v, r.website, r.w); break;
        case 8 + 'p' * 32: strf(v, r.password, r.p); break;
        case 15 + 'p' * 32: strf(v, r.repeat, r.r); break;
        case 3 + 'a' * 32: {
            if (v.type() != ondemand::json_type::number) {
                r.a = BADTYPE;
                break;
            }
            ondemand::number n;
            if (v.get_number().get(n)) {
                r.a = BADTYPE;
                break;
            }
            if (n.is_int64()) {
                r.a = OK;
                r.age = n.get_int64();
            } else
                r.a = BADTYPE;
            break;
        }
        case 7 + 'b' * 32: {
            if (v.type() != ondemand::json_type::number || v.get_double().get(r.balance))
                r.b = BADTYPE;
            else
                r.b = OK;
            break;
        }
        case 4 + 't' * 32: {
            ondemand::array arr;
            if (v.get_array().get(arr)) {
                r.t = BADTYPE;
                break;
            }
            r.t = OK;
            for (auto x : arr) {
                ondemand::value y;
                if (x.get(y)) return false;
                if (r.ntags < 64) {
                    uint8_t st;
                    strf(y, r.tag[r.ntags], st);
                    r.tagbad[r.ntags++] = st != OK;
                }
            }
            break;
        }
        default: break;
        }
    }
    return true;
}

static size_t cps(sv s) {
    size_t n = 0;
    for (unsigned char c : s) n += (c & 0xC0) != 0x80;
    return n;
}

static bool word(sv s) {
    for (unsigned char c : s)
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
    return true;
}

static bool alnum(unsigned char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); }
static bool email_ok(sv s) {
    size_t at = s.find('@');
    if (at == sv::npos || at == 0 || at > 64) return false;
    bool prevdot = true;
    for (size_t i = 0; i < at; i++) {
        unsigned char c = s[i];
        if (c == '.') {
            if (prevdot) return false;
            prevdot = true;
            continue;
        }
        prevdot = false;
        if (!alnum(c) && !strchr("!#$%&'*+/=?^_`{|}~-", c)) return false;
    }
    if (prevdot) return false;
    size_t lab = 0, dots = 0;
    for (size_t i = at + 1; i < s.size(); i++) {
        unsigned char c = s[i];
        if (c == '.') {
            if (!lab || s[i - 1] == '-') return false;
            lab = 0;
            dots++;
            continue;
        }
        if (c == '-') {
            if (!lab) return false;
        } else if (!alnum(c))
            return false;
        if (++lab > 63) return false;
    }
    return lab && dots && s.back() != '-';
}

static bool url_ok(sv s) {
    size_t i = s.substr(0, 7) == "http://" ? 7 : s.substr(0, 8) == "https://" ? 8 : 0;
    if (!i || i == s.size()) return false;
    for (; i < s.size(); i++)
        if ((unsigned char)s[i] <= ' ') return false;
    return true;
}

static const char CC[] = "US CA MX BR AR GB IE FR DE NL BE ES PT IT CH AT SE NO JP AU";
static uint64_t ccbit[26];
static void init() {
    for (const char *p = CC; *p; p += p[2] ? 3 : 2) ccbit[p[0] - 'A'] |= 1ull << (p[1] - 'A');
}

template <class E> static int check(const Rec &r, E err) {
    int n = 0;
    auto bad = [&](const char *f, const char *m) {
        n++;
        err(f, m);
    };
    if (r.u == BADTYPE)
        bad("username", "Username must be a string.");
    else if (r.u == ABSENT || r.username.empty())
        bad("username", "Username cannot be blank.");
    else {
        size_t k = cps(r.username);
        if (k < 3)
            bad("username", "Username must be at least 3 characters.");
        else if (k > 24)
            bad("username", "Username must be at most 24 characters.");
        if (!word(r.username)) bad("username", "Username is invalid.");
    }
    if (r.e == BADTYPE)
        bad("email", "Email must be a string.");
    else if (r.e == ABSENT || r.email.empty())
        bad("email", "Email cannot be blank.");
    else {
        if (cps(r.email) > 254) bad("email", "Email must be at most 254 characters.");
        if (!email_ok(r.email)) bad("email", "Email is not a valid email address.");
    }
    if (r.a == BADTYPE)
        bad("age", "Age must be an integer.");
    else if (r.a == OK) {
        if (r.age < 13)
            bad("age", "Age must be no less than 13.");
        else if (r.age > 120)
            bad("age", "Age must be no greater than 120.");
    }
    if (r.c == BADTYPE || (r.c == OK && !(r.country.size() == 2 && (unsigned)(r.country[0] - 'A') < 26 &&
                                          (unsigned)(r.country[1] - 'A') < 26 &&
                                          (ccbit[r.country[0] - 'A'] >> (r.country[1] - 'A') & 1))))
        bad("country", "Country is not in the list.");
    if (r.w == BADTYPE || (r.w == OK && !url_ok(r.website))) bad("website", "Website is not a valid URL.");
    if (r.p == BADTYPE)
        bad("password", "Password must be a string.");
    else if (r.p == ABSENT || r.password.empty())
        bad("password", "Password cannot be blank.");
    else {
        size_t k = cps(r.password);
        if (k < 8)
            bad("password", "Password must be at least 8 characters.");
        else if (k > 72)
            bad("password", "Password must be at most 72 characters.");
    }
    if (r.r != OK || r.repeat.empty())
        bad("password_repeat", "Password Repeat cannot be blank.");
    else if (r.p == OK && r.repeat != r.password)
        bad("password_repeat", "Password Repeat must be equal to \"Password\".");
    if (r.b == BADTYPE)
        bad("balance", "Balance must be a number.");
    else if (r.b == OK) {
        if (!(r.balance >= 0))
            bad("balance", "Balance must be no less than 0.");
        else if (r.balance > 1e6)
            bad("balance", "Balance must be no greater than 1000000.");
    }
    if (r.t == BADTYPE)
        bad("tags", "Tags must be an array.");
    else {
        if (r.ntags > 5) bad("tags", "Tags must have at most 5 items.");
        for (int i = 0; i < r.ntags; i++) {
            if (r.tagbad[i]) {
                bad("tags", "Tag must be a string.");
                continue;
            }
            size_t k = cps(r.tag[i]);
            if (k < 1)
                bad("tags", "Tag cannot be blank.");
            else if (k > 20)
                bad("tags", "Tag must be at most 20 characters.");
        }
    }
    return n;
}
