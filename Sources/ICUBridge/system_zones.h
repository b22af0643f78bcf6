#ifndef PROVISO_SYSTEM_ZONES_H
#define PROVISO_SYSTEM_ZONES_H

#include <unicode/timezone.h>

#include <memory>
#include <set>
#include <string>

namespace proviso {

/// The version of the system's time zone database, such as `2025b`; empty where there is none, or one that is not
/// newer than ICU's own.
const std::string &newerZonesVersion();

/// The names in the system's database when it is the newer one, else none.
const std::set<std::string> &newerZoneNames();

/// The zone of a name by the newer of the two databases; null for a name that neither has.
std::unique_ptr<icu::TimeZone> zoneNamed(const std::string &name);

}  // namespace proviso

#endif
