package import Proviso

extension MessagePattern {
    /// Every argument with branches, the outer before the inner.
    package var choosers: [Part] { Self.choosers(in: parts) }

    /// Every piece of text, in the order written.
    package var literals: [String] {
        Self.flattened(parts).compactMap { part in
            if case .literal(let text) = part { text } else { nil }
        }
    }

    private static func choosers(in parts: [Part]) -> [Part] {
        flattened(parts).filter { part in
            switch part {
            case .plural, .select: true
            default: false
            }
        }
    }

    /// All parts; those of branches come after the part they belong to.
    package static func flattened(_ parts: [Part]) -> [Part] {
        parts.flatMap { part -> [Part] in
            switch part {
            case .plural(let plural): [part] + flattened(plural.branches.flatMap(\.parts) + plural.other)
            case .select(let select): [part] + flattened(select.branches.flatMap(\.parts) + select.other)
            default: [part]
            }
        }
    }
}

extension Set<PluralCategory> {
    /// The keywords in CLDR's order.
    package var inOrder: String { sorted { $0.rawValue < $1.rawValue }.map(\.keyword).joined(separator: ", ") }
}
