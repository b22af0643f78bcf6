/// Reads ARB, Flutter's catalog format: a JSON object of `code: pattern`, with `@code` objects for translators.
extension Catalog {
    /// No catalog is longer, in bytes.
    package static let maximumSize = 1 << 20

    /// Read a catalog; `name` stands for it in errors, `locale` is used where the text has no `@@locale`.
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
            throw source.error(at: 0, .syntax("\(bytes.count) bytes are more than \(Self.maximumSize)"))
        }
        let root: CatalogJSON.Node
        do {
            root = try CatalogJSON.read(bytes)
        } catch {
            throw source.error(at: error.offset, .syntax(error.text))
        }
        guard case .object(let members) = root.value else {
            throw source.error(at: root.offset, .syntax("a catalog is a JSON object"))
        }
        let locale = try source.locale(in: members, fallback: fallback)
        self.init(locale: locale, messages: try source.messages(in: members))
    }
}

/// The text of a catalog while it is read, for finding lines and columns.
private struct CatalogSource {
    let bytes: UnsafeBufferPointer<UInt8>
    let file: String

    func locale(in members: [CatalogJSON.Member], fallback: String?) throws(CatalogError) -> String {
        var named = fallback
        var offset = 0
        if let member = members.first(where: { $0.name == "@@locale" }) {
            named = try string(member)
            offset = member.node.offset
        }
        guard let named else { throw error(at: 0, .locale("\"@@locale\" is missing")) }
        let tag = LocaleTag.canonical(named.replacingUnderscores)
        guard let tag else { throw error(at: offset, .locale("\"\(named)\" is no BCP 47 tag")) }
        return tag
    }

    func messages(in members: [CatalogJSON.Member]) throws(CatalogError) -> [String: CatalogMessage] {
        var details: [String: Catalog.Details] = [:]
        for member in members where isNote(member) && !member.name.hasPrefix("@@") {
            details[String(member.name.dropFirst())] = try self.details(member)
        }
        var messages = [String: CatalogMessage](minimumCapacity: members.count)
        var lines = LineCounter(bytes: bytes)
        for member in members where !isNote(member) {
            let (line, column) = lines.place(of: member.node.offset)
            let place = CatalogMessage.Place(file: file, line: line, column: column)
            messages[member.name] = CatalogMessage(
                source: try string(member), details: details.removeValue(forKey: member.name) ?? Catalog.Details(),
                place: place)
        }
        if let stray = members.first(where: { isNote($0) && details[String($0.name.dropFirst())] != nil }) {
            throw error(at: stray.offset, .syntax("\"\(stray.name)\" describes no message"))
        }
        return messages
    }

    private func isNote(_ member: CatalogJSON.Member) -> Bool { member.name.utf8.first == UInt8(ascii: "@") }

    private func details(_ member: CatalogJSON.Member) throws(CatalogError) -> Catalog.Details {
        var details = Catalog.Details()
        for entry in try object(member) {
            switch entry.name {
            case "description": details.description = try string(entry)
            case "x-reviewed":
                guard case .boolean(let flag) = entry.node.value else {
                    throw error(at: entry.node.offset, .syntax("\"x-reviewed\" is true or false"))
                }
                details.isReviewed = flag
            case "placeholders":
                for placeholder in try object(entry) {
                    var result = Catalog.Details.Placeholder(name: placeholder.name)
                    for property in try object(placeholder) {
                        if property.name == "type" { result.type = try string(property) }
                        if property.name == "example" { result.example = try string(property) }
                    }
                    details.placeholders.append(result)
                }
            default: continue
            }
        }
        return details
    }

    private func string(_ member: CatalogJSON.Member) throws(CatalogError) -> String {
        guard case .string(let text) = member.node.value else {
            throw error(at: member.node.offset, .syntax("\"\(member.name)\" must be a string"))
        }
        return text
    }

    private func object(_ member: CatalogJSON.Member) throws(CatalogError) -> [CatalogJSON.Member] {
        guard case .object(let members) = member.node.value else {
            throw error(at: member.node.offset, .syntax("\"\(member.name)\" must be an object"))
        }
        return members
    }

    func error(at offset: Int, _ reason: CatalogError.Reason) -> CatalogError {
        var lines = LineCounter(bytes: bytes)
        let (line, column) = lines.place(of: offset)
        return CatalogError(file: file, line: line, column: column, reason: reason)
    }
}

/// Lines and columns of rising offsets, counted in one pass.
private struct LineCounter {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var line = 1
    private var column = 1

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func place(of offset: Int) -> (line: Int, column: Int) {
        while position < min(offset, bytes.count) {
            if bytes[position] == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if bytes[position] & 0xC0 != 0x80 {
                column += 1
            }
            position += 1
        }
        return (line, column)
    }
}

extension String {
    /// ARB files of other tools write `zh_Hans` for `zh-Hans`.
    var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}
