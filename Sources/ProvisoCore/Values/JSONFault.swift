internal import ProvisoMessages

/// Explains why a string is not JSON; runs only after a parser has refused the text.
package struct JSONFault {
    /// The position in the text, in bytes.
    package let offset: Int
    /// Such as `expected ':' after a member's name, found '1'`.
    package let reason: String

    /// `nil` if nothing is found.
    package static func find(in bytes: UnsafeRawBufferPointer) -> JSONFault? {
        var search = Search(bytes: bytes)
        do throws(Fault) { try search.run() } catch { return JSONFault(offset: error.offset, reason: error.reason) }
        return nil
    }

    private struct Fault: Error {
        let offset: Int
        let reason: String
    }

    private struct Search {
        let bytes: UnsafeRawBufferPointer
        var index = 0
        /// The brackets that close what is open.
        var open: [UInt8] = []

        mutating func run() throws(Fault) {
            while true {
                skipBlanks()
                if take("{") {
                    open.append(UInt8(ascii: "}"))
                    skipBlanks()
                    if !take("}") {
                        try name()
                        continue
                    }
                    open.removeLast()
                } else if take("[") {
                    open.append(UInt8(ascii: "]"))
                    skipBlanks()
                    if !take("]") { continue }
                    open.removeLast()
                } else {
                    try scalar()
                }
                if try leave() { return }
            }
        }

        /// Reads what follows a value: closing brackets and a comma; true at the end of the text.
        private mutating func leave() throws(Fault) -> Bool {
            while true {
                skipBlanks()
                guard let closing = open.last else {
                    if index == bytes.count { return true }
                    throw fault("expected the end after the value, found \(found)")
                }
                let isObject = closing == UInt8(ascii: "}")
                if index < bytes.count, bytes[index] == closing {
                    index += 1
                    open.removeLast()
                } else if take(",") {
                    skipBlanks()
                    if isObject { try name() }
                    return false
                } else {
                    throw fault(
                        isObject
                            ? "expected ',' or '}' after a member's value, found \(found)"
                            : "expected ',' or ']' after an item, found \(found)")
                }
            }
        }

        private mutating func name() throws(Fault) {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw fault("expected a member's name in double quotes, found \(found)")
            }
            try text()
            skipBlanks()
            guard take(":") else { throw fault("expected ':' after a member's name, found \(found)") }
        }

        private mutating func scalar() throws(Fault) {
            guard index < bytes.count else { throw fault("expected a value, found \(found)") }
            switch bytes[index] {
            case UInt8(ascii: "\""): try text()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
            default:
                let word = self.word
                guard ["true", "false", "null"].contains(word) else {
                    let meant = ["None": "null", "nil": "null", "undefined": "null", "NaN": "null"][word]
                    let lower = ["true", "false", "null"].contains(word.lowercased()) ? word.lowercased() : meant
                    throw fault("expected a value, found \(found)" + Suggestion.hint(lower))
                }
                index += word.utf8.count
            }
        }

        private mutating func number() throws(Fault) {
            let start = index
            _ = take("-")
            let first = index
            try digits()
            if index > first + 1, bytes[first] == UInt8(ascii: "0") {
                throw Fault(offset: start, reason: "a number must not begin with 0 before other digits")
            }
            if take(".") { try digits() }
            if take("e") || take("E") {
                if !take("+") { _ = take("-") }
                try digits()
            }
        }

        private mutating func digits() throws(Fault) {
            let first = index
            while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
            if index == first { throw fault("expected a digit of a number, found \(found)") }
        }

        private mutating func text() throws(Fault) {
            let start = index
            index += 1
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x20 {
                    throw fault("the control character \(found) in a string must be written as an escape, such as \\n")
                }
                if byte == UInt8(ascii: "\\") { try escape() } else { index += 1 }
                if byte == UInt8(ascii: "\"") { return }
            }
            throw Fault(offset: start, reason: "a string is opened here and never closed")
        }

        private mutating func escape() throws(Fault) {
            let start = index
            index += 1
            guard index < bytes.count else { return }
            if take("u") {
                let unit = try codeUnit(from: start)
                if unit & 0xF800 != 0xD800 { return }
                guard unit & 0xFC00 == 0xD800, take("\\"), take("u"), try codeUnit(from: start) & 0xFC00 == 0xDC00
                else {
                    throw Fault(
                        offset: start,
                        reason: "an escape such as \\ud83d is half a character: the other half must follow")
                }
                return
            }
            guard "\"\\/bfnrt".utf8.contains(bytes[index]) else {
                throw Fault(
                    offset: start, reason: "expected an escape such as \\n, \\\" or \\u0041, found '\\' and \(found)")
            }
            index += 1
        }

        private mutating func codeUnit(from start: Int) throws(Fault) -> UInt32 {
            var unit: UInt32 = 0
            for _ in 0..<4 {
                guard index < bytes.count, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
                    throw Fault(offset: start, reason: "expected four hexadecimal digits after \\u, found \(found)")
                }
                unit = unit << 4 | UInt32(digit)
                index += 1
            }
            return unit
        }

        private mutating func skipBlanks() {
            while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
        }

        private mutating func take(_ sign: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
            index += 1
            return true
        }

        private func fault(_ reason: String) -> Fault { Fault(offset: index, reason: reason) }

        /// What is where something else was expected.
        private var found: String {
            guard index < bytes.count else { return open.isEmpty ? "the end" : "the end of the text" }
            let word = self.word
            if word.utf8.count > 1 { return "the word '\(word)'" }
            let left = UnsafeRawBufferPointer(rebasing: bytes[index..<min(index + 4, bytes.count)])
            guard let scalar = String(decoding: left, as: UTF8.self).unicodeScalars.first else { return "nothing" }
            let isShown = scalar.value > 0x20 && scalar.value < 0x7F || scalar.properties.isAlphabetic
            return isShown
                ? "'\(scalar)'" : "U+" + String(repeating: "0", count: max(0, 4 - hex(scalar).count)) + hex(scalar)
        }

        private func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16, uppercase: true) }

        /// The letters and digits from here on, no more than people read.
        private var word: String {
            let letters = bytes[index...].prefix(20).prefix {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
            return String(decoding: letters, as: UTF8.self)
        }
    }
}

extension InputError {
    /// Where bytes that are not UTF-8 first are not; their end when they are.
    package static func firstFault(inUTF8 bytes: UnsafeRawBufferPointer) -> Int {
        var index = 0
        while index < bytes.count {
            let length = lengthOfCharacter(at: index, in: bytes)
            if length == 0 { return index }
            index += length
        }
        return index
    }

    /// How many bytes a character has by UTF-8; 0 when it is not well-formed.
    private static func lengthOfCharacter(at index: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        let first = bytes[index]
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0..<0x80: (1, 0...0xFF)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0xFF)
            }
        if length < 2 { return length }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        return bytes[(index + 2)..<(index + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
    }
}
