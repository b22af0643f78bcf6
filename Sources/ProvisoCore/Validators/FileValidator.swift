/// Requires a file, or several files.
///
/// The value is a path, or an object that describes an upload, or a list of them. The keys of an upload are `name`,
/// `path`, `size`, `type`, and `error` with PHP's numbers (4 means that no file was chosen). A file with a path is
/// opened: its size is counted, and its MIME type is read from its first bytes. Without a path, the declared size
/// and type count, which come from the client.
///
/// The type is recognized by about 60 signatures. A file that matches none of them has no type, and `mimeTypes`
/// rejects it. With `checkExtensionByMimeType` (the default), the type of the content must allow the extension, if
/// the table has both. The table does not distinguish kinds of text, such as CSV and JSON. An empty string in
/// `extensions` means names without an extension. `maxFiles` limits the number of files, 1 by default (without limit if `minFiles` is above 1); 0 means no
/// limit. Files beyond the limit are not opened. If paths come from outside, set `directory`: then only regular
/// files below it are opened, and no symbolic link and no `..` can lead out of it.
///
/// ```yaml
/// - [cv, file, { extensions: [pdf, odt], maxSize: 1048576, directory: /srv/uploads }]
/// ```
public struct FileValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "file"
    public static let about = RuleTypeFacts(
        .file,
        chapter: .files, place: 1,
        invalid: ["no-such-file.bin"] + FileCheck.uploads([:]),
        making: FileCheck.uploads,
        familiar: ["": "upload mimes mimetypes mimetype attachment"])
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

    public var kinds: ValueKindSet { [.strings, .collections] }

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
