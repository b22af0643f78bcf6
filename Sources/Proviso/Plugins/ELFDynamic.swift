/// The dynamic section: what the linker does with a file besides mapping it.
extension ELFFile {
    /// Why the linker should not do what the section says, nil when it may.
    func fault(inDynamicOf segments: [Segment]) -> String? {
        guard let dynamic = segments.first(where: { $0.kind == Segment.dynamic }) else { return Self.damaged }
        guard dynamic.fileSize <= 1 << 16 else { return Self.damaged }
        guard let bytes = read(at: Int(dynamic.offset), count: Int(dynamic.fileSize)) else { return "cannot be read" }
        var names = (address: UInt64(0), size: UInt64(0))
        var runPaths: [UInt64] = []
        for start in stride(from: 0, to: bytes.count - 15, by: 16) {
            let value = Self.number(bytes, start + 8, UInt64.self)
            switch Self.number(bytes, start, UInt64.self) {
            case Tag.end: return fault(inRunPaths: runPaths, names: names, segments)
            case Tag.textRelocations: return Self.textRelocations
            case Tag.flags: if value & Tag.hasTextRelocations != 0 { return Self.textRelocations }
            case Tag.names: names.address = value
            case Tag.namesSize: names.size = value
            case Tag.rpath, Tag.runpath: runPaths.append(value)
            default: break
            }
        }
        return fault(inRunPaths: runPaths, names: names, segments)
    }

    private static let textRelocations =
        "needs its code changed while it is loaded (text relocations): compile all of it with -fPIC"

    private func fault(
        inRunPaths offsets: [UInt64], names: (address: UInt64, size: UInt64), _ segments: [Segment]
    ) -> String? {
        for offset in offsets {
            guard offset < names.size, let start = self.offset(of: names.address, in: segments),
                let text = text(at: start, offset, end: names.size)
            else { return Self.damaged }
            if let fault = RunPath.fault(in: text) { return fault }
        }
        return nil
    }

    /// Where in the file an address is mapped from.
    private func offset(of address: UInt64, in segments: [Segment]) -> UInt64? {
        let home = segments.first {
            $0.kind == Segment.load && address >= $0.address && address - $0.address < $0.fileSize
        }
        return home.flatMap { $0.offset.addingReportingOverflow(address - $0.address).partialValue }
    }

    private func text(at table: UInt64, _ offset: UInt64, end: UInt64) -> String? {
        let (start, overflow) = table.addingReportingOverflow(offset)
        let count = min(end - offset, 1 << 16)
        guard !overflow, contains(start, count), let bytes = read(at: Int(start), count: Int(count)),
            let terminator = bytes.firstIndex(of: 0)
        else { return nil }
        return String(decoding: bytes[..<terminator], as: UTF8.self)
    }

    private enum Tag {
        static let end: UInt64 = 0
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
