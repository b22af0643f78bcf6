import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Damaged copies of a plugin: whatever they do, they do it in a worker.
@Suite(.waitingForProcesses) struct BitFlipTests {
    /// Each with one to four bits flipped; the same ones in every run.
    @Test func damagedCopies() async throws {
        let workshop = try Workshop()
        let whole = try Data(contentsOf: URL(filePath: workshop.compile(.fixture("fifteen"), as: "whole.so")))
        let part = count(50, thorough: 150)
        let outcomes = try await withThrowingTaskGroup(of: [Outcome].self) { group in
            for start in [0, 150, 300, 450] {
                group.addTask {
                    try (start..<start + part).map { try Self.outcome(of: whole, $0, in: workshop) }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(outcomes.count == 4 * part)
        // Most work, since most bits are padding; the others are refused or fail, and none of them is silent.
        #expect(outcomes.count { $0 == .works } > outcomes.count / 3)
        #expect(outcomes.count { $0 == .refused } > outcomes.count / 12)
    }

    enum Outcome {
        case refused, works, odd
    }

    private static func outcome(of whole: Data, _ number: Int, in workshop: Workshop) throws -> Outcome {
        var random = Sequence(state: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1)
        var bytes = whole
        for _ in 0...number % 4 { bytes[random.next(below: bytes.count)] ^= 1 << UInt8(random.next(below: 8)) }
        let file = try workshop.write(bytes, to: "flipped-\(number).so")
        defer { try? FileManager.default.removeItem(atPath: file) }
        var registry = Registry.standard
        do throws(PluginError) {
            try registry.load(plugin: file, policy: Zoo.policy(Zoo.shortLimits))
        } catch {
            if error.reason.isEmpty { Issue.record("copy \(number) is refused without a reason") }
            return .refused
        }
        let rules = registry.definitions.filter { $0.type.rawValue.contains("/") }.map { Rule("n", .type($0.type)) }
        guard let plan = try? Plan(RuleSet(rules: rules), registry: registry) else { return .odd }
        let codes = try [2, 3].map { try plan.validate(["n": .integer($0)]).violations.map(\.code.rawValue) }
        return codes == [[], ["acme/even.odd"]] ? .works : .odd
    }

    /// Numbers that look random and are always the same.
    private struct Sequence {
        var state: UInt64

        mutating func next(below bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
    }
}
