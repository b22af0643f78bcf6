internal import Glibc
internal import Proviso

/// Reads the lines of a trace from a pipe.
///
/// It works on bytes: most records of two runs are equal, and strings would cost more than the runs.
final class TraceReader {
    private let descriptor: Int32
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 19, alignment: 16)
    private var start = 0
    private var end = 0
    private var isAtEnd = false

    /// The object closes the descriptor.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// The next record that is not clean, which is valid until the next call; `nil` at the end.
    func next() -> TracedRecord? {
        var searched = start
        while true {
            if let line = UnsafeRawBufferPointer(buffer).first(0x0A, from: searched, to: end) {
                defer { start = line + 1 }
                return TracedRecord(UnsafeRawBufferPointer(rebasing: buffer[start..<line]))
            }
            if isAtEnd { return nil }
            searched = end - start
            fill()
        }
    }

    /// Moves the rest to the front, and reads as much as there is.
    private func fill() {
        let count = end - start
        if count == buffer.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * count, alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
            buffer.deallocate()
            buffer = larger
        } else if count > 0, let base = buffer.baseAddress {
            memmove(base, base.advanced(by: start), count)
        }
        (start, end) = (0, count)
        var got = -1
        repeat {
            got = read(descriptor, buffer.baseAddress?.advanced(by: end), buffer.count - end)
        } while got < 0 && errno == EINTR
        end += max(0, got)
        isAtEnd = got <= 0
    }
}

/// A record of a trace; its bytes are those of the reader.
struct TracedRecord {
    let number: Int
    let isValid: Bool
    private let place: UnsafeRawBufferPointer
    /// The keys of its findings; equal if two runs found the same.
    let keys: UnsafeRawBufferPointer
    private let details: UnsafeRawBufferPointer

    /// A finding with its rule.
    struct Finding {
        /// The path, the code and the severity.
        let key: UnsafeRawBufferPointer
        private let details: UnsafeRawBufferPointer

        init(_ key: UnsafeRawBufferPointer, _ details: UnsafeRawBufferPointer) {
            self.key = key
            self.details = details
        }

        private var ruleEnd: Int { details.first(TraceText.ruleEnd, from: 0, to: details.count) ?? details.count }

        /// The rule, attribute, code and severity as bytes, with which findings are counted.
        var kind: [UInt8] {
            let path = key.first(TraceText.field, from: 0, to: key.count) ?? 0
            return Array(details[..<ruleEnd]) + key[path...]
        }

        /// The path as rules write it, the code and the severity.
        var place: [String] {
            var fields = key.fields
            if !isOmitted, !fields.isEmpty { fields[0] = ValuePath(pointer: fields[0]).description }
            return fields
        }

        /// Whether it stands for findings beyond the limit of a record: only those have a number at their end.
        private var isOmitted: Bool { details.last != TraceText.field }

        /// The position, name and type of the rule, and the attribute.
        var rule: [String] { UnsafeRawBufferPointer(rebasing: details[..<ruleEnd]).fields }

        /// The message, the line, the value, and the number of findings.
        var rest: [String] { UnsafeRawBufferPointer(rebasing: details[min(ruleEnd + 1, details.count)...]).fields }

        /// The number of findings that it stands for.
        var count: Int { isOmitted ? rest.last.flatMap { Int($0) } ?? 1 : 1 }
    }

    init?(_ line: UnsafeRawBufferPointer) {
        var number = 0
        var index = 0
        while index < line.count, line[index] != TraceText.part {
            number = number * 10 + Int(line[index] & 0x0F)
            index += 1
        }
        guard index + 2 < line.count else { return nil }
        self.number = number
        isValid = line[index + 1] == UInt8(ascii: "v")
        let first = index + 3
        guard let middle = line.first(TraceText.part, from: first, to: line.count),
            let last = line.first(TraceText.part, from: middle + 1, to: line.count)
        else { return nil }
        place = UnsafeRawBufferPointer(rebasing: line[first..<middle])
        keys = UnsafeRawBufferPointer(rebasing: line[middle + 1..<last])
        details = UnsafeRawBufferPointer(rebasing: line[(last + 1)...])
    }

    var file: String { place.fields.first ?? "" }

    var line: Int { Int(place.fields.last ?? "") ?? 0 }

    var findings: [Finding] {
        var found: [Finding] = []
        var (key, detail) = (0, 0)
        while let keyEnd = keys.first(TraceText.finding, from: key, to: keys.count),
            let detailEnd = details.first(TraceText.finding, from: detail, to: details.count)
        {
            found.append(
                Finding(
                    UnsafeRawBufferPointer(rebasing: keys[key..<keyEnd]),
                    UnsafeRawBufferPointer(rebasing: details[detail..<detailEnd])))
            (key, detail) = (keyEnd + 1, detailEnd + 1)
        }
        return found
    }
}

extension UnsafeRawBufferPointer {
    func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard count > 0, let baseAddress, let base = other.baseAddress else { return true }
        return memcmp(baseAddress, base, count) == 0
    }

    fileprivate var fields: [String] {
        split(separator: TraceText.field, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
