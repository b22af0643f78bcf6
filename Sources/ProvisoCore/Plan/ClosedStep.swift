internal import JSONBridge
package import ProvisoMessages

/// Reports members that nothing in a closed rule set names, each at its own place.
package final class ClosedStep: Sendable {
    private struct Level {
        let attribute: AttributeInfo
        let names: [String]
        let known: TextTable
        /// A member of a value that is only tried: the number of parts of its path is all that counts.
        let tried: ViolationPlace

        init(attribute: AttributeInfo, names: [String]) {
            (self.attribute, self.names, known) = (attribute, names, TextTable(names))
            let site = ViolationSite(
                attribute: attribute.name, path: attribute.path.appending(.key("")), rule: ClosedStep.rule)
            tried = ViolationPlace(site: site, offset: nil, value: nil)
        }
    }

    private let levels: [Level]
    /// The keys that are allowed in every object.
    private let allowed: Pattern?
    /// The rule that a closed rule set implies; every plan has it.
    static let rule = RuleReference(id: "closed", type: "closed")

    init(_ levels: [ClosedNames.Level], allowing allowed: Pattern?, in shape: Shape) {
        self.allowed = allowed
        self.levels = levels.map { level in
            let (slot, tail) = shape.locate(level.path)
            return Level(
                attribute: AttributeInfo(
                    name: level.path.description, path: level.path, slot: slot, tail: tail, index: -1),
                names: level.names)
        }
    }

    func run(_ context: inout ValidationContext) {
        // The columns of a table are the same in each row, and are checked once.
        if context.record.state.pointee.isRow { return }
        let record = context.record
        withUnsafeMutablePointer(to: &context) { context in
            for level in levels {
                record.walk(context.pointee.slots + level.attribute.slot, level.attribute.tail[...], depth: 0) {
                    check($0, level, depth: $1, &context.pointee)
                }
            }
        }
    }

    private func check(
        _ object: UnsafeMutablePointer<prv_node>, _ level: Level, depth: Int, _ context: inout ValidationContext
    ) {
        guard object.pointee.value.kindOrAbsent == .object else { return }
        context.meter.pointee.charge(object.pointee.value.nodes.count)
        for member in object.pointee.value.nodes where !level.known.contains(member.keyBytes) {
            if let allowed {
                // Beyond its steps a record is invalid anyway.
                guard context.pay(forBytes: member.keyBytes.count, price: allowed.price) else { return }
                if allowed.matches(member.keyBytes) { continue }
            }
            report(member, level, depth: depth, &context)
        }
    }

    private func report(_ member: prv_node, _ level: Level, depth: Int, _ context: inout ValidationContext) {
        context.findings += 1
        context.failedSteps += 1
        if context.isQuiet { return }
        if context.isTrial { return context.violations.append(level.tried.violation(.unknownMember, [:])) }
        let key = member.keyString
        let attribute = level.attribute.path.appending(.key(key)).description
        if context.isFull {
            return context.record.state.pointee.omitted.count(.unknownMember, attribute: attribute, rule: Self.rule)
        }
        let path = context.record.path(of: level.attribute.path.components, depth: depth).appending(.key(key))
        let place = ViolationPlace(
            site: ViolationSite(attribute: attribute, path: path, rule: Self.rule),
            offset: member.offset == .max ? nil : Int(member.offset), value: nil)
        let names = context.takeSuggestion() ? level.names : []
        context.violations.append(place.violation(.unknownMember, Self.parameters(key, among: names)))
    }

    /// The parameters of the violation: the key, and the name that was probably meant.
    package static func parameters(_ key: String, among names: [String]) -> Parameters {
        let near = Suggestion.likely(for: key, in: names)
        return [
            "key": .text(key), "kind": .text(near == nil ? "unknown" : "similar"), "suggestion": .text(near ?? ""),
        ]
    }

    /// The columns of a table that the rule set does not name, with those that were probably meant.
    ///
    /// `attributes` are the paths of the columns.
    package func unknown(
        amongColumns columns: [String], _ attributes: [String]
    ) -> [(column: String, suggestion: String?)] {
        let names = levels.flatMap { level in level.names.map { level.attribute.path.appending(.key($0)).description } }
        let (known, present) = (Set(names), Set(attributes))
        let missing = names.filter { !present.contains($0) }
        return SuggestionWork.limited {
            zip(columns, attributes).filter { !isKnown($0.1, known) }.map { column, attribute in
                (column, Suggestion.nearest(to: attribute, in: missing))
            }
        }
    }

    /// Whether a column is named, or is inside a value that is not closed.
    private func isKnown(_ column: String, _ known: Set<String>) -> Bool {
        if known.contains(column) { return true }
        // The innermost closed object that the column is in decides.
        let path = ValuePath(column)
        for length in (0..<path.components.count).reversed() {
            let above = ValuePath(Array(path.components.prefix(length)))
            if levels.contains(where: { $0.attribute.path == above }) {
                let member = ValuePath(Array(path.components.prefix(length + 1)))
                return known.contains(member.description) || allows(path.components[length])
            }
        }
        return false
    }

    private func allows(_ component: ValuePath.Component) -> Bool {
        guard case .key(var key) = component, let allowed else { return false }
        return key.withUTF8 { allowed.matches($0) }
    }
}
