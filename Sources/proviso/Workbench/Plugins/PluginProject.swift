import PluginTemplates
import Proviso

/// The files of a new plugin, by their paths in its directory.
struct PluginProject {
    enum Language: String, CaseIterable {
        case c
        case cPlusPlus = "c++"
        case rust
        case swift
    }

    /// Lowercase letters, digits and hyphens, beginning with a letter, as in a rule type.
    let name: String
    let language: Language

    init?(name: String, language: Language) {
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        guard isPlain, name.utf8.count <= 40, let first = name.utf8.first, (0x61...0x7A).contains(first),
            !name.holds("--"), !name.hasSuffix("-")
        else { return nil }
        self.name = name
        self.language = language
        if language == .swift, Self.modules.contains(pascal) { return nil }
    }

    /// Modules that a plugin in Swift has beside its own.
    private static let modules: Set<String> = ["Swift", "CProviso", "Glibc", "Builtin"]

    /// Each path with the contents of its file.
    var files: [(path: String, text: String)] {
        let directory = language == .swift ? "Sources/CProviso" : "catalogs"
        var files = [
            ("Makefile", text("Makefile-\(makefile)")), ("README.md", text("README.md.in")),
            (".gitignore", "*.so\n*.key\n*.proviso-plugin\n.build/\n"), ("\(directory)/en.arb", text("en.arb")),
            ("\(directory)/de.arb", text("de.arb")),
        ]
        switch language {
        case .c: files += [("src/\(name).c", text("plugin.c.in")), ("include/proviso.h", text("proviso.h"))]
        case .cPlusPlus:
            files += [("src/\(name).cpp", text("plugin.cpp.in")), ("include/proviso.h", text("proviso.h"))]
        case .rust: files += [("src/\(snake).rs", text("plugin.rs.in")), ("include/proviso.h", text("proviso.h"))]
        case .swift:
            files += [
                ("Package.swift", text("Package.swift.in")), ("\(directory)/manifest.c", text("manifest.c.in")),
                ("\(directory)/include/catalogs.h", text("catalogs.h.in")),
                ("\(directory)/include/proviso.h", text("proviso.h")),
                ("Sources/\(pascal)/\(pascal).swift", text("plugin.swift.in")),
            ]
        }
        return files
    }

    private var words: [Substring] { name.split(separator: "-") }
    private var snake: String { words.joined(separator: "_") }
    private var pascal: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
    private var camel: String { pascal.prefix(1).lowercased() + pascal.dropFirst() }

    private var makefile: String { language == .cPlusPlus ? "cpp" : language.rawValue }

    private var tools: String {
        switch language {
        case .c: "a C compiler"
        case .cPlusPlus: "a C++ compiler"
        case .rust: "rustc"
        case .swift: "swift"
        }
    }

    /// A template with the plugin's names filled in.
    private func text(_ template: String) -> String {
        guard let start = prv_template(template) else { preconditionFailure("no template \(template)") }
        var text = String(cString: start)
        // The header has no names to fill in, and must be the same everywhere.
        guard template != "proviso.h" else { return text }
        if template != "manifest", text.holds("@manifest@") {
            text = text.replaced("@manifest@", by: self.text("manifest"))
        }
        let catalogs = language == .swift ? "Sources/CProviso/*.arb" : "catalogs"
        let names = [
            "name": name, "snake": snake, "pascal": pascal, "camel": camel, "tools": tools, "catalogs": catalogs,
        ]
        for (key, value) in names { text = text.replaced("@\(key == "pascal" ? "Pascal" : key)@", by: value) }
        return text
    }
}
