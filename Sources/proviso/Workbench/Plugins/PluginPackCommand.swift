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
            version must be comparable, such as 1.2.0. Whether the signature fits the library is not checked here: \
            'proviso plugin publish --key' and 'proviso plugin install' know the key.
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
            try NewFile.write(package.bytes, to: path, mode: 0o644)
            StandardError.line("\(path): \(package.facts.id) \(package.facts.version), \(package.facts.size) bytes")
        }
    }
}
