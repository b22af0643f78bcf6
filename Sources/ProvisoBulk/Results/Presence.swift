internal import Proviso

/// The attributes for which a record so far has a value.
struct Presence: Equatable {
    /// Attributes, and the first parts of their paths.
    var seen: Set<String> = []
    /// Attributes that are columns of a table, with values or without.
    var columns: Set<String> = []
    /// The keys of the first record, for suggestions.
    var names: [String] = []
    /// The list of objects in the first record that probably has the records.
    var wrapper: Wrapper?
    /// Whether a rule without a condition had a value to validate.
    var hasRun = false
    /// The rules with a condition or an expression that have run, by their rank.
    var ran: Set<Int> = []

    /// Adds the attributes of a later chunk.
    mutating func add(_ other: Presence) {
        seen.formUnion(other.seen)
        columns.formUnion(other.columns)
        if names.isEmpty { names = other.names }
        wrapper = wrapper ?? other.wrapper
        hasRun = hasRun || other.hasRun
        ran.formUnion(other.ran)
    }

    /// The number of attributes that are compared with the keys of the records: each takes time in proportion to them.
    private static let mostCompared = 100

    /// The attributes of rules for which no record has a value.
    func unseen(_ needs: [NeededAttribute]) -> [UnseenAttribute] {
        let known = Set(needs.map(\.root))
        let others = names.filter { !known.contains($0) }
        var similar: [String: String?] = [:]
        func nearest(_ root: String) -> String? {
            if let found = similar[root] { return found }
            let near = similar.count < Self.mostCompared ? ColumnCheck.nearest(to: root, in: others) : nil
            similar[root] = .some(near)
            return near
        }
        return needs.filter { !seen.contains($0.name) && !columns.contains($0.name) }.map { need in
            // A key with dots in it, which the rule took for a path.
            let literal = ValuePath([.key(need.column)]).description
            if literal != need.name, names.contains(literal) {
                return UnseenAttribute(
                    attribute: need.name, isRootSeen: true, position: need.position?.description, suggestion: literal)
            }
            let isRootSeen = seen.contains(need.root)
            let near = isRootSeen ? nil : nearest(need.root)
            return UnseenAttribute(
                attribute: need.name, isRootSeen: isRootSeen, position: need.position?.description, suggestion: near)
        }
    }
}

/// An attribute of a rule for which no record of a run has a value.
package struct UnseenAttribute: Sendable, Equatable {
    package let attribute: String
    /// Whether some record has a value for the first part of its path.
    package var isRootSeen: Bool
    /// The position of the rule, such as `rules.yaml:3:5`; `nil` for rules that are not in a file.
    package let position: String?
    /// A similar key of the first record.
    package let suggestion: String?

    package var root: String { PathText.beginnings(of: attribute).first ?? attribute }
}

extension UnseenAttribute {
    private static let shown = 20

    /// A line for each attribute; those in the same unseen attribute share a line.
    static func notes(_ unseen: [UnseenAttribute], records: Int) -> [String] {
        var groups: [[UnseenAttribute]] = []
        var order: [String: Int] = [:]
        for next in unseen {
            let key = next.isRootSeen ? next.attribute : next.root
            if let index = order[key] {
                groups[index].append(next)
            } else {
                order[key] = groups.count
                groups.append([next])
            }
        }
        // A single record often lacks optional attributes: then only probable spelling mistakes are reported.
        if records < 2 { groups.removeAll { $0[0].suggestion == nil } }
        var lines = groups.prefix(shown).map { group in
            let first = group[0]
            let place = first.position.map { "\($0): " } ?? ""
            let name = group.count == 1 ? first.attribute : first.root
            let inside = group.count == 1 ? "" : " (which contains \(group.count) attributes with rules)"
            let total = records == 1 ? "the record" : "none of \(records.grouped()) records"
            let verb = records == 1 ? "has no value in" : "had a value in"
            return "note: \(place)'\(name)'\(inside) \(verb) \(total)"
                + Suggestion.hint(first.suggestion)
        }
        if groups.count > shown { lines.append("note: … and \(groups.count - shown) more that no record has") }
        return lines
    }

    static func read(_ value: AnyValue) -> UnseenAttribute? {
        guard let attribute = value["attribute"]?.string else { return nil }
        return UnseenAttribute(
            attribute: attribute, isRootSeen: value["isInside"] == .boolean(true), position: value["rule"]?.string,
            suggestion: value["suggestion"]?.string)
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("attribute", attribute)
            if isRootSeen { $0.member("isInside", true) }
            if let position { $0.member("rule", position) }
            if let suggestion { $0.member("suggestion", suggestion) }
        }
    }
}

/// Looks for the attributes that one thread has not seen yet; after a few records there are usually none left.
struct PresenceScan {
    private var needs: [NeededAttribute]
    /// Those with longer paths, whose first part has not been seen.
    private var roots: [NeededAttribute]
    /// Other attributes that rules validate, as long as no rule has run; then those of rules that may never run.
    private var others: [NeededAttribute]
    /// The attributes of rules that a value alone does not let run.
    private let conditional: Set<String>
    /// The attributes whose values let a rule run, as long as none has run.
    private var proofs: [WatchedRules.Proof]
    /// The columns that were seen last.
    private var columns: ObjectIdentifier?

    init(_ watched: WatchedRules) {
        needs = watched.attributes
        others = watched.others
        proofs = watched.proofs
        conditional = Set(watched.conditional.map(\.attribute.name))
        roots = needs.filter { $0.root != $0.name }
    }

    var isDone: Bool { needs.isEmpty && others.isEmpty && proofs.isEmpty }

    /// Registers the attributes that a record has.
    mutating func look(at record: Record, into presence: inout Presence) {
        var found: [String] = []
        if let first = proofs.firstIndex(where: { $0.holds(for: record) }) {
            presence.hasRun = true
            found.append(proofs[first].attribute.name)
            proofs = []
        }
        needs.removeAll { need in
            guard record.hasValue(need) else { return false }
            found.append(need.name)
            return true
        }
        if !others.isEmpty {
            others.removeAll { need in
                guard record.hasValue(need) else { return false }
                found.append(need.name)
                return true
            }
        }
        roots.removeAll { need in
            guard record.hasRoot(of: need) else { return false }
            found.append(need.root)
            return true
        }
        presence.seen.formUnion(found)
        if proofs.isEmpty, presence.hasRun { others.removeAll { !conditional.contains($0.name) } }
    }

    /// Registers the columns of a table, also those with empty fields only.
    mutating func look(at columns: Columns, into presence: inout Presence) {
        if self.columns == ObjectIdentifier(columns) { return }
        self.columns = ObjectIdentifier(columns)
        let names = Set(columns.attributes)
        presence.columns.formUnion(needs.map(\.name).filter(names.contains))
    }
}
