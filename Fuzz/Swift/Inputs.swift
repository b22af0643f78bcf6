import Proviso
import ProvisoBulk

private let formats: [InputFormat] = [.auto, .ndjson, .json, .csv, .tsv, .yaml, .toml]
private let encodings: [TableFormat.Encoding?] = [nil, nil, nil, .utf16, .utf16le, .utf16be, .latin1, .windows1252]

/// A file of records of any format: two bytes of options, and then the file.
///
/// What is read does not depend on the size of the pieces it is read in.
@_cdecl("prv_fuzz_input")
public func fuzzInput(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(data.input(count))
    guard bytes.count > 2 else { return }
    var settings = Run.Settings(jobs: 1, progress: .none)
    settings.format = formats[Int(bytes[0] & 0x0F) % formats.count]
    settings.data.table.encoding = encodings[Int(bytes[0] >> 4) % encodings.count]
    let isTable = settings.format == .csv || settings.format == .tsv
    if isTable {
        if bytes[1] & 1 != 0 { settings.data.table.delimiter = UInt8(ascii: ";") }
        if bytes[1] & 2 != 0 { settings.data.table.quote = UInt8(ascii: "'") }
        if bytes[1] & 4 != 0 { settings.data.table.comment = "#" }
        if bytes[1] & 8 != 0 { settings.data.table.skip = 1 }
        if bytes[1] & 16 != 0 { settings.data.table.ragged = .pad }
        if bytes[1] & 32 != 0 { (settings.data.table.header, settings.data.table.columns) = (false, ["a", "b.c"]) }
    } else if bytes[1] & 1 != 0, settings.format != .ndjson {
        settings.data.records = bytes[1] & 2 != 0 ? "/a" : "/a/0"
    }
    let path = Scratch.write(bytes[2...], to: "input")
    let whole = read(path, settings)
    settings.chunkSize = 1 + Int(bytes[1]) % 7
    let pieces = read(path, settings)
    check(
        whole == pieces, "\(whole.prefix(20)) is not \(pieces.prefix(20)), read in pieces of \(settings.chunkSize ?? 0)"
    )
}

private func read(_ path: String, _ settings: Run.Settings) -> [String] {
    var found: [String] = []
    do {
        try RecordReader(path, settings: settings).each(broken: { found.append($0) }) { place, record in
            found.append("\(place) \(record.json)")
        }
    } catch {
        found.append((error as? RecordReader.Fault)?.reason ?? "\(error)")
    }
    return found
}
