package import ProvisoCore

extension Record {
    /// A record that is validated alone, so rules that compare records find no other one.
    package static func alone(for plan: Plan) -> Record {
        let record = Record(for: plan)
        if plan.comparesRecords { record.claims = NoOtherRecords() }
        return record
    }
}

/// What a record that is validated alone is compared with: nothing.
private final class NoOtherRecords: Claims {
    func record(with key: [UInt8]) -> Int? { nil }
}
