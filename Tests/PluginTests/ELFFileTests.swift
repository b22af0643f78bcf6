import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// The reader of ELF headers over files that are not what they should be; the linker never sees them.
struct ELFFileTests {
    @Test func readsAnythingWithoutCrashing() throws {
        let workshop = try Workshop()
        let plugin = try workshop.compile(.fixture("fifteen"), as: "good.so")
        let good = Array(try Data(contentsOf: URL(filePath: plugin)))
        #expect(try fault(good, in: workshop) == nil)
        var random = SeededGenerator(seed: 0x5EED)
        var refused = 0
        // The header, all program headers and, behind them, the notes.
        let region = 64 + 56 * Int(good[56]) + 1024
        for _ in 0..<600 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<region, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            if try fault(bytes, in: workshop) != nil { refused += 1 }
        }
        #expect(refused > 100)
        for _ in 0..<100 {
            let count = Int.random(in: 0..<good.count / 2, using: &random)
            #expect(try fault(Array(good.prefix(count)), in: workshop) != nil, "cut to \(count) bytes")
        }
        // A size that the file does not have, as when it shrinks while it is read.
        #expect(try fault(Array(good.prefix(40)), size: good.count, in: workshop) == "cannot be read")
    }

    /// The linker reads the dynamic section at its address, so a checker that reads it elsewhere can be misled.
    @Test func dynamicSectionIsReadWhereTheLinkerReadsIt() throws {
        let workshop = try Workshop()
        let good = Array(try Data(contentsOf: URL(filePath: workshop.compile(.fixture("fifteen"), as: "good.so"))))
        let headers = (0..<Int(good[56])).map { 64 + 56 * $0 }
        let dynamic = try #require(headers.first { good[$0] == 2 && good[$0 + 1] == 0 })
        let note = try #require(headers.first { good[$0] == 4 && good[$0 + 1] == 0 })
        var moved = good
        moved[dynamic + 8] ^= 0x10
        var doubled = good
        doubled[note] = 2
        for bytes in [moved, doubled] {
            #expect(try fault(bytes, in: workshop) == "is damaged: its ELF headers contradict each other")
        }
    }

    private func fault(_ bytes: [UInt8], size: Int? = nil, in workshop: Workshop) throws -> String? {
        let path = try workshop.write(bytes, to: "bad.so")
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let file = ELFFile(descriptor, size: size ?? bytes.count)
        if let fault = file.fault { return fault }
        do throws(PluginFault) {
            _ = try file.manifest()
            return nil
        } catch {
            return error.reason
        }
    }
}
