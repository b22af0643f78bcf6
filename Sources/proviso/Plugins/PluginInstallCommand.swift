import CommandTable
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginSearchCommand: TakesPackages {
    var packages = PackageOptions()
    var words: [String] = []

    static let name = "search"
    static let summary = "List the plugins of an index."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso plugin search --index https://plugins.example.org isbn", "Find plugins for ISBNs."),
                ("proviso plugin search --index index", "List all plugins of an index in a directory."),
            ],
            statuses: [("0", "done"), ("2", "usage"), ("3", "the index cannot be read")])
    }

    static var options: [Option<Self>] { [PackageOptions.index(), PackageOptions.keys()] }

    static var operands: Operands<Self>? {
        Operands("words", .any, help: "Words of the id, the rule types or the summary.") { $0.words.append($1) }
    }

    func run() throws {
        let source = try packages.source()
        try PackageOptions.run {
            var text = ""
            let index = try source.checked(by: try packages.ring())
            var offers: [String: Result<PackageOffer, PluginFault>] = [:]
            var doubts: Set<String> = []
            for facts in index.packages(with: words) {
                let offer = offers[facts.id] ?? Result { () throws(PluginFault) in try index.offer(of: facts.id) }
                offers[facts.id] = offer
                let doubt = Self.doubt(facts, offer)
                if let doubt {
                    doubts.insert("\(facts.id) is not verified: \(source.shown(PackageIndex.fileName)) \(doubt)")
                }
                let mark = doubt == nil ? "" : "; not verified"
                let about = "\(facts.id) \(facts.version)  (\(facts.processor), \(facts.license)\(mark))"
                text +=
                    about.visible + "\n" + "    \(facts.types.joined(separator: " "))  \(facts.summary)".visible + "\n"
            }
            try StandardOutput.write(text.isEmpty ? "no plugins\n" : text)
            for doubt in doubts.sorted() { StandardError.line("note: \(doubt)".visible) }
        }
    }

    /// Why what an index says about a package is not believed; `nil` if its publisher signed it.
    private static func doubt(
        _ facts: PluginPackage.Facts, _ offer: Result<PackageOffer, PluginFault>
    ) -> String? {
        switch offer {
        case .failure(let fault): fault.reason
        case .success(let offer) where offer.isSigned(facts): nil
        case .success(let offer) where offer.isSigned:
            "has \(facts.version) in no list that its publisher signed"
        case .success: PluginInstallCommand.unsigned(facts.id)
        }
    }
}

struct PluginInstallCommand: TakesPackages {
    var packages = PackageOptions()
    var allowsOlder = false
    var names: [String] = []

    static let name = "install"
    static let summary = "Install plugins from an index."

    static var page: CommandPage {
        CommandPage(
            """
            Installs the newest version that this host can run. The publisher's key must be in the key directory, for a \
            prefix of the plugin's id: name the first plugin of a publisher by its id. The first part of its rule types, 'acme' of acme/isbn, belongs to the publisher who \
            used it first: once that is known, a rule type can stand for the id. A version older than one that was \
            installed before is refused. No code of a plugin is run, and an installed plugin runs in a worker until you trust it.
            """,
            examples: [
                ("proviso plugin install --index https://plugins.example.org org.example.isbn", "Install by id."),
                (
                    "proviso plugin install --index index --plugins plugins org.example.isbn@1.2",
                    "Install a version 1.2.x."
                ),
            ],
            statuses: [("0", "done"), ("2", "usage"), ("3", "a package is refused, or cannot be read or written")])
    }

    static var options: [Option<Self>] {
        [
            PackageOptions.index(), PackageOptions.plugins(), PackageOptions.keys(),
            .flag("--allow-older", help: "Also install a version older than one that was installed before.") {
                $0.allowsOlder = true
            },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("plugins", .atLeastOne, help: "Ids or rule types, also with a version: acme/isbn@1.2.") {
            $0.names.append($1)
        }
    }

    func run() throws {
        let source = try packages.source()
        let installer = try packages.installer(allowsOlder: allowsOlder)
        let requests = try names.map(Self.request)
        try PackageOptions.run {
            let index = try source.checked(by: try packages.ring())
            for request in requests {
                let vendors = try packages.vendors()
                try Self.refuseType(request.name, in: index, vendors)
                let offer = try Self.offer(of: request.name, in: index, of: source, vendors: vendors)
                let newest = try source.about { () throws(PluginFault) in try offer.newest(request.version) }
                try Self.install(newest, from: source, with: installer)
            }
        }
    }

    static func request(_ text: String) throws -> (name: String, version: PluginVersion?) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return (text, nil) }
        guard let version = PluginVersion(parts[1]) else {
            throw UsageError("expected a version such as 1.2 after the @, found '\(parts[1])'")
        }
        return (parts[0], version)
    }

    /// A rule type alone names no publisher: anyone who can change the index could offer it.
    private static func refuseType(_ name: String, in index: CheckedIndex, _ vendors: VendorNames?) throws(PluginError)
    {
        guard let vendor = VendorNames.vendor(name), vendors?.owner(of: vendor) == nil else { return }
        let ids = index.ids(of: name)
        guard !ids.isEmpty else { return }
        throw PluginError(
            file: name,
            reason:
                "is a rule type, and no publisher of '\(vendor)' is known yet: install the plugin by its id if you trust "
                + "its publisher (\(ids.joined(separator: ", ")))")
    }

    /// What the index offers of a plugin; what the publisher says about revoked versions is kept.
    static func offer(
        of name: String, in index: CheckedIndex, of source: PackageSource, vendors: VendorNames? = nil
    ) throws(PluginError) -> PackageOffer {
        let offer = try source.about { () throws(PluginFault) in
            let offer = try index.offer(of: name, vendors: vendors)
            try offer.remember()
            return offer
        }
        if !offer.isSigned {
            StandardError.line("warning: \(source.shown(PackageIndex.fileName)) \(unsigned(offer.id))".visible)
        }
        return offer
    }

    /// What an index lacks that its publisher has not signed.
    static func unsigned(_ id: String) -> String {
        "has no list of \(id) that its publisher signed: it may hide newer or revoked versions, and its license is not certain"
    }

    static func install(
        _ facts: PluginPackage.Facts, from source: PackageSource, with installer: PackageInstaller
    ) throws(PluginError) {
        let installed = try installer.install(try source.package(facts.fileName), as: facts)
        StandardError.line(
            "\(installed.path): \(facts.id) \(facts.version) is installed, signed with the key "
                + installed.key.shown)
        if installed.isLocked {
            let directory = installed.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                .joined(separator: "/")
            StandardError.line(
                "note: the lock file of \(directory) does not list it yet, so it is refused: 'proviso plugin lock --plugins "
                    + "\(directory)' records it")
        }
        for vendor in installed.vendors {
            StandardError.line("rule types '\(vendor)/…' belong to the publisher with this key from now on")
        }
    }
}

struct PluginUpgradeCommand: TakesPackages {
    var packages = PackageOptions()
    var names: [String] = []

    static let name = "upgrade"
    static let summary = "Install newer versions of plugins that were installed from an index."

    static var page: CommandPage {
        CommandPage(
            "One that cannot be upgraded, such as a revoked one without a newer version, does not stop the others.",
            examples: [
                ("proviso plugin upgrade --index https://plugins.example.org", "Upgrade all plugins."),
                ("proviso plugin upgrade --index index org.example.isbn", "Upgrade one plugin."),
            ],
            statuses: [("0", "done"), ("2", "usage"), ("3", "a package is refused, or cannot be read or written")])
    }

    static var options: [Option<Self>] {
        [PackageOptions.index(), PackageOptions.plugins(), PackageOptions.keys()]
    }

    static var operands: Operands<Self>? {
        Operands("plugins", .any, kind: PackageOptions.ids, help: "The ids of plugins; all if none is named.") {
            $0.names.append($1)
        }
    }

    func run() throws {
        let source = try packages.source()
        let installer = try packages.installer()
        try PackageOptions.run {
            let index = try source.checked(by: try packages.ring())
            installer.tidy()
            var hasFailed = false
            for id in names.isEmpty ? installer.ids : try names.map({ try Self.id($0, installer) }) {
                // One that cannot be upgraded does not keep the newer versions of others away.
                do throws(PluginError) {
                    try Self.upgrade(id, in: index, of: source, with: installer)
                } catch {
                    StandardError.error(error.description)
                    hasFailed = true
                }
            }
            if hasFailed { throw ExitCode.failure }
        }
    }

    /// The id that a name means: an id, or a rule type of an installed plugin.
    private static func id(_ name: String, _ installer: PackageInstaller) throws -> String {
        let request = try PluginInstallCommand.request(name)
        guard request.version == nil else {
            throw UsageError("expected an id without a version, found '\(name)': 'proviso plugin install' takes one")
        }
        return installer.id(of: request.name)
    }

    private static func upgrade(
        _ id: String, in index: CheckedIndex, of source: PackageSource, with installer: PackageInstaller
    ) throws(PluginError) {
        guard let (version, digest) = installer.installed(id) else {
            throw PluginError(file: id, reason: "is not installed: 'proviso plugin install' does that")
        }
        let offer = try PluginInstallCommand.offer(of: id, in: index, of: source)
        let revoked = try installer.revoked()[id, digest]
        if let revoked { StandardError.line("\(id) \(version), which is installed, \(revoked.sentence)".visible) }
        let newest = try source.about { () throws(PluginFault) in try offer.newest() }
        if newest.version > version {
            try PluginInstallCommand.install(newest, from: source, with: installer)
        } else if let revoked {
            throw PluginError(
                file: "\(id) \(version)",
                reason: "\(revoked.sentence), and there is no newer version: 'proviso plugin remove' removes it")
        } else {
            StandardError.line("\(id) \(version) is the newest version")
        }
    }
}

struct PluginRemoveCommand: TakesPackages {
    var packages = PackageOptions()
    var names: [String] = []

    static let name = "remove"
    static let summary = "Remove installed plugins."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso plugin remove org.example.isbn", "Remove a plugin of this user."),
                ("proviso plugin remove --plugins plugins org.example.isbn", "Remove it from a directory."),
            ],
            statuses: [("0", "done"), ("2", "usage"), ("3", "there is no such plugin, or it cannot be removed")])
    }

    static var options: [Option<Self>] { [PackageOptions.plugins()] }

    static var operands: Operands<Self>? {
        Operands("plugins", .atLeastOne, kind: PackageOptions.ids, help: "The ids of plugins.") { $0.names.append($1) }
    }

    func run() throws {
        let installer = try packages.remover()
        try PackageOptions.run {
            for id in names.map(installer.id(of:)) {
                try installer.remove(id)
                StandardError.line("\(id) is removed")
            }
        }
    }
}
