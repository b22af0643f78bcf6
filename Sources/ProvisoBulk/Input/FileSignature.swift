internal import Proviso

/// Recognizes files that are not text in UTF-8 by their first bytes.
enum FileSignature {
    private static let kinds: [(bytes: [UInt8], what: String)] = [
        (Array("PAR1".utf8), "a Parquet file"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP file, such as a spreadsheet (.xlsx)"),
        ([0xD0, 0xCF, 0x11, 0xE0], "an old Office file, such as a spreadsheet (.xls)"),
        (Array("ORC".utf8) + [0x0A], "an ORC file"), (Array("Obj\u{1}".utf8), "an Avro file"),
        (Array("ARROW1".utf8), "an Arrow file"), (Array("SQLite format 3\u{0}".utf8), "an SQLite database"),
        (Array("%PDF-".utf8), "a PDF file"),
    ]
    /// Compression formats that are not supported, and supported ones that were applied twice.
    private static let compressions: [(bytes: [UInt8], what: String)] = [
        ([0x1F, 0x8B], "compressed twice: decompress it once (gzip -d)"),
        ([0x28, 0xB5, 0x2F, 0xFD], "compressed twice: decompress it once (zstd -d)"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "compressed by xz, not by gzip or zstd: pipe it through xz -dc"),
        (Array("BZh".utf8), "compressed by bzip2, not by gzip or zstd: pipe it through bzip2 -dc"),
        ([0x04, 0x22, 0x4D, 0x18], "compressed by lz4, not by gzip or zstd: pipe it through lz4 -dc"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive: unpack it"),
    ]

    /// Whether bytes are an incomplete signature, so that more bytes are needed.
    static func mayFollow(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 0 else { return false }
        if bytes.count < tarHeader, beginsAsTar(bytes) { return true }
        return (kinds + compressions).contains { $0.bytes.count > bytes.count && $0.bytes.starts(with: bytes) }
    }

    private static let tarHeader = 512

    /// Whether bytes begin with a name that zeros fill up.
    private static func beginsAsTar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let name = bytes.prefix(100)
        guard let end = name.firstIndex(of: 0), end > 0 else { return false }
        return name[end...].allSatisfy { $0 == 0 }
    }

    /// Whether it is a tar archive: of its versions only some have a signature, but all have the sum of the header's bytes.
    private static func isTar(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= tarHeader, bytes[tarHeader - 1] == 0 else { return false }
        let place = 148..<156
        // The sum counts as spaces in itself.
        let sum = bytes.prefix(tarHeader).enumerated().reduce(0) { sum, byte in
            sum + (place.contains(byte.offset) ? 0x20 : Int(byte.element))
        }
        let digits = bytes[place].filter { (0x30...0x37).contains($0) }
        return digits.reduce(0) { $0 * 8 + Int($1 & 7) } == sum
    }

    /// Why a file with these first bytes cannot be read; `nil` if it can be text.
    static func reason(_ bytes: UnsafeRawBufferPointer) -> String? {
        if let encoding = encoding(bytes) {
            return "the text is in \(encoding), not in UTF-8: \(advice(encoding))"
        }
        if let kind = kinds.first(where: { bytes.starts(with: $0.bytes) }) {
            return "this is \(kind.what), not text: export it as CSV or NDJSON"
        }
        if isTar(bytes) { return "this is a tar archive: unpack it (tar -x)" }
        return compressions.first { bytes.starts(with: $0.bytes) }.map { "this is \($0.what)" }
    }

    /// Why a file with these first bytes is not in an encoding that was given; `nil` if it can be.
    static func reason(_ bytes: UnsafeRawBufferPointer, not given: TableFormat.Encoding) -> String? {
        guard ![.utf16, .utf16le, .utf16be].contains(given), let encoding = encoding(bytes),
            TableFormat.Encoding(named: encoding) != given
        else { return nil }
        return "the file begins as text in \(encoding) does, and not in \(given.rawValue): \(advice(encoding))"
    }

    private static func advice(_ encoding: String) -> String {
        let convert = "convert it (iconv -f \(encoding) -t UTF-8)"
        return TableFormat.Encoding(named: encoding) == nil ? convert : "give --encoding \(encoding), or \(convert)"
    }

    /// The encoding of text in UTF-16; `nil` for other text.
    static func unicode(_ bytes: UnsafeRawBufferPointer) -> TableFormat.Encoding? {
        encoding(bytes).flatMap { TableFormat.Encoding(named: $0) }
    }

    /// UTF-16 and UTF-32 begin with a byte order mark, or with an ASCII character beside zeros.
    private static func encoding(_ bytes: UnsafeRawBufferPointer) -> String? {
        let first = Array(bytes.prefix(4))
        if first.starts(with: [0xFF, 0xFE, 0, 0]) { return "UTF-32LE" }
        if first == [0, 0, 0xFE, 0xFF] { return "UTF-32BE" }
        if first.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
        if first.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
        guard first.count == 4 else { return nil }
        switch first.map({ $0 == 0 }) {
        case [false, true, false, true]: return "UTF-16LE"
        case [true, false, true, false]: return "UTF-16BE"
        case [false, true, true, true]: return "UTF-32LE"
        case [true, true, true, false]: return "UTF-32BE"
        default: return nil
        }
    }
}

extension InputError {
    /// The description, with what to do about a file that is not UTF-8.
    var advised: String {
        reason == .encoding
            ? "\(description); if the file is Latin-1, give --encoding latin1, or 'table: { encoding: latin1 }' in the rule file"
            : description
    }
}
