/// A bad plugin: its entry function refuses to work with this host.
#include "proviso.h"

PROVISO_MANIFEST({"id": "org.example.bad.null-entry", "version": "1", "rules": [{
    "type": "acme/null-entry", "kinds": ["text"], "invalidCode": "nullEntry.wrong", "codes": {"nullEntry.wrong": []}}]})

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, (void *)0; }
