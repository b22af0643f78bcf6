/// Reads ARB, the catalog format of Flutter: a JSON object of `code: pattern`, with `@code` objects for translators.
extension Catalog {
    /// The maximum size of a catalog in bytes.
    package static let maximumSize = 1 << 20

    /// Reads a catalog; `name` names it in errors, and `locale` is used if the file has no `@@locale`.
    public init(arb text: String, name: String, locale: String? = nil) throws(CatalogError) {
        var text = text
        let result: Result<Catalog, CatalogError> = text.withUTF8 { bytes in
            do throws(CatalogError) {
                return .success(try Catalog(bytes: bytes, file: name, fallback: locale))
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    init(bytes: UnsafeBufferPointer<UInt8>, file: String, fallback: String?) throws(CatalogError) {
        let source = CatalogSource(bytes: bytes, file: file)
        guard bytes.count <= Self.maximumSize else {
            throw source.error(at: 0, .syntax("\(bytes.count) bytes, but at most \(Self.maximumSize) are allowed"))
        }
        let root: StrictJSON.Node
        do {
            root = try StrictJSON.read(bytes)
        } catch {
            throw source.error(at: error.offset, .syntax(error.reason))
        }
        guard case .object(let members) = root.value else {
            throw source.error(at: root.offset, .syntax("a catalog must be a JSON object"))
        }
        let locale = try source.locale(in: members, fallback: fallback)
        self.init(
            locale: locale, messages: try source.messages(in: members),
            englishVersions: try source.englishVersions(in: members), isUnfinished: try source.isUnfinished(members))
    }
}

/// The source of a catalog, to find lines and columns while reading it.
private struct CatalogSource {
    let bytes: UnsafeBufferPointer<UInt8>
    let file: String

    func locale(in members: [StrictJSON.Member], fallback: String?) throws(CatalogError) -> String {
        var named = fallback
        var offset = 0
        if let member = members.first(where: { $0.key == "@@locale" }) {
            named = try string(member)
            offset = member.node.offset
        }
        guard let named else { throw error(at: 0, .locale("\"@@locale\" is missing")) }
        let tag = LocaleTag.canonical(named.replacingUnderscores)
        guard let tag else { throw error(at: offset, .locale("\"\(named)\" is not a BCP 47 tag")) }
        return tag
    }

    func messages(in members: [StrictJSON.Member]) throws(CatalogError) -> [String: CatalogMessage] {
        let common = try common(members)
        var details: [String: Catalog.Details] = [:]
        for member in members where isNote(member) && !member.key.hasPrefix("@@") {
            details[String(member.key.dropFirst())] = try self.details(member, common).confirmed
        }
        var messages = [String: CatalogMessage](minimumCapacity: members.count)
        var lines = LineCounter(bytes)
        for member in members where !isNote(member) {
            let (line, column) = lines.place(of: member.node.offset)
            let place = CatalogMessage.Place(file: file, line: line, column: column)
            messages[member.key] = CatalogMessage(
                source: try string(member), details: details.removeValue(forKey: member.key) ?? common.confirmed,
                place: place)
        }
        if let stray = members.first(where: { isNote($0) && details[String($0.key.dropFirst())] != nil }) {
            throw error(at: stray.offset, .syntax("\"\(stray.key)\" describes no message"))
        }
        return messages
    }

    func englishVersions(in members: [StrictJSON.Member]) throws(CatalogError) -> [String: String] {
        guard let member = members.first(where: { $0.key == EnglishVersion.key }) else { return [:] }
        var versions: [String: String] = [:]
        for entry in try object(member) { versions[entry.key] = try string(entry) }
        return versions
    }

    func isUnfinished(_ members: [StrictJSON.Member]) throws(CatalogError) -> Bool {
        guard let member = members.first(where: { $0.key == "@@x-unfinished" }) else { return false }
        return try flag(member)
    }

    private func isNote(_ member: StrictJSON.Member) -> Bool { member.key.utf8.first == UInt8(ascii: "@") }

    /// What holds for all messages whose own details do not say otherwise: `"@@x-reviewed": false`.
    private func common(_ members: [StrictJSON.Member]) throws(CatalogError) -> Catalog.Details {
        var common = Catalog.Details()
        if let member = members.first(where: { $0.key == "@@x-reviewed" }) { common.isReviewed = try flag(member) }
        if let member = members.first(where: { $0.key == "@@x-reviewer" }) { common.reviewer = try string(member) }
        return common
    }

    private func details(
        _ member: StrictJSON.Member, _ common: Catalog.Details
    ) throws(CatalogError) -> Catalog.Details {
        var details = common
        for entry in try object(member) {
            switch entry.key {
            case "description": details.description = try string(entry)
            case "x-reviewed": details.isReviewed = try flag(entry)
            case "x-reviewer": details.reviewer = try string(entry)
            case "placeholders":
                for placeholder in try object(entry) {
                    var result = Catalog.Details.Placeholder(name: placeholder.key)
                    for property in try object(placeholder) {
                        if property.key == "type" { result.type = try string(property) }
                        if property.key == "example" { result.example = try string(property) }
                    }
                    details.placeholders.append(result)
                }
            default: continue
            }
        }
        return details
    }

    private func flag(_ member: StrictJSON.Member) throws(CatalogError) -> Bool {
        guard case .boolean(let flag) = member.node.value else {
            throw error(at: member.node.offset, .syntax("\"\(member.key)\" must be true or false"))
        }
        return flag
    }

    private func string(_ member: StrictJSON.Member) throws(CatalogError) -> String {
        guard case .string(let text) = member.node.value else {
            throw error(at: member.node.offset, .syntax("\"\(member.key)\" must be a string"))
        }
        return text
    }

    private func object(_ member: StrictJSON.Member) throws(CatalogError) -> [StrictJSON.Member] {
        guard case .object(let members) = member.node.value else {
            throw error(at: member.node.offset, .syntax("\"\(member.key)\" must be an object"))
        }
        return members
    }

    func error(at offset: Int, _ reason: CatalogError.Reason) -> CatalogError {
        var lines = LineCounter(bytes)
        let (line, column) = lines.place(of: offset)
        return CatalogError(file: file, line: line, column: column, reason: reason)
    }
}

extension Catalog.Details {
    /// The details, in which a review without the name of a reader does not count.
    fileprivate var confirmed: Self {
        var details = self
        if isReviewed == true, reviewer?.isEmpty ?? true { details.isReviewed = false }
        return details
    }
}

extension String {
    /// The name with hyphens: other tools write `zh_Hans` for `zh-Hans` in ARB files.
    var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}
