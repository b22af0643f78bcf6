internal import Glibc

/// The headers of an ELF file, read within the bounds of the file.
///
/// The dynamic linker trusts its input: a truncated file kills the process with SIGBUS, a file for another processor
/// "cannot be opened", and a file that needs an executable stack makes the stack of the whole process executable.
package struct ELFFile {
    private let descriptor: Int32
    private let size: Int

    package init(_ descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    /// The reason why this process cannot load the file as a shared library; `nil` if it may try.
    package var fault: String? {
        guard let header = read(at: 0, count: UInt64(min(size, 64))) else { return "cannot be read" }
        guard header.starts(with: Self.magic) else {
            return "is not a shared library (it has no ELF header)"
        }
        guard header.count == 64 else { return Self.truncated }
        return Self.fault(inHeader: header) ?? fault(inSegmentsOf: header)
    }

    static let magic = [0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F")]
    private static let truncated = "is truncated: was it copied or built completely?"
    static let damaged = "is damaged: its ELF headers contradict each other"

    static func fault(inHeader header: [UInt8]) -> String? {
        let isWide = header[4] == 2
        let isLittle = header[5] == 1
        let machine = isLittle ? Int(header[18]) | Int(header[19]) << 8 : Int(header[19]) | Int(header[18]) << 8
        guard machine == Machine.ours else {
            return "is built for \(Machine.name(machine)), but this program runs on \(Machine.name(Machine.ours))"
        }
        guard isWide, isLittle else { return "is built for another variant of \(Machine.name(machine))" }
        switch number(header, 16, UInt16.self) {
        case 3: return nil
        case 1: return "is an object file, not a shared library: link it with -shared"
        case 2: return "is a program, not a shared library"
        default: return "is not a shared library"
        }
    }

    private func fault(inSegmentsOf header: [UInt8]) -> String? {
        let entrySize = Self.number(header, 54, UInt16.self)
        let count = Self.number(header, 56, UInt16.self)
        guard entrySize == ELFSegment.size, (1...1024).contains(count) else { return Self.damaged }
        let offset = Self.number(header, 32, UInt64.self)
        guard contains(offset, UInt64(count) * UInt64(entrySize)) else { return Self.truncated }
        guard let segments = segments(header) else { return "cannot be read" }
        var kinds: Set<UInt32> = []
        for segment in segments {
            kinds.insert(segment.kind)
            if let fault = fault(in: segment) { return fault }
        }
        guard kinds.isSuperset(of: [ELFSegment.load, ELFSegment.dynamic]) else { return Self.damaged }
        // Without this header the linker assumes that the stack may contain code.
        return kinds.contains(ELFSegment.stack) ? fault(inDynamicOf: segments) : Self.executableStack
    }

    /// Reads the program headers; `nil` if they cannot be read.
    func segments(_ header: [UInt8]) -> [ELFSegment]? {
        let count = UInt64(Self.number(header, 56, UInt16.self)) * UInt64(ELFSegment.size)
        guard let table = read(at: Self.number(header, 32, UInt64.self), count: count) else { return nil }
        return stride(from: 0, to: table.count, by: ELFSegment.size).map { ELFSegment(table, at: $0) }
    }

    /// The segments with notes; empty if the headers cannot be read.
    var noteSegments: [ELFSegment] {
        guard let header = read(at: 0, count: 64), let segments = segments(header) else { return [] }
        return segments.filter { $0.kind == ELFSegment.note }
    }

    private func fault(in segment: ELFSegment) -> String? {
        switch segment.kind {
        case ELFSegment.load, ELFSegment.dynamic:
            if segment.fileSize > segment.memorySize { return Self.damaged }
            if segment.kind == ELFSegment.load, segment.isExecutable, segment.isWritable { return Self.writableCode }
            if segment.address.addingReportingOverflow(segment.memorySize).overflow { return Self.damaged }
            return contains(segment.offset, segment.fileSize) ? nil : Self.truncated
        case ELFSegment.stack: return segment.isExecutable ? Self.executableStack : nil
        default: return nil
        }
    }

    private static let executableStack =
        "needs an executable stack, which would weaken the whole process: link it with -z noexecstack"

    private static let writableCode =
        "needs memory that is both writable and executable: link it without -N and without a linker script"

    func contains(_ offset: UInt64, _ count: UInt64) -> Bool {
        let (end, overflow) = offset.addingReportingOverflow(count)
        return !overflow && end <= UInt64(size)
    }

    /// Reads bytes from the file; `nil` if they are not all in it.
    func read(at offset: UInt64, count: UInt64) -> [UInt8]? {
        guard contains(offset, count) else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, Int(count), Int(offset)))
        }
        return bytes.count == count ? bytes : nil
    }

    static func number<Word: FixedWidthInteger>(_ bytes: [UInt8], _ offset: Int, _: Word.Type) -> Word {
        bytes[offset..<offset + MemoryLayout<Word>.size].reversed().reduce(0) { $0 << 8 | Word($1) }
    }
}

/// A program header of a 64-bit file.
struct ELFSegment {
    /// The size of a program header in bytes.
    static let size = 56

    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let note: UInt32 = 4
    static let stack: UInt32 = 0x6474_E551

    let kind: UInt32
    let isExecutable: Bool
    let isWritable: Bool
    let offset: UInt64
    let address: UInt64
    let fileSize: UInt64
    let memorySize: UInt64
    let alignment: UInt64

    init(_ bytes: [UInt8], at start: Int) {
        kind = ELFFile.number(bytes, start, UInt32.self)
        isExecutable = ELFFile.number(bytes, start + 4, UInt32.self) & 1 != 0
        isWritable = ELFFile.number(bytes, start + 4, UInt32.self) & 2 != 0
        offset = ELFFile.number(bytes, start + 8, UInt64.self)
        address = ELFFile.number(bytes, start + 16, UInt64.self)
        fileSize = ELFFile.number(bytes, start + 32, UInt64.self)
        memorySize = ELFFile.number(bytes, start + 40, UInt64.self)
        alignment = ELFFile.number(bytes, start + 48, UInt64.self)
    }
}

/// The processors of ELF files, by `e_machine`.
private enum Machine {
    #if arch(x86_64)
    static let ours = 62
    #elseif arch(arm64)
    static let ours = 183
    #else
    #error("plugins are not supported on this processor")
    #endif

    static func name(_ machine: Int) -> String {
        switch machine {
        case 3: "32-bit x86"
        case 20: "32-bit PowerPC"
        case 21: "64-bit PowerPC"
        case 22: "S/390"
        case 40: "32-bit ARM"
        case 62: "x86-64"
        case 183: "64-bit ARM (aarch64)"
        case 243: "RISC-V"
        case 258: "LoongArch"
        default: "another processor (machine \(machine))"
        }
    }
}

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

extension ELFFile {
    /// Reads the manifest from the note that `PROVISO_MANIFEST` makes; requires a file without a `fault`.
    package func manifest() throws(PluginFault) -> PluginManifest {
        var majors: [UInt32] = []
        for segment in noteSegments {
            guard segment.fileSize <= Self.longest else {
                throw PluginFault(
                    "has notes of \(segment.fileSize) bytes: the manifest, which is in them, may have \(ManifestReader.longest)"
                )
            }
            guard let bytes = read(at: segment.offset, count: segment.fileSize) else {
                throw PluginFault("is damaged: its notes cannot be read")
            }
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
