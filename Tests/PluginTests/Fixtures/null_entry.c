/// A bad plugin: its entry function says that it cannot work with this host.
#include "proviso.h"

const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, (void *)0; }
