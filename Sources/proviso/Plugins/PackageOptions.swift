import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// A command that reads an index of packages or changes a directory of plugins.
protocol TakesPackages: Command {
    var packages: PackageOptions { get set }
}

/// Where packages come from, where plugins go, and whose packages are accepted.
struct PackageOptions {
    var index: String?
    var plugins: String?
    var keys: String?

    static func index<Taker: TakesPackages>() -> Option<Taker> {
        .text(
            "--index", value: "place", kind: .directory,
            help: "The index: a directory, or the URL of one (http, https); by default PROVISO_INDEX."
        ) { $0.packages.index = $1 }
    }

    static func plugins<Taker: TakesPackages>() -> Option<Taker> {
        .text(
            "--plugins", value: "directory", kind: .directory,
            help: "The directory of plugins; by default that of this user, ~/.local/share/proviso/plugins."
        ) { $0.packages.plugins = $1 }
    }

    static func keys<Taker: TakesPackages>() -> Option<Taker> {
        .text(
            "--keys", value: "directory", kind: .directory,
            help: """
                The keys of the publishers you trust: org.example.pub is for the ids org.example and org.example.*; by \
                default \(keyPlace).
                """
        ) { $0.packages.keys = $1 }
    }

    /// Where the keys are by default, for help.
    static let keyPlace = "~/.config/proviso/keys, for root /etc/proviso/keys"

    /// The ids of the plugins that are installed.
    static var ids: CommandTable.ValueKind { .lines(of: listing) }

    /// The same, or the files of plugins.
    static var idsOrFiles: CommandTable.ValueKind { .filesOrLines(of: listing) }

    /// The command of a shell that lists the ids: a line with a file has the id and the version after two spaces.
    private static let listing =
        #"proviso plugin list 2>/dev/null | sed -n "/comes with Proviso/d;s/^[^ ].*  \([^ ]*\) [^ ]*  (.*/\1/p""#

    /// The operand of commands about one plugin.
    static func file<Taker>(_ set: @escaping (inout Taker, String) -> Void) -> Operands<Taker> {
        Operands("file", .one, kind: idsOrFiles, help: "The plugin's file, or the id of one that is found.", set)
    }

    func source() throws -> PackageSource {
        let place = index ?? Environment.value("PROVISO_INDEX") ?? ""
        if place.isEmpty { throw UsageError("no index: name a directory or a URL with --index, or in PROVISO_INDEX") }
        return PackageSource(place: place)
    }

    func installer(allowsOlder: Bool = false) throws -> PackageInstaller {
        PackageInstaller(try directory(), keys: try ring(), allowsOlder: allowsOlder)
    }

    /// The keys of the publishers.
    func ring() throws -> KeyRing { KeyRing(try keyDirectory()) }

    /// Whose the names of vendors are; `nil` without a directory of keys.
    func vendors() throws -> VendorNames? { try VendorNames.ofUser(in: keyDirectory()) }

    /// An installer that only removes: it needs no keys.
    func remover() throws -> PackageInstaller { PackageInstaller(try directory(), keys: KeyRing("")) }

    /// The directory of plugins, which is created if it is that of this user.
    private func directory() throws -> String {
        if let plugins { return plugins }
        guard let directory = UserDirectories.own.plugins else { throw Self.homeless }
        Self.create(directory.split(separator: "/"))
        return directory
    }

    /// Creates a directory of this user by the parts of its path; what cannot be created is noticed where it is used.
    static func create(_ parts: some Sequence<Substring>) {
        var path = ""
        for part in parts {
            path += "/\(part)"
            mkdir(path, 0o755)
        }
    }

    private func keyDirectory() throws -> String { try keys ?? Self.keys() }

    /// The keys of the publishers whom this user trusts.
    static func keys() throws -> String {
        try refuseProject()
        guard let directory = UserDirectories.own.configuration else { throw homeless }
        return directory + "/keys"
    }

    /// Refuses to write decisions elsewhere than where a variable says.
    static func refuseProject() throws {
        if let reason = UserDirectories.own.refusal { throw UsageError(reason) }
    }

    private static let homeless = UsageError(
        "no home directory: HOME is not set, belongs to another user, or is in the project; name the directories with "
            + "--plugins and --keys"
    )

    /// Runs a command's body; reports errors of plugins and ends the tool.
    static func run(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as PluginError {
            throw ExitCode.failure.because(error.description)
        }
    }
}
