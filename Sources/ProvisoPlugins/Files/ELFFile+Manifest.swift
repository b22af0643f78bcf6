extension ELFFile {
    /// Reads the manifest from the note that `PROVISO_MANIFEST` makes; requires a file without a `fault`.
    package func manifest() throws(PluginFault) -> PluginManifest {
        var majors: [UInt32] = []
        for segment in noteSegments {
            guard let bytes = bytes(of: segment) else { throw PluginFault("is damaged: its notes cannot be read") }
            for note in ELFNotes(bytes, alignment: segment.alignment) where note.isManifest {
                let (major, minor) = (note.word(0), note.word(4))
                if major == 1 { return try ManifestReader.read(note.text, minor: Int(minor)) }
                majors.append(major)
            }
        }
        guard let major = majors.max() else {
            throw PluginFault("has no manifest: add PROVISO_MANIFEST, as proviso.h describes it")
        }
        throw PluginFault(
            "needs a newer host: it supports only version \(major) of the plugin interface, not version 1")
    }

    /// The maximum size of the notes, with room for those of compilers.
    private static let longest = UInt64(ManifestReader.longest + 4096)

    private func bytes(of segment: ELFSegment) -> [UInt8]? {
        guard segment.fileSize <= Self.longest else { return nil }
        return read(at: segment.offset, count: segment.fileSize)
    }
}

/// Iterates over the notes of a segment, up to the first one that does not fit.
private struct ELFNotes: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let alignment: Int
    private var position = 0

    init(_ bytes: [UInt8], alignment: UInt64) {
        self.bytes = bytes
        self.alignment = alignment == 8 ? 8 : 4
    }

    mutating func next() -> Note? {
        guard bytes.count - position >= 12 else { return nil }
        let sizes = [0, 4].map { Int(ELFFile.number(bytes, position + $0, UInt32.self)) }
        let type = ELFFile.number(bytes, position + 8, UInt32.self)
        let name = position + 12
        let content = aligned(name + sizes[0])
        guard content <= bytes.count, sizes[1] <= bytes.count - content else { return nil }
        position = aligned(content + sizes[1])
        return Note(
            type: type, owner: bytes[name..<name + sizes[0]], content: Array(bytes[content..<content + sizes[1]]))
    }

    private func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
}

private struct Note {
    let type: UInt32
    let owner: ArraySlice<UInt8>
    let content: [UInt8]

    var isManifest: Bool { type == 1 && owner.elementsEqual("Proviso\0".utf8) && content.count > 8 }

    func word(_ offset: Int) -> UInt32 { ELFFile.number(content, offset, UInt32.self) }

    /// The text after the version, without the NUL bytes at its end.
    var text: [UInt8] {
        let text = content.dropFirst(8)
        return Array(text[..<((text.lastIndex { $0 != 0 } ?? 7) + 1)])
    }
}
