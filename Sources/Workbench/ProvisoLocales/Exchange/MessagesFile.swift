package import Proviso

/// The messages of a plugin in one file: a JSON object with an ARB document for each locale.
package struct MessagesFile: Sendable {
    private let path: String
    /// The documents in the order of the file, each after as many lines and columns as are before it there.
    private var texts: [(locale: String, text: String)]

    /// Whether a path names such a file, and no catalog of one locale.
    package static func isMeant(by path: String) -> Bool { path.hasSuffix(".json") }

    package init(contentsOf path: String) throws(CatalogError) {
        self.path = path
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: Catalog.maximumSize)
        } catch {
            throw CatalogError(file: path, line: 0, column: 0, reason: .unreadable(error.reason))
        }
        var scanner = DocumentScanner(bytes: bytes, path: path)
        texts = try scanner.documents()
    }

    package var locales: [String] { texts.map(\.locale) }

    /// The catalog of a locale, `nil` if the file has none.
    package func catalog(_ locale: String) throws(CatalogError) -> Catalog? {
        guard let text = text(locale) else { return nil }
        let catalog = try Catalog(arb: text, name: path, locale: locale)
        guard catalog.locale == locale else {
            let reason = CatalogError.Reason.locale(
                "the catalog \"\(locale)\" says that it is for \"\(catalog.locale)\"")
            throw CatalogError(file: path, line: 0, column: 0, reason: reason)
        }
        return catalog
    }

    package func document(_ locale: String) throws(CatalogError) -> ArbDocument? {
        guard let text = text(locale) else { return nil }
        return try ArbDocument(text, name: path)
    }

    /// The file's text with a document put in place of the one for its locale, or added.
    package func written(with document: ArbDocument, for locale: String) throws(CatalogError) -> String {
        var rows: [String] = []
        for other in Set(locales + [locale]).sorted() {
            guard let text = try other == locale ? document : self.document(other) else { continue }
            rows.append("  \"\(other)\": \(text.block(indent: "  "))")
        }
        return "{\n\(rows.joined(separator: ",\n"))\n}\n"
    }

    private func text(_ locale: String) -> String? { texts.first { $0.locale == locale }?.text }
}

/// Finds the documents in a messages file; what is in them is left to the reader of catalogs.
private struct DocumentScanner {
    let bytes: [UInt8]
    let path: String
    private var position = 0

    init(bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    mutating func documents() throws(CatalogError) -> [(locale: String, text: String)] {
        var found: [(locale: String, text: String)] = []
        try take("{", "the file must be an object of catalogs by locale")
        repeat {
            skipSpace()
            let place = position
            let name = try name()
            guard let locale = LocaleTag.canonical(name), locale == name else {
                throw failure("\"\(name)\" is not a BCP 47 language tag, such as de or pt-BR", at: place)
            }
            if found.contains(where: { $0.locale == locale }) {
                throw failure("the file has two catalogs for \"\(locale)\"", at: place)
            }
            try take(":", "expected a colon after the locale")
            found.append((locale, try document()))
        } while takes(",")
        try take("}", "expected a comma or the end of the object after a catalog")
        skipSpace()
        if position < bytes.count { throw failure("expected nothing after the object", at: position) }
        return found
    }

    private mutating func name() throws(CatalogError) -> String {
        try take("\"", "expected a locale in quotation marks")
        let start = position
        skipString()
        return String(decoding: bytes[start..<max(start, position - 1)], as: UTF8.self)
    }

    /// The object that begins here, after the line breaks and the columns that are before it.
    private mutating func document() throws(CatalogError) -> String {
        skipSpace()
        let start = position
        try take("{", "expected an object of messages")
        var depth = 1
        while depth > 0 {
            guard position < bytes.count else { throw failure("the catalog that begins here does not end", at: start) }
            position += 1
            switch bytes[position - 1] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""): skipString()
            default: break
            }
        }
        guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
            throw failure("the catalog that begins here is not UTF-8", at: start)
        }
        let (line, column) = place(of: start)
        return String(repeating: "\n", count: line - 1) + String(repeating: " ", count: column - 1) + text
    }

    /// Moves from after a quotation mark to after the one that ends the string.
    private mutating func skipString() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    private mutating func skipSpace() {
        while position < bytes.count, " \t\n\r".utf8.contains(bytes[position]) { position += 1 }
    }

    private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func take(_ mark: Unicode.Scalar, _ reason: String) throws(CatalogError) {
        guard takes(mark) else { throw failure(reason, at: position) }
    }

    private func failure(_ reason: String, at offset: Int) -> CatalogError {
        let (line, column) = place(of: offset)
        return CatalogError(file: path, line: line, column: column, reason: .syntax(reason))
    }

    private func place(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: bytes[lineStart..<offset], as: UTF8.self).unicodeScalars.count + 1
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, column)
    }
}
