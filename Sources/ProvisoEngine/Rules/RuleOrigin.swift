internal import CLibrary
internal import Proviso

/// Where the rules come from, so that they can be read again.
enum RuleOrigin {
    case path(String, variables: [String: AnyValue], includeRoot: String?)
    case text(RuleText)

    /// A rule set as text, with what is known of it.
    struct RuleText {
        var content: String
        let file: String?
        let directory: String?
        let includeRoot: String?
        let variables: [String: AnyValue]
        let isUntrusted: Bool
    }

    func read() throws(EngineFault) -> RuleSet {
        do throws(RuleSetError) {
            switch self {
            case .path(let path, let variables, let includeRoot):
                return try RuleSet(
                    contentsOf: try Self.files(at: path), includeRoot: includeRoot, variables: variables)
            case .text(let text):
                if text.isUntrusted {
                    return try RuleSet(
                        parsing: text.content, from: .untrusted, file: text.file, variables: text.variables)
                }
                return try RuleSet(
                    parsing: text.content, file: text.file, directory: text.directory, includeRoot: text.includeRoot,
                    variables: text.variables)
            }
        } catch {
            throw .rules(error)
        }
    }

    /// The file, or the rule files of a directory in the order of their names.
    private static func files(at path: String) throws(RuleSetError) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [path] }
        let names: [String]
        do throws(SystemError) {
            names = try SmallFile.names(in: path)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
        let endings = RuleSet.fileEndings
        let files = names.filter { name in !name.hasPrefix(".") && endings.contains(where: name.hasSuffix) }.sorted()
        if files.isEmpty {
            throw RuleSetError(
                reason: "expected rule files (\(endings.joined(separator: ", "))) in the directory \(path), found none")
        }
        return files.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }
}
