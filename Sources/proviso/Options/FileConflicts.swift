import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// Refuses outputs that would overwrite another file of the same run, before any file is opened.
///
/// Different names for the same file are recognized. Several options can name the same pipe, terminal or `/dev/null`.
struct FileConflicts {
    private enum Use {
        case read(String)
        case written(String)
        /// Written through an open descriptor, so that several outputs share its offset.
        case shared(String)

        var name: String {
            switch self {
            case .read(let name), .written(let name), .shared(let name): name
            }
        }
    }

    private var uses: [FilePlace: Use] = [:]

    /// Registers a file that is read; `-` is standard input.
    mutating func reads(_ path: String, as name: String) {
        guard let place = path == "-" ? FilePlace(descriptor: STDIN_FILENO) : FilePlace(path) else { return }
        uses[place] = .read(name)
    }

    mutating func reads(_ paths: [String], as name: String) {
        for path in paths { reads(path, as: name) }
    }

    /// Registers a file that is written; throws if it was registered before.
    mutating func writes(_ path: String, as option: String) throws {
        if let descriptor = Output.descriptor(named: path) {
            return try writes(descriptor: descriptor, named: "\(option) \(path)")
        }
        guard let place = FilePlace(path) else { return }
        if let other = uses[place] { throw Self.refusal("\(option) \(path)", other) }
        uses[place] = .written(option)
    }

    /// Registers standard output, which can be redirected to a file.
    mutating func writesStandardOutput() throws {
        try writes(descriptor: STDOUT_FILENO, named: "standard output")
    }

    private mutating func writes(descriptor: Int32, named name: String) throws {
        guard let place = FilePlace(descriptor: descriptor) else { return }
        switch uses[place] {
        case .read, .written: throw uses[place].map { Self.refusal(name, $0) } ?? ExitCode.usage
        case .shared, nil: uses[place] = .shared(name)
        }
    }

    private static func refusal(_ option: String, _ other: Use) -> UsageError {
        let what = other.name.hasPrefix("-") ? "the file of \(other.name)" : other.name
        return UsageError("\(option) is also \(what): name another file")
    }
}

extension FileConflicts {
    /// Registers the files of the rules, plugins and catalogs.
    mutating func reads(_ rules: RuleOptions, _ plugins: PluginOptions, _ language: LanguageOptions) {
        for file in rules.files { reads(file, as: "--rules") }
        for file in rules.schemas.paths { reads(file, as: "--schema") }
        if let path = rules.contractPath { reads(path, as: "--contract") }
        for text in rules.collection {
            let parts = text.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { reads(String(parts[1]), as: "--collection \(parts[0])") }
        }
        reads(plugins)
        reads(language)
    }

    /// Registers the catalogs of `--locales`.
    mutating func reads(_ language: LanguageOptions) {
        guard let directory = language.locales, let files = try? CatalogFiles.list(directory) else { return }
        reads(files, as: "--locales")
    }

    /// Registers plugins with their signatures, lock files and public keys.
    mutating func reads(_ plugins: PluginOptions, withLocks: Bool = true) {
        let policy = PluginPolicy(directories: plugins.plugins, includingStandardDirectories: true)
        for directory in policy.allDirectories {
            for ending in [".so", PluginSignature.ending]
                + (withLocks ? [PluginLock.fileName] : [])
            {
                reads((try? directory.files(ending: ending)) ?? [], as: "--plugins")
            }
        }
        if let lock = plugins.lock { reads(lock, as: "--lock") }
        guard let keys = plugins.pluginKeys else { return }
        reads((try? SmallFile.list(keys, ending: ".pub")) ?? [], as: "--plugin-keys")
    }

    /// Refuses inputs that are the file of `--output`, or without one of standard output: the command would overwrite
    /// them or never finish reading.
    static func check(
        _ inputs: [String], _ rules: RuleOptions = RuleOptions(), _ plugins: PluginOptions = PluginOptions(),
        _ language: LanguageOptions = LanguageOptions(), output: String? = nil, profile: String? = nil
    ) throws {
        guard output != nil || profile != nil || FilePlace(descriptor: STDOUT_FILENO) != nil else { return }
        var conflicts = FileConflicts()
        conflicts.reads(inputs, as: "an input")
        conflicts.reads(rules, plugins, language)
        if let output { try conflicts.writes(output, as: "--output") } else { try conflicts.writesStandardOutput() }
        if let profile { try conflicts.writes(profile, as: "--write-profile") }
    }
}

/// Identifies a file independent of its name: by the file if it exists, else by its directory and its name there.
struct FilePlace: Hashable {
    private let device: UInt
    private let inode: UInt
    private let name: String?

    /// `nil` for files that several outputs can share, such as a pipe, and for paths that cannot be opened.
    init?(_ path: String) {
        self.init(path, links: 40)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ path: String, links: Int) {
        var status = stat()
        if stat(path, &status) == 0 {
            self.init(status)
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard errno == ENOENT, links > 0, let last = parts.last, !last.isEmpty else { return nil }
        let directory = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
        if let target = Self.target(of: path) {
            // A link to a file that does not exist yet.
            self.init(target.hasPrefix("/") ? target : "\(directory)/\(target)", links: links - 1)
            return
        }
        guard stat(directory, &status) == 0 else { return nil }
        self.init(device: UInt(status.st_dev), inode: UInt(status.st_ino), name: String(last))
    }

    private init(device: UInt, inode: UInt, name: String?) {
        (self.device, self.inode, self.name) = (device, inode, name)
    }

    private init?(_ status: stat) {
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFBLK else { return nil }
        self.init(device: UInt(status.st_dev), inode: UInt(status.st_ino), name: nil)
    }

    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
