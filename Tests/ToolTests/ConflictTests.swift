import Foundation
import TestSupport
import Testing

/// No output overwrites another file of its run.
@Suite(.waitingForProcesses) struct ConflictTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// Behind `check --rules rules.yaml`.
        let arguments: String
        /// What the error says, nil when it is allowed.
        let error: String?
        let location: SourceLocation

        init(_ arguments: String, _ error: String?, at location: SourceLocation = #_sourceLocation) {
            self.arguments = arguments
            self.error = error
            self.location = location
        }

        var testDescription: String { arguments }
    }

    static let rows = [
        // Inputs, by any name.
        Row("a.ndjson --output a.ndjson", "--output a.ndjson is also an input: name another file"),
        Row("a.ndjson --valid ./a.ndjson", "--valid ./a.ndjson is also an input"),
        Row("a.ndjson --invalid sub/../a.ndjson", "is also an input"),
        Row("a.ndjson --output hard", "is also an input"),
        Row("a.ndjson --output soft", "is also an input"),
        Row("soft --output a.ndjson", "is also an input"),
        Row("a.ndjson --output linked/a.ndjson", "is also an input"),
        Row("./sub/../a.ndjson --normalized soft", "is also an input"),
        // Each other, also where neither is there yet.
        Row("a.ndjson --valid both --invalid ./both", "--invalid ./both is also the file of --valid"),
        Row("a.ndjson --valid both --invalid sub/../both", "is also the file of --valid"),
        Row("a.ndjson --output both --normalized linked/both", "--normalized linked/both is also the file of --output"),
        Row("a.ndjson --output dangling --valid later", "--valid later is also the file of --output"),
        Row("a.ndjson --output later --valid dangling", "--valid dangling is also the file of --output"),
        Row("a.ndjson --output dangling --valid chain", "--valid chain is also the file of --output"),
        // By what records are judged.
        Row("a.ndjson --output rules.yaml", "--output rules.yaml is also the file of --rules"),
        Row("a.ndjson --collection c=col.csv --output col.csv", "is also the file of --collection c"),
        Row("a.ndjson --collection c=sub/../col.csv --valid col.csv", "is also the file of --collection c"),
        Row("a.ndjson --locales catalogs --output catalogs/en.arb", "is also the file of --locales"),
        Row("a.ndjson --plugins plugins --output plugins/card.so", "is also the file of --plugins"),
        Row("a.ndjson --plugins plugins --output plugins/proviso-plugins.lock", "is also the file of --plugins"),
        Row("a.ndjson --plugins plugins --lock lock --output lock", "is also the file of --lock"),
        // Checkpoints, with the files beside them.
        Row("a.ndjson --output ck --checkpoint ck", "--checkpoint ck is also the file of --output"),
        Row("a.ndjson --output o --valid ck.keys --checkpoint ck", "--checkpoint ck.keys is also the file of --valid"),
        Row("a.ndjson --output ./ck.new --checkpoint ck", "--checkpoint ck.new is also the file of --output"),
        Row("a.ndjson --output o --checkpoint a.ndjson", "--checkpoint a.ndjson is also an input"),
        Row("a.ndjson --output o --checkpoint rules.yaml", "--checkpoint rules.yaml is also the file of --rules"),
        Row("a.ndjson --output /dev/stdout --checkpoint ck", "--output /dev/stdout is not one"),
        Row("a.ndjson --output fifo --checkpoint ck", "--output fifo is not one"),
        // What keeps nothing may be named twice.
        Row("a.ndjson --output /dev/null --valid /dev/null --invalid /dev/null", nil),
        Row("a.ndjson --output /dev/null --checkpoint ck", nil),
        Row("a.ndjson --output new --valid sub/new --invalid linked/new2", nil),
        Row("a.ndjson b.ndjson a.ndjson --output o", nil),
    ]

    @Test(arguments: rows)
    func outputsKeepAwayFromOtherFiles(row: Row) throws {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        let before = try Self.fill(tool)
        let result = try tool.run(
            ["check", "--rules", "rules.yaml"] + row.arguments.split(separator: " ").map(String.init))
        if let error = row.error {
            #expect(result.status == 2, "\(result.errors)", sourceLocation: row.location)
            #expect(result.errors.contains(error), "\(result.errors)", sourceLocation: row.location)
            #expect(try Self.contents(tool) == before, sourceLocation: row.location)
        } else {
            #expect(result.status <= 1, "\(result.errors)", sourceLocation: row.location)
        }
    }

    private static func fill(_ tool: Tool) throws -> [String: Data] {
        let manager = FileManager.default
        for folder in ["sub", "catalogs", "plugins"] {
            try manager.createDirectory(at: tool.folder.appending(path: folder), withIntermediateDirectories: false)
        }
        for (name, text) in [
            ("a.ndjson", "{\"name\":\"a\"}\n"), ("b.ndjson", "{}\n"), ("col.csv", "id\n1\n"),
            ("catalogs/en.arb", "{\"@@locale\":\"en\"}\n"), ("plugins/card.so", "no plugin"),
            ("plugins/proviso-plugins.lock", ""), ("lock", ""),
        ] {
            try tool.write(Array(text.utf8), to: name)
        }
        let path = { (name: String) in tool.folder.appending(path: name).path() }
        #expect(link(path("a.ndjson"), path("hard")) == 0)
        for (link, target) in [
            ("soft", "a.ndjson"), ("linked", "."), ("dangling", "sub/../later"), ("chain", path("dangling")),
        ] {
            #expect(symlink(target, path(link)) == 0)
        }
        #expect(mkfifo(path("fifo"), 0o600) == 0)
        return try contents(tool)
    }

    private static func contents(_ tool: Tool) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        let names = try FileManager.default.subpathsOfDirectory(atPath: tool.folder.path())
        for name in names where !name.hasPrefix(".") && name != "fifo" {
            contents[name] = (try? tool.bytes(name)) ?? Data()
        }
        return contents
    }

    /// A shell has opened the file then, but nothing is added to what is read.
    @Test(arguments: [
        "check --rules rules.yaml data >>data", "check --rules rules.yaml <data >>data",
        "filter --rules rules.yaml <data >>data", "check --rules rules.yaml data >>rules.yaml",
        "merge data >>data", "merge <data >>data", "render data >>data", "render <data >>data",
        "shard --rules rules.yaml <data >>data", "shard --rules rules.yaml <parts >>data",
        "check --rules rules.yaml data --valid o >>o",
        // What authors of rule files use.
        "doc rules.yaml >>rules.yaml", "schema export rules.yaml >>rules.yaml", "sample -r rules.yaml >>rules.yaml",
        "lint rules.yaml >>rules.yaml", "test rules.yaml >>rules.yaml", "schema rules -r rules.yaml >>rules.yaml",
        "test rules.yaml --cases data >>data", "schema import data >>data", "schema import 'data#/x' >>data",
        "init data >>data", "diff rules.yaml rules.yaml data >>data", "diff rules.yaml rules.yaml data >>rules.yaml",
        "diff --format ndjson rules.yaml rules.yaml data >>data", "expr 1 data >>data", "expr 1 <data - >>data",
        // Files that options name.
        "doc rules.yaml -o rules.yaml", "doc rules.yaml -o ./rules.yaml", "doc rules.yaml -o /dev/stdout >>rules.yaml",
        "schema export rules.yaml -o rules.yaml", "schema import data -o data", "test rules.yaml -o rules.yaml",
        "schema rules -r rules.yaml -o rules.yaml", "init data --force -o data",
    ])
    func standardOutputIsLookedAtToo(command: String) throws {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        try tool.write(Array("{}\n".utf8), to: "data")
        try tool.write(Array("data 0 3\n".utf8), to: "parts")
        try tool.write([], to: "o")
        let rules = try tool.bytes("rules.yaml")
        let result = try tool.shell(StreamTests.Command(""), script: "timeout 60 \"$0\" \(command) 2>errors")
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.errors.contains(": name another file"), "\(result.errors)")
        #expect(tool.size("data") == 3)
        #expect(try tool.bytes("rules.yaml") == rules)
    }

    /// Outputs that share a descriptor lose nothing, also where it leads to a file.
    @Test(arguments: ["| cat >all", ">all"])
    func standardOutputMayBeNamedTwice(redirection: String) throws {
        let tool = try Tool(rules: "rules: [[name, required]]")
        defer { tool.remove() }
        try tool.write(Array("{\"name\":\"a\"}\n{}\n".utf8), to: "data")
        let options = "--valid /dev/stdout --invalid /proc/self/fd/1 --normalized /dev/fd/1 --locale en"
        let script = "timeout 60 \"$0\" check --rules rules.yaml data \(options) 2>errors \(redirection)"
        _ = try tool.shell(StreamTests.Command(""), script: script)
        let lines = String(decoding: try tool.bytes("all"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.count { $0 == "{\"name\":\"a\"}" } == 2 && lines.count { $0 == "{}" } == 1)
        #expect(lines.count { $0.contains("required.blank") } == 1)
    }

    @Test func otherCommandsKeepAwayFromTheirFiles() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let folder = URL(filePath: Tool.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "plugins"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            at: folder.appending(path: "libCreditCard.so"), to: tool.folder.appending(path: "plugins/card.so"))
        let size = tool.size("plugins/card.so")
        #expect(try tool.run(["plugin", "keygen", "k"]).status == 0)
        #expect(try tool.run(["plugin", "keygen", "k"]).status == 2)
        for arguments in [
            ["plugin", "test", "plugins/card.so", "--case", "file", "--junit", "plugins/../plugins/card.so"],
            ["plugin", "lock", "--plugins", "plugins", "--output", "./plugins/card.so"],
            ["plugin", "lock", "--plugins", "plugins", "--plugin-keys", ".", "--output", "k.pub"],
        ] {
            let result = try tool.run(arguments)
            #expect(result.status == 2, "\(arguments) \(result.errors)")
            #expect(result.errors.contains(": name another file"), "\(arguments) \(result.errors)")
        }
        #expect(tool.size("plugins/card.so") == size && tool.size("k.pub") > 0)
        // What stands where a draft would go is somebody else's.
        try tool.write(Array("mine".utf8), to: "de.po.new")
        #expect(try tool.run(["locales", "export", "--format", "po", "--locale", "de", "--output", "."]).status == 0)
        #expect(tool.size("de.po.new") == 4 && tool.size("de.po") > 1000)
        #expect(try tool.run(["plugin", "new", "--language", "c", "plugins"]).status == 2)
    }
}
