internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// The packages in a directory or on a web server.
///
/// It is not signed: who can change it can hide packages, and nothing else, because everything it says about a package is
/// checked against the signed library.
package struct PackageIndex: Sendable {
    /// A package with the name of its file, which is in the directory of the index.
    package struct Entry: Sendable, Hashable {
        package let facts: PluginPackage.Facts
        package let file: String
    }

    package static let fileName = "index.json"
    package static let maximumSize = 16 << 20

    /// Sorted by id, then the newest first.
    package private(set) var entries: [Entry]

    package init(_ entries: some Sequence<Entry> = []) {
        self.entries = entries.sorted {
            ($0.facts.id, $1.facts.version, $0.file) < ($1.facts.id, $0.facts.version, $1.file)
        }
    }

    /// Reads the output of `json`.
    package init(parsing bytes: [UInt8]) throws(PluginFault) {
        guard let value = try? AnyValue(json: bytes), value["format"]?.int == 1,
            case .list(let items)? = value["packages"]
        else { throw PluginFault("is not an index of version 1, as 'proviso plugin publish' writes it") }
        var entries: [Entry] = []
        for (number, item) in items.enumerated() {
            guard let facts = PluginPackage.Facts(item), let file = item["file"]?.string, Self.isPlain(file) else {
                throw PluginFault("is damaged: its package \(number + 1) lacks something, or names a file elsewhere")
            }
            entries.append(Entry(facts: facts, file: file))
        }
        self.init(entries)
    }

    /// Whether a file is in the directory of the index itself.
    private static func isPlain(_ file: String) -> Bool {
        file.hasSuffix(PluginPackage.ending)
            && PluginPackage.Facts.isID(String(file.dropLast(PluginPackage.ending.count)))
    }

    package var json: String {
        var writer = JSONWriter()
        writer.object {
            $0.member("format", 1)
            $0.member("packages") {
                $0.list {
                    for entry in entries {
                        $0.object {
                            entry.facts.write(to: &$0)
                            $0.member("file", entry.file)
                        }
                    }
                }
            }
        }
        return writer.text + "\n"
    }

    /// Adds a package, or replaces one of the same file name.
    package mutating func add(_ package: PluginPackage) {
        let entry = Entry(facts: package.facts, file: package.name)
        self = PackageIndex(entries.filter { $0.file != entry.file } + [entry])
    }

    /// The packages whose id, rule types or summary have all the words.
    package func entries(with words: [String]) -> [Entry] {
        let words = words.map { $0.lowercased() }
        return entries.filter { entry in
            let text = ([entry.facts.id, entry.facts.summary] + entry.facts.types).joined(separator: " ").lowercased()
            return words.allSatisfy { text.holds($0) }
        }
    }

    /// The newest package for an id or a rule type that this host can run.
    package func newest(_ name: String, version: PluginVersion? = nil) throws(PluginFault) -> Entry {
        let named = entries.filter { $0.facts.id == name || $0.facts.types.contains(name) }
        if named.isEmpty {
            let near = Suggestion.nearest(to: name, in: entries.flatMap { [$0.facts.id] + $0.facts.types })
            throw PluginFault("has no plugin '\(name)'\(Suggestion.hint(near))")
        }
        // Two publishers can offer one rule type: the user must say which one is meant.
        let ids = Set(named.map(\.facts.id)).sorted()
        guard ids.count == 1 else {
            throw PluginFault("has several plugins for '\(name)': \(ids.joined(separator: ", "))")
        }
        let usable = named.filter {
            [PluginPackage.processor, PluginPackage.anyProcessor].contains($0.facts.processor)
                && $0.facts.minor <= Int(PROVISO_ABI_MINOR)
                && (version.map($0.facts.version.satisfies) ?? $0.facts.version.isRelease)
        }
        // Of one version, the library of this processor is faster than the module.
        let native = usable.filter { $0.facts.processor == PluginPackage.processor }
        if let best = usable.max(by: { $0.facts.version < $1.facts.version }) {
            return native.first { $0.facts.version == best.facts.version } ?? best
        }
        let known = named.map { "\($0.facts.version) (\($0.facts.processor), interface 1.\($0.facts.minor))" }
        throw PluginFault(
            "has no version\(version.map { " \($0)" } ?? "") of \(ids[0]) for this host "
                + "(\(PluginPackage.processor), interface 1.\(PROVISO_ABI_MINOR)): there are \(known.joined(separator: ", "))"
        )
    }
}
