/// A bad plugin: a manifest without an entry function.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.no-entry", "version": "1", "rules": [{
    "type": "acme/no-entry", "kinds": ["text"], "invalidCode": "noEntry.wrong", "codes": {"noEntry.wrong": []}}]})
