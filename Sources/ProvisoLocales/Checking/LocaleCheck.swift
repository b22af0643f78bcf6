internal import Glibc
package import Proviso
package import ProvisoPlugins

/// Checks catalogs: the embedded ones, files, those of plugins, and the messages of a rule set.
package struct LocaleCheck {
    private let registry: Registry
    package private(set) var findings: [LocaleFinding] = []

    package init(registry: Registry = .standard) {
        self.registry = registry
    }

    /// The embedded catalogs: each must have a message for every code.
    package mutating func checkEmbedded() {
        findings += Catalogs.embedded.problems().filter { problem in
            if case .message = problem.reason { false } else { true }
        }.map { LocaleFinding($0) }
        let checker = builtIn
        for locale in Catalogs.embedded.locales {
            guard let catalog = Catalogs.embedded.catalog(for: locale) else { continue }
            findings += checker.check(catalog, file: "Locales/\(locale).arb")
        }
    }

    /// Files, and all `*.arb` files of directories.
    ///
    /// A file is compared with the English one beside it (`acme_en.arb` for `acme_de.arb`), else with the embedded one.
    package mutating func check(files paths: [String]) throws(CatalogError) {
        for path in paths {
            guard Self.isFolder(path) else {
                try check(file: path)
                continue
            }
            let files = try CatalogFiles.list(path)
            if files.isEmpty {
                let reason = CatalogError.Reason.unreadable("there is no .arb file in this directory")
                throw CatalogError(file: path, line: 0, column: 0, reason: reason)
            }
            for file in files { try check(file: file) }
        }
    }

    private mutating func check(file: String) throws(CatalogError) {
        do throws(CatalogError) {
            guard !MessagesFile.isMeant(by: file) else { return try checkMessages(of: file) }
            let catalog = try CatalogFiles.read(file)
            findings += checker(beside: file).check(catalog, file: file)
        } catch {
            if case .unreadable = error.reason { throw error }
            findings.append(LocaleFinding(error))
        }
    }

    private mutating func checkMessages(of file: String) throws(CatalogError) {
        let messages = try MessagesFile(contentsOf: file)
        let checker = checker(for: try messages.catalog("en"))
        for locale in messages.locales {
            do throws(CatalogError) {
                guard let catalog = try messages.catalog(locale) else { continue }
                findings += checker.check(catalog, file: file)
            } catch {
                findings.append(LocaleFinding(error))
            }
        }
    }

    /// A catalog that is not embedded, compared with the embedded ones.
    package mutating func check(_ catalog: Catalog, file: String) {
        findings += builtIn.check(catalog, file: file)
    }

    /// The catalogs of one plugin, by the names that the plugin has for its codes.
    package mutating func check(_ catalogs: [Catalog], of manifest: PluginManifest, file: String) {
        let codes = Self.parameters(manifest.rules.flatMap(\.ownCodes))
        let checker = CatalogChecker(english: catalogs.first { $0.locale == "en" }, codes: codes)
        for catalog in catalogs { findings += checker.check(catalog, file: "\(file):\(catalog.locale).arb") }
    }

    /// The catalogs of plugins, each compared with the plugin's English one.
    package mutating func checkPlugins() {
        for plugin in registry.plugins {
            let definitions = registry.definitions.filter { $0.origin == plugin }
            let codes = Self.parameters(definitions.flatMap(\.codes))
            let catalogs = registry.catalogs.filter { catalog in catalog.codes.contains { codes[$0] != nil } }
            let checker = CatalogChecker(english: catalogs.first { $0.locale == "en" }, codes: codes)
            guard case .plugin(_, let file) = plugin else { continue }
            for catalog in catalogs {
                findings += checker.check(catalog, file: "\(file):\(catalog.locale).arb")
            }
        }
    }

    private var builtIn: CatalogChecker {
        var codes = Self.parameters(
            registry.definitions.filter { $0.origin == .builtIn }.flatMap(\.codes) + Code.ofEveryPlan
                + Code.ofEveryInput)
        for label in CatalogChecker.labels { codes[label] = [] }
        return CatalogChecker(english: Catalogs.embedded.catalog(for: "en"), codes: codes)
    }

    /// The English catalog with which a file is compared.
    private func checker(beside file: String) -> CatalogChecker {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        let name = file.dropFirst(folder.count)
        let prefix = name.lastIndex(of: "_").map { name[...$0] } ?? ""
        let beside = [prefix, ""].lazy.map { "\(folder)\($0)en.arb" }.compactMap { try? CatalogFiles.read($0) }.first
        return checker(for: beside)
    }

    /// What catalogs are compared with: an English one, or those built in where there is none.
    private func checker(for english: Catalog?) -> CatalogChecker {
        guard let english else { return builtIn }
        let own = builtIn
        if english.codes.allSatisfy({ own.codes[$0] != nil }) {
            return CatalogChecker(english: english, codes: own.codes)
        }
        // The codes of another program: its English catalog has all of them.
        let codes = english.codes.map { code in
            let names = english.details(for: code)?.placeholders.map(\.name) ?? []
            return (code, names.isEmpty ? english.pattern(for: code)?.names ?? [] : names)
        }
        return CatalogChecker(english: english, codes: Dictionary(codes) { first, _ in first })
    }

    static func parameters(_ codes: [CodeDescription]) -> [String: [String]] {
        Dictionary(codes.map { ($0.code.rawValue, $0.parameters) }) { ($0 + $1).withoutRepetition() }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    mutating func add(_ new: [LocaleFinding]) { findings += new }

    var rules: Registry { registry }
}

extension Registry {
    /// The plugins whose rule types are registered.
    fileprivate var plugins: [RuleDefinition.Origin] {
        definitions.map(\.origin).filter { if case .plugin = $0 { true } else { false } }.reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }
}
