/// Requires a host name by RFC 1123: labels of letters, digits and inner hyphens with dots between them.
///
/// A label has at most 63 bytes and the name 253. The last label is not a number, so that no IP address passes; a dot
/// at the end is refused. `minLabels: 2` asks for a dot. `enableIDN` lets the name be international (UTS #46,
/// non-transitional), judged by its ASCII form; nothing is changed.
///
/// ```yaml
/// - [server, hostname]
/// ```
public struct HostnameValidator: NamedValidator {
    public static let type: RuleType = "hostname"
    public static let options = [
        OptionDescription("minLabels", .integer, "the least number of labels, 1 by default"),
        OptionDescription("enableIDN", .boolean, "whether the name may be international"),
    ]
    public static let codes = [CodeDescription("hostname.invalid"), CodeDescription("hostname.tooFewLabels", "min")]

    public var minLabels: Int
    public var enableIDN: Bool

    public init(minLabels: Int = 1, enableIDN: Bool = false) {
        self.minLabels = minLabels
        self.enableIDN = enableIDN
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            minLabels: try options.count("minLabels") ?? 1, enableIDN: try options.boolean("enableIDN") ?? false)
    }

    public func checkOptions() throws(OptionError) {
        if minLabels < 0 { throw OptionError(option: "minLabels", reason: "must not be negative") }
        if minLabels > 127 { throw OptionError(option: "minLabels", reason: "no name has more than 127 labels") }
    }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("hostname.invalid") }
        let count = labels(text.buffer)
        if count == 0 {
            context.report("hostname.invalid")
        } else if count < minLabels {
            context.report("hostname.tooFewLabels", ["min": .integer(Int64(minLabels))])
        }
    }

    private func labels(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        if !enableIDN || DomainName.isPlain(name) { return Self.plainLabels(name) }
        var count = 0
        _ = DomainName.withASCII(name) { ascii in
            count = Self.plainLabels(ascii)
            return true
        }
        return count
    }

    /// The number of labels, 0 for what is no host name.
    private static func plainLabels(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        guard name.count <= 253 else { return 0 }
        var labels = 1
        var length = 0
        var hasLetter = false
        var last = UInt8(ascii: ".")
        for byte in name {
            if byte == UInt8(ascii: ".") {
                if length == 0 || length > 63 || last == UInt8(ascii: "-") { return 0 }
                labels += 1
                length = 0
                hasLetter = false
            } else {
                guard byte.isLetterOrDigit || byte == UInt8(ascii: "-") && length > 0 else { return 0 }
                if !byte.isDigit { hasLetter = true }
                length += 1
            }
            last = byte
        }
        return length > 0 && length <= 63 && last != UInt8(ascii: "-") && hasLetter ? labels : 0
    }
}

extension RuleBody {
    /// Requires a host name.
    public static var hostname: RuleBody { .validator(HostnameValidator()) }

    /// Requires a host name of a kind.
    public static func hostname(minLabels: Int = 1, enableIDN: Bool = false) -> RuleBody {
        .validator(HostnameValidator(minLabels: minLabels, enableIDN: enableIDN))
    }
}
