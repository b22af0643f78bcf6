internal import ProvisoMessages

/// A problem with a name that leads into an attribute of a model.
struct MemberFault {
    let reason: String
    /// The name that was probably meant.
    let suggestion: () -> String?
}

extension ModelType {
    /// The problem with a path below an attribute, as in `address.ctiy`, or `nil` if the path exists or may exist.
    func memberFault(of name: String) -> MemberFault? {
        memberFault(of: PathText.parts(of: name).map(String.init)[...], in: name, above: [])
    }

    private func memberFault(of parts: ArraySlice<String>, in name: String, above: [String]) -> MemberFault? {
        guard let first = parts.first else { return nil }
        guard let kind = kinds()[first] else {
            let known = attributes()
            return MemberFault(reason: "unknown attribute '\(name)': '\(self.name)' has no '\(first)'") {
                Suggestion.nearest(to: first, in: known)
                    .map { (above + [$0] + parts.dropFirst()).joined(separator: ".") }
            }
        }
        let rest = parts.dropFirst()
        if rest.isEmpty { return nil }
        guard let nested = self.parts().first(where: { $0.attribute == first })?.nested else {
            return kind.hasMembers ? nil : Self.fault(of: above + [first], in: name, kind)
        }
        let inner = rest.dropFirst(nested.levels)
        return nested.model.memberFault(
            of: inner, in: name, above: above + [first] + rest.prefix(nested.levels))
    }

    private static func fault(of path: [String], in name: String, _ kind: AttributeType) -> MemberFault {
        let path = path.joined(separator: ".")
        let what = kind == .integer ? "an integer" : kind == .text ? "a string" : "a \(kind.rawValue)"
        return MemberFault(reason: "unknown attribute '\(name)': '\(path)' is \(what), which has no members") { path }
    }
}

extension AttributeType {
    /// Whether values of the kind can have members.
    fileprivate var hasMembers: Bool {
        switch self {
        case .text, .integer, .number, .boolean: false
        case .list, .object, .other: true
        }
    }
}

extension ModelType {
    /// The reason why data cannot fill a property that holds models of the type, and what to do.
    package func notParsable(in attribute: String, of model: String = "") -> String {
        "data cannot fill '\(attribute)'\(model): '\(name)' is not a ParsableModel; declare "
            + "'struct \(name): ParsableModel' with 'init()', or mark the property '@NoAttribute'"
    }
}
