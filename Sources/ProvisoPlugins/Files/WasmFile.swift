/// The sections of a WebAssembly module, read within the bounds of the file.
///
/// The format is that of the WebAssembly core specification, section 5.5.
package struct WasmFile {
    /// The maximum size: compiling takes time that no limit ends, usually a second for the largest, and ten times that for
    /// code that was written to be slow to compile.
    static let maximumSize = 16 << 20

    static let tooLarge = "is a module of more than \(maximumSize >> 20) MB"

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Whether a file begins as a module does.
    package static func isModule(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: [0, 0x61, 0x73, 0x6D]) }

    /// The reason why the file is not a module that can be used; `nil` if its sections are complete.
    package var fault: String? {
        if bytes.count > Self.maximumSize { return Self.tooLarge }
        guard bytes.count >= 8, bytes.dropFirst(4).prefix(4).elementsEqual([1, 0, 0, 0]) else {
            return "is not a WebAssembly module of version 1 (components are not supported)"
        }
        return sections() == nil ? "is truncated or damaged: its sections contradict its size" : nil
    }

    /// Reads the manifest from the custom section that `PROVISO_MANIFEST` makes; requires a file without a `fault`.
    package func manifest() throws(PluginFault) -> PluginManifest {
        let own = (sections() ?? []).filter { $0.isCustom && name(of: $0) == "proviso" }
        guard let section = own.first else {
            throw PluginFault("has no manifest: add PROVISO_MANIFEST, as proviso.h describes it")
        }
        guard own.count == 1 else { throw PluginFault("has \(own.count) manifests: use PROVISO_MANIFEST once") }
        let content = section.content.dropFirst(8)
        guard content.count > 8 else { throw PluginFault("has an empty manifest") }
        let (major, minor) = (word(content.startIndex), word(content.startIndex + 4))
        guard major == 1 else {
            throw PluginFault(
                "needs a newer host: it supports only version \(major) of the plugin interface, not version 1")
        }
        return try ManifestReader.read(Array(bytes[content.dropFirst(8)]), minor: Int(minor))
    }

    private struct Section {
        let isCustom: Bool
        let content: Range<Int>
    }

    /// All sections; `nil` if one does not fit.
    private func sections() -> [Section]? {
        var found: [Section] = []
        var place = 8
        while place < bytes.count {
            let id = bytes[place]
            place += 1
            guard let size = number(&place), size <= bytes.count - place else { return nil }
            found.append(Section(isCustom: id == 0, content: place..<place + size))
            place += size
        }
        return found
    }

    /// The name of a custom section, which is as short as that of the manifest; `nil` for other names.
    private func name(of section: Section) -> String? {
        var place = section.content.lowerBound
        guard section.content.count > 8, number(&place) == 7, place == section.content.lowerBound + 1 else {
            return nil
        }
        return String(decoding: bytes[place..<place + 7], as: UTF8.self)
    }

    /// An unsigned number of at most 32 bits in LEB128; `nil` if it does not fit.
    private func number(_ place: inout Int) -> Int? {
        var result = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            result |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return result <= UInt32.max ? result : nil }
        }
        return nil
    }

    private func word(_ place: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
}
