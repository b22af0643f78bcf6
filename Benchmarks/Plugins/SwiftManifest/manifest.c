#include "LuhnSwiftManifest.h"

PROVISO_MANIFEST({"id": "org.proviso.bench.swift", "version": "1", "rules": [{
    "type": "bench/luhn-swift", "kinds": ["text"], "invalidCode": "luhnSwift.wrong", "codes": {"luhnSwift.wrong": []}}]})
