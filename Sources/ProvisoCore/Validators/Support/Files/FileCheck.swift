internal import ProvisoMessages

/// The common part of `file` and `image`.
struct FileCheck: Sendable {
    static let options = [
        OptionDescription(
            "extensions", .texts, "the extensions allowed; a string is split at commas and white space"),
        OptionDescription(
            "checkExtensionByMimeType", .boolean, "whether the content must match the extension, true by default"),
        OptionDescription("mimeTypes", .texts, "the MIME types allowed, with * for any characters"),
        OptionDescription("minSize", .integer, "the minimum number of bytes", role: .minimum, floor: 0),
        OptionDescription("maxSize", .integer, "the maximum number of bytes", role: .maximum),
        OptionDescription("minFiles", .integer, "the minimum number of files", role: .minimum, floor: 0),
        OptionDescription("maxFiles", .integer, "the maximum number of files, 1 by default, 0 for any", role: .maximum),
        OptionDescription("directory", .text, "the directory that files must be in, without symbolic links below it"),
    ]
    static let codes = [
        CodeDescription("file.invalid"), CodeDescription("file.uploadRequired"),
        CodeDescription("file.tooMany", "limit"), CodeDescription("file.tooFew", "limit"),
        CodeDescription("file.wrongExtension", "file", "extensions"),
        CodeDescription("file.wrongMimeType", "file", "mimeTypes"), CodeDescription("file.tooBig", "file", "limit"),
        CodeDescription("file.tooSmall", "file", "limit"),
    ]

    /// Descriptions of uploads within and beyond the limits of a rule, which need no file.
    @Sendable static func uploads(_ options: [String: AnyValue]) -> [AnyValue] {
        func limit(_ name: String) -> Int? { options[name]?.int }
        let types = (options["mimeTypes"]?.words ?? []) + ["application/pdf", "image/png", "text/plain"]
        let sizes = [limit("minSize") ?? 1_000, limit("maxSize") ?? 1_000, 1_000, (limit("maxSize") ?? 0) + 1, 1]
        let names = ((options["extensions"]?.words ?? []) + ["pdf", "png", "txt", "jpg"]).map {
            $0.isEmpty ? "file" : "file.\($0)"
        }
        let single = names.prefix(6).flatMap { name in
            sizes.flatMap { size in
                types.prefix(4).map { type -> AnyValue in
                    [
                        "name": .text(name), "size": .integer(Int64(size)),
                        "type": .text(String(type.map { $0 == "*" ? "x" : $0 })),
                    ]
                }
            }
        }
        let counts = [limit("minFiles"), limit("maxFiles"), 2].compactMap { $0 }.flatMap { [$0, $0 + 1] }
        let several = counts.filter { (1...100).contains($0) }.map {
            AnyValue.list(Array(repeating: single[0], count: $0))
        }
        return Array(single.prefix(60)) + several
    }

    let limits: FileLimits
    private let masks: [MediaMask]
    /// Made once, because all violations share their parameters.
    private let extensions: ParameterValue
    private let mimeTypes: ParameterValue

    init(_ limits: FileLimits) {
        self.limits = limits
        extensions = .list(limits.extensions.map { .text($0) })
        mimeTypes = .list(limits.mimeTypes.map { .text($0) })
        masks = limits.mimeTypes.map { MediaMask($0) }
    }

    /// Validates all files of a value; calls `body` with each file that exists and has no violation yet.
    func validate(
        _ value: borrowing Value, _ context: inout ValidationContext,
        _ body: (borrowing FileBytes, String, inout ValidationContext) -> Void = { _, _, _ in },
        needsContent: Bool = false
    ) {
        var count = 0
        if value.kind == .list {
            for index in 0..<value.count where !UploadedFile.isNone(value[index]) { count += 1 }
        } else if !UploadedFile.isNone(value) {
            count = 1
        }
        if count == 0 { return context.report("file.uploadRequired") }
        if limits.maxFiles > 0, count > limits.maxFiles {
            // Nothing is opened then: a client that sends too many may send very many.
            return context.report("file.tooMany", ["limit": .integer(Int64(limits.maxFiles))])
        }
        if count < limits.minFiles { context.report("file.tooFew", ["limit": .integer(Int64(limits.minFiles))]) }
        if value.kind == .list {
            for index in 0..<value.count { judge(value[index], &context, body, needsContent) }
        } else {
            judge(value, &context, body, needsContent)
        }
    }

    private func judge(
        _ value: borrowing Value, _ context: inout ValidationContext,
        _ body: (borrowing FileBytes, String, inout ValidationContext) -> Void, _ needsContent: Bool
    ) {
        if UploadedFile.isNone(value) { return }
        guard let file = UploadedFile(value) else { return context.report("file.invalid") }
        guard let path = file.path else {
            if needsContent { return context.report("file.invalid") }
            return judge(file, size: file.size, type: file.type, &context)
        }
        guard let bytes = FileBytes(path: path, below: limits.directory) else { return context.report("file.invalid") }
        let findings = context.findings
        let type = limits.looksInside ? bytes.withBytes(at: 0, count: 4096) { MediaType.sniffed($0) } : nil
        judge(file, size: bytes.size, type: type?.name, &context)
        if context.findings == findings { body(bytes, file.name, &context) }
    }

    private func judge(_ file: UploadedFile, size: Int?, type: String?, _ context: inout ValidationContext) {
        let name = ParameterValue.text(file.name)
        if let most = limits.maxSize, size.map({ $0 > most }) ?? true {
            context.report("file.tooBig", ["file": name, "limit": .integer(Int64(most))])
        } else if let least = limits.minSize, size.map({ $0 < least }) ?? true {
            context.report("file.tooSmall", ["file": name, "limit": .integer(Int64(least))])
        } else if !limits.extensions.isEmpty, !hasExtension(file.name, type) {
            context.report("file.wrongExtension", ["file": name, "extensions": extensions])
        } else if !masks.isEmpty, !masks.contains(where: { type.map($0.matches) ?? false }) {
            context.report("file.wrongMimeType", ["file": name, "mimeTypes": mimeTypes])
        }
    }

    private func hasExtension(_ name: String, _ type: String?) -> Bool {
        // Compared as bytes: canonical equivalence is slow for many combining marks.
        let bytes = name.lowercased().utf8
        let dot = UInt8(ascii: ".")
        return limits.extensions.contains { suffix in
            let suffix = suffix.lowercased()
            let fits =
                suffix.isEmpty
                ? bytes.last == dot || !bytes.contains(dot)
                : bytes.suffix(suffix.utf8.count + 1).elementsEqual([dot] + suffix.utf8)
            return fits && (!limits.checkExtensionByMimeType || MediaType.agree(type, extension: suffix))
        }
    }
}

/// The limits of a rule for files.
public struct FileLimits: Sendable {
    /// The allowed extensions without the dot; empty allows all.
    public var extensions: [String] = []
    /// Whether the content must match the extension.
    public var checkExtensionByMimeType = true
    /// The allowed MIME types, with `*` for any characters; empty allows all.
    public var mimeTypes: [String] = []
    /// The minimum size in bytes.
    public var minSize: Int?
    /// The maximum size in bytes.
    public var maxSize: Int?
    /// The minimum number of files.
    public var minFiles = 0
    /// The maximum number of files; 0 allows any number.
    public var maxFiles = 1
    /// The directory that files must be in; `nil` for any.
    public var directory: String?

    /// Makes the default limits: one file of any type and size.
    public init() {}

    init(_ options: borrowing OptionReader) throws(OptionError) {
        extensions = try Self.words(options, "extensions")
        checkExtensionByMimeType = try options.boolean("checkExtensionByMimeType") ?? true
        mimeTypes = try Self.words(options, "mimeTypes")
        minSize = try options.count("minSize")
        maxSize = try options.count("maxSize")
        minFiles = try options.count("minFiles") ?? 0
        maxFiles = try options.count("maxFiles") ?? (minFiles > 1 ? 0 : 1)
        directory = try options.text("directory")
    }

    /// Throws for limits that no file can meet.
    func check() throws(OptionError) {
        try checkNames()
        for (name, limit) in [
            ("minSize", minSize), ("maxSize", maxSize), ("minFiles", minFiles), ("maxFiles", maxFiles),
        ]
        where limit ?? 0 < 0 {
            throw OptionError(option: name, reason: "must not be negative")
        }
        if let minSize, let maxSize, minSize > maxSize {
            throw OptionError(option: "maxSize", reason: "no file has at least \(minSize) and at most \(maxSize) bytes")
        }
        if maxFiles > 0, minFiles > maxFiles {
            throw OptionError(option: "maxFiles", reason: "is less than minFiles")
        }
        if directory?.isEmpty == true { throw OptionError(option: "directory", reason: "must name a directory") }
    }

    /// The words of a string, or of each string in a list, split at commas and white space.
    private static func words(_ options: borrowing OptionReader, _ name: String) throws(OptionError) -> [String] {
        if options.value(name) == .null { return [] }
        guard let texts = try options.texts(name) else { return [] }
        var isList = false
        if case .list? = options.value(name) { isList = true }
        return texts.flatMap { text in
            let words = text.split { $0 == "," || $0.isWhitespace }.map { String($0) }
            // An empty string in a list means: no extension at all.
            return words.isEmpty && isList ? [""] : words
        }
    }

    var looksInside: Bool { !mimeTypes.isEmpty || checkExtensionByMimeType && !extensions.isEmpty }
}

/// One file of a value: a path, or the description of an upload.
struct UploadedFile {
    var path: String?
    var name: String
    var size: Int?
    var type: String?

    /// `nil` if it is not a file, or the upload is not complete.
    init?(_ value: borrowing Value) {
        if let text = value.text {
            path = text.string
            name = Self.lastPart(text.string)
            return
        }
        guard value.kind == .object, value.member("error").integer ?? 0 == 0 else { return nil }
        path = value.member("path").text?.string
        guard let name = value.member("name").text?.string ?? path.map({ Self.lastPart($0) }) else { return nil }
        self.name = name
        size = value.member("size").integer.flatMap { $0 < 0 ? nil : Int($0) }
        // Longer strings are not MIME types (RFC 6838), even if a mask matches them.
        if let text = value.member("type").text, text.count <= 255 { type = text.string.lowercased() }
    }

    private static func lastPart(_ path: String) -> String {
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    }

    /// Whether no file was chosen; an upload reports it as error 4.
    static func isNone(_ value: borrowing Value) -> Bool {
        value.isEmpty || value.kind == .object && value.member("error").integer == 4
    }
}
