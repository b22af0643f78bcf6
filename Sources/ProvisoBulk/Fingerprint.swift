internal import Proviso
internal import ProvisoPlugins

/// What tells a finding from others wherever its record is: nothing of the values can be read in it.
struct Fingerprint {
    private let record: String

    /// Of a record as it stands in its input, whatever surrounds it.
    init(_ record: UnsafeRawBufferPointer) {
        let start = record.firstIndex { !$0.isBlank } ?? record.count
        let end = record.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
        self.record = Digest(of: record.part(start..<end)).description
    }

    /// Of a finding in the record.
    ///
    /// A rule without an `id` is known by its type: its number changes when a rule is written before it.
    func text(of violation: Violation) -> String {
        text(FindingKind(violation), at: violation.path.pointer)
    }

    /// Of all findings of one kind that are counted only.
    func text(of omitted: FindingKind) -> String { text(omitted, at: "…") }

    private func text(_ kind: FindingKind, at pointer: String) -> String {
        let rule = kind.rule.allSatisfy(\.isNumber) ? kind.type.rawValue : kind.rule
        let parts = [record, rule, kind.attribute, pointer, kind.code.rawValue]
        let digest = Array(parts.joined(separator: "\u{0}").utf8).withUnsafeBytes { Digest(of: $0).description }
        return String(digest.prefix(32))
    }
}

/// A finding, or several of one kind that are counted only, with what tells it from others.
struct FingerprintedFinding {
    let kind: FindingKind
    let text: String
    var count = 1
}
