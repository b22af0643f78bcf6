import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// The machine code of modules from earlier runs: only what the host wrote is used.
@Suite(.enabled(if: WasmWorkshop.isAvailable, WasmWorkshop.skipped)) struct CodeCacheTests {
    private let workshop: Workshop
    private var limits = WorkerLimits()
    private var cache: String { workshop.path("cache/code") }

    init() throws {
        workshop = try Workshop()
        limits.codeCache = workshop.path("cache/code")
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? [] }

    private func isValid(_ file: String) throws -> Bool {
        try WasmWorkshop.registry(file, limits: limits).codes("acme/harm", in: "a").isEmpty
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    private func change(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// The code of one module in place of another's is used, which shows that the next run compiles nothing.
    ///
    /// Where others could have put it there, it is not.
    @Test func codeIsUsedOnlyIfNobodyElseCouldWriteIt() throws {
        let module = try WasmWorkshop.compile(verdict: 0, in: workshop)
        #expect(try isValid(module))
        let own = try #require(files.first)
        #expect(try mode(cache) == 0o700)
        #expect(try mode(cache + "/" + own) == 0o600)
        let always = try WasmWorkshop.compile(verdict: 1, in: workshop)
        #expect(try !isValid(always))
        let other = try #require(files.first { $0 != own })
        let path = cache + "/" + own
        func exchange() throws {
            unlink(path)
            try FileManager.default.copyItem(atPath: cache + "/" + other, toPath: path)
        }
        try exchange()
        #expect(try !isValid(module), "the code was not read from the cache")
        try change(0o660, of: path)
        #expect(try isValid(module))
        try exchange()
        try change(0o777, of: cache)
        #expect(try isValid(module))
        try change(0o700, of: cache)
        if geteuid() == 0 {
            #expect(chown(path, 12345, 0) == 0)
            #expect(try isValid(module))
        }
        try exchange()
        try #require(rename(path, path + ".real") == 0)
        try #require(symlink(path + ".real", path) == 0)
        #expect(try isValid(module))
    }

    @Test func damagedCodeIsMadeAgain() throws {
        let module = try WasmWorkshop.compile(verdict: 0, in: workshop)
        #expect(try isValid(module))
        let name = try #require(files.first)
        let path = cache + "/" + name
        let code = try [UInt8](Data(contentsOf: URL(filePath: path)))
        var flipped = code
        for place in stride(from: 100, to: flipped.count, by: 50) { flipped[place] ^= 0xFF }
        for damaged in [[], Array(code.prefix(100)), Array(code.dropLast(500)), flipped] {
            try Data(damaged).write(to: URL(filePath: path))
            #expect(try isValid(module), "\(damaged.count)")
        }
        #expect(files == [name])
    }

    /// Without a directory that can be written, modules run all the same.
    @Test func theCacheMayBeMissing() throws {
        let module = try WasmWorkshop.compile(verdict: 0, in: workshop)
        var limits = limits
        limits.codeCache = "/proc/none/code"
        #expect(try WasmWorkshop.registry(module, limits: limits).codes("acme/harm", in: "a").isEmpty)
    }

    @Test func theOldestCodeIsRemoved() throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        for number in 0..<80 {
            let path = "\(cache)/\(number).code"
            try #require(FileManager.default.createFile(atPath: path, contents: nil))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: path)
        }
        for folder in [workshop.path("cache"), cache] { try change(0o700, of: folder) }
        let module = try WasmWorkshop.compile(verdict: 0, in: workshop)
        #expect(try isValid(module))
        #expect(files.count == 64)
        #expect(!files.contains("16.code") && files.contains("17.code"))
    }

    /// A host that was killed leaves what it had begun; another one may still be writing.
    @Test func draftsOfKilledHostsAreRemoved() throws {
        let (dead, living) = (".999999999-a.code", ".\(getpid())-b.code")
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        for folder in [workshop.path("cache"), cache] { try change(0o700, of: folder) }
        for name in [dead, living, ".notes-a.code"] { try Data().write(to: URL(filePath: cache + "/" + name)) }
        #expect(try isValid(try WasmWorkshop.compile(verdict: 0, in: workshop)))
        #expect(Set(files.filter { $0.hasPrefix(".") }) == [living, ".notes-a.code"])
    }
}
