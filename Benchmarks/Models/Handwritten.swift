/// What an experienced Swift programmer writes for this one form when speed matters: bytes, no regular expressions.
///
/// The same checks in the same order as the rules beside it.
enum Handwritten {
    struct Finding: Equatable {
        var attribute: String
        var code: String
    }

    static func findings(_ form: borrowing SignUpData) -> [Finding] {
        var found: [Finding] = []
        check(form.username, &found) { username(of: $0) }
        check(form.email, &found) { email(of: $0) }
        if let age = form.age {
            if age < 13 { found.append(Finding(attribute: "age", code: "number.tooSmall")) }
            if age > 120 { found.append(Finding(attribute: "age", code: "number.tooBig")) }
        }
        if let country = form.country { check(country, &found) { self.country(of: $0) } }
        if let website = form.website { check(website, &found) { self.website(of: $0) } }
        check(form.password, &found) { password(of: $0) }
        repeated(form, &found)
        if let balance = form.balance {
            if balance < 0 { found.append(Finding(attribute: "balance", code: "number.tooSmall")) }
            if balance > 1_000_000 { found.append(Finding(attribute: "balance", code: "number.tooBig")) }
        }
        for tag in form.tags { check(tag, &found) { self.tag(of: $0) } }
        return found
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    @inline(__always)
    private static func check(
        _ text: String, _ found: inout [Finding], _ judge: (Bytes) -> (attribute: String, code: String)?
    ) {
        let finding = text.utf8.withContiguousStorageIfAvailable(judge)
        if let finding = finding ?? nil {
            found.append(Finding(attribute: finding.attribute, code: finding.code))
        }
    }

    private static func username(of bytes: Bytes) -> (attribute: String, code: String)? {
        if isBlank(bytes) { return ("username", "required.blank") }
        let length = codePoints(bytes)
        if length < 3 { return ("username", "string.tooShort") }
        if length > 24 { return ("username", "string.tooLong") }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): continue
            default: return ("username", "match.invalid")
            }
        }
        return nil
    }

    private static func email(of bytes: Bytes) -> (attribute: String, code: String)? {
        if isBlank(bytes) { return ("email", "required.blank") }
        if codePoints(bytes) > 254 { return ("email", "string.tooLong") }
        return isAddress(bytes) ? nil : ("email", "email.invalid")
    }

    private static func country(of bytes: Bytes) -> (attribute: String, code: String)? {
        if bytes.isEmpty { return nil }
        guard bytes.count == 2 else { return ("country", "in.invalid") }
        switch (Unicode.Scalar(bytes[0]), Unicode.Scalar(bytes[1])) {
        case ("U", "S"), ("C", "A"), ("M", "X"), ("B", "R"), ("A", "R"), ("G", "B"), ("I", "E"), ("F", "R"), ("D", "E"),
            ("N", "L"), ("B", "E"), ("E", "S"), ("P", "T"), ("I", "T"), ("C", "H"), ("A", "T"), ("S", "E"), ("N", "O"),
            ("J", "P"), ("A", "U"):
            return nil
        default: return ("country", "in.invalid")
        }
    }

    private static func website(of bytes: Bytes) -> (attribute: String, code: String)? {
        bytes.isEmpty || bytes.count < 2000 && isURL(bytes) ? nil : ("website", "url.invalid")
    }

    private static func password(of bytes: Bytes) -> (attribute: String, code: String)? {
        if isBlank(bytes) { return ("password", "required.blank") }
        let length = codePoints(bytes)
        if length < 8 { return ("password", "string.tooShort") }
        return length > 72 ? ("password", "string.tooLong") : nil
    }

    private static func repeated(_ form: borrowing SignUpData, _ found: inout [Finding]) {
        check(form.password_repeat, &found) { isBlank($0) ? ("password_repeat", "required.blank") : nil }
        // Equal texts are equal byte by byte here; `==` of strings would take canonical equivalence into account.
        if !form.password_repeat.isEmpty, !form.password_repeat.utf8.elementsEqual(form.password.utf8) {
            found.append(Finding(attribute: "password_repeat", code: "compare.equal"))
        }
    }

    private static func tag(of bytes: Bytes) -> (attribute: String, code: String)? {
        codePoints(bytes) > 20 ? ("tags", "string.tooLong") : nil
    }
}
