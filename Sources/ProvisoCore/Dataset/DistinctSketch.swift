internal import CLibrary

/// The number of different values: exact for some thousands, and within a standard error for more.
///
/// With many values it is HyperLogLog (Flajolet and others, 2007). What it holds depends on the values alone, and not on
/// their order or on how they were merged.
struct DistinctSketch: Sendable {
    private let bits: Int
    private let mostExact: Int
    /// The hashes of all values; empty once there are registers.
    private var hashes = HashTable()
    private var registers: [UInt8] = []

    /// `bits` is the logarithm of the number of registers.
    init(bits: Int, mostExact: Int) { (self.bits, self.mostExact) = (bits, mostExact) }

    var isExact: Bool { registers.isEmpty }

    /// The relative standard error of the count, if it is not exact.
    var precision: Double { 1.04 / Double(1 << bits).squareRoot() }

    mutating func add(_ hash: UInt64) {
        guard registers.isEmpty else { return register(hash) }
        hashes.insert(hash)
        if hashes.count > mostExact { spread() }
    }

    private mutating func spread() {
        registers = Array(repeating: 0, count: 1 << bits)
        for hash in hashes.all { register(hash) }
        hashes = HashTable()
    }

    private mutating func register(_ hash: UInt64) {
        let place = Int(hash >> UInt64(64 - bits))
        let rank = UInt8(min((hash << UInt64(bits)).leadingZeroBitCount, 64 - bits) + 1)
        if rank > registers[place] { registers[place] = rank }
    }

    mutating func merge(_ other: DistinctSketch) {
        if !other.isExact, isExact { spread() }
        for hash in other.hashes.all { add(hash) }
        for (place, rank) in other.registers.enumerated() { registers[place] = max(registers[place], rank) }
    }

    var count: Int {
        if isExact { return hashes.count }
        let size = Double(registers.count)
        let sum = registers.reduce(0.0) { $0 + Double(sign: .plus, exponent: -Int($1), significand: 1) }
        let estimate = 0.7213 / (1 + 1.079 / size) * size * size / sum
        let empty = registers.count { $0 == 0 }
        // With few values the empty registers say more.
        return Int((estimate <= 2.5 * size && empty > 0 ? size * log(size / Double(empty)) : estimate).rounded())
    }

    /// The hashes or the registers as data.
    var stored: AnyValue {
        isExact
            ? .list(hashes.all.sorted().map { .unsigned($0) })
            : .text(String(decoding: registers.map { $0 + UInt8(ascii: "0") }, as: UTF8.self))
    }

    /// Reads `stored` into an empty sketch; false if it is anything else.
    mutating func restore(_ value: AnyValue) -> Bool {
        switch value {
        case .list(let items):
            for item in items {
                switch item {
                case .unsigned(let hash): hashes.insert(hash)
                case .integer(let hash) where hash >= 0: hashes.insert(UInt64(hash))
                default: return false
                }
            }
            return hashes.count <= mostExact
        case .text(let text):
            registers = text.utf8.map { $0 &- UInt8(ascii: "0") }
            return registers.count == 1 << bits && registers.allSatisfy { $0 <= 65 - bits }
        default: return false
        }
    }
}

/// Hashes, which are spread already: each has the next place that is free.
struct HashTable: Sendable {
    /// Zero where nothing is.
    private var places: [UInt64] = []
    private var hasZero = false
    private var filled = 0

    var count: Int { filled + (hasZero ? 1 : 0) }

    mutating func insert(_ hash: UInt64) {
        if hash == 0 {
            hasZero = true
            return
        }
        if filled * 2 >= places.count { grow() }
        put(hash)
    }

    private mutating func put(_ hash: UInt64) {
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] != 0 {
            if places[place] == hash { return }
            place = (place + 1) & (places.count - 1)
        }
        places[place] = hash
        filled += 1
    }

    private mutating func grow() {
        let known = places
        places = Array(repeating: 0, count: max(16, 2 * known.count))
        filled = 0
        for hash in known where hash != 0 { put(hash) }
    }

    /// All of them, in no order.
    var all: [UInt64] { places.filter { $0 != 0 } + (hasZero ? [0] : []) }
}

/// Hashes of values that are the same in each process, since checkpoints have them.
enum StableHash {
    static func hash(_ value: borrowing Value) -> UInt64 {
        if let text = value.text { return hash(text.buffer) }
        switch value.kind {
        case .boolean: return mixed(value.boolean == true ? 3 : 2, 0x9E37_79B9_7F4A_7C15)
        case .integer, .unsigned, .double, .decimal:
            guard let number = MeasuredNumber(value) else { return 1 }
            if case .short(let number) = number, number.scale == 0 { return hash(number.digits) }
            // Equal numbers have the same text: 1.50 is 1.5.
            var text = number.decimal.text
            if let digits = Int64(text) { return hash(digits) }
            return ~text.withUTF8 { hash($0) }
        default:
            var writer = JSONWriter()
            writer.value(AnyValue(value))
            var text = writer.text
            return text.withUTF8 { hash($0) }
        }
    }

    static func hash(_ digits: Int64) -> UInt64 { mixed(UInt64(bitPattern: digits), 0xD6E8_FEB8_6659_FD93) }

    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = mixed(UInt64(bytes.count), 0xA076_1D64_78BD_642F)
        var place = 0
        while place < bytes.count {
            var word: UInt64 = 0
            if place + 8 <= bytes.count, let start = UnsafeRawPointer(bytes.baseAddress) {
                word = UInt64(bigEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            } else {
                for offset in place..<bytes.count { word = word << 8 | UInt64(bytes[offset]) }
            }
            hash = mixed(hash ^ word, 0xE703_7ED1_A0B4_28DB)
            place += 8
        }
        return mixed(hash, 0x8EBC_6AF0_9C88_C6E3)
    }

    private static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var word = (one ^ other) &+ 0x9E37_79B9_7F4A_7C15
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
