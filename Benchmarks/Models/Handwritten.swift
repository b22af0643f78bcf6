import Glibc

/// What an experienced Swift programmer writes for this one form when speed matters: bytes, no regular expressions.
///
/// The same checks in the same order as the rules of the models.
enum Handwritten {
    enum Attribute: String {
        case username, email, age, country, website, password, passwordRepeat, balance, tags
    }

    enum Code: String {
        case blank = "required.blank"
        case tooShort = "string.tooShort"
        case tooLong = "string.tooLong"
        case noMatch = "match.invalid"
        case noAddress = "email.invalid"
        case tooSmall = "number.tooSmall"
        case tooBig = "number.tooBig"
        case notInRange = "in.invalid"
        case noURL = "url.invalid"
        case different = "compare.equal"
    }

    struct Finding {
        var attribute: Attribute
        var code: Code
    }

    typealias Bytes = UnsafeBufferPointer<UInt8>

    static func findings(_ form: borrowing SignUp) -> [Finding] {
        var found: [Finding] = []
        func add(_ attribute: Attribute, _ code: Code?) {
            if let code { found.append(Finding(attribute: attribute, code: code)) }
        }
        add(.username, withBytes(form.username, username))
        add(.email, withBytes(form.email, email))
        add(.age, form.age.flatMap { $0 < 13 ? .tooSmall : $0 > 120 ? .tooBig : nil })
        if let text = form.country { add(.country, withBytes(text, country)) }
        if let text = form.website { add(.website, withBytes(text, website)) }
        add(.password, withBytes(form.password, password))
        add(.passwordRepeat, withBytes(form.passwordRepeat) { one in withBytes(form.password) { repeated(one, $0) } })
        add(.balance, form.balance.flatMap { $0 < 0 ? .tooSmall : $0 > 1_000_000 ? .tooBig : nil })
        for text in form.tags { add(.tags, withBytes(text) { length($0, max: 20) }) }
        return found
    }

    @inline(__always)
    private static func withBytes(_ text: String, _ judge: (Bytes) -> Code?) -> Code? {
        text.utf8.withContiguousStorageIfAvailable(judge) ?? nil
    }

    private static func username(_ bytes: Bytes) -> Code? {
        if isBlank(bytes) { return .blank }
        if let code = length(bytes, min: 3, max: 24) { return code }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                continue
            default: return .noMatch
            }
        }
        return nil
    }

    private static func email(_ bytes: Bytes) -> Code? {
        if isBlank(bytes) { return .blank }
        return length(bytes, max: 254) ?? (isAddress(bytes) ? nil : .noAddress)
    }

    private static func country(_ bytes: Bytes) -> Code? {
        if bytes.isEmpty { return nil }
        guard bytes.count == 2 else { return .notInRange }
        switch (Unicode.Scalar(bytes[0]), Unicode.Scalar(bytes[1])) {
        case ("U", "S"), ("C", "A"), ("M", "X"), ("B", "R"), ("A", "R"), ("G", "B"), ("I", "E"), ("F", "R"), ("D", "E"),
            ("N", "L"), ("B", "E"), ("E", "S"), ("P", "T"), ("I", "T"), ("C", "H"), ("A", "T"), ("S", "E"), ("N", "O"),
            ("J", "P"), ("A", "U"):
            return nil
        default: return .notInRange
        }
    }

    private static func website(_ bytes: Bytes) -> Code? {
        bytes.isEmpty || bytes.count < 2000 && isURL(bytes) ? nil : .noURL
    }

    private static func password(_ bytes: Bytes) -> Code? {
        isBlank(bytes) ? .blank : length(bytes, min: 8, max: 72)
    }

    private static func repeated(_ one: Bytes, _ other: Bytes) -> Code? {
        if isBlank(one) { return .blank }
        guard one.count == other.count, let left = one.baseAddress, let right = other.baseAddress else {
            return .different
        }
        return memcmp(left, right, one.count) == 0 ? nil : .different
    }

    private static func length(_ bytes: Bytes, min: Int = 0, max: Int) -> Code? {
        // A code point takes one to four bytes, so most strings need no counting.
        if bytes.count <= max, (bytes.count + 3) / 4 >= min { return nil }
        let count = codePoints(bytes)
        return count < min ? .tooShort : count > max ? .tooLong : nil
    }
}
