import Proviso

/// A kind of row where Proviso answers otherwise than an ancestor, on purpose.
struct DeliberateDifference: Sendable {
    /// One sentence.
    let reason: String
    let covers: @Sendable (VectorRow) -> Bool

    init(_ reason: String, _ covers: @escaping @Sendable (VectorRow) -> Bool) {
        self.reason = reason
        self.covers = covers
    }
}

extension DeliberateDifference {
    /// By dialect.
    ///
    /// Each of them must occur in the vectors; Docs/Differences.md tells users of them.
    static let all = ["yii2": yii2, "fx": fx]

    private static let fx = [
        DeliberateDifference("An object of Objective-C has no place in a rule set.") { $0.rule.isForeign },
        DeliberateDifference("The values of `boolean` are Yii2's 1 and 0, which true and false equal.") {
            $0.validator == "boolean" && $0.kind == "config"
        },
        DeliberateDifference("A rule that cannot be used is refused when the plan is made, not when it runs.") {
            $0.validator == "in" && $0.rule["range"]?.asList == nil
        },
        DeliberateDifference("`length` beside `min` or `max` is refused: only one of them can hold.") {
            $0.validator == "string" && $0["options_in_order"] != nil
        },
        DeliberateDifference("A pattern of one's own is the business of `match`.") {
            $0.validator == "url" && $0.rule["pattern"] != nil
        },
    ]

    private static let yii2 = [
        DeliberateDifference("A PHP object or closure has no place in a rule set or in data.") {
            $0.value.isForeign || $0.rule.isForeign
        },
        DeliberateDifference("Message templates are no property of a validator: they live in catalogs.") {
            $0.kind == "config" && ($0["message_template_contains"] != nil || $0["expected_templates"] != nil)
        },
        DeliberateDifference("The decimal separator is a full stop whatever the process's locale is.") {
            $0["env"]?["decimal_point"] == ","
        },
        DeliberateDifference("Dates are read by ICU's patterns: PHP's `!` and `U` have no letter there.") { row in
            let formats = [row.rule["format"], row.rule["timestampAttributeFormat"]].compactMap { $0?.asText }
            return formats.contains { $0.hasPrefix("php:") && ($0.contains("!") || $0.contains("U")) }
        },
        DeliberateDifference("What cut an upload off is not the rule's to know.") {
            $0.validator == "file" && $0.value["error"] == 1
        },
        DeliberateDifference("Two texts are equal only byte by byte, numeric or not.") {
            let options = ["boolean", "required"].contains($0.validator)
            return options && $0.value.kind == .text && ["1.0", "+1", "01", " 1", "1 "].contains($0.value.asText)
        },
        DeliberateDifference("Numeric text has no white space around it.") {
            $0.validator == "in" && $0.value == " 1"
        },
        DeliberateDifference("Text that merely begins with a number is none, and \"abc\" is not zero.") {
            $0.validator == "compare" && $0.rule["type"] == "number" && $0.value == "11abc"
        },
        DeliberateDifference("A partner with errors is compared like any other.") {
            $0.validator == "compare" && $0.rule["skipOnError"] == false && $0["errors_before"] != nil
        },
        DeliberateDifference("`trim` leaves numbers, truth values and null as they are.") {
            $0.validator == "trim" && $0.value.kind != .text
        },
        DeliberateDifference("A port is a number of 16 bits.") {
            $0.validator == "url" && $0.value.asText?.contains(":99999") == true
        },
        DeliberateDifference("An octet with a leading zero is none: some programs read it as octal.") {
            $0.validator == "ip" && ["192.168.005.001", "01.02.03.04"].contains($0.value.asText)
        },
    ]
}
