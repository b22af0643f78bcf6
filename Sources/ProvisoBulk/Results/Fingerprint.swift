internal import Proviso
internal import ProvisoPlugins

/// Identifies a finding independent of the place of its record.
///
/// It does not reveal values.
struct Fingerprint {
    private let record: String

    /// For a record as it is in its input, without the white space around it.
    init(_ record: UnsafeRawBufferPointer) {
        self.record = ContentDigest(of: record.trimmed).description
    }

    /// The fingerprint of a finding in the record.
    ///
    /// A rule without an `id` is identified by its type: its number changes when a rule is inserted before it.
    func text(of violation: Violation) -> String {
        text(ViolationKind(violation), at: violation.path.pointer)
    }

    /// The fingerprint of all findings of one kind that are only counted.
    func text(of omitted: ViolationKind) -> String { text(omitted, at: "…") }

    private func text(_ kind: ViolationKind, at pointer: String) -> String {
        let rule = kind.rule.allSatisfy(\.isNumber) ? kind.type.rawValue : kind.rule
        let parts = [record, rule, kind.attribute, pointer, kind.code.rawValue]
        let digest = Array(parts.joined(separator: "\u{0}").utf8).withUnsafeBytes { ContentDigest(of: $0).description }
        return String(digest.prefix(32))
    }
}

/// A finding, or several of one kind that are only counted, with a fingerprint.
struct FingerprintedViolation {
    let kind: ViolationKind
    let text: String
    var count = 1
}
