internal import Glibc
package import Proviso
import ProvisoLocales
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
            let annotated = locale == "en" ? EmbeddedCatalogs.english : nil
            guard let catalog = annotated ?? Catalogs.embedded.catalog(for: locale) else { continue }
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
            findings += checker(beside: file, of: catalog.locale).check(catalog, file: file)
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

    /// The catalogs of a plugin as they are in its file, also those that a host would refuse.
    package mutating func check(_ plugin: PluginCatalogTexts) {
        let (manifest, file) = (plugin.manifest, plugin.file)
        var catalogs: [Catalog] = []
        func report(_ name: String, _ problem: String, _ advice: String) {
            findings.append(
                LocaleFinding(file: name, line: 0, column: 0, key: "", problem: problem, advice: advice))
        }
        for entry in plugin.entries {
            let name = "\(file):\(entry.locale).arb"
            guard let text = entry.text else {
                report(name, "the catalog is empty, not UTF-8, or too large", "write it as UTF-8, in at most 1 MB")
                continue
            }
            do throws(CatalogError) {
                let catalog = try Catalog(arb: text, name: name, locale: entry.locale)
                if catalogs.contains(where: { $0.locale == catalog.locale }) {
                    report(name, "the plugin has two catalogs of this locale", "join them")
                } else {
                    catalogs.append(catalog)
                }
            } catch {
                findings.append(LocaleFinding(error))
            }
        }
        let present = Set(plugin.entries.map(\.locale))
        for locale in manifest.locales where !present.contains(locale) {
            report("\(file):\(locale).arb", "the manifest names this locale, but the plugin has no catalog for it", "")
        }
        if plugin.entries.isEmpty, manifest.rules.contains(where: { !$0.codes.isEmpty }) {
            report(file, "the plugin has no messages", "add a catalog for en")
        }
        check(catalogs, of: manifest, file: file)
    }

    private var builtIn: CatalogChecker {
        let codes = Self.parameters(
            registry.definitions.filter { $0.origin == .builtIn }.flatMap(\.codes) + Code.ofEveryRuleSet
                + Code.ofEveryInput)
        return CatalogChecker(english: EmbeddedCatalogs.english, codes: codes)
    }

    /// The English catalog with which a file is compared.
    ///
    /// A catalog without one beside it overrides some messages: those of the library, if the library has the locale, and
    /// those of plugins.
    private func checker(beside file: String, of locale: String) -> CatalogChecker {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        let name = file.dropFirst(folder.count)
        let prefix = name.lastIndex(of: "_").map { name[...$0] } ?? ""
        let beside = [prefix, ""].lazy.map { "\(folder)\($0)en.arb" }.compactMap { try? CatalogFiles.read($0) }.first
        if beside != nil { return checker(for: beside) }
        var own = checker(for: beside)
        own.isOverride = Catalogs.embedded.catalog(for: locale) != nil
        let foreign = registry.definitions.filter { $0.origin != .builtIn }.flatMap(\.codes)
        own.more = Self.parameters(foreign)
        return own
    }

    /// What catalogs are compared with: an English one, or those built in where there is none.
    private func checker(for english: Catalog?) -> CatalogChecker {
        guard let english else { return builtIn }
        let own = builtIn
        if english.codes.allSatisfy({ own.codes[$0] != nil }) {
            return CatalogChecker(english: english, codes: own.codes)
        }
        // The codes of another program: its English catalog has all of them. A misspelled code of a built-in rule type
        // is not one of them.
        let prefixes = Set(own.codes.keys.map(Self.ruleType))
        let foreign = english.codes.filter { own.codes[$0] != nil || !prefixes.contains(Self.ruleType($0)) }
        if foreign.allSatisfy({ own.codes[$0] != nil }) {
            return CatalogChecker(english: english, codes: own.codes)
        }
        let codes = foreign.map { code in
            let names = english.details(for: code)?.placeholders.map(\.name) ?? []
            return (code, names.isEmpty ? english.pattern(for: code)?.names ?? [] : names)
        }
        return CatalogChecker(english: english, codes: Dictionary(codes) { first, _ in first })
    }

    /// What a code begins with: `string` of `string.tooShort`.
    private static func ruleType(_ code: String) -> Substring { code.prefix { $0 != "." } }

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
