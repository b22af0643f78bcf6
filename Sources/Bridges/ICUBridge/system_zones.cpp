#include "system_zones.h"

#include "icu_bridge.h"
#include "zone_file.h"

#include <unicode/basictz.h>
#include <unicode/ucal.h>

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>

struct prv_icu_zone {
    std::unique_ptr<icu::TimeZone> zone;
};

namespace {

const char *const folder = "/usr/share/zoneinfo/";

/// The text form of the database, which tz's own makefile and the distributions install next to the compiled zones.
struct Database {
    std::string version;
    std::set<std::string> names;

    Database() {
        std::ifstream file(std::string(folder) + "tzdata.zi");
        std::string line, word, found;
        if (!std::getline(file, line)) return;
        std::istringstream first(line);
        UErrorCode status = U_ZERO_ERROR;
        const char *own = ucal_getTZDataVersion(&status);
        // Versions are a year and a letter, or two letters from the 27th on: `2025b`.
        if (!(first >> word >> word >> found) || U_FAILURE(status) || !own || found <= own) return;
        version = found;
        while (std::getline(file, line)) {
            std::istringstream words(line);
            std::string kind, target, name;
            words >> kind >> target;
            if (kind == "Z") names.insert(target);
            if (kind == "L" && words >> name) names.insert(name);
        }
    }
};

const Database &database() {
    static const Database loaded;
    return loaded;
}

/// Whether two zones have the same offsets since 1970 and in the future: ICU's own is twice as fast.
bool isSame(const icu::TimeZone &own, const icu::BasicTimeZone &other) {
    const auto *basic = dynamic_cast<const icu::BasicTimeZone *>(&own);
    UErrorCode status = U_ZERO_ERROR;
    const UDate end = 2'500'000'000'000;
    return basic && basic->hasEquivalentTransitions(other, 0, end, true, status) && U_SUCCESS(status);
}

std::unique_ptr<icu::TimeZone> make(const std::string &name) {
    std::unique_ptr<icu::TimeZone> own(icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(name)));
    if (own && *own == icu::TimeZone::getUnknown()) own.reset();
    // UTC needs no file. A name comes from a rule: only one that the database has may become a part of a path.
    if (name == "UTC" || !proviso::newerZoneNames().count(name)) return own;
    std::ifstream file(folder + name, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::unique_ptr<icu::BasicTimeZone> zone = proviso::zoneOf(name, bytes);
    return zone && !(own && isSame(*own, *zone)) ? std::move(zone) : std::move(own);
}

/// More than there are names: only names such as `GMT+1:23` are more.
constexpr size_t mostKept = 1000;

}  // namespace

namespace proviso {

const std::string &newerZonesVersion() { return database().version; }

const std::set<std::string> &newerZoneNames() { return database().names; }

std::unique_ptr<icu::TimeZone> zoneNamed(const std::string &name) {
    // To compare the two databases takes a millisecond, and to copy a zone a microsecond.
    static std::mutex lock;
    static std::map<std::string, std::unique_ptr<icu::TimeZone>> known;
    std::lock_guard<std::mutex> guard(lock);
    auto found = known.find(name);
    if (found == known.end()) {
        std::unique_ptr<icu::TimeZone> made = make(name);
        if (!made) return nullptr;
        if (known.size() >= mostKept) known.clear();
        found = known.emplace(name, std::move(made)).first;
    }
    return std::unique_ptr<icu::TimeZone>(found->second->clone());
}

}  // namespace proviso

prv_icu_zone *prv_icu_zone_create(const char *name) try {
    std::unique_ptr<icu::TimeZone> zone = proviso::zoneNamed(name);
    return zone ? new prv_icu_zone{std::move(zone)} : nullptr;
} catch (...) {
    return nullptr;
}

void prv_icu_zone_destroy(prv_icu_zone *zone) { delete zone; }

bool prv_icu_zone_offset(const prv_icu_zone *zone, double milliseconds, bool local, int32_t *seconds) try {
    UErrorCode status = U_ZERO_ERROR;
    int32_t raw = 0, saving = 0;
    zone->zone->getOffset(milliseconds, local, raw, saving, status);
    *seconds = (raw + saving) / 1000;
    return U_SUCCESS(status);
} catch (...) {
    return false;
}
