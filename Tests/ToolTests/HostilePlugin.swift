import Foundation
import Testing

/// A plugin in C with the rule type `evil/x`, which does what a test wants at each of its places.
struct HostilePlugin {
    var id = "org.evil"
    var type = "evil/x"
    /// Members of the manifest in addition to id and rules.
    var manifest = #""version": "1", "locales": ["en"]"#
    /// Members of the rule in the manifest.
    var rule = #""summary": "Evil.""#
    var constructor = ""
    var initialize = ""
    var create = ""
    /// What happens with the value `boom`; every other value is valid.
    var boom = ""
    /// Functions of its own.
    var after = ""
    var catalog = #"{"@@locale":"en","evil.bad":"{attribute} is bad.","evil.note":"{attribute}: {text}"}"#

    /// The folder of proviso.h, from the folder of the repository.
    var headers = "Sources/ProvisoABI/include"

    private var source: String {
        let text = catalog.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return """
            #include <proviso.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            PROVISO_MANIFEST({"id": "\(id)", \(manifest), "rules": [{"type": "\(type)", \(rule), "kinds": ["text"],
                "invalidCode": "evil.bad", "options": {"o": {"kinds": ["text"]}},
                "codes": {"evil.bad": [], "evil.note": ["text"]}}]})
            static void note(proviso_call *call, const char *text, size_t length) {
                proviso_parameter p;
                memset(&p, 0, sizeof p);
                p.name = "text";
                p.value.kind = PROVISO_TEXT;
                p.value.as.text = text;
                p.value.length = length;
                if (call->report) call->report(call, 0, "evil.note", &p, 1);
            }
            static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) {
                (void)instance, (void)note;
                if (value->length == 4 && !memcmp(value->as.text, "boom", 4)) { \(boom) }
                return PROVISO_VALID;
            }
            static int32_t create(const proviso_host *host, const proviso_rule *rule, const proviso_value *options,
                                  void **instance, proviso_failure *failure) {
                (void)host, (void)rule, (void)options, (void)instance, (void)failure;
                \(create)
                return 0;
            }
            static int32_t init(const proviso_host *host) { (void)host; \(initialize) return 0; }
            static const char en[] = "\(text)";
            static const proviso_catalog catalogs[] = {{"en", en, sizeof en - 1}};
            static const proviso_rule evil = {
                .size = sizeof evil, .type = "\(type)", .create = create, .validate = validate};
            static const proviso_rule *const rules[] = {&evil};
            static const proviso_plugin plugin = {.size = sizeof plugin, .id = "\(id)", .rules = rules,
                .rule_count = 1, .catalogs = catalogs, .catalog_count = 1, .init = init};
            \(after)
            __attribute__((constructor)) static void start(void) { \(constructor) }
            __attribute__((visibility("default"))) const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) {
                (void)host;
                return &plugin;
            }
            """
    }

    /// Compiles it to `plugins/evil.so` in the tool's folder.
    func build(in tool: Tool, as file: String = "plugins/evil.so") throws {
        let plugins = tool.folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        try tool.write(Array(source.utf8), to: "evil.c")
        let headers = URL(filePath: #filePath).appending(path: "../../../" + headers).standardized
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "cc", "-w", "-shared", "-fPIC", "-fvisibility=hidden", "-I", headers.path(), "evil.c", "-o", file,
        ]
        compiler.currentDirectoryURL = tool.folder
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
    }

    /// A folder with this plugin, and the rules that use it.
    func tool(rules: String = "rules: [[v, evil/x]]") throws -> Tool {
        let tool = try Tool(rules: rules)
        try build(in: tool)
        return tool
    }
}
