internal import ProvisoMessages
internal import RegexBridge
internal import Synchronization

/// A regular expression as RE2 compiles it.
final class CompiledPattern: @unchecked Sendable {
    /// Why a pattern is refused, in RE2's words or ours.
    struct Fault: Error {
        let reason: String

        /// What finding it cost, in instructions that take as long to make.
        var size: Int { reason.hasPrefix("pattern too large") ? 2 * Self.mostInstructions : 1 }

        /// RE2 gives one pattern at most some 130,000 instructions: `[\p{L}' -]{1,100}` takes nearly all of them.
        ///
        /// To refuse a larger one takes about twice as long as to make that one.
        private static let mostInstructions = 131_072
    }

    let regex: OpaquePointer

    private init(compiling pattern: String, ignoreCase: Bool) throws(Fault) {
        var reason = [CChar](repeating: 0, count: 256)
        var pattern = pattern
        let made = pattern.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                prv_regex_create($0.baseAddress, $0.count, ignoreCase ? 1 : 0, &reason, reason.count)
            }
        }
        guard let made else {
            let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Fault(reason: String(decoding: bytes, as: UTF8.self))
        }
        regex = made
    }

    deinit { prv_regex_destroy(regex) }

    /// The number of RE2's instructions; each takes some 16 bytes, and half a microsecond to make.
    var size: Int { Int(prv_regex_size(regex)) }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>, whole: Bool = false) -> Bool {
        bytes.withMemoryRebound(to: CChar.self) {
            prv_regex_matches(regex, $0.baseAddress, $0.count, whole ? 1 : 0) == 1
        }
    }

    /// Compiles a pattern, or takes it from those of the plan that is being made.
    static func make(_ pattern: String, ignoreCase: Bool = false) throws(Fault) -> CompiledPattern {
        guard let patterns = PlanPatterns.current else { return try Self(compiling: pattern, ignoreCase: ignoreCase) }
        return try patterns.find(PlanPatterns.Key(pattern: pattern, ignoreCase: ignoreCase)) { () throws(Fault) in
            try Self(compiling: pattern, ignoreCase: ignoreCase)
        }
    }
}

/// The patterns of a plan that is being made: equal ones are compiled once, and all together are limited.
///
/// A short pattern can be a large one, such as `\pL{400}`: 200 of them would take twenty seconds and a gigabyte.
final class PlanPatterns: Sendable {
    struct Key: Hashable {
        let pattern: String
        let ignoreCase: Bool
    }

    private static let most = 3_000_000
    private static let tooMany = CompiledPattern.Fault(
        reason: "the patterns of the rules take too much memory together: write smaller limits for their repetitions")

    @TaskLocal static var current: PlanPatterns?

    private struct Known {
        var made: [Key: Result<CompiledPattern, CompiledPattern.Fault>] = [:]
        var size = 0
    }

    private let known = Mutex(Known())

    func find(
        _ key: Key, make: () throws(CompiledPattern.Fault) -> CompiledPattern
    ) throws(CompiledPattern.Fault) -> CompiledPattern {
        if let made = known.withLock({ $0.made[key] }) { return try made.get() }
        guard known.withLock({ $0.size }) < Self.most else { throw Self.tooMany }
        let made = Result { () throws(CompiledPattern.Fault) in try make() }
        let size =
            switch made {
            case .success(let pattern): pattern.size
            case .failure(let fault): fault.size
            }
        known.withLock {
            $0.made[key] = made
            $0.size += size
        }
        return try made.get()
    }
}
