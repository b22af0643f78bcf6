internal import RegexBridge

/// `matches`: regular expressions of RE2, which take time in proportion to the text.
final class ExprPattern: @unchecked Sendable {
    private let compiled: CompiledPattern

    /// Throws the reason why the pattern is not valid.
    convenience init(_ pattern: String) throws(ExprError) {
        do throws(CompiledPattern.Fault) {
            self.init(try CompiledPattern.make(pattern))
        } catch {
            throw Self.error(error)
        }
    }

    private init(_ compiled: CompiledPattern) { self.compiled = compiled }

    private static func error(_ fault: CompiledPattern.Fault) -> ExprError {
        ExprError(.regex, "not a regular expression: \(fault.reason)")
    }

    /// The parts of the first match from a place on: the whole, then the groups, `nil` for a group that has none.
    func groups(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [Range<Int>?]? {
        let count = 2 * (groupCount + 1)
        return withUnsafeTemporaryAllocation(of: Int64.self, capacity: count) { places in
            let isFound = bytes.withMemoryRebound(to: CChar.self) {
                prv_regex_find(
                    compiled.regex, $0.baseAddress, $0.count, start, places.baseAddress, Int32(groupCount + 1)) != 0
            }
            guard isFound else { return nil }
            return stride(from: 0, to: count, by: 2).map { index in
                places[index] < 0 ? nil : Int(places[index])..<Int(places[index + 1])
            }
        }
    }

    /// The number of groups in parentheses.
    var groupCount: Int { Int(prv_regex_groups(compiled.regex)) }

    func matches(_ value: ExprValue) -> ExprValue {
        value.withUTF8 { .bool(matches($0)) } ?? .noOverload
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        compiled.matches(bytes)
    }

    /// A pattern that is known only when the expression runs, which pays for it.
    ///
    /// A short text can be a large pattern, such as `\pL{400}`, whose size is known only then.
    convenience init(_ text: String, pay: (Int) -> Bool) throws(ExprError) {
        guard pay(100 + text.utf8.count * 4) else { throw .cost }
        do throws(CompiledPattern.Fault) {
            self.init(try CompiledPattern.make(text))
        } catch {
            // What turns out to be too large has been compiled that far.
            guard pay(error.size * Self.stepsForInstruction) else { throw .cost }
            throw Self.error(error)
        }
        guard pay(compiled.size * Self.stepsForInstruction) else { throw .cost }
    }

    private static let stepsForInstruction = 16
}
