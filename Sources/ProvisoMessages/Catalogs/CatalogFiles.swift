/// Reads catalogs from disk.
package enum CatalogFiles {
    /// The paths of the `*.arb` files in a directory, sorted.
    package static func list(_ directory: String) throws(CatalogError) -> [String] {
        do throws(SystemError) {
            return try SmallFile.list(directory, ending: ".arb")
        } catch {
            throw unreadable(directory, error)
        }
    }

    /// Reads a catalog whose file name ends in its locale.
    package static func read(_ path: String) throws(CatalogError) -> Catalog {
        let bytes = try contents(of: path)
        let named = tags(of: path)
        let fallback = named.count == 1 ? named.first : nil
        let result: Result<Catalog, CatalogError> = bytes.withUnsafeBufferPointer { bytes in
            do throws(CatalogError) {
                return .success(try Catalog(bytes: bytes, file: path, fallback: fallback))
            } catch {
                return .failure(error)
            }
        }
        let catalog = try result.get()
        guard named.contains(catalog.locale) else {
            let reason = CatalogError.Reason.locale("the file name does not match the locale \"\(catalog.locale)\"")
            throw CatalogError(file: path, line: 0, column: 0, reason: reason)
        }
        return catalog
    }

    /// The parts of a file name that look like a tag: the whole name, and what follows each underscore.
    private static func tags(of path: String) -> [String] {
        let name = path.split(separator: "/").last ?? ""
        let pieces = name.dropLast(".arb".count).split(separator: "_", omittingEmptySubsequences: false)
        return pieces.indices.compactMap { index in
            // `acme` would be a well-formed language of four letters, and `CH` is a region.
            let language = pieces[index].prefix { $0 != "-" }
            guard (2...3).contains(language.count), language.allSatisfy(\.isLowercase) else { return nil }
            return LocaleTag.canonical(pieces[index...].joined(separator: "-"))
        }
    }

    private static func contents(of path: String) throws(CatalogError) -> [UInt8] {
        do throws(SystemError) {
            return try SmallFile.read(path, limit: Catalog.maximumSize)
        } catch {
            throw unreadable(path, error)
        }
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> CatalogError {
        CatalogError(file: path, line: 0, column: 0, reason: .unreadable(error.reason))
    }
}
