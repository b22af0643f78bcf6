/// Reads the dynamic section, which states what the linker does with a file besides mapping it.
extension ELFFile {
    /// The reason why the linker should not do what the section states; `nil` if it may.
    func fault(inDynamicOf segments: [ELFSegment]) -> String? {
        guard let dynamic = dynamic(of: segments) else { return Self.damaged }
        if dynamic.hasTextRelocations { return Self.textRelocations }
        return dynamic.runPaths.lazy.compactMap { RunPath.fault(in: $0) }.first
    }

    private static let textRelocations =
        "has text relocations, which change its code while it is loaded: compile all of it with -fPIC"

    /// The libraries that a file without faults needs, and where it lets the linker look for them.
    var neededLibraries: NeededLibraries {
        guard let header = read(at: 0, count: 64), let segments = segments(header), let dynamic = dynamic(of: segments)
        else { return NeededLibraries() }
        return NeededLibraries(
            names: dynamic.needed, runPaths: dynamic.runPaths.flatMap { $0.split(separator: ":").map(String.init) })
    }

    /// Whether it is a shared library for this processor; what it needs to be a plugin is not checked.
    var isLibrary: Bool {
        guard let header = read(at: 0, count: 64), header.starts(with: Self.magic), Self.fault(inHeader: header) == nil,
            Self.number(header, 54, UInt16.self) == ELFSegment.size, let segments = segments(header)
        else { return false }
        return Set(segments.map(\.kind)).isSuperset(of: [ELFSegment.load, ELFSegment.dynamic])
    }

    private struct Dynamic {
        var hasTextRelocations = false
        /// Lists of directories, separated by colons.
        var runPaths: [String] = []
        /// The names of libraries.
        var needed: [String] = []
    }

    /// Reads the section; `nil` if it is damaged.
    ///
    /// The linker finds it by its address, not by its offset in the file. Of two it would take the last one.
    private func dynamic(of segments: [ELFSegment]) -> Dynamic? {
        let sections = segments.filter { $0.kind == ELFSegment.dynamic }
        guard sections.count == 1, let section = sections.first, section.fileSize <= 1 << 16,
            offset(of: section.address, in: segments) == section.offset,
            let bytes = read(at: section.offset, count: section.fileSize)
        else { return nil }
        var dynamic = Dynamic()
        var names = (address: UInt64(0), size: UInt64(0))
        var (runPaths, needed): ([UInt64], [UInt64]) = ([], [])
        entries: for start in stride(from: 0, to: bytes.count - 15, by: 16) {
            let value = Self.number(bytes, start + 8, UInt64.self)
            switch Self.number(bytes, start, UInt64.self) {
            case Tag.end: break entries
            case Tag.textRelocations: dynamic.hasTextRelocations = true
            case Tag.flags: if value & Tag.hasTextRelocations != 0 { dynamic.hasTextRelocations = true }
            case Tag.names: names.address = value
            case Tag.namesSize: names.size = value
            case Tag.rpath, Tag.runpath: runPaths.append(value)
            case Tag.needed: needed.append(value)
            default: break
            }
        }
        func text(_ place: UInt64) -> String? {
            guard place < names.size, let start = offset(of: names.address, in: segments) else { return nil }
            return self.text(at: start, place, end: names.size)
        }
        dynamic.runPaths = runPaths.compactMap(text)
        dynamic.needed = needed.compactMap(text)
        // Each of them must be readable: the linker would read what is there.
        return dynamic.runPaths.count == runPaths.count && dynamic.needed.count == needed.count ? dynamic : nil
    }

    /// The offset in the file that an address is mapped from.
    private func offset(of address: UInt64, in segments: [ELFSegment]) -> UInt64? {
        let home = segments.first {
            $0.kind == ELFSegment.load && address >= $0.address && address - $0.address < $0.fileSize
        }
        return home.flatMap { $0.offset.addingReportingOverflow(address - $0.address).partialValue }
    }

    private func text(at table: UInt64, _ offset: UInt64, end: UInt64) -> String? {
        let (start, overflow) = table.addingReportingOverflow(offset)
        let count = min(end - offset, 1 << 16)
        guard !overflow, let bytes = read(at: start, count: count),
            let terminator = bytes.firstIndex(of: 0)
        else { return nil }
        return String(decoding: bytes[..<terminator], as: UTF8.self)
    }

    private enum Tag {
        static let end: UInt64 = 0
        static let needed: UInt64 = 1
        static let names: UInt64 = 5
        static let namesSize: UInt64 = 10
        static let rpath: UInt64 = 15
        static let textRelocations: UInt64 = 22
        static let runpath: UInt64 = 29
        static let flags: UInt64 = 30
        /// A bit of `flags`.
        static let hasTextRelocations: UInt64 = 4
    }
}
