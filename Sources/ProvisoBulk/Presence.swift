internal import Proviso

/// Which attributes had a value in some record, as far as a run has come.
struct Presence: Equatable {
    /// Attributes, and the first parts of their paths.
    var seen: Set<String> = []
    /// The members of the first record, for suggestions.
    var names: [String] = []

    /// Adds what a chunk behind the others has.
    mutating func add(_ other: Presence) {
        seen.formUnion(other.seen)
        if names.isEmpty { names = other.names }
    }

    /// The attributes that rules look at and no record has a value for.
    func unseen(_ needs: [NeededAttribute]) -> [UnseenAttribute] {
        let known = Set(needs.map(\.root))
        let others = names.filter { !known.contains($0) }
        return needs.filter { !seen.contains($0.name) }.map { need in
            let isRootSeen = seen.contains(need.root)
            let near = isRootSeen ? nil : ColumnCheck.nearest(to: need.root, in: others)
            return UnseenAttribute(
                attribute: need.name, isRootSeen: isRootSeen, position: need.position?.description, suggestion: near)
        }
    }
}

/// An attribute that rules look at and no record of a run has a value for.
package struct UnseenAttribute: Sendable, Equatable {
    package let attribute: String
    /// Whether some record has a value for the first part of its path.
    package var isRootSeen: Bool
    /// Where the rule stands, `rules.yaml:3:5`; nil for rules without a file.
    package let position: String?
    /// A member that the first record has, and that was perhaps meant.
    package let suggestion: String?

    package var root: String { String(attribute.prefix { $0 != "." }) }
}

extension UnseenAttribute {
    private static let shown = 20

    /// A line for each attribute; those that lie in one that was never seen share its line.
    static func remarks(_ unseen: [UnseenAttribute], records: Int) -> [String] {
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
        // One record alone often lacks what it may lack: only what was probably misspelt is said then.
        if records < 2 { groups.removeAll { $0[0].suggestion == nil } }
        var lines = groups.prefix(shown).map { group in
            let first = group[0]
            let place = first.position.map { "\($0): " } ?? ""
            let name = group.count == 1 ? first.attribute : first.root
            let inside = group.count == 1 ? "" : " (in which \(group.count) attributes with rules lie)"
            let total = records == 1 ? "the record" : "none of \(grouped(records)) records"
            let verb = records == 1 ? "has no value in" : "had a value in"
            return "remark: \(place)'\(name)'\(inside) \(verb) \(total)"
                + Suggestion.hint(first.suggestion)
        }
        if groups.count > shown { lines.append("remark: … and \(groups.count - shown) more that no record has") }
        return lines
    }

    /// A number as `28,298`.
    private static func grouped(_ number: Int) -> String {
        var digits = Array(String(number))
        for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
        return String(digits)
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

/// Looks for values of attributes that one thread has seen none of yet; soon there is nothing left to look for.
struct PresenceScan {
    private var needs: [NeededAttribute]
    /// Those with longer paths, whose first part has not been seen.
    private var roots: [NeededAttribute]

    init(_ needs: [NeededAttribute]) {
        self.needs = needs
        roots = needs.filter { $0.root != $0.name }
    }

    var isDone: Bool { needs.isEmpty }

    /// Notes what a record has.
    mutating func look(at record: Record, into presence: inout Presence) {
        var found: [String] = []
        needs.removeAll { need in
            guard record.hasValue(need) else { return false }
            found.append(need.name)
            return true
        }
        roots.removeAll { need in
            guard record.hasRoot(of: need) else { return false }
            found.append(need.root)
            return true
        }
        if !found.isEmpty { presence.seen.formUnion(found) }
    }

    /// Notes that the columns of a table are there, whatever their fields hold.
    mutating func look(at columns: Columns, into presence: inout Presence) {
        let names = Set(columns.names)
        presence.seen.formUnion(needs.map(\.name).filter(names.contains))
        needs.removeAll { names.contains($0.name) }
    }
}

extension AnyValue {
    /// The items of a list, none of anything else.
    var items: [AnyValue] {
        guard case .list(let items) = self else { return [] }
        return items
    }
}
