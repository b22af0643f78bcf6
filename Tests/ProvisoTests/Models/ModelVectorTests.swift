import Proviso
import Testing

/// What Yii2's and FXModelValidation's models were seen to do, each in its own table: the same, or different on purpose.
struct ModelVectorTests {
    static let files = ["model", "base", "labels", "safe", "inline", "default", "filter", "trim"]

    static let differences: [String: [DeliberateDifference]] = [
        "yii2": [
            DeliberateDifference(
                "A copy of a value has the errors it was copied with; `withoutErrors()` leaves them out."
            ) {
                $0.kind == "clone_drops_errors"
            },
            DeliberateDifference("A name that is no path, such as \"\", is refused when the plan is made.") {
                $0.kind == "scenario_attributes" && $0["rules"]?.asList?.first?["attributes"] == [""]
            },
            DeliberateDifference("A PHP closure is no filter: rules take closures in Swift.") {
                $0.validator == "filter" && $0.rule["filter"]?.isForeign == true
            },
            DeliberateDifference("`trim` leaves numbers as they are.") { $0.validator == "trim" && $0.value == 42 },
            DeliberateDifference(
                "A value that no validator of the type can judge does not exist: each judges all kinds."
            ) {
                $0.kind == "not_supported"
            },
        ],
        "fx": [
            DeliberateDifference("An NSCharacterSet is no option: `chars` names the characters.") {
                $0.validator == "trim" && $0.rule["set"] != nil
            }
        ],
    ]

    @Test(.enabled(if: VectorRow.areHere, VectorRow.reason), arguments: ["yii2", "fx"])
    func everyRowIsTheSameOrDifferentOnPurpose(dialect: String) throws {
        let differences = Self.differences[dialect] ?? []
        var occurred: Set<Int> = []
        for file in Self.files {
            let rows = try VectorRow.read(file)
            var counts = (same: 0, different: 0, failed: 0)
            for row in rows where row["dialect"]?.asText == dialect {
                let faults = ModelVectorOutcome(row).faults
                if let index = differences.firstIndex(where: { $0.covers(row) }) {
                    counts.different += 1
                    occurred.insert(index)
                } else if faults.isEmpty {
                    counts.same += 1
                } else {
                    counts.failed += 1
                    Issue.record("\(row): \(faults)")
                }
            }
            print("\(dialect) \(file): \(counts.same) the same, \(counts.different) different, \(counts.failed) failed")
        }
        for (index, difference) in differences.enumerated() {
            #expect(occurred.contains(index), "never occurs: \(difference.reason)")
        }
    }
}
