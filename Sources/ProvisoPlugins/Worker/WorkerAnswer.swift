internal import Glibc
internal import ProvisoABI
internal import ProvisoCore
internal import WorkerBridge

/// Reads what a worker wrote, within its bounds and without trusting it.
package struct WorkerBytes {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The worker sent invalid data: the plugin wrote to memory that is not its own.
    package struct Nonsense: Error {}

    package var isAtEnd: Bool { position == bytes.endIndex }

    package mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(Nonsense) -> Number {
        let part = try take(MemoryLayout<Number>.size)
        return part.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    package mutating func take(_ count: Int) throws(Nonsense) -> ArraySlice<UInt8> {
        guard count <= bytes.endIndex - position else { throw Nonsense() }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Reads the bytes up to a NUL, and skips the NUL.
    package mutating func name() throws(Nonsense) -> ArraySlice<UInt8> {
        guard let end = bytes[position...].firstIndex(of: 0) else { throw Nonsense() }
        return try take(end + 1 - position)
    }

    /// Reads a string with its length before it; `nil` if there is none.
    package mutating func text() throws(Nonsense) -> ArraySlice<UInt8>? {
        let length = try number(UInt32.self)
        return length == .max ? nil : try take(Int(length))
    }
}

/// The log lines of one answer.
///
/// The worker's own code keeps the limits: an answer that does not is one that the plugin wrote itself.
struct WorkerLog {
    private static let mostLines = 64
    private static let longestLine = 4096

    let plugin: String
    private var lines = 0

    init(of plugin: String) {
        self.plugin = plugin
    }

    /// Prints a line; throws if it is too long, or one too many.
    mutating func print(_ text: ArraySlice<UInt8>, severity: UInt32) throws(WorkerBytes.Nonsense) {
        lines += 1
        guard lines <= Self.mostLines, text.count <= Self.longestLine else { throw WorkerBytes.Nonsense() }
        let text = String(decoding: text, as: UTF8.self)
        PluginHost.say(PluginHost.logLine(plugin: plugin, severity: severity, text: text))
    }
}

extension PluginHost {
    /// Prints a line on standard error.
    static func say(_ line: String) {
        var line = line
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// A worker's result for one value.
package enum WorkerJudgement: Sendable {
    case valid
    /// The return value of `validate`, the violations as they were sent, and the number of dropped violations.
    case judged(Int32, findings: [ArraySlice<UInt8>], dropped: UInt32)
    /// The reason why the value could not be validated, as a clause.
    case fault(String)
    /// Not valid; its violations were not kept, because those of other values were too large: the value is validated
    /// again when they are needed.
    case postponed

    package static func isValid(_ verdict: UInt8) -> Bool {
        Int(verdict) == PROVISO_VALID || Int(verdict) == PROVISO_NOT_APPLICABLE
    }

    /// Reads the results of a request's first rows; `nil` for a row that must be requested again.
    ///
    /// A truncated answer has data about later rows too, and may end anywhere.
    package static func read(
        _ verdicts: [UInt8], _ answer: [UInt8], isCut: Bool = false, plugin: String
    ) -> [WorkerJudgement?] {
        var judgements = verdicts.map { verdict -> WorkerJudgement? in
            switch Int(verdict) {
            case PROVISO_VALID, PROVISO_NOT_APPLICABLE: .valid
            case PRV_WORKER_ASK_AGAIN: nil
            default: .fault("it gave no verdict on the value, or a contradictory one")
            }
        }
        guard !answer.isEmpty else { return judgements }
        do throws(WorkerBytes.Nonsense) {
            try read(answer, into: &judgements, verdicts, isCut: isCut, plugin)
        } catch  where isCut {
        } catch {
            for index in judgements.indices {
                if case .valid? = judgements[index] { continue }
                judgements[index] = .fault("its worker sent an invalid answer")
            }
        }
        return judgements
    }

    private static func read(
        _ answer: [UInt8], into judgements: inout [WorkerJudgement?], _ verdicts: [UInt8], isCut: Bool,
        _ plugin: String
    ) throws(WorkerBytes.Nonsense) {
        var bytes = WorkerBytes(answer[...])
        var findings: [ArraySlice<UInt8>] = []
        var row = UInt32.max
        var log = WorkerLog(of: plugin)
        while !bytes.isAtEnd {
            let (tag, number) = (try bytes.number(UInt32.self), try bytes.number(UInt32.self))
            var part = WorkerBytes(try bytes.take(Int(try bytes.number(UInt32.self))))
            switch Int(tag) {
            case PRV_WORKER_LOG: try log.print(part.rest(), severity: number)
            case PRV_WORKER_FINDING:
                if number != row { findings = [] }
                row = number
                findings.append(try part.rest())
            case PRV_WORKER_RESULT where isCut && number >= judgements.count: break
            case PRV_WORKER_RESULT:
                guard number < judgements.count, Int(verdicts[Int(number)]) == PROVISO_INVALID else {
                    throw WorkerBytes.Nonsense()
                }
                let result = Int32(bitPattern: try part.number(UInt32.self))
                judgements[Int(number)] = .judged(
                    result, findings: number == row ? findings : [], dropped: try part.number(UInt32.self))
                findings = []
            default: throw WorkerBytes.Nonsense()
            }
        }
    }

    /// Reports the result as if the plugin had been called here and now.
    func report(for rule: Unmanaged<PluginRule>, _ context: inout ValidationContext) {
        if case .valid = self { return }
        let before = context.findings
        let isQuiet = context.isQuiet
        withUnsafeMutablePointer(to: &context) { context in
            var call = PluginCall(call: proviso_call(), context: context, rule: rule)
            switch self {
            case .valid: break
            case .fault(let reason): call.fault(reason)
            case .postponed: call.fault("its violations were not kept")
            case .judged(let result, let findings, let dropped):
                if !isQuiet {
                    for finding in findings { WorkerFinding.deliver(finding, to: &call) }
                    if dropped > 0 { call.overflow() }
                }
                PluginValidator.judge(result, &call, findings: context.pointee.findings - before)
            }
        }
    }
}

extension WorkerBytes {
    package mutating func rest() throws(Nonsense) -> ArraySlice<UInt8> { try take(bytes.endIndex - position) }
}

/// Reads a violation in the answer of a worker.
package enum WorkerFinding {
    static func deliver(_ bytes: ArraySlice<UInt8>, to call: inout PluginCall) {
        do throws(WorkerBytes.Nonsense) {
            try read(bytes, &call)
        } catch {
            call.fault("its worker sent an invalid answer")
        }
    }

    /// The parts of a violation; names and strings are offsets in its bytes.
    package struct Parts {
        package struct Parameter {
            package let name: Int
            package let text: Int?
            var value: proviso_value

            package var length: UInt64 { value.length }
        }

        package let code: Int
        /// The number of parameters that the plugin reported, of which only a limited number was sent.
        package let count: UInt64
        package let parameters: [Parameter]

        package init(_ bytes: [UInt8]) throws(WorkerBytes.Nonsense) {
            var rest = WorkerBytes(bytes[...])
            code = try rest.name().startIndex
            count = try rest.number(UInt64.self)
            let sent = try rest.number(UInt32.self)
            guard sent <= UInt32(PRV_WORKER_MOST_PARAMETERS), sent == 0 || UInt64(sent) <= count else {
                throw WorkerBytes.Nonsense()
            }
            var parameters: [Parameter] = []
            for _ in 0..<sent { parameters.append(try Parameter(&rest)) }
            self.parameters = parameters
        }
    }

    private static func read(_ bytes: ArraySlice<UInt8>, _ call: inout PluginCall) throws(WorkerBytes.Nonsense) {
        let bytes = Array(bytes)
        let parts = try Parts(bytes)
        bytes.withUnsafeBytes { memory in
            guard let start = memory.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            let parameters = parts.parameters.map { given in
                var value = given.value
                if let text = given.text { value.as.text = start + text }
                return proviso_parameter(name: start + given.name, value: value)
            }
            parameters.withUnsafeBufferPointer {
                call.receive(start + parts.code, parts.parameters.isEmpty ? nil : $0.baseAddress, parts.count)
            }
        }
    }
}

extension WorkerFinding.Parts.Parameter {
    fileprivate init(_ rest: inout WorkerBytes) throws(WorkerBytes.Nonsense) {
        name = try rest.name().startIndex
        var value = proviso_value()
        value.kind = try rest.number(UInt32.self)
        value.as.unsigned_integer = try rest.number(UInt64.self)
        value.length = try rest.number(UInt64.self)
        let text = try rest.text()
        let isText = ValueKind.decimal.rawValue...ValueKind.bytes.rawValue ~= value.kind
        // The length is that of the bytes; a string that was too long to send keeps its own length, and is refused for
        // it.
        if isText, let text { value.length = UInt64(text.count) } else if isText { value.as.text = nil }
        self.text = isText ? text?.startIndex : nil
        self.value = value
    }
}
