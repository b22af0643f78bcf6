#ifndef PROVISO_SYSTEM_ZONES_H
#define PROVISO_SYSTEM_ZONES_H

#include <unicode/timezone.h>

#include <memory>
#include <set>
#include <string>

namespace proviso {

/// The version of the system's time zone database, such as `2025b`; empty if there is none, or none newer than ICU's.
const std::string &newerZonesVersion();

/// The names in the system's database if it is the newer one, else none.
const std::set<std::string> &newerZoneNames();

/// The zone of a name by the newer of the two databases; null if neither has it.
std::unique_ptr<icu::TimeZone> zoneNamed(const std::string &name);

}  // namespace proviso

#endif
