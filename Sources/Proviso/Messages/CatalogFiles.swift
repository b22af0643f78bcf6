internal import Glibc

/// Catalogs on disk.
enum CatalogFiles {
    /// The paths of a directory's `*.arb` files, sorted.
    static func list(_ directory: String) throws(CatalogError) -> [String] {
        guard let stream = opendir(directory) else { throw unreadable(directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".arb"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().map { "\(directory)/\($0)" }
    }

    /// Read a catalog whose name ends in its locale.
    static func read(_ path: String) throws(CatalogError) -> Catalog {
        let bytes = try contents(of: path)
        let name = stem(of: path)
        let named = tag(endOf: name)
        let result: Result<Catalog, CatalogError> = bytes.withUnsafeBufferPointer { bytes in
            do throws(CatalogError) {
                return .success(try Catalog(bytes: bytes, file: path, fallback: named))
            } catch {
                return .failure(error)
            }
        }
        let catalog = try result.get()
        guard endings(of: name).contains(where: { LocaleTag.canonical($0) == catalog.locale }) else {
            let reason = CatalogError.Reason.locale("the name says another locale than \"\(catalog.locale)\"")
            throw CatalogError(file: path, line: 0, column: 0, reason: reason)
        }
        return catalog
    }

    private static func stem(of path: String) -> String {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        return String(name.hasSuffix(".arb") ? name.dropLast(4) : name)
    }

    /// What the name may mean as a tag: all of it, and what follows each underscore.
    private static func endings(of name: String) -> [String] {
        let pieces = name.split(separator: "_", omittingEmptySubsequences: false)
        return pieces.indices.map { pieces[$0...].joined(separator: "-") }
    }

    private static func tag(endOf name: String) -> String? {
        endings(of: name).lazy.compactMap { LocaleTag.canonical($0) }.first
    }

    private static func contents(of path: String) throws(CatalogError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= Catalog.maximumSize {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw unreadable(path) }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    private static func unreadable(_ path: String) -> CatalogError {
        let text = String(cString: strerror(errno))
        return CatalogError(file: path, line: 0, column: 0, reason: .unreadable(text))
    }
}
