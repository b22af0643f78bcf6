import Proviso
import Testing

/// Yii2's observed behaviour against Proviso's: the same, or different on purpose.
struct VectorTests {
    static let files = [
        "boolean", "compare", "date", "default", "each", "email", "file", "filter", "in", "ip", "match", "number",
        "required", "safe", "string", "trim", "url", "yii2_observed_edges",
    ]

    @Test func everyRowIsTheSameOrDifferentOnPurpose() throws {
        var occurred: Set<Int> = []
        for file in Self.files {
            guard let rows = try VectorRow.read(file) else {
                return print("Yii2's vectors are not here (PROVISO_VECTORS says where): their test is left out.")
            }
            var counts = (same: 0, different: 0, failed: 0)
            for row in rows where row["dialect"] == "yii2" && VectorRule.isKnown(row.validator, row.rule) {
                let outcome = VectorOutcome(row)
                if outcome.faults.isEmpty {
                    counts.same += 1
                } else if let index = DeliberateDifference.all.firstIndex(where: { $0.covers(row) }) {
                    counts.different += 1
                    occurred.insert(index)
                } else {
                    counts.failed += 1
                    Issue.record("\(row): \(outcome.faults)")
                }
            }
            print("\(file): \(counts.same) the same, \(counts.different) different, \(counts.failed) failed")
        }
        for (index, difference) in DeliberateDifference.all.enumerated() {
            #expect(occurred.contains(index), "never occurs: \(difference.reason)")
        }
    }
}
