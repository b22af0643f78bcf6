/// A bad plugin: a shared object without an entry function.
int proviso_plugin_nothing(void);
int proviso_plugin_nothing(void) { return 0; }
