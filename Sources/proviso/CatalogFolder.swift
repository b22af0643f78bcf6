import Proviso
import ProvisoBulk
import ProvisoLocales

/// The catalogs a command works on: those built in, the files of a folder, or those of one messages file.
struct CatalogFolder {
    /// Nothing for the catalogs built in.
    let path: String?
    let english: ArbDocument
    /// What English tells translators.
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
            notes = Catalogs.embedded.catalog(for: "en")
        }
    }

    func locales() throws(CatalogError) -> [String] {
        if let messages { return messages.locales.sorted() }
        guard let path else { return EmbeddedCatalogs.locales }
        var locales: [String] = []
        for file in try CatalogFiles.list(path) { locales.append(try CatalogFiles.read(file).locale) }
        return locales.sorted()
    }

    /// The catalog of a locale; nothing when there is none.
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
            return try WholeFile.write(document.written, to: file(of: locale))
        }
        // Read anew: one command may bring in several locales.
        let current = try MessagesFile(contentsOf: path)
        try WholeFile.write(current.written(with: document, for: locale), to: path)
    }

    /// Where a locale's catalog is, or is to be.
    private func file(of locale: String) throws(CatalogError) -> String {
        guard let path else { return "\(locale).arb" }
        for file in try CatalogFiles.list(path) where try CatalogFiles.read(file).locale == locale { return file }
        return "\(path)/\(locale).arb"
    }

    /// Runs a command's body; what it throws is said, and ends the tool as a usage error does.
    static func run(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CatalogError {
            Messages.error(error.description)
            throw ExitCode.usage
        } catch let error as SystemError {
            Messages.error(error.reason)
            throw ExitCode.failure
        }
    }
}
