/// The files of `proviso plugin new`, embedded.
#include "plugin_templates.h"

#include <string.h>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const char en_arb[] = {
#embed "files/en.arb"
    , 0};
static const char de_arb[] = {
#embed "files/de.arb"
    , 0};
static const char manifest[] = {
#embed "files/manifest"
    , 0};
static const char plugin_c_in[] = {
#embed "files/plugin.c.in"
    , 0};
static const char plugin_cpp_in[] = {
#embed "files/plugin.cpp.in"
    , 0};
static const char plugin_rs_in[] = {
#embed "files/plugin.rs.in"
    , 0};
static const char plugin_swift_in[] = {
#embed "files/plugin.swift.in"
    , 0};
static const char manifest_c_in[] = {
#embed "files/manifest.c.in"
    , 0};
static const char catalogs_h_in[] = {
#embed "files/catalogs.h.in"
    , 0};
static const char package_swift_in[] = {
#embed "files/Package.swift.in"
    , 0};
static const char makefile_c[] = {
#embed "files/Makefile-c"
    , 0};
static const char makefile_cpp[] = {
#embed "files/Makefile-cpp"
    , 0};
static const char makefile_rust[] = {
#embed "files/Makefile-rust"
    , 0};
static const char makefile_swift[] = {
#embed "files/Makefile-swift"
    , 0};
static const char readme_md_in[] = {
#embed "files/README.md.in"
    , 0};
static const char proviso_h[] = {
#embed "../../ProvisoABI/include/proviso.h"
    , 0};

static const struct {
    const char *name, *text;
} templates[] = {
    {"en.arb", en_arb},
    {"de.arb", de_arb},
    {"manifest", manifest},
    {"plugin.c.in", plugin_c_in},
    {"plugin.cpp.in", plugin_cpp_in},
    {"plugin.rs.in", plugin_rs_in},
    {"plugin.swift.in", plugin_swift_in},
    {"manifest.c.in", manifest_c_in},
    {"catalogs.h.in", catalogs_h_in},
    {"Package.swift.in", package_swift_in},
    {"Makefile-c", makefile_c},
    {"Makefile-cpp", makefile_cpp},
    {"Makefile-rust", makefile_rust},
    {"Makefile-swift", makefile_swift},
    {"README.md.in", readme_md_in},
    {"proviso.h", proviso_h},
};

const char *prv_template(const char *name) {
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
        if (strcmp(templates[i].name, name) == 0) return templates[i].text;
    return NULL;
}
