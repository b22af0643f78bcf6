internal import Proviso

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
        let rule = violation.rule.id.allSatisfy(\.isNumber) ? violation.rule.type.rawValue : violation.rule.id
        let parts = [record, rule, violation.attribute, violation.path.pointer, violation.code.rawValue]
        let digest = Array(parts.joined(separator: "\u{0}").utf8).withUnsafeBytes { Digest(of: $0).description }
        return String(digest.prefix(32))
    }
}
