internal import EngineInterface
internal import Proviso

/// The values of a column in one batch: its buffers, as the Arrow specification lays them out.
struct ArrowValues {
    let field: ArrowField
    let array: ArrowArray

    /// Throws if the batch does not have the buffers that the schema says.
    init(_ field: ArrowField, _ array: ArrowArray) throws(EngineFault) {
        self.field = field
        self.array = array
        guard Int(array.n_children) >= field.children.count, array.length >= 0, array.offset >= 0,
            array.n_buffers >= Self.bufferCount(field.type), field.dictionary.isEmpty || array.dictionary != nil
        else { throw .unreadable("the column '\(field.name)' does not have the parts that its schema names") }
    }

    private static func bufferCount(_ type: ArrowType) -> Int64 {
        switch type {
        case .null, .other: 0
        case .object, .fixedList: 1
        case .text: 3
        default: 2
        }
    }

    private func buffer(_ index: Int) -> UnsafeRawPointer? { array.buffers?[index] }

    /// Whether there is no value; none is beyond the end, either.
    func isNull(_ row: Int) -> Bool {
        guard row >= 0, row < Int(array.length) else { return true }
        if case .null = field.type { return true }
        guard array.null_count != 0, array.n_buffers > 0, let bits = buffer(0) else { return false }
        return !Self.bit(row + Int(array.offset), in: bits)
    }

    private static func bit(_ index: Int, in bits: UnsafeRawPointer) -> Bool {
        bits.load(fromByteOffset: index >> 3, as: UInt8.self) >> UInt8(index & 7) & 1 == 1
    }

    /// The bytes of a string that is not null, which stay as long as the batch.
    func text(_ row: Int) -> UnsafeRawBufferPointer {
        let index = row + Int(array.offset)
        if case .text(let size) = field.type {
            guard let (start, end) = offsets(index, size), let data = buffer(2) else { return .none }
            return UnsafeRawBufferPointer(start: data + start, count: end - start)
        }
        guard let views = buffer(1) else { return .none }
        let view = views + index * 16
        let count = Int(view.loadUnaligned(as: Int32.self))
        if count <= 12 { return UnsafeRawBufferPointer(start: view + 4, count: max(0, count)) }
        let number = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
        let start = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
        // The last buffer has the sizes of those with the data.
        guard number >= 0, number + 3 < array.n_buffers, let data = buffer(2 + number) else { return .none }
        return UnsafeRawBufferPointer(start: data + start, count: count)
    }

    /// Where the part of a value in the next buffer begins and ends.
    private func offsets(_ index: Int, _ size: Int) -> (Int, Int)? {
        guard let offsets = buffer(1) else { return nil }
        func offset(_ index: Int) -> Int {
            size == 4
                ? Int(offsets.loadUnaligned(fromByteOffset: index * 4, as: Int32.self))
                : Int(offsets.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
        }
        let (start, end) = (offset(index), offset(index + 1))
        return start >= 0 && end >= start ? (start, end) : nil
    }

    /// The value of a row as rules see it.
    func value(_ row: Int) throws(EngineFault) -> AnyValue {
        if isNull(row) { return .null }
        if let dictionary = field.dictionary.first, let values = array.dictionary {
            guard case .integer(let size, let isSigned) = field.type else { return .null }
            return try ArrowValues(dictionary, values.pointee).value(Int(integer(row, size, isSigned)))
        }
        switch field.type {
        case .null, .other: return .null
        case .boolean: return .boolean(buffer(1).map { Self.bit(row + Int(array.offset), in: $0) } ?? false)
        case .integer(8, isSigned: false):
            let number = UInt64(bitPattern: Int64(integer(row, 8, true)))
            return Int64(exactly: number).map(AnyValue.integer) ?? .unsigned(number)
        case .integer(let size, let isSigned): return .integer(Int64(integer(row, size, isSigned)))
        case .float(let size): return float(row, size)
        case .decimal(let size, let scale): return decimal(row, size, scale)
        case .text, .textView: return .text(String(decoding: text(row), as: UTF8.self))
        case .days: return time(Int64(integer(row, 4, true)) * 86_400, 1, .date)
        case .milliseconds: return time(Int64(integer(row, 8, true)), 1000, .date)
        case .time(let unit, let size): return time(Int64(integer(row, size, true)), unit, .time)
        case .timestamp(let unit, let hasZone):
            return time(Int64(integer(row, 8, true)), unit, hasZone ? .instant : .local)
        case .list(let size):
            let (start, end) = offsets(row + Int(array.offset), size) ?? (0, 0)
            return try items(start..<end)
        case .fixedList(let count):
            let start = (row + Int(array.offset)) * count
            return try items(start..<start + count)
        case .object: return try object(row + Int(array.offset))
        }
    }

    private func items(_ range: Range<Int>) throws(EngineFault) -> AnyValue {
        guard let field = field.children.first, let child = array.children?[0] else { return .null }
        let values = try ArrowValues(field, child.pointee)
        guard range.upperBound <= Int(values.array.length) else {
            throw .unreadable("the column '\(self.field.name)' has a list that is longer than its items")
        }
        var items: [AnyValue] = []
        for index in range { items.append(try values.value(index)) }
        return .list(items)
    }

    private func object(_ row: Int) throws(EngineFault) -> AnyValue {
        var members: [AnyValue.Member] = []
        for (index, field) in field.children.enumerated() {
            guard let child = array.children?[index] else { continue }
            members.append(AnyValue.Member(field.name, try ArrowValues(field, child.pointee).value(row)))
        }
        return .object(members)
    }
}

// Numbers, dates and times.
extension ArrowValues {
    private func load<Number: BitwiseCopyable>(_ row: Int, _ type: Number.Type) -> Number? {
        buffer(1)?.loadUnaligned(
            fromByteOffset: (row + Int(array.offset)) * MemoryLayout<Number>.size, as: Number.self)
    }

    private func integer(_ row: Int, _ bytes: Int, _ isSigned: Bool) -> Int {
        switch (bytes, isSigned) {
        case (1, true): Int(load(row, Int8.self) ?? 0)
        case (1, false): Int(load(row, UInt8.self) ?? 0)
        case (2, true): Int(load(row, Int16.self) ?? 0)
        case (2, false): Int(load(row, UInt16.self) ?? 0)
        case (4, true): Int(load(row, Int32.self) ?? 0)
        case (4, false): Int(load(row, UInt32.self) ?? 0)
        default: Int(load(row, Int64.self) ?? 0)
        }
    }

    /// A number that JSON has; what is not a number is missing, as in pandas, and an infinite one is a string.
    private func float(_ row: Int, _ bytes: Int) -> AnyValue {
        let number: Double =
            switch bytes {
            case 2: Double(Float16(bitPattern: load(row, UInt16.self) ?? 0))
            case 4: Self.shortest(load(row, Float.self) ?? 0)
            default: load(row, Double.self) ?? 0
            }
        if number.isNaN { return .null }
        return number.isFinite ? .double(number) : .text(number > 0 ? "Infinity" : "-Infinity")
    }

    /// The number that people wrote: 0.1 in 32 bits is 0.1, and not 0.10000000149011612.
    private static func shortest(_ number: Float) -> Double { Double(number.description) ?? Double(number) }

    private func decimal(_ row: Int, _ bytes: Int, _ scale: Int) -> AnyValue {
        let unscaled: Int128 =
            switch bytes {
            case 4: Int128(load(row, Int32.self) ?? 0)
            case 8: Int128(load(row, Int64.self) ?? 0)
            default: load(row, Int128.self) ?? 0
            }
        var digits = String(unscaled.magnitude)
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        let point = digits.index(digits.endIndex, offsetBy: -scale)
        let text = (unscaled < 0 ? "-" : "") + digits[..<point] + (scale > 0 ? "." + digits[point...] : "")
        return (try? AnyValue(json: text)) ?? .null
    }

    private enum TimeForm { case date, time, local, instant }

    /// The text of a moment in ISO 8601, which the rules for dates and times read.
    private func time(_ count: Int64, _ perSecond: Int64, _ form: TimeForm) -> AnyValue {
        var (seconds, rest) = count.quotientAndRemainder(dividingBy: perSecond)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + perSecond) }
        let time = ExprTime(seconds: seconds, nanoseconds: Int32(rest * (1_000_000_000 / perSecond)))
        let text = time.timestampText
        guard let middle = text.lastIndex(of: "T") else { return .text(text) }
        switch form {
        case .date: return .text(String(text[..<middle]))
        case .time: return .text(String(text[middle...].dropFirst().dropLast()))
        case .local: return .text(String(text.dropLast()))
        case .instant: return .text(text)
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
