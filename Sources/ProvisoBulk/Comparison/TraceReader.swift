internal import Glibc

/// Reads the lines of a trace from a pipe.
final class TraceReader {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// The object closes the descriptor.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The next record that is not clean; `nil` at the end.
    func next() -> TracedRecord? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return TracedRecord(buffer[start..<end])
            }
            searched = buffer.count
            guard !isAtEnd else { return nil }
            searched -= start
            fill()
        }
    }

    private func fill() {
        buffer.removeSubrange(..<start)
        start = 0
        let size = 1 << 18
        let count = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: size))
        let got = buffer.withUnsafeMutableBytes { bytes in
            while true {
                let got = read(descriptor, bytes.baseAddress?.advanced(by: count), size)
                if got >= 0 || errno != EINTR { return got }
            }
        }
        buffer.removeSubrange((count + max(0, got))...)
        isAtEnd = got <= 0
    }
}

/// A record of a trace.
struct TracedRecord {
    let number: Int
    let isValid: Bool
    private let place: ArraySlice<UInt8>
    /// The keys of its findings; equal if two runs found the same.
    let keys: ArraySlice<UInt8>
    private let details: ArraySlice<UInt8>

    /// A finding with its rule; its parts become strings only if they are needed.
    struct Finding {
        /// The path, the code and the severity.
        let key: ArraySlice<UInt8>
        private let details: ArraySlice<UInt8>

        init(_ key: ArraySlice<UInt8>, _ details: ArraySlice<UInt8>) {
            self.key = key
            self.details = details
        }

        /// The rule, attribute, code and severity as bytes, with which findings are counted.
        var kind: ArraySlice<UInt8> {
            let rule = details.firstIndex(of: TraceWriter.ruleEnd) ?? details.endIndex
            let path = key.firstIndex(of: TraceWriter.field) ?? key.startIndex
            return details[..<rule] + key[path...]
        }

        /// The path, the code and the severity.
        var place: [String] { TracedRecord.fields(key) }

        /// The position, name and type of the rule, and the attribute.
        var rule: [String] {
            TracedRecord.fields(details[..<(details.firstIndex(of: TraceWriter.ruleEnd) ?? details.endIndex)])
        }

        /// The line, the message, the value, and the number of findings.
        var rest: [String] {
            let end = details.firstIndex(of: TraceWriter.ruleEnd) ?? details.startIndex
            return TracedRecord.fields(details[end...].dropFirst())
        }

        /// The number of findings that it stands for.
        var count: Int {
            let last = details.lastIndex(of: TraceWriter.field) ?? details.startIndex
            return Int(String(decoding: details[last...].dropFirst(), as: UTF8.self)) ?? 1
        }
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: TraceWriter.part, omittingEmptySubsequences: false)
        guard parts.count >= 5, let number = Int(String(decoding: parts[0], as: UTF8.self)) else { return nil }
        self.number = number
        isValid = parts[1].first == UInt8(ascii: "v")
        place = parts[2]
        keys = parts[3]
        details = parts[4]
    }

    var file: String { Self.fields(place).first ?? "" }

    var line: Int { Int(Self.fields(place).last ?? "") ?? 0 }

    var findings: [Finding] {
        let keys = self.keys.split(separator: TraceWriter.finding)
        let details = self.details.split(separator: TraceWriter.finding)
        return zip(keys, details).map { Finding($0, $1) }
    }

    private static func fields(_ bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: TraceWriter.field, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
