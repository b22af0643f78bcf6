/// Requires a file, or several.
///
/// The value is a path, or an object that describes an upload: `name`, `path`, `size`, `type`, and `error` as PHP
/// counts them (4 for none chosen); or a list of them. A file with a path is opened: its size is counted and its MIME
/// type read from its first bytes. Without a path the declared size and type hold, which come from whoever sent them.
///
/// The type is told by a table of some 60 marks, no more: what is not in it has no type, and `mimeTypes` refuses it.
/// With `checkExtensionByMimeType` (the default) the content must be of a kind that has the extension, as far as the
/// table knows either. Text is text: whether it is CSV or JSON nobody looks. An empty text among `extensions` stands for
/// names without one. Where paths come from outside, set `directory`: only regular files below it are opened then, and
/// no way there leads through a symbolic link or `..`. Too many files are not opened at all.
///
/// ```yaml
/// - [cv, file, { extensions: [pdf, odt], maxSize: 1048576, directory: /srv/uploads }]
/// ```
public struct FileValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "file"
    public static let options = FileCheck.options
    public static let codes = FileCheck.codes

    public var limits: FileLimits { check.limits }
    private let check: FileCheck

    public init(_ limits: FileLimits = FileLimits()) {
        check = FileCheck(limits)
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(try FileLimits(options))
    }

    public func checkOptions() throws(OptionError) { try check.limits.check() }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        check.validate(value, &context)
    }
}

extension Constraint {
    /// Requires a file.
    public static var file: Constraint { .validator(FileValidator()) }

    /// Requires files within limits.
    public static func file(_ limits: FileLimits) -> Constraint { .validator(FileValidator(limits)) }
}
