import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// What the commands share that write an index.
struct IndexTarget {
    var folder = ""
    var key: String?
    var days = 90

    func signer() throws -> SigningKey? { try key.map(PluginSignCommand.key) }

    /// Reads the index, lets it be changed by one process at a time, and writes the packages and then the index.
    func change(
        writing packages: [PluginPackage] = [], _ body: (inout PackageIndex) throws(PluginFault) -> Void
    ) throws(PluginError) {
        // The first packages make the index.
        if !packages.isEmpty { mkdir(folder, 0o755) }
        guard access(folder, F_OK) == 0 else {
            let advice =
                packages.isEmpty ? "'proviso plugin publish' with packages creates it" : "create the one it is in"
            throw PluginError(file: folder, reason: "the directory of the index does not exist: \(advice)")
        }
        let source = PackageSource(place: folder)
        let path = source.path(PackageIndex.fileName)
        try PluginError.about(path) { () throws(PluginFault) in
            let lock = try DirectoryLock(folder)
            var index = PackageIndex()
            do throws(PluginError) {
                index = try source.indexIfAny()
            } catch {
                throw PluginFault(error.reason)
            }
            try body(&index)
            for package in packages { try lock.replace(package.name, package.bytes) }
            try lock.replace(PackageIndex.fileName, Array(index.json.utf8))
            lock.settle()
            let count = index.packages.count
            StandardError.line("\(path): \(count) \(count == 1 ? "package" : "packages")")
        }
    }
}

/// A command that writes an index.
protocol WritesIndex: Command {
    var target: IndexTarget { get set }
}

extension WritesIndex {
    static var folderOption: Option<Self> {
        .text(
            "--to", value: "directory", kind: .directory, need: .required, help: "The directory of the index."
        ) { $0.target.folder = $1 }
    }

    static func keyOption(need: OptionInfo.Need, help: String) -> Option<Self> {
        .text("--key", value: "file", kind: .file, need: need, help: help) { $0.target.key = $1 }
    }

    static var daysOption: Option<Self> {
        .number(
            "--expires", value: "days", in: 1...3650, usual: "90",
            help: "For how many days the signed list is accepted, until it is signed again."
        ) { $0.target.days = $1 }
    }
}

struct PluginPublishCommand: WritesIndex {
    var target = IndexTarget()
    var files: [String] = []

    static let name = "publish"
    static let summary = "Add packages to an index in a directory."

    static var page: CommandPage {
        CommandPage(
            """
            Copies the packages to the directory, which it creates if there is none, and writes its index.json. A web server that serves the directory is an \
            index for everybody. --key signs the list of your packages with its date and its end: users then notice if the index \
            hides a version, is an old one, or says something else about a package. Without packages the list is signed again. An \
            index that is not signed is accepted from a directory only, with a warning.
            """,
            examples: [
                (
                    "proviso plugin publish --to index --key release.key *.proviso-plugin",
                    "Publish packages, and sign the list."
                ),
                (
                    "proviso plugin publish --to index --key release.key --expires 30",
                    "Sign the list again, for 30 days."
                ),
            ],
            statuses: [("0", "done"), ("2", "usage"), ("3", "a package is refused, or a file cannot be written")])
    }

    static var options: [Option<Self>] {
        [
            folderOption,
            keyOption(need: .optional, help: "The secret key that signed the packages: sign the list of them too."),
            daysOption,
        ]
    }

    static var operands: Operands<Self>? {
        Operands("packages", .any, help: "Packages from 'plugin pack'; none with --key signs the list again.") {
            $0.files.append($1)
        }
    }

    func validate() throws {
        if files.isEmpty, target.key == nil {
            throw UsageError("expected packages to publish, or --key to sign the list again; found neither")
        }
    }

    func run() throws {
        let key = try target.signer()
        try PackageOptions.run {
            let packages = try files.map(Self.read)
            try target.change(writing: packages) { index throws(PluginFault) in
                guard let key else { return try index.add(packages) }
                try index.sign(packages, days: target.days, key: key)
            }
        }
    }

    private static func read(_ file: String) throws(PluginError) -> PluginPackage {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(file, limit: PluginPackage.maximumSize + (1 << 20))
        } catch {
            throw PluginError(file: file, reason: "cannot be read (\(error.reason))")
        }
        return try PluginError.about(file) { () throws(PluginFault) in try PluginPackage(parsing: bytes) }
    }
}

struct PluginRevokeCommand: WritesIndex {
    var target = IndexTarget()
    var reason = ""
    var names: [String] = []

    static let name = "revoke"
    static let summary = "Withdraw published versions of plugins: they are no longer installed or loaded."

    static var page: CommandPage {
        CommandPage(
            """
            Moves the versions to the revoked ones of your signed list and signs it. Users whose next install or upgrade reads the \
            index do not get them, and plugins that they have installed are refused with your reason from then on. Publish a higher \
            version first. A version cannot be published again.
            """,
            examples: [
                (
                    "proviso plugin revoke --to index --key release.key --reason 'accepts wrong digits' org.example.isbn@1.2.0",
                    "Revoke one version."
                ),
                (
                    "proviso plugin revoke --to index --key release.key --reason 'takes 9 digits' org.example.isbn@1.2 --expires 30",
                    "Revoke all versions 1.2, and sign the list for 30 days."
                ),
            ],
            statuses: [
                ("0", "done"), ("2", "usage"), ("3", "there is no such version, or the index cannot be written"),
            ])
    }

    static var options: [Option<Self>] {
        [
            folderOption, keyOption(need: .required, help: "The secret key that signed the list."),
            .text("--reason", value: "text", need: .required, help: "What users read, on one line.") { $0.reason = $1 },
            daysOption,
        ]
    }

    static var operands: Operands<Self>? {
        Operands("versions", .atLeastOne, help: "Ids with a version: org.example.isbn@1.2.0.") { $0.names.append($1) }
    }

    func run() throws {
        let versions = try names.map { name in
            let request = try PluginInstallCommand.request(name)
            guard let version = request.version else {
                throw UsageError("expected an id with a version, such as org.example.isbn@1.2.0; found '\(name)'")
            }
            return (id: request.name, version: version)
        }
        guard let key = try target.signer() else { return }
        try PackageOptions.run {
            try target.change { index throws(PluginFault) in
                try index.sign([], revoking: versions, reason: reason, days: target.days, key: key)
            }
        }
    }
}
