import Foundation
import TestSupport
import Testing

/// An index on a web server, which a program in the place of curl plays.
@Suite(.waitingForProcesses) struct WebIndexTests {
    private static let url = "https://me:secret@plugins.example.org/all"

    /// Serves the directory `index`, and notes what it was called with.
    private static let server = """
        #!/bin/sh
        echo "$@" >> calls
        url=$(sed -n 's/^url = "\\(.*\\)"$/\\1/p')
        echo "$url" >> urls
        cat "index/${url##*/}" 2>/dev/null || exit 22
        """

    private func open(signing isSigned: Bool, _ body: (PackageShop, [String: String]) throws -> Void) throws {
        try PackageShop.open(signing: isSigned) { shop in
            try shop.makeDirectory("bin")
            try shop.tool.write(Array(Self.server.utf8), to: "bin/curl")
            chmod(shop.tool.folder.appending(path: "bin/curl").path(), 0o755)
            try body(shop, ["PATH": shop.tool.folder.appending(path: "bin").path() + ":/usr/bin:/bin"])
        }
    }

    private static func install(_ url: String = url) -> [String] {
        PackageShop.install.map { $0 == "index" ? url : $0 } + ["org.evil"]
    }

    @Test func aWebIndexMustBeSigned() throws {
        try open(signing: false) { shop, environment in
            let result = try shop.tool.run(Self.install(), environment: environment)
            #expect(result.status == 3, "\(result.errors)")
            #expect(
                result.errors.contains(
                    "https://…@plugins.example.org/all/index.json: has no list of org.evil that its publisher signed"),
                "\(result.errors)")
            #expect(try shop.names(in: "installed").isEmpty)
        }
        try open(signing: true) { shop, environment in
            #expect(try shop.tool.run(Self.install(), environment: environment).status == 0)
            // With another password, or none, it is the same place.
            let seen = String(decoding: try shop.tool.bytes("keys/indexes"), as: UTF8.self)
            #expect(seen.hasSuffix(" https://plugins.example.org/all\n"), "\(seen)")
        }
    }

    @Test func aWebIndexIsReadWithoutTheUsersSettings() throws {
        try open(signing: true) { shop, environment in
            let plain = "http://plugins.example.org/"
            #expect(try shop.tool.run(Self.install(), environment: environment).status == 0)
            #expect(try shop.tool.run(Self.install(plain), environment: environment).status == 0)
            let calls = String(decoding: try shop.tool.bytes("calls"), as: UTF8.self).split(separator: "\n")
            #expect(calls.count == 4)
            for (call, redirects) in zip(calls, ["=https", "=https", "=http,https", "=http,https"]) {
                #expect(call.hasPrefix("--disable --fail "), "\(call)")
                #expect(call.contains(" --proto =http,https --proto-redir \(redirects) "), "\(call)")
                #expect(call.contains(" --max-time ") && call.contains(" --max-filesize "), "\(call)")
            }
            let urls = String(decoding: try shop.tool.bytes("urls"), as: UTF8.self).split(separator: "\n")
            #expect(urls.first == "https://me:secret@plugins.example.org/all/index.json")
        }
    }

    /// Neither a message nor the list of processes has them.
    @Test func passwordsAreNotShown() throws {
        try open(signing: true) { shop, environment in
            let file = shop.tool.folder.appending(path: "index/" + PackageShop.package)
            let package = try Data(contentsOf: file)
            let faults: [() throws -> Void] = [
                { try (package + Data([0])).write(to: file) },
                { try FileManager.default.removeItem(at: file) },
                { try shop.tool.write(Array("{}".utf8), to: "index/index.json") },
                { try shop.tool.write(Array("#!/bin/sh\nexit 60\n".utf8), to: "bin/curl") },
                { try FileManager.default.removeItem(at: shop.tool.folder.appending(path: "bin/curl")) },
            ]
            for fault in faults {
                try fault()
                var environment = environment
                environment["PATH"] = shop.tool.folder.appending(path: "bin").path()
                if FileManager.default.fileExists(atPath: shop.tool.folder.appending(path: "bin/curl").path()) {
                    environment["PATH"]? += ":/usr/bin:/bin"
                }
                for url in [Self.url, "https://me:secret@plugins.example.org", Self.url + " x"] {
                    let result = try shop.tool.run(Self.install(url), environment: environment)
                    #expect(result.status == 3 && !result.errors.isEmpty)
                    #expect(!(result.errors + result.output).contains("secret"), "\(result.errors)")
                }
            }
            #expect(try !String(decoding: shop.tool.bytes("calls"), as: UTF8.self).contains("secret"))
        }
    }
}
