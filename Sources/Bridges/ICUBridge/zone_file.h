#ifndef PROVISO_ZONE_FILE_H
#define PROVISO_ZONE_FILE_H

#include <unicode/basictz.h>

#include <memory>
#include <string>

namespace proviso {

/// The zone in a compiled file (TZif, RFC 8536); null for version 1 and for any other file.
std::unique_ptr<icu::BasicTimeZone> zoneOf(const std::string &name, const std::string &file);

}  // namespace proviso

#endif
