import Proviso
import ProvisoBulk
import ProvisoLocales

/// The catalogs a command works on: those built in, or the files of a folder.
struct CatalogFolder {
    /// Nothing for the catalogs built in.
    let path: String?
    let english: ArbDocument
    /// What English tells translators.
    let notes: Catalog?

    init(_ path: String?) throws(CatalogError) {
        self.path = path
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
        guard let path else { return EmbeddedCatalogs.locales }
        var locales: [String] = []
        for file in try CatalogFiles.list(path) { locales.append(try CatalogFiles.read(file).locale) }
        return locales.sorted()
    }

    /// The catalog of a locale; nothing when there is none.
    func document(_ locale: String) throws(CatalogError) -> ArbDocument? {
        guard let path else { return try EmbeddedCatalogs.document(locale) }
        for file in try CatalogFiles.list(path) where try CatalogFiles.read(file).locale == locale {
            return try ArbDocument(contentsOf: file)
        }
        return nil
    }

    /// Where a locale's catalog is, or is to be.
    func file(of locale: String) throws(CatalogError) -> String {
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
