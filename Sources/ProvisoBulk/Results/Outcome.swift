package import Proviso

/// The result of one record, for reports.
package struct Outcome: ~Copyable {
    package let file: String
    /// The record's number in the run, from 1.
    package let number: Int
    /// Where the record starts.
    package let place: SourcePlace
    /// The record as it is in the input; valid only during the call.
    package let raw: UnsafeRawBufferPointer
    package let findings: [LocatedViolation]
    /// All findings with their fingerprints, also accepted ones; empty unless a writer needs them.
    let fingerprints: [FingerprintedViolation]
    /// Whether there is no finding with the severity `error`, and the record could be read.
    package let isValid: Bool
    /// Why the record could not be read, and where; it has no findings then.
    package let fault: (place: SourcePlace, reason: String)?
    /// The record with the changes of the rules; `nil` if it could not be read.
    package let record: Record?
    /// The columns, if the record is a row of a table.
    let columns: Columns?
    /// The document in YAML or TOML that the record was converted from; `raw` is its JSON.
    var document: SourceDocument?
}

extension Outcome {
    /// All of the record's data, also attributes without rules.
    var original: AnyValue { Self.original(raw, columns) }

    static func original(_ raw: UnsafeRawBufferPointer, _ columns: Columns?) -> AnyValue {
        columns?.object(of: raw) ?? (try? AnyValue(json: Array(raw))) ?? .null
    }
}

extension Outcome {
    /// The source line around a byte of the record.
    func excerpt(at offset: Int) -> SourceExcerpt {
        guard let (bytes, place) = document?.source(of: offset) else { return SourceExcerpt(raw, at: offset) }
        return SourceExcerpt(bytes, at: place)
    }
}
