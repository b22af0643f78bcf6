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
