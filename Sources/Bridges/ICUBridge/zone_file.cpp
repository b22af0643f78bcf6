#include "zone_file.h"

#include <unicode/gregocal.h>
#include <unicode/rbtz.h>
#include <unicode/tzrule.h>

#include <cctype>
#include <cstdint>
#include <map>
#include <vector>

namespace {

struct Offsets {
    int32_t standard = 0;
    int32_t saving = 0;

    bool operator<(const Offsets &other) const {
        return standard != other.standard ? standard < other.standard : saving < other.saving;
    }
};

struct LocalType {
    int32_t offset = 0;
    bool isDaylight = false;
};

/// Reads big-endian numbers; nothing is read past the end.
class Reader {
public:
    explicit Reader(const std::string &bytes) : bytes(bytes) {}

    int64_t number(int width) {
        if (!has(width)) return fail();
        uint64_t value = 0;
        for (int index = 0; index < width; index++) value = value << 8 | static_cast<uint8_t>(bytes[place++]);
        return width == 4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
    }

    void skip(int64_t count) {
        if (has(count)) place += static_cast<size_t>(count);
        else fail();
    }

    bool isRight() const { return right; }
    std::string rest() const { return bytes.substr(place); }

private:
    bool has(int64_t count) const { return count >= 0 && static_cast<uint64_t>(count) <= bytes.size() - place; }

    int64_t fail() {
        right = false;
        place = bytes.size();
        return 0;
    }

    const std::string &bytes;
    size_t place = 0;
    bool right = true;
};

struct Header {
    int64_t utc, standard, leaps, times, types, characters;

    explicit Header(Reader &reader) {
        reader.skip(20);
        utc = reader.number(4);
        standard = reader.number(4);
        leaps = reader.number(4);
        times = reader.number(4);
        types = reader.number(4);
        characters = reader.number(4);
    }

    int64_t size(int width) const {
        return times * (width + 1) + types * 6 + characters + leaps * (width + 4) + standard + utc;
    }
};

/// The rule for all times after the last transition, as POSIX writes it in TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct Footer {
    struct Change {
        int month = 0, week = 0, day = 0;
        int32_t seconds = 7200;
    };

    Offsets winter, summer;
    Change start, end;
    bool hasSummer = false;

    /// False if the form is not that of all zones in use.
    bool read(const std::string &whole) {
        text = whole;
        place = 0;
        if (!name() || !seconds(winter.standard)) return false;
        winter.standard = -winter.standard;
        if (place == text.size()) return true;
        summer = winter;
        summer.saving = 3600;
        if (!name()) return false;
        if (text[place] != ',') {
            int32_t offset = 0;
            if (!seconds(offset)) return false;
            summer.saving = -offset - winter.standard;
        }
        hasSummer = true;
        return change(start) && change(end) && place == text.size();
    }

private:
    std::string text;
    size_t place = 0;

    bool take(char sign) {
        if (place >= text.size() || text[place] != sign) return false;
        place++;
        return true;
    }

    bool name() {
        size_t first = place;
        if (take('<')) {
            place = text.find('>', place);
            return place != std::string::npos && take('>');
        }
        while (place < text.size() && std::isalpha(static_cast<unsigned char>(text[place]))) place++;
        return place > first;
    }

    bool number(int32_t &value) {
        size_t first = place;
        for (value = 0; place < text.size() && std::isdigit(static_cast<unsigned char>(text[place])); place++) {
            if (place - first > 3) return false;
            value = value * 10 + (text[place] - '0');
        }
        return place > first;
    }

    bool seconds(int32_t &value) {
        bool isNegative = take('-');
        if (!isNegative) take('+');
        int32_t part = 0;
        if (!number(part)) return false;
        value = part * 3600;
        for (int32_t unit : {60, 1}) {
            if (!take(':')) break;
            if (!number(part)) return false;
            value += part * unit;
        }
        if (isNegative) value = -value;
        return true;
    }

    bool change(Change &change) {
        if (!take(',') || !take('M') || !number(change.month) || !take('.') || !number(change.week) || !take('.') ||
            !number(change.day)) {
            return false;
        }
        return take('/') ? seconds(change.seconds) : true;
    }
};

int32_t yearOf(int64_t seconds) {
    UErrorCode status = U_ZERO_ERROR;
    icu::GregorianCalendar calendar(*icu::TimeZone::getGMT(), status);
    calendar.setTime(static_cast<UDate>(seconds) * 1000, status);
    return calendar.get(UCAL_YEAR, status);
}

icu::TimeZoneRule *annual(const Offsets &offsets, const Footer::Change &change, int32_t year) {
    return new icu::AnnualTimeZoneRule(
        icu::UnicodeString(), offsets.standard * 1000, offsets.saving * 1000,
        icu::DateTimeRule(change.month - 1, change.week == 5 ? -1 : change.week, change.day + 1, change.seconds * 1000,
                          icu::DateTimeRule::WALL_TIME),
        year, icu::AnnualTimeZoneRule::MAX_YEAR);
}

/// Local types only give the offset from UTC; the saving is the difference from the standard time before.
Offsets offsets(const LocalType &type, int32_t &standard) {
    if (!type.isDaylight) standard = type.offset;
    int32_t saving = type.offset - standard;
    return saving > 0 && saving <= 7200 ? Offsets{standard, saving} : Offsets{type.offset, 0};
}

}  // namespace

namespace proviso {

std::unique_ptr<icu::BasicTimeZone> zoneOf(const std::string &name, const std::string &file) {
    if (file.compare(0, 4, "TZif") != 0 || file.size() < 44 || file[4] < '2') return nullptr;
    Reader reader(file);
    reader.skip(Header(reader).size(4));
    Header header(reader);
    if (!reader.isRight() || header.types < 1 || header.size(8) > static_cast<int64_t>(file.size())) return nullptr;

    std::vector<int64_t> times;
    std::vector<size_t> indices;
    std::vector<LocalType> types;
    for (int64_t index = 0; index < header.times; index++) times.push_back(reader.number(8));
    for (int64_t index = 0; index < header.times; index++) indices.push_back(static_cast<size_t>(reader.number(1)));
    for (int64_t index = 0; index < header.types; index++) {
        int32_t offset = static_cast<int32_t>(reader.number(4));
        types.push_back({offset, reader.number(1) != 0});
        reader.skip(1);
    }
    reader.skip(header.characters + header.leaps * 12 + header.standard + header.utc);
    if (!reader.isRight()) return nullptr;
    std::string rest = reader.rest();
    Footer footer;
    bool hasFooter = rest.size() > 2 && footer.read(rest.substr(1, rest.size() - 2));

    int32_t standard = types[0].offset;
    Offsets first = offsets(types[0], standard);
    std::map<Offsets, std::vector<UDate>> starts;
    for (size_t index = 0; index < times.size(); index++) {
        if (indices[index] >= types.size()) return nullptr;
        starts[offsets(types[indices[index]], standard)].push_back(static_cast<UDate>(times[index]) * 1000);
    }
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString none;
    auto zone = std::make_unique<icu::RuleBasedTimeZone>(
        icu::UnicodeString::fromUTF8(name),
        new icu::InitialTimeZoneRule(none, first.standard * 1000, first.saving * 1000));
    for (const auto &[offset, when] : starts) {
        zone->addTransitionRule(
            new icu::TimeArrayTimeZoneRule(none, offset.standard * 1000, offset.saving * 1000, when.data(),
                                           static_cast<int32_t>(when.size()), icu::DateTimeRule::UTC_TIME),
            status);
    }
    if (hasFooter && footer.hasSummer) {
        int32_t year = times.empty() ? 1970 : yearOf(times.back());
        zone->addTransitionRule(annual(footer.summer, footer.start, year), status);
        zone->addTransitionRule(annual(footer.winter, footer.end, year), status);
    }
    zone->complete(status);
    if (U_FAILURE(status)) return nullptr;
    return zone;
}

}  // namespace proviso
