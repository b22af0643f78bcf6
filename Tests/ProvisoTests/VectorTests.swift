import Proviso
import Testing

/// The observed behaviour of Yii2 and of FXModelValidation, each in its own table: the same, or different on purpose.
struct VectorTests {
    static let files = [
        "boolean", "compare", "date", "default", "each", "email", "file", "filter", "in", "ip", "match", "number",
        "required", "safe", "string", "trim", "url", "yii2_observed_edges",
    ]

    @Test(.enabled(if: VectorRow.areHere, VectorRow.reason), arguments: ["yii2", "fx"])
    func everyRowIsTheSameOrDifferentOnPurpose(dialect: String) throws {
        let differences = DeliberateDifference.all[dialect] ?? []
        var occurred: Set<Int> = []
        for file in Self.files {
            let rows = try VectorRow.read(file)
            var counts = (same: 0, different: 0, failed: 0)
            for row in rows
            where row["dialect"]?.asText == dialect && VectorRule.isKnown(row.validator, row.rule) {
                let outcome = VectorOutcome(row)
                if outcome.faults.isEmpty {
                    counts.same += 1
                } else if let index = differences.firstIndex(where: { $0.covers(row) }) {
                    counts.different += 1
                    occurred.insert(index)
                } else {
                    counts.failed += 1
                    Issue.record("\(row): \(outcome.faults)")
                }
            }
            if counts != (0, 0, 0) {
                print(
                    "\(dialect) \(file): \(counts.same) the same, \(counts.different) different, \(counts.failed) failed"
                )
            }
        }
        for (index, difference) in differences.enumerated() {
            #expect(occurred.contains(index), "never occurs: \(difference.reason)")
        }
    }
}
