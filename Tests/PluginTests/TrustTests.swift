import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// What a file must be before anything in it runs.
@Suite(.waitingForProcesses) struct TrustTests {
    struct Row: Sendable {
        let reason: String
        let change: @Sendable (Workshop, String) throws -> Void
        let location: SourceLocation

        init(
            _ reason: String, location: SourceLocation = #_sourceLocation,
            _ change: @escaping @Sendable (Workshop, String) throws -> Void
        ) {
            self.reason = reason
            self.change = change
            self.location = location
        }
    }

    /// $ is the folder of the plugin.
    static let places = [
        Row("is a symbolic link: put the file itself there") { workshop, file in
            try #require(rename(file, workshop.path("real")) == 0)
            try #require(symlink(workshop.path("real"), file) == 0)
        },
        Row("is not a regular file") { _, file in
            unlink(file)
            try #require(mkfifo(file, 0o600) == 0)
        },
        Row("can be changed by users other than its owner (mode 666): remove that permission (chmod go-w)") { _, file in
            try #require(chmod(file, 0o666) == 0)
        },
        Row("can be changed by users other than its owner (mode 664): remove that permission (chmod go-w)") { _, file in
            try #require(chmod(file, 0o664) == 0)
        },
        Row("can be changed by users other than its owner (mode 777): remove that permission (chmod go-w)") {
            workshop, _ in
            try #require(chmod(workshop.folder, 0o777) == 0)
        },
        Row("can be changed by users other than its owner (mode 1777): remove that permission (chmod go-w)") {
            workshop, _ in
            try #require(chmod(workshop.folder, 0o1777) == 0)
        },
    ]

    @Test(arguments: places)
    func refusesAPlace(_ row: Row) throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("fifteen"), as: "x.so")
        try row.change(workshop, file)
        #expect(reason(file) == row.reason, sourceLocation: row.location)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func refusesForeignOwners() throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("fifteen"), as: "x.so")
        let foreign = "belongs to user 12345, who could change it: it must belong to root (chown)"
        try #require(chown(file, 12345, 0) == 0)
        #expect(reason(file) == foreign)
        try #require(chown(file, 0, 0) == 0 && chown(workshop.folder, 12345, 0) == 0)
        #expect(reason(file) == foreign)
        try #require(chown(workshop.folder, 0, 0) == 0)
        #expect(reason(file) == nil)
    }

    @Test func refusesAFolderBelowOneThatOthersMayChange() throws {
        let workshop = try Workshop()
        let inner = workshop.path("inner")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        let file = try workshop.compile(.fixture("fifteen"), as: "inner/x.so")
        try #require(chmod(workshop.folder, 0o777) == 0)
        let end = "can be changed by users other than its owner (mode 777): remove that permission (chmod go-w)"
        #expect(reason(file) == "is in \(workshop.folder), which \(end)")
        let search = Registry.standard.loadingPlugins(PluginPolicy(directories: [inner]))
        #expect(search.errors == [PluginError(file: inner, reason: "is in \(workshop.folder), which \(end)")])
        // As /tmp is: names in it stay their owners'.
        try #require(chmod(workshop.folder, 0o1777) == 0)
        #expect(reason(file) == nil)
    }

    struct Link: Sendable {
        let flags: [String]
        let source: Workshop.Source
        let reason: String?
        let location: SourceLocation

        init(
            _ flags: String..., source: Workshop.Source = .fixture("fifteen"), reason: String?,
            location: SourceLocation = #_sourceLocation
        ) {
            self.flags = ["-shared", "-fPIC"] + flags
            self.source = source
            self.reason = reason
            self.location = location
        }
    }

    static let assembly = """
        asm(".text\\n.globl moved\\nmoved: .quad moved\\n");
        """

    /// $ is the workshop's folder, where a folder `open` is anyone's.
    static let links = [
        Link("-Wl,-rpath,$ORIGIN:/usr/lib:/nowhere/at/all", reason: nil),
        Link(
            "-Wl,-z,notext", source: .text(assembly),
            reason: "has text relocations, which change its code while it is loaded: compile all of it with -fPIC"),
        Link(
            "-Wl,-rpath,lib",
            reason: "makes the linker look for libraries in 'lib' below the current directory, which may be anywhere: "
                + "link without that -rpath"),
        Link(
            "-Wl,-rpath,/usr/lib:", "-Wl,--disable-new-dtags",
            reason: "makes the linker look for libraries in the current directory, which may be anywhere: "
                + "link without that -rpath"),
        Link(
            "-Wl,-rpath,$/open",
            reason: "makes the linker look for libraries in $/open: that can be changed by users other than its owner "
                + "(mode 777): remove that permission (chmod go-w), or link without that -rpath"),
        Link(
            "-Wl,-rpath,$/open/a/b",
            reason: "makes the linker look for libraries in $/open/a/b, which would be in $/open: that can be changed "
                + "by users other than its owner (mode 777): remove that permission (chmod go-w), "
                + "or link without that -rpath"),
    ]

    @Test(arguments: links)
    func judgesWhatTheLinkerWouldDo(_ row: Link) throws {
        let workshop = try Workshop()
        let open = workshop.path("open")
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
        try #require(chmod(open, 0o777) == 0)
        let flags = row.flags.map { $0.replacing("$/", with: workshop.folder + "/") }
        let file = try workshop.compile(row.source, as: "x.so", flags: flags)
        #expect(
            reason(file) == row.reason?.replacing("$/", with: workshop.folder + "/"), sourceLocation: row.location)
    }

    @Test func survivesWhatHappensToTheFileAfterwards() throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("generation"), as: "x.so")
        let registry = try workshop.load("generation")
        #expect(try registry.generation() == 1)
        // Overwritten in place, cut short, removed: each of them kills a process that has mapped the file itself.
        let descriptor = open(workshop.path("generation.so"), O_WRONLY)
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        #expect(pwrite(descriptor, zeros, zeros.count, 0) == zeros.count)
        #expect(try registry.generation() == 1)
        #expect(ftruncate(descriptor, 0) == 0)
        close(descriptor)
        #expect(try registry.generation() == 1)
        unlink(file)
        #expect(try registry.generation() == 1)
    }

    @Test func loadsWhatReplacesAFile() throws {
        let workshop = try Workshop()
        let file = try workshop.compile(.fixture("generation"), as: "x.so")
        var (first, second) = (Registry.standard, Registry.standard)
        try first.load(plugin: file)
        try workshop.generation(2, as: "new.so")
        try #require(rename(workshop.path("new.so"), file) == 0)
        try second.load(plugin: file)
        #expect(try first.generation() == 1)
        #expect(try second.generation() == 2)
    }

    /// Two good plugins take each other's place without pause: whatever is loaded is whole, and one of them.
    @Test func aSwapWhileLoadingChangesNothingThatWasChecked() async throws {
        let workshop = try Workshop()
        let file = workshop.path("x.so")
        let versions = try [1, 2].map { number in
            let flags = ["-shared", "-fPIC", "-DPADDING=\(number * 100_000)"]
            return try workshop.generation(number, as: "v\(number)", flags: flags)
        }
        let digests = try versions.map { try workshop.digest($0) }
        try FileManager.default.copyItem(atPath: versions[0], toPath: file)
        let swapper = Thread {
            var turn = 0
            while !Thread.current.isCancelled {
                turn += 1
                unlink(workshop.path("next"))
                try? FileManager.default.copyItem(atPath: versions[turn % 2], toPath: workshop.path("next"))
                rename(workshop.path("next"), file)
            }
        }
        swapper.start()
        defer { swapper.cancel() }
        for _ in 0..<100 {
            var registry = Registry.standard
            let plugin = try registry.load(plugin: file)
            let generation = try registry.generation()
            #expect(plugin.digest == digests[generation - 1])
        }
    }

    private func reason(_ file: String) -> String? {
        var registry = Registry.standard
        do throws(PluginError) {
            try registry.load(plugin: file)
            return nil
        } catch {
            return error.reason
        }
    }
}

extension Workshop {
    /// Makes a generation of generation.c.
    @discardableResult
    func generation(
        _ number: Int, as name: String, flags: [String] = ["-shared", "-fPIC"]
    ) throws -> String {
        var bytes = try Data(contentsOf: URL(filePath: compile(.fixture("generation"), as: name, flags: flags)))
        let mark = try #require(bytes.range(of: Data("GENERATION HERE\0".utf8)))
        withUnsafeBytes(of: Int64(number).littleEndian) {
            bytes.replaceSubrange(mark.upperBound..<mark.upperBound + 8, with: $0)
        }
        return try write(bytes, to: name)
    }
}

extension Registry {
    /// Which generation of generation.c the registry has.
    func generation() throws -> Int {
        let violations = try violations("acme/generation", in: 1)
        guard case .integer(let number) = try #require(violations.first?.parameters["generation"]) else { return 0 }
        return Int(number)
    }
}
