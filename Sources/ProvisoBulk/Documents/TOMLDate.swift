/// A date, a time or both, as TOML writes them.
struct TOMLDate {
    /// In ISO form, with `T` and `Z`.
    let text: String

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        let hasDate = bytes.count >= 10 && bytes[4] == UInt8(ascii: "-")
        if hasDate {
            guard Self.isDate(bytes[..<10]) else { return nil }
            rest = bytes[10...]
            if rest.isEmpty {
                self.text = text
                return
            }
            guard let sign = rest.first, [0x20, 0x54, 0x74].contains(sign) else { return nil }
            rest = rest.dropFirst()
        }
        guard let zone = Self.afterTime(rest), hasDate || zone.isEmpty, Self.isZone(zone) else { return nil }
        var parts = bytes
        if hasDate { parts[10] = UInt8(ascii: "T") }
        if parts.last == UInt8(ascii: "z") { parts[parts.count - 1] = UInt8(ascii: "Z") }
        self.text = String(decoding: parts, as: UTF8.self)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { $0 &- 0x30 < 10 } ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
        guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), let year = number(text[..<4]),
            let month = number(text[5..<7]), let day = number(text[8..<10]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(day)
    }

    /// What follows `HH:MM:SS` and a fraction; `nil` if it is not a time.
    private static func afterTime(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let colon = UInt8(ascii: ":")
        let start = text.startIndex
        guard text.count >= 8, text[start + 2] == colon, text[start + 5] == colon,
            let hour = number(text[start..<start + 2]), let minute = number(text[start + 3..<start + 5]),
            let second = number(text[start + 6..<start + 8]), hour < 24, minute < 60, second <= 60
        else { return nil }
        let rest = text[(start + 8)...]
        guard rest.first == UInt8(ascii: ".") else { return rest }
        let fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
        return fraction.isEmpty ? nil : rest[fraction.endIndex...]
    }

    private static func isZone(_ text: ArraySlice<UInt8>) -> Bool {
        if text.isEmpty || text.elementsEqual("Z".utf8) || text.elementsEqual("z".utf8) { return true }
        let start = text.startIndex
        guard text.count == 6, text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-"),
            text[start + 3] == UInt8(ascii: ":"), let hours = number(text[start + 1..<start + 3]),
            let minutes = number(text[start + 4..<start + 6])
        else { return false }
        return hours < 24 && minutes < 60
    }
}
