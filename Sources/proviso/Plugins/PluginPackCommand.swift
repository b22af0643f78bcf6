import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginPackCommand: Command {
    var license = ""
    var output: String?
    var file = ""

    static let name = "pack"
    static let summary = "Put a signed plugin into one file for publishing."

    static var page: CommandPage {
        CommandPage(
            """
            Writes ID-VERSION-PROCESSOR.proviso-plugin: the shared library, its signature, and what its manifest says. The \
            version must be comparable, such as 1.2.0.
            """,
            examples: [
                ("proviso plugin pack --license MIT iban.so", "Pack iban.so with iban.so.minisig."),
                ("proviso plugin pack --license MIT -o iban.package iban.so", "Write a file of another name."),
            ],
            statuses: [("0", "done"), ("2", "usage"), ("3", "the plugin is refused, or the package cannot be written")])
    }

    static var options: [Option<Self>] {
        [
            .text("--license", value: "name", need: .required, help: "The license, as an SPDX expression such as MIT.")
            {
                $0.license = $1
            },
            .text("--output", "-o", value: "file", kind: .file, help: "Write the package to this file instead.") {
                $0.output = $1
            },
        ]
    }

    static var operands: Operands<Self>? { Operands("file", .one, help: "The plugin's file.") { $0.file = $1 } }

    func run() throws {
        try PackageOptions.run {
            let package = try PluginPackage(packing: file, license: license)
            let path = output ?? package.name
            var conflicts = FileConflicts()
            conflicts.reads([file, file + PluginSignature.ending], as: "the plugin")
            try conflicts.writes(path, as: "the package")
            try BinaryFile.replace(path, package.bytes)
            StandardError.line("\(path): \(package.facts.id) \(package.facts.version), \(package.facts.size) bytes")
        }
    }
}

struct PluginPublishCommand: Command {
    var folder = ""
    var files: [String] = []

    static let name = "publish"
    static let summary = "Add packages to an index in a directory."

    static var page: CommandPage {
        CommandPage(
            """
            Copies the packages to the directory and writes its index.json. A web server that serves the directory is an \
            index for everybody. Publishing needs no key: packages are signed.
            """,
            examples: [
                ("proviso plugin publish --to index *.proviso-plugin", "Publish all packages in a directory."),
                ("proviso plugin publish --to /srv/plugins isbn.proviso-plugin", "Publish on a web server."),
            ],
            statuses: [("0", "done"), ("2", "usage"), ("3", "a package is damaged, or a file cannot be written")])
    }

    static var options: [Option<Self>] {
        [
            .text(
                "--to", value: "directory", kind: .directory, need: .required, help: "The directory of the index."
            ) { $0.folder = $1 }
        ]
    }

    static var operands: Operands<Self>? {
        Operands("packages", .atLeastOne, help: "Packages from 'plugin pack'.") { $0.files.append($1) }
    }

    func run() throws {
        try PackageOptions.run {
            let target = PackageSource(place: folder)
            let lock = try Self.lock(folder)
            defer { withExtendedLifetime(lock) {} }
            let isNew = access(target.path(PackageIndex.fileName), F_OK) != 0
            var index = isNew ? PackageIndex() : try target.index()
            for file in files {
                let package = try Self.read(file)
                let old = index.entries.first { $0.file == package.name }
                if let old, old.facts != package.facts {
                    throw PluginError(
                        file: file,
                        reason: "differs from the published \(old.facts.id) \(old.facts.version): give it a new version"
                    )
                }
                try BinaryFile.replace(target.path(package.name), package.bytes)
                index.add(package)
            }
            try BinaryFile.replace(target.path(PackageIndex.fileName), Array(index.json.utf8))
            let count = index.entries.count
            StandardError.line(
                "\(target.path(PackageIndex.fileName)): \(count) \(count == 1 ? "package" : "packages")")
        }
    }

    /// Keeps others from changing the index until this process ends.
    private static func lock(_ folder: String) throws(PluginError) -> DirectoryLock {
        do throws(PluginFault) {
            return try DirectoryLock(folder)
        } catch {
            throw PluginError(file: folder, reason: error.reason)
        }
    }

    private static func read(_ file: String) throws(PluginError) -> PluginPackage {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(file, limit: PluginPackage.maximumSize + (1 << 20))
        } catch {
            throw PluginError(file: file, reason: "cannot be read (\(error.reason))")
        }
        do throws(PluginFault) {
            return try PluginPackage(parsing: bytes)
        } catch {
            throw PluginError(file: file, reason: error.reason)
        }
    }
}
