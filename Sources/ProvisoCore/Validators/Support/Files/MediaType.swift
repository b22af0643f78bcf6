internal import ProvisoMessages

/// The kinds of files that are recognized by their first bytes or their names.
///
/// A small table of about 60 types; other types are not recognized.
struct MediaType: Sendable {
    let name: String
    /// In lowercase, the usual one first.
    let extensions: [String]
    /// Bytes that files of the type have at an offset; empty if only the name shows the type.
    fileprivate let marks: [Mark]
    /// Whether the type is plain text in some language, which has no such bytes.
    let isText: Bool

    fileprivate struct Mark {
        let offset: Int
        let bytes: [UInt8]
    }

    fileprivate init(_ name: String, _ extensions: String, _ marks: (Int, String)..., isText: Bool = false) {
        self.name = name
        self.extensions = extensions.split(separator: " ").map { String($0) }
        self.marks = marks.map {
            Mark(offset: $0.0, bytes: $0.1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
        self.isText = isText
    }

    fileprivate func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !marks.isEmpty
            && marks.allSatisfy { mark in
                bytes.count >= mark.offset + mark.bytes.count
                    && bytes[mark.offset..<(mark.offset + mark.bytes.count)].elementsEqual(mark.bytes)
            }
    }
}

extension MediaType {
    private static let zip = MediaType("application/zip", "zip docx xlsx pptx jar apk", (0, "PK\u{3}\u{4}"))
    private static let ole = MediaType(
        "application/x-ole-storage", "doc xls ppt msi", (0, "\u{D0}\u{CF}\u{11}\u{E0}\u{A1}\u{B1}\u{1A}\u{E1}"))

    /// Specific signatures come before general ones.
    static let all: [MediaType] = [
        MediaType("image/png", "png", (0, "\u{89}PNG\r\n\u{1A}\n")),
        MediaType("image/jpeg", "jpg jpeg jpe jfif", (0, "\u{FF}\u{D8}\u{FF}")),
        MediaType("image/gif", "gif", (0, "GIF87a")), MediaType("image/gif", "gif", (0, "GIF89a")),
        MediaType("image/webp", "webp", (0, "RIFF"), (8, "WEBP")),
        MediaType("image/bmp", "bmp dib", (0, "BM"), (6, "\0\0\0\0")),
        MediaType("image/tiff", "tif tiff", (0, "II*\0")), MediaType("image/tiff", "tif tiff", (0, "MM\0*")),
        MediaType("image/x-icon", "ico", (0, "\0\0\u{1}\0")),
        MediaType("image/avif", "avif", (4, "ftypavif")),
        MediaType("image/heic", "heic heif", (4, "ftypheic")), MediaType("image/heic", "heic heif", (4, "ftypmif1")),
        MediaType("image/vnd.adobe.photoshop", "psd", (0, "8BPS")),
        MediaType("image/jxl", "jxl", (0, "\0\0\0\u{C}JXL ")),
        MediaType("application/pdf", "pdf", (0, "%PDF-")),
        MediaType("application/postscript", "ps eps ai", (0, "%!PS")),
        MediaType("application/gzip", "gz tgz tar.gz", (0, "\u{1F}\u{8B}")),
        MediaType("application/x-bzip2", "bz2 tar.bz2 tbz2", (0, "BZh")),
        MediaType("application/x-xz", "xz tar.xz txz", (0, "\u{FD}7zXZ\0")),
        MediaType("application/zstd", "zst tar.zst", (0, "(\u{B5}/\u{FD}")),
        MediaType("application/x-7z-compressed", "7z", (0, "7z\u{BC}\u{AF}'\u{1C}")),
        MediaType("application/vnd.rar", "rar", (0, "Rar!\u{1A}\u{7}")),
        MediaType("application/x-tar", "tar", (257, "ustar")),
        MediaType(
            "application/vnd.oasis.opendocument.text", "odt", (30, "mimetypeapplication/vnd.oasis.opendocument.text")),
        MediaType(
            "application/vnd.oasis.opendocument.spreadsheet", "ods",
            (30, "mimetypeapplication/vnd.oasis.opendocument.spreadsheet")),
        MediaType(
            "application/vnd.oasis.opendocument.presentation", "odp",
            (30, "mimetypeapplication/vnd.oasis.opendocument.presentation")),
        MediaType("application/epub+zip", "epub", (30, "mimetypeapplication/epub+zip")),
        MediaType(
            "application/vnd.openxmlformats-officedocument", "docx xlsx pptx docm xlsm pptm", (0, "PK\u{3}\u{4}"),
            (30, "[Content_Types].xml")),
        MediaType("application/java-archive", "jar", (0, "PK\u{3}\u{4}"), (30, "META-INF/")),
        zip, ole,
        MediaType("application/x-executable", "elf so o", (0, "\u{7F}ELF")),
        MediaType("application/vnd.microsoft.portable-executable", "exe dll sys", (0, "MZ")),
        MediaType("application/java-vm", "class", (0, "\u{CA}\u{FE}\u{BA}\u{BE}")),
        MediaType("application/wasm", "wasm", (0, "\0asm")),
        MediaType("application/vnd.sqlite3", "sqlite sqlite3 db", (0, "SQLite format 3\0")),
        MediaType("font/woff2", "woff2", (0, "wOF2")), MediaType("font/woff", "woff", (0, "wOFF")),
        MediaType("font/otf", "otf", (0, "OTTO")), MediaType("font/ttf", "ttf", (0, "\0\u{1}\0\0\0")),
        MediaType("audio/wav", "wav", (0, "RIFF"), (8, "WAVE")),
        MediaType("video/x-msvideo", "avi", (0, "RIFF"), (8, "AVI ")),
        MediaType("audio/mpeg", "mp3", (0, "ID3")), MediaType("audio/mpeg", "mp3", (0, "\u{FF}\u{FB}")),
        MediaType("audio/flac", "flac", (0, "fLaC")),
        MediaType("application/ogg", "ogg oga ogv opus", (0, "OggS")),
        MediaType("audio/midi", "mid midi", (0, "MThd")),
        MediaType("audio/mp4", "m4a", (4, "ftypM4A")), MediaType("video/quicktime", "mov qt", (4, "ftypqt")),
        MediaType("video/mp4", "mp4 m4v", (4, "ftyp")),
        MediaType("video/webm", "webm mkv", (0, "\u{1A}E\u{DF}\u{A3}")),
        MediaType("video/mpeg", "mpg mpeg", (0, "\0\0\u{1}\u{BA}")),
        MediaType("application/rtf", "rtf", (0, "{\\rtf")),
        MediaType("text/x-shellscript", "sh", (0, "#!")),
        MediaType("image/svg+xml", "svg", isText: true), MediaType("text/html", "html htm", isText: true),
        MediaType("text/xml", "xml", isText: true), MediaType("application/xml", "xml", isText: true),
        MediaType("application/json", "json", isText: true), MediaType("text/csv", "csv", isText: true),
        MediaType("text/markdown", "md markdown", isText: true), MediaType("text/css", "css", isText: true),
        MediaType("text/javascript", "js mjs", isText: true), MediaType("application/yaml", "yaml yml", isText: true),
        MediaType("text/plain", "txt text log", isText: true),
    ]

    private static let plain = MediaType("text/plain", "txt text log", isText: true)

    /// The type that the first bytes of a file show, or `nil` if the table does not know it.
    ///
    /// Text without known first bytes is `text/plain`, or SVG, XML or HTML if it begins like one.
    static func sniffed(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
        if let type = all.first(where: { $0.matches(bytes) }) { return type }
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let isText = bytes.allSatisfy { $0 >= 0x20 || $0 >= 0x09 && $0 <= 0x0D || $0 == 0x1B }
        guard isText || isUTF16 else { return nil }
        let start = bytes.prefix(512).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        if text.hasPrefix("<svg") || text.hasPrefix("<?xml") && text.holds("<svg") { return named("image/svg+xml") }
        if text.hasPrefix("<?xml") { return named("text/xml") }
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return named("text/html") }
        return plain
    }

    static func named(_ name: String) -> MediaType? { all.first { $0.name == name } }

    /// Whether a file of a MIME type may have an extension: known types must match, others are accepted.
    static func agree(_ name: String?, extension suffix: String) -> Bool {
        let wanted = all.filter { $0.extensions.contains(suffix) }
        let known = all.filter { $0.name == name }
        if known.isEmpty { return wanted.isEmpty }
        if wanted.contains(where: { $0.name == name }) { return true }
        // Plain text includes all languages that are written in it, also those that are not in the table.
        return name == "text/plain" && wanted.allSatisfy(\.isText)
    }
}

/// A MIME type in which `*` means any characters.
struct MediaMask: Sendable {
    private let pieces: [String]

    init(_ mask: String) {
        pieces = mask.lowercased().split(separator: "*", omittingEmptySubsequences: false).map { String($0) }
    }

    func matches(_ name: String) -> Bool {
        var rest = Substring(name.lowercased())
        guard let first = pieces.first, rest.hasPrefix(first) else { return false }
        if pieces.count == 1 { return rest == first }
        rest = rest.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.place(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(pieces.last ?? "")
    }
}
