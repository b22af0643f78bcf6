// The rule type `cpp/issn`: an International Standard Serial Number (ISO 3297), or a list of them.
#include <algorithm>

#include "proviso.hpp"

PROVISO_MANIFEST({"id": "org.example.issn-cpp", "version": "1.0.0", "locales": ["en", "de"], "rules": [{
    "type": "cpp/issn", "summary": "An ISSN (ISO 3297), or a list of them.", "kinds": ["text", "list"],
    "invalidCode": "issn.format",
    "options": {
        "hyphen": {"kinds": ["text"], "values": ["optional", "required", "forbidden"], "summary": "The hyphen."},
        "prefixes": {"kinds": ["text", "list"], "summary": "The beginnings that are allowed."}},
    "codes": {"issn.format": [], "issn.checksum": ["expected"], "issn.prefix": ["prefixes"], "issn.item": ["index"]},
    "examples": [{"value": "0317-8471", "valid": true}, {"value": "0317-8472", "code": "issn.checksum"},
                 {"value": ["0317-8471", "x"], "code": "issn.item", "parameters": {"index": 1}}]}]})

PROVISO_EMBED(english, "en.arb")
PROVISO_EMBED(german, "de.arb")

struct Issn {
    std::string hyphen;
    std::vector<std::string> prefixes;

    explicit Issn(const proviso::Options &options)
        : hyphen(options.text("hyphen", "optional")), prefixes(options.texts("prefixes")) {
        for (const auto &prefix : prefixes) {
            bool right = !prefix.empty() && std::all_of(prefix.begin(), prefix.end(), [](char c) { return c >= '0' && c <= '9'; });
            if (!right) throw proviso::Refusal{"prefixes", "A prefix must be one or more digits."};
        }
    }

    proviso::Verdict validate(const proviso::Value &value, proviso::Call &call) const {
        if (!value.is_list()) return check(value, &call);
        for (std::uint64_t index = 0; index < value.size(); index++) {
            auto item = value.item(index);
            bool right = item && item->is_text() && check(*item, nullptr) == proviso::valid;
            if (!right) return call.report("issn.item", {{"index", static_cast<std::int64_t>(index)}});
        }
        return proviso::valid;
    }

    /// Without a call, nothing is reported.
    proviso::Verdict check(const proviso::Value &value, proviso::Call *call) const {
        std::string digits(value.text());
        bool has_hyphen = digits.size() == 9 && digits[4] == '-';
        if (has_hyphen) digits.erase(4, 1);
        bool right = digits.size() == 8 && !(has_hyphen ? hyphen == "forbidden" : hyphen == "required");
        int sum = 0;
        for (std::size_t place = 0; right && place < 7; place++) {
            right = digits[place] >= '0' && digits[place] <= '9';
            sum += (digits[place] - '0') * static_cast<int>(8 - place);
        }
        if (!right || !((digits[7] >= '0' && digits[7] <= '9') || digits[7] == 'X')) {
            return call ? call->report("issn.format") : proviso::invalid;
        }
        char expected = "0123456789X"[(11 - sum % 11) % 11];
        if (digits[7] != expected) {
            return call ? call->report("issn.checksum", {{"expected", std::string_view(&expected, 1)}}) : proviso::invalid;
        }
        bool allowed = prefixes.empty() || std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string &prefix) {
            return digits.compare(0, prefix.size(), prefix) == 0;
        });
        if (allowed) return proviso::valid;
        std::vector<proviso::Parameter> list;
        for (const auto &prefix : prefixes) list.emplace_back("prefixes", prefix);
        return call ? call->report("issn.prefix", list) : proviso::invalid;
    }
};

PROVISO_PLUGIN(proviso::Plugin("org.example.issn-cpp").rule<Issn>("cpp/issn").catalog("en", english()).catalog("de", german()))
