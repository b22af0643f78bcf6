package import Proviso

/// A catalog as its file has it: every member in its order, also those the library does not read.
package struct ArbDocument: Sendable {
    private var members: [StrictJSON.Member]

    package init(_ text: String, name: String) throws(CatalogError) {
        // The reader of catalogs reports the problem, with line and column.
        _ = try Catalog(arb: text, name: name, locale: "und")
        let root = try? StrictJSON.read(text)
        guard case .object(let members)? = root?.value else { preconditionFailure("a catalog is an object") }
        self.members = members
    }

    package init(contentsOf path: String) throws(CatalogError) {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: Catalog.maximumSize)
        } catch {
            throw CatalogError(file: path, line: 0, column: 0, reason: .unreadable(error.reason))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CatalogError(file: path, line: 0, column: 0, reason: .syntax("not valid UTF-8"))
        }
        try self.init(text, name: path)
    }

    /// A catalog with English's keys and no text yet.
    package init(locale: String, keysOf english: ArbDocument) {
        members = [
            StrictJSON.Member(key: "@@locale", node: .init(value: .string(locale))),
            StrictJSON.Member(key: "@@x-reviewed", node: .init(value: .boolean(false))),
        ]
        members += english.keys.map { StrictJSON.Member(key: $0, node: .init(value: .string(""))) }
    }

    /// The codes, in the order of the file.
    package var keys: [String] { members.map(\.key).filter { !$0.hasPrefix("@") } }

    package var locale: String? {
        guard case .string(let tag)? = value("@@locale") else { return nil }
        return LocaleTag.canonical(String(tag.map { $0 == "_" ? "-" : $0 }))
    }

    /// A message; setting `nil` removes it with its details.
    package subscript(key: String) -> String? {
        get {
            guard case .string(let text)? = value(key) else { return nil }
            return text
        }
        set {
            guard let newValue else {
                members.removeAll { $0.key == key || $0.key == "@\(key)" }
                return
            }
            let member = StrictJSON.Member(key: key, node: .init(value: .string(newValue)))
            if let index = members.firstIndex(where: { $0.key == key }) {
                members[index] = member
            } else {
                // The hashes stay at the end.
                members.insert(member, at: members.firstIndex { $0.key == EnglishVersion.key } ?? members.count)
            }
        }
    }

    /// Whether a native speaker, whom the file names, reviewed a message; absent when the file does not say.
    package func isReviewed(_ key: String) -> Bool? {
        guard case .boolean(let isReviewed)? = review("x-reviewed", of: key) else { return nil }
        return isReviewed && reviewer(of: key) != nil
    }

    /// The native speaker who reviewed a message.
    package func reviewer(of key: String) -> String? {
        guard case .string(let name)? = review("x-reviewer", of: key), !name.isEmpty else { return nil }
        return name
    }

    /// What the details of a message or of the whole file say about a review.
    private func review(_ name: String, of key: String) -> StrictJSON.Value? {
        if case .object(let details)? = value("@\(key)"), let own = details.first(where: { $0.key == name }) {
            return own.node.value
        }
        return value("@@\(name)")
    }

    /// Notes who has reviewed a message; with `nil`, it is not reviewed.
    package mutating func setReviewer(_ key: String, _ reviewer: String?) {
        if isReviewed(key) == (reviewer != nil), reviewer == nil || self.reviewer(of: key) == reviewer { return }
        var reviews = [StrictJSON.Member(key: "x-reviewed", node: .init(value: .boolean(reviewer != nil)))]
        if let reviewer { reviews.append(StrictJSON.Member(key: "x-reviewer", node: .init(value: .string(reviewer)))) }
        guard let index = members.firstIndex(where: { $0.key == "@\(key)" }),
            case .object(var details) = members[index].node.value
        else {
            let after = members.firstIndex { $0.key == key } ?? members.count - 1
            members.insert(StrictJSON.Member(key: "@\(key)", node: .init(value: .object(reviews))), at: after + 1)
            return
        }
        details.removeAll { ["x-reviewed", "x-reviewer"].contains($0.key) }
        details += reviews
        members[index] = StrictJSON.Member(key: "@\(key)", node: .init(value: .object(details)))
    }

    /// The hash of the English message that a message was translated from; `nil` if the catalog does not say.
    package func englishVersion(_ key: String) -> String? {
        guard case .object(let versions)? = value(EnglishVersion.key),
            case .string(let hash)? = versions.first(where: { $0.key == key })?.node.value
        else { return nil }
        return hash
    }

    /// Notes the English message that a message was translated from, at the end of the file.
    package mutating func setEnglish(_ key: String, _ english: String) {
        let hash = StrictJSON.Member(key: key, node: .init(value: .string(EnglishVersion.hash(of: english))))
        let index = members.firstIndex { $0.key == EnglishVersion.key }
        var versions: [StrictJSON.Member] = []
        if let index, case .object(let known) = members[index].node.value { versions = known }
        if let place = versions.firstIndex(where: { $0.key == key }) {
            versions[place] = hash
        } else {
            versions.append(hash)
        }
        let member = StrictJSON.Member(key: EnglishVersion.key, node: .init(value: .object(versions)))
        if let index { members[index] = member } else { members.append(member) }
    }

    /// Takes out what has no text.
    package mutating func removeEmpty() {
        for key in keys where self[key]?.isEmpty ?? false { self[key] = nil }
    }

    private func value(_ name: String) -> StrictJSON.Value? { members.first { $0.key == name }?.node.value }
}

/// Writing: one line per message, details that hold objects spread over several.
extension ArbDocument {
    package var written: String { block(indent: "") + "\n" }

    /// The text of the object, without a line break at its end; lines after the first are indented.
    func block(indent: String) -> String { Self.block(members, indent: indent) }

    private static func block(_ members: [StrictJSON.Member], indent: String) -> String {
        let rows = members.map { member in
            "\(indent)  \(quoted(member.key)): \(value(member.node.value, indent: indent + "  "))"
        }
        return "{\n\(rows.joined(separator: ",\n"))\n\(indent)}"
    }

    /// An object spreads over lines when it describes a message, when it has many members, or when it holds objects with something in them.
    private static func value(_ value: StrictJSON.Value, indent: String) -> String {
        guard case .object(let members) = value else { return compact(value) }
        // Hashes and such: a line for each, so that changes of two messages do not meet.
        let spreads =
            members.count > 4
            || members.contains { member in
                guard case .object(let inner) = member.node.value else { return member.key == "description" }
                return !inner.isEmpty
            }
        return spreads ? block(members, indent: indent) : compact(value)
    }

    private static func compact(_ value: StrictJSON.Value) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .number(let text): text
        case .boolean(let flag): flag ? "true" : "false"
        case .null: "null"
        case .array(let nodes): "[\(nodes.map { compact($0.value) }.joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(quoted($0.key)): \(compact($0.node.value))" }.joined(separator: ", "))}"
        }
    }

    static func quoted(_ text: String) -> String {
        var writer = JSONWriter(escapesHidden: false)
        writer.value(text)
        return writer.text
    }
}
