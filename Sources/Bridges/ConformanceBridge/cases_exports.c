/// The case that checks which names the plugin exports.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

#include "kit.h"

/// Whether a name was made by a compiler, or belongs to a language's own library that was linked in.
static bool is_own_name(const char *name) {
    static const char *const prefixes[] = {"proviso_plugin_entry_v", "_", "$", "swift", "rust_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return false;
}

/// The number of dynamic symbols, which only the hash table of the file gives.
static uint32_t symbol_count(const uint32_t *gnu_hash, const uint32_t *hash) {
    if (hash) return hash[1];
    if (!gnu_hash) return 0;
    const uint32_t *buckets = gnu_hash + 4 + gnu_hash[2] * 2;
    const uint32_t *chains = buckets + gnu_hash[0];
    uint32_t last = 0;
    for (uint32_t i = 0; i < gnu_hash[0]; i++)
        if (buckets[i] > last) last = buckets[i];
    if (last < gnu_hash[1]) return gnu_hash[1];
    while (!(chains[last - gnu_hash[1]] & 1)) last++;
    return last + 1;
}

void case_exports(const prv_subject *subject) {
    struct link_map *map = NULL;
    CHECK(dlinfo(open_plugin(subject), RTLD_DI_LINKMAP, &map) == 0, "%s", dlerror());
    const uint32_t *gnu_hash = NULL, *hash = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        const void *at = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_GNU_HASH) gnu_hash = at;
        if (entry->d_tag == DT_HASH) hash = at;
        if (entry->d_tag == DT_SYMTAB) symbols = at;
        if (entry->d_tag == DT_STRTAB) names = at;
    }
    CHECK(symbols && names, "has no dynamic symbols");
    uint32_t count = symbol_count(gnu_hash, hash);
    bool has_entry = false;
    for (uint32_t i = 0; i < count; i++) {
        if (symbols[i].st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbols[i].st_info) == STB_LOCAL) continue;
        const char *name = names + symbols[i].st_name;
        EXPECT(is_own_name(name), "exports %s", name);
        has_entry |= strcmp(name, "proviso_plugin_entry_v1") == 0;
    }
    CHECK(has_entry, "does not export proviso_plugin_entry_v1");
}
