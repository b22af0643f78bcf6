/// A plugin in C++ over libphonenumber: the rule type `proviso/phone`.
///
/// A phone number as people write it, of a country's numbering plan. Option `region`: where numbers without a country
/// code are of; without it, all must begin with "+". Option `type`: what kind of number it must be; a number that its
/// plan does not distinguish counts as both mobile and fixed line. A string of more than 250 bytes is too long, whatever it
/// holds.
///
/// The file in order: the check, what C calls, what the host reads.
#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumberutil.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <set>
#include <string>
#include <string_view>

#include "Phone.h"
#include "sample_catalogs.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

/// Whether a struct made by the host, which may be older than this header, has this member and it is not null.
#define OFFERS(from, member) \
    ((from) && (from)->size >= offsetof(std::remove_reference_t<decltype(*(from))>, member) + sizeof (from)->member && \
     (from)->member)

namespace {

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

/// Keeps the library from writing to standard output.
class Silence : public i18n::phonenumbers::Logger {
    void WriteMessage(const std::string &) override {}
};

const PhoneNumberUtil &numbers() {
    static PhoneNumberUtil *util = [] {
        PhoneNumberUtil *made = PhoneNumberUtil::GetInstance();
        made->SetLogger(new Silence);
        return made;
    }();
    return *util;
}

struct Type {
    std::string_view name;
    PhoneNumberUtil::PhoneNumberType type;
};

constexpr std::array<Type, 6> types = {{
    {"mobile", PhoneNumberUtil::MOBILE},
    {"fixedLine", PhoneNumberUtil::FIXED_LINE},
    {"tollFree", PhoneNumberUtil::TOLL_FREE},
    {"premiumRate", PhoneNumberUtil::PREMIUM_RATE},
    {"sharedCost", PhoneNumberUtil::SHARED_COST},
    {"voip", PhoneNumberUtil::VOIP},
}};

/// One use of the rule: made by `create`, never changed after it.
struct Rule {
    /// Two uppercase letters; "ZZ" for none.
    std::string region = "ZZ";
    /// Null for any.
    const Type *type = nullptr;
};

/// The problem as a code, with at most one parameter; null if there is none.
struct Finding {
    const char *code = nullptr;
    const char *parameter = nullptr;
    std::string text;
};

Finding outOfBounds(PhoneNumberUtil::ValidationResult result) {
    switch (result) {
    case PhoneNumberUtil::TOO_SHORT: return {"phone.tooShort", nullptr, {}};
    case PhoneNumberUtil::TOO_LONG: return {"phone.tooLong", nullptr, {}};
    default: return {"phone.unassigned", nullptr, {}};
    }
}

/// More bytes than any number has: the library's time grows with the square of them.
constexpr std::size_t longest = 250;

Finding check(const Rule &rule, std::string_view text) {
    if (text.size() > longest) return {"phone.tooLong", nullptr, {}};
    PhoneNumber number;
    switch (numbers().Parse(std::string(text), rule.region, &number)) {
    case PhoneNumberUtil::NO_PARSING_ERROR: break;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return {"phone.countryCode", nullptr, {}};
    case PhoneNumberUtil::TOO_SHORT_NSN:
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD: return {"phone.tooShort", nullptr, {}};
    case PhoneNumberUtil::TOO_LONG_NSN: return {"phone.tooLong", nullptr, {}};
    default: return {"phone.format", nullptr, {}};
    }
    if (!numbers().IsValidNumber(number)) return outOfBounds(numbers().IsPossibleNumberWithReason(number));
    if (!rule.type) return {};
    const auto found = numbers().GetNumberType(number);
    if (found == rule.type->type) return {};
    const bool isEither = rule.type->type == PhoneNumberUtil::MOBILE || rule.type->type == PhoneNumberUtil::FIXED_LINE;
    if (found == PhoneNumberUtil::FIXED_LINE_OR_MOBILE && isEither) return {};
    return {"phone.wrongType", "numberType", std::string(rule.type->name)};
}

std::string_view view(const proviso_value &value) {
    return value.length == 0 ? std::string_view() : std::string_view(value.as.text, value.length);
}

proviso_value textValue(std::string_view text) {
    proviso_value value = {};
    value.kind = PROVISO_TEXT;
    value.as.text = text.data();
    value.length = text.size();
    return value;
}

/// Runs what C calls: nothing may be thrown through it.
template <typename Body> int32_t guarded(Body body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        return PROVISO_FAULT_MEMORY;
    } catch (...) {
        return PROVISO_FAULT_EXCEPTION;
    }
}

/// Refuses an option. Reasons are literals, so they are valid for as long as the host needs them.
int32_t refuse(proviso_failure *failure, const char *option, const char *reason) {
    if (failure && failure->size >= sizeof *failure) {
        failure->option = option;
        failure->reason = reason;
    }
    return PROVISO_FAULT_ARGUMENT;
}

int32_t create(const proviso_host *host, const proviso_rule *, const proviso_value *options, void **instance,
               proviso_failure *failure) {
    return guarded([&]() -> int32_t {
        if (!instance) return PROVISO_FAULT_ARGUMENT;
        Rule rule;
        if (options && options->kind == PROVISO_OBJECT && options->length > 0) {
            if (!OFFERS(host, object_find)) return refuse(failure, nullptr, "The host offers no way to read options.");
            if (const proviso_value *region = host->object_find(options, "region", std::strlen("region"))) {
                std::set<std::string> known;
                numbers().GetSupportedRegions(&known);
                rule.region = region->kind == PROVISO_TEXT ? std::string(view(*region)) : std::string();
                if (known.count(rule.region) == 0)
                    return refuse(failure, "region", "It must be a country as two uppercase letters, such as DE.");
            }
            if (const proviso_value *type = host->object_find(options, "type", std::strlen("type"))) {
                for (const Type &known : types)
                    if (type->kind == PROVISO_TEXT && known.name == view(*type)) rule.type = &known;
                if (!rule.type) return refuse(failure, "type", "It must be a type of phone number.");
            }
        }
        *instance = new Rule(std::move(rule));
        return 0;
    });
}

int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
    return guarded([&]() -> int32_t {
        if (!instance || !value) return PROVISO_FAULT_ARGUMENT;
        if (value->kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
        const Finding finding = check(*static_cast<const Rule *>(instance), view(*value));
        if (!finding.code) return PROVISO_VALID;
        if (!OFFERS(call, report)) return PROVISO_INVALID;
        const proviso_parameter parameter = {finding.parameter, textValue(finding.text)};
        call->report(call, 0, finding.code, &parameter, finding.parameter ? 1 : 0);
        return PROVISO_INVALID;
    });
}

int32_t validateBatch(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                      uint8_t *verdicts, proviso_call *call) {
    return guarded([&]() -> int32_t {
        if (count == 0) return 0;
        if (!instance || !values || !verdicts || stride < sizeof *values) return PROVISO_FAULT_ARGUMENT;
        for (uint64_t row = 0; row < count; row++) {
            if (row % 64 == 0 && OFFERS(call, cancelled) && *call->cancelled) return PROVISO_FAULT_CANCELLED;
            const auto *bytes = reinterpret_cast<const std::byte *>(values) + row * stride;
            const auto &value = *reinterpret_cast<const proviso_value *>(bytes);
            if (value.kind != PROVISO_TEXT) return PROVISO_FAULT_KIND;
            const Finding finding = check(*static_cast<const Rule *>(instance), view(value));
            verdicts[row] = finding.code ? PROVISO_INVALID : PROVISO_VALID;
        }
        return 0;
    });
}

void destroy(void *instance) { delete static_cast<Rule *>(instance); }

/// Reads the library's data before anything is checked: later there may be no way to.
int32_t start(const proviso_host *) {
    return guarded([] {
        numbers();
        return 0;
    });
}

const unsigned char messages[] = {
#embed "messages.json"
};
sample_catalogs catalogs;

const proviso_rule phone = {sizeof phone, 0, "proviso/phone", create, validate, validateBatch, destroy};
const proviso_rule *const rules[] = {&phone};

proviso_plugin plugin = {
    sizeof plugin, PROVISO_ABI_MINOR, 0, 0, "org.proviso.phone", rules, std::size(rules), catalogs.list,
    0, start, nullptr, nullptr,
};

}  // namespace

PROVISO_MANIFEST({
  "id": "org.proviso.phone",
  "version": "1.1.0",
  "vendor": "Proviso",
  "locales": [
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "bs", "ca", "ceb", "ckb", "cs", "cy", "da", "de", "el",
    "en", "eo", "es", "es-419", "et", "eu", "fa", "fi", "fil", "fo", "fr", "fy", "ga", "gl", "gu", "ha", "he",
    "hi", "hr", "hu", "hy", "id", "ig", "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "ku", "ky",
    "lb", "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "nn", "om",
    "or", "pa", "pl", "ps", "pt", "pt-PT", "ro", "ru", "rw", "sd", "si", "sk", "sl", "so", "sq", "sr",
    "sr-Latn", "su", "sv", "sw", "ta", "te", "tg", "th", "tk", "tr", "ug", "uk", "ur", "uz", "uz-Cyrl", "vi",
    "xh", "yo", "zh-Hans", "zh-Hant", "zu"
  ],
  "rules": [{
    "type": "proviso/phone",
    "summary": "A phone number of a country's numbering plan, as people write it.",
    "kinds": ["text"],
    "invalidCode": "phone.format",
    "options": {
      "region": {
        "kinds": ["text"],
        "summary": "The country of numbers without a country code, as two uppercase letters. Without it, all begin with +."
      },
      "type": {
        "kinds": ["text"],
        "values": ["mobile", "fixedLine", "tollFree", "premiumRate", "sharedCost", "voip"],
        "summary": "What kind of number it must be. Without it, any."
      }
    },
    "codes": {
      "phone.format": [],
      "phone.countryCode": [],
      "phone.tooShort": [],
      "phone.tooLong": [],
      "phone.unassigned": [],
      "phone.wrongType": ["numberType"]
    },
    "examples": [
      {"value": "+442070313000", "valid": true},
      {"value": "020 7031 3000", "options": {"region": "GB"}, "valid": true},
      {"value": "+49 1", "code": "phone.tooShort"},
      {"value": "+442070313000", "options": {"type": "mobile"}, "code": "phone.wrongType"}
    ]
  }]
})

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *) {
    return sample_catalogs_describe(&plugin, messages, sizeof messages, &catalogs);
}
