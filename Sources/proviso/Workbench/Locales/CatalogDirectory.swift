import CommandTable
import Proviso
import ProvisoBulk
import ProvisoLocales

/// The catalogs of a command: the embedded ones, or the files of a directory.
struct CatalogDirectory {
    /// `nil` for the embedded catalogs.
    let path: String?
    let english: ArbDocument
    /// The English catalog, with notes for translators.
    let notes: Catalog?
    private let messages: MessagesFile?

    init(_ path: String?) throws(CatalogError) {
        self.path = path
        if let path, MessagesFile.isMeant(by: path) {
            let messages = try MessagesFile(contentsOf: path)
            guard let own = try messages.document("en") else {
                let reason = CatalogError.Reason.locale(
                    "the file has no catalog \"en\", which says what the messages are")
                throw CatalogError(file: path, line: 0, column: 0, reason: reason)
            }
            (english, notes, self.messages) = (own, try messages.catalog("en"), messages)
            return
        }
        messages = nil
        let file = path.map { "\($0)/en.arb" }
        if let file, let catalog = try? CatalogFiles.read(file) {
            english = try ArbDocument(contentsOf: file)
            notes = catalog
        } else {
            guard let own = try EmbeddedCatalogs.document("en") else { preconditionFailure("English is built in") }
            english = own
            notes = EmbeddedCatalogs.english
        }
    }

    /// The operand of commands that read catalogs.
    static func operand<Taker>(_ set: @escaping (inout Taker, String) -> Void) -> Operands<Taker> {
        Operands(
            "catalogs", .oneOrNone, kind: .file,
            help:
                "A directory of catalogs (*.arb), or the messages file (*.json) of a plugin; the embedded ones by default.",
            set)
    }

    func locales() throws(CatalogError) -> [String] {
        if let messages { return messages.locales.sorted() }
        guard let path else { return EmbeddedCatalogs.locales }
        var locales: [String] = []
        for file in try CatalogFiles.list(path) { locales.append(try CatalogFiles.read(file).locale) }
        return locales.sorted()
    }

    /// The catalog of a locale, or `nil` if there is none.
    func document(_ locale: String) throws(CatalogError) -> ArbDocument? {
        if let messages { return try messages.document(locale) }
        guard let path else { return try EmbeddedCatalogs.document(locale) }
        for file in try CatalogFiles.list(path) where try CatalogFiles.read(file).locale == locale {
            return try ArbDocument(contentsOf: file)
        }
        return nil
    }

    /// Writes a catalog to its file, or into the messages file.
    func write(_ document: ArbDocument, for locale: String) throws {
        guard let path, messages != nil else {
            return try NewFile.write(document.written, to: file(of: locale))
        }
        // Read again: one command may bring in several locales.
        let current = try MessagesFile(contentsOf: path)
        try NewFile.write(current.written(with: document, for: locale), to: path)
    }

    /// The file of a locale's catalog, which may not exist yet.
    private func file(of locale: String) throws(CatalogError) -> String {
        guard let path else { return "\(locale).arb" }
        for file in try CatalogFiles.list(path) where try CatalogFiles.read(file).locale == locale { return file }
        return "\(path)/\(locale).arb"
    }

    /// Runs a command's body; reports its errors and ends the tool.
    static func run(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CatalogError {
            throw ExitCode.usage.because(error.description)
        } catch let error as SystemError {
            throw ExitCode.failure.because(error.reason)
        }
    }
}
