import Proviso

/// Yii2's English sentences, read back to codes and parameters.
struct EnglishMessage {
    let codes: [Code]
    let parameters: [String: String]

    private struct Pattern {
        let codes: [Code]
        let text: String
        let names: [String]

        init(_ codes: [Code], _ text: String, _ names: String...) {
            self.codes = codes
            // The sentence is a regular expression but for the full stop at its end.
            self.text = text.dropLast() + "\\."
            self.names = names
        }
    }

    private static let patterns = [
        Pattern(["file.uploadRequired"], "upload a file."),
        Pattern(["file.invalid"], "upload failed."),
        Pattern(["file.tooMany"], "upload at most (.+) files?.", "limit"),
        Pattern(["file.tooFew"], "upload at least (.+) files?.", "limit"),
        Pattern(["file.wrongExtension"], "with these extensions are allowed: (.*).", "extensions"),
        Pattern(["file.wrongMimeType"], "with these MIME types are allowed: (.*).", "mimeTypes"),
        Pattern(["file.tooBig"], "file \"(.*)\" is too big. Its size cannot exceed .*.", "file"),
        Pattern(["file.tooSmall"], "file \"(.*)\" is too small. Its size cannot be smaller than .*.", "file"),
        Pattern(["required.blank"], "cannot be blank."),
        Pattern(["string.type"], "must be a string."),
        Pattern(["string.tooShort"], "should contain at least (.+) characters?.", "min"),
        Pattern(["string.tooLong"], "should contain at most (.+) characters?.", "max"),
        Pattern(["string.notEqual"], "should contain ([0-9]+) characters?.", "length"),
        Pattern(["number.type"], "must be a number."),
        Pattern(["integer.type"], "must be an integer."),
        Pattern(["number.tooSmall"], "must be no less than (.+).", "min"),
        Pattern(["number.tooBig"], "must be no greater than (.+).", "max"),
        Pattern(["boolean.invalid"], "must be either \"(.*)\" or \"(.*)\".", "true", "false"),
        Pattern(["email.invalid", "email.domain"], "is not a valid email address."),
        Pattern(["url.invalid"], "is not a valid URL."),
        Pattern(["compare.equal"], "must be equal to \"(.*)\".", "compareValueOrAttribute"),
        Pattern(["compare.notEqual"], "must not be equal to \"(.*)\".", "compareValueOrAttribute"),
        Pattern(["compare.greaterOrEqual"], "must be greater than or equal to \"(.*)\".", "compareValueOrAttribute"),
        Pattern(["compare.greater"], "must be greater than \"(.*)\".", "compareValueOrAttribute"),
        Pattern(["compare.lessOrEqual"], "must be less than or equal to \"(.*)\".", "compareValueOrAttribute"),
        Pattern(["compare.less"], "must be less than \"(.*)\".", "compareValueOrAttribute"),
        Pattern(["ip.invalid"], "must be a valid IP address."),
        Pattern(["ip.ipv4NotAllowed"], "must not be an IPv4 address."),
        Pattern(["ip.ipv6NotAllowed"], "must not be an IPv6 address."),
        Pattern(["ip.wrongCidr"], "contains wrong subnet mask."),
        Pattern(["ip.noSubnet"], "must be an IP address with specified subnet."),
        Pattern(["ip.hasSubnet"], "must not be a subnet."),
        Pattern(["ip.notInRange"], "is not in the allowed range."),
        Pattern(["required.notEqual"], "must be \"(.*)\".", "requiredValue"),
        Pattern(["in.invalid", "match.invalid", "each.invalid", "compare.invalid", "date.invalid"], "is invalid."),
    ]

    /// Nil for a sentence that is not among Yii2's own.
    static func read(_ message: String) -> EnglishMessage? {
        for pattern in patterns {
            guard let regex = try? Regex("(?s)^.* \(pattern.text)$"),
                let match = message.firstMatch(of: regex)
            else { continue }
            var parameters: [String: String] = [:]
            for (index, name) in pattern.names.enumerated() {
                parameters[name] = match.output[index + 1].substring.map { String($0) }
            }
            return EnglishMessage(codes: pattern.codes, parameters: parameters)
        }
        return nil
    }
}
