package import ProvisoMessages

/// A case of a rule set: a record, and what the rules find in it.
package struct RuleTest: Sendable {
    /// One violation that a case expects; what is `nil` may be anything.
    package struct Expected: Sendable {
        package var code: String?
        package var path: String?
        package var message: String?
        package var rule: String?
        /// Where the case says so, by the keys `code`, `path` and `rule`.
        package var positions: [String: SourcePosition] = [:]

        package init(code: String? = nil, path: String? = nil, message: String? = nil, rule: String? = nil) {
            (self.code, self.path, self.message, self.rule) = (code, path, message, rule)
        }
    }

    /// What a case expects of its record.
    package enum Verdict: Sendable {
        /// These violations and no others.
        case finds([Expected])
        /// Whether there is an error, whichever it is.
        case valid(Bool)
    }

    package var name: String?
    package var record: AnyValue
    /// Records that come before in the same run, for rules that compare records.
    package var before: [AnyValue] = []
    /// The records of a small table, whose findings are those of the rules about all records; `nil` for other cases.
    package var table: [AnyValue]?
    package var scenario: String?
    package var locale: String?
    package var verdict: Verdict
    package var position: SourcePosition?
    /// Where the case has its scenario and its locale, by these keys.
    package var positions: [String: SourcePosition] = [:]

    package init(record: AnyValue, verdict: Verdict, position: SourcePosition? = nil) {
        (self.record, self.verdict, self.position) = (record, verdict, position)
    }
}
