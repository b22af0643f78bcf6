internal import Proviso

/// What a run did not validate, although nothing was wrong with it.
package struct Coverage: Sendable, Equatable {
    /// Whether no rule ran for any record; `nil` if that is not known.
    package internal(set) var isNothing: Bool?
    /// Whether no rule is active in the scenario.
    var isInactive = false
    /// Whether the active rules only name values or change them, so that none is refused.
    var onlyChanges = false
    /// The inputs without records, with the reasons.
    var emptyInputs: [EmptyInput] = []
    /// Whether a record has an attribute that a rule names.
    var hasSeen = true
    /// Whether a record has such an attribute although no rule ran for it, because its value is empty.
    var hasEmpty = false
    /// The list in the first record that probably has the records, if no attribute of a rule was seen.
    var wrapper: Wrapper?
    /// Rules with conditions that ran for no record.
    var allIdle: [IdleRule] = []
    /// The columns of tables, of those that rules need, that are empty in all rows.
    var emptyColumns: [String] = []
    /// Why rules about all records were not evaluated.
    var unevaluated: [String] = []

    package struct EmptyInput: Sendable, Equatable {
        let file: String
        /// The end of a sentence about the file: `is empty`.
        let reason: String
        /// Whether it is a pattern of a project, which must match a file.
        let isRequired: Bool

        package init(file: String, reason: String, isRequired: Bool = false) {
            (self.file, self.reason, self.isRequired) = (file, reason, isRequired)
        }

        var text: String { "\(file == "<stdin>" ? "standard input" : file) \(reason)".visible }
    }

    struct IdleRule: Sendable, Hashable {
        let rule: String
        let type: String
        let attribute: String
        let position: String?
        /// Whether a value that its expression needs was missing, and not a condition false.
        let isExpression: Bool
        /// Whether a record has a value for the attribute; that none has is a note about the attribute, not about its rules.
        var isSeen = true
    }

    /// Rules that ran for no record, although their attributes have values.
    private var idle: [IdleRule] { allIdle.filter(\.isSeen) }

    /// How many records a rule with a condition may leave out before that is worth a note.
    static let many = 100
    private static let shown = 20

    /// Adds what is known of other records; `before` and `after` say whether there are any.
    mutating func add(_ other: Coverage, before: Bool, after: Bool) {
        // What has no records and says nothing of itself changes nothing.
        if after || other.isNothing != nil {
            isNothing = isNothing.map { $0 && other.isNothing ?? false } ?? other.isNothing
        }
        emptyInputs += other.emptyInputs
        unevaluated = (unevaluated + other.unevaluated).withoutRepetition()
        guard after else { return }
        (isInactive, onlyChanges) = (other.isInactive, other.onlyChanges)
        wrapper = before ? wrapper : other.wrapper
        hasSeen = before ? hasSeen || other.hasSeen : other.hasSeen
        if hasSeen { wrapper = nil }
        // Where a rule ran for other records, that values were empty is not the reason for anything.
        hasEmpty = isNothing == true && (before && hasEmpty || other.hasEmpty)
        allIdle = before ? Self.common(allIdle, other.allIdle) : other.allIdle
        emptyColumns = before ? emptyColumns.filter(other.emptyColumns.contains) : other.emptyColumns
    }

    /// What was not validated by either of two sets of rules.
    func joined(_ other: Coverage) -> Coverage {
        var joined = Coverage()
        joined.emptyInputs = emptyInputs + other.emptyInputs
        joined.unevaluated = unevaluated + other.unevaluated
        joined.allIdle = allIdle + other.allIdle
        joined.emptyColumns = (emptyColumns + other.emptyColumns).withoutRepetition()
        return joined
    }

    /// The rules that ran in neither of two runs.
    private static func common(_ rules: [IdleRule], _ others: [IdleRule]) -> [IdleRule] {
        func seen(_ rule: IdleRule) -> IdleRule {
            var rule = rule
            rule.isSeen = true
            return rule
        }
        let known = Dictionary(others.map { (seen($0), $0.isSeen) }) { $0 || $1 }
        return rules.compactMap { rule in
            known[seen(rule)].map { isSeen in
                var rule = rule
                rule.isSeen = rule.isSeen || isSeen
                return rule
            }
        }
    }

    /// Why nothing was checked; `nil` if something was, or if it is not known.
    func nothing(records: Int) -> String? {
        guard isNothing == true else {
            let absent = emptyInputs.filter(\.isRequired).map(\.text)
            return absent.isEmpty ? nil : absent.joined(separator: ", ")
        }
        if records == 0 {
            let files = emptyInputs.prefix(3).map(\.text).joined(separator: ", ")
            let more = emptyInputs.count > 3 ? " and \((emptyInputs.count - 3).grouped()) more" : ""
            return "there are no records" + (files.isEmpty ? "" : ": \(files)\(more)")
        }
        if isInactive { return "no rule is active" }
        if onlyChanges { return "the rules that are active check nothing: they only name values or change them" }
        if let wrapper {
            let subject =
                records == 1
                ? "the document has no attribute that a rule names, but"
                : "none of \(records.grouped()) records has an attribute that a rule names, but in the first"
            return "\(subject) \(wrapper.text): \(wrapper.advice)"
        }
        let subject =
            records == 1 ? "no rule ran for the record" : "no rule ran for any of \(records.grouped()) records"
        if !allIdle.isEmpty {
            return
                "\(subject): conditions were false, or values that rules need are missing or empty ('proviso explain' says why)"
        }
        if !emptyColumns.isEmpty { return "\(subject): the columns that rules name are empty" }
        if hasEmpty { return "\(subject): the values of the attributes that rules check are empty" }
        let owner = records == 1 ? "it has no value for any" : "none has a value for an"
        return "\(subject): \(owner) attribute that a rule names"
    }

    /// One line for each thing that was not validated.
    ///
    /// `unseen` are those about attributes without a value.
    func notes(records: Int, unseen: [String]) -> [String] {
        var lines: [String] = []
        if let nothing = nothing(records: records) {
            lines.append("warning: nothing was checked: \(nothing)")
        } else if let wrapper {
            lines.append("note: no attribute that a rule names was found, but \(wrapper.text): \(wrapper.advice)")
        }
        if records > 0 {
            // What is required is in the warning above.
            let others = isNothing == true ? emptyInputs : emptyInputs.filter { !$0.isRequired }
            lines += others.prefix(Self.shown).map { "note: \($0.text)" }
            if others.count > Self.shown {
                lines.append("note: … and \((others.count - Self.shown).grouped()) more inputs without records")
            }
        }
        lines += unevaluated.map { "note: \($0)".visible } + unseen
        guard records >= Self.many else { return lines }
        lines += idle.prefix(Self.shown).map { rule in
            let place = rule.position.map { "\($0): " } ?? ""
            let reason =
                rule.isExpression
                ? "a value that the expression needs was missing" : "its condition kept it from running"
            return
                "note: \(place)'\(rule.type)' of '\(rule.attribute)' ran for none of \(records.grouped()) records: "
                + "\(reason), or an earlier error (--stats says how often)"
        }
        if idle.count > Self.shown { lines.append("note: … and \(idle.count - Self.shown) more rules that never ran") }
        if !emptyColumns.isEmpty {
            let names = emptyColumns.prefix(Self.shown).map { "'\($0)'" }.joined(separator: ", ")
            let more = emptyColumns.count > Self.shown ? ", … and \(emptyColumns.count - Self.shown) more" : ""
            lines.append("note: no row of \(records.grouped()) has a value in \(names)\(more)".visible)
        }
        return lines
    }

    /// Writes the members that a summary has of it; none if all was validated.
    ///
    /// `isPart` says that it is added to others later, which may have seen more.
    func write(to writer: inout JSONWriter, nothingChecked: String?, isPart: Bool) {
        // Why nothing was checked depends on all of them.
        let idle = isPart || isNothing == true ? allIdle : idle
        if let nothingChecked { writer.member("nothingChecked", nothingChecked) }
        if !emptyInputs.isEmpty {
            writer.member("emptyInputs") {
                $0.list {
                    for input in emptyInputs {
                        $0.object {
                            $0.member("file", input.file)
                            $0.member("reason", input.reason)
                        }
                    }
                }
            }
        }
        if !unevaluated.isEmpty { writer.member("unevaluated", unevaluated) }
        if isInactive { writer.member("inactive", true) }
        if onlyChanges { writer.member("onlyChanges", true) }
        if !hasSeen { writer.member("attributesSeen", false) }
        if hasEmpty { writer.member("valuesEmpty", true) }
        if let wrapper { writer.member("wrapper") { wrapper.write(to: &$0) } }
        if !idle.isEmpty { writer.member("idle") { $0.list { for rule in idle { rule.write(to: &$0) } } } }
        if !emptyColumns.isEmpty { writer.member("emptyColumns", emptyColumns) }
    }

    init() {}

    /// Reads the members of a summary.
    init(_ value: AnyValue) {
        isNothing = value["nothingChecked"] != nil
        emptyInputs = (value["emptyInputs"]?.items ?? []).compactMap { item in
            guard let file = item["file"]?.string, let reason = item["reason"]?.string else { return nil }
            return EmptyInput(file: file, reason: reason)
        }
        unevaluated = (value["unevaluated"]?.items ?? []).compactMap(\.string)
        isInactive = value["inactive"] == .boolean(true)
        onlyChanges = value["onlyChanges"] == .boolean(true)
        hasSeen = value["attributesSeen"] != .boolean(false)
        hasEmpty = value["valuesEmpty"] == .boolean(true)
        wrapper = Wrapper(value["wrapper"])
        allIdle = (value["idle"]?.items ?? []).compactMap(IdleRule.init)
        emptyColumns = (value["emptyColumns"]?.items ?? []).compactMap(\.string)
    }
}

extension Coverage.IdleRule {
    init(_ need: RunNeed, isSeen: Bool) {
        self.init(
            rule: need.rule.id, type: need.rule.type.rawValue, attribute: need.attribute.name,
            position: need.rule.position?.description, isExpression: need.isExpression, isSeen: isSeen)
    }

    fileprivate init?(_ value: AnyValue) {
        guard let rule = value["rule"]?.string, let type = value["type"]?.string,
            let attribute = value["attribute"]?.string
        else { return nil }
        self.init(
            rule: rule, type: type, attribute: attribute, position: value["position"]?.string,
            isExpression: value["needs"]?.string == "value", isSeen: value["seen"] != .boolean(false))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("rule", rule)
            $0.member("type", type)
            $0.member("attribute", attribute)
            if let position { $0.member("position", position) }
            $0.member("needs", isExpression ? "value" : "condition")
            if !isSeen { $0.member("seen", false) }
        }
    }
}
