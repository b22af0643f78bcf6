public import ProvisoMessages

/// Problem details for HTTP (RFC 9457): the problems of a request, for programs and for people.
///
/// Send `json` with the media type `application/problem+json` and `status`.
public struct ProblemDetails: Sendable, Hashable {
    /// One violation: `detail` and `pointer` as in the RFC's own example, then the parts that programs need.
    public struct Item: Sendable, Hashable {
        /// The message.
        public var detail: String
        /// The path of the value as the fragment of a URI: `#/items/3/sku`.
        public var pointer: String
        /// The code of the violation.
        public var code: Code
        /// The parameters of the code, which other messages for it can show.
        public var parameters: Parameters
        /// The attribute as rules name it.
        public var attribute: String
        /// The attribute's label in the reader's language.
        public var label: String
        /// The severity of the violation.
        public var severity: Severity
        /// The value itself, if it was requested.
        public var value: AnyValue?
    }

    /// The media type to send the JSON with.
    public static let mediaType = "application/problem+json"

    /// A URI for this kind of problem; `about:blank` means that the status says everything.
    public var type = "about:blank"
    /// The name of this kind of problem.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// An explanation of this occurrence.
    public var detail: String
    /// A URI for this occurrence, or `nil` if there is none.
    public var instance: String?
    /// The violations, or `nil` if the request could not be read.
    public var errors: [Item]?
    /// The number of violations that are not among them, because there were too many.
    public var omitted = 0

    /// Makes the details of the program's own problem.
    public init(title: String, status: Int, detail: String = "", errors: [Item]? = nil) {
        self.title = title
        self.status = status
        self.detail = detail
        self.errors = errors
    }

    /// Makes the details of a report, with localized messages; `detail` is the first one.
    ///
    /// At most `limit` violations are written, the errors among them first; the others are counted.
    public init(_ report: Report, _ localizer: ReportLocalizer, limit: Int = 1_000) {
        let violations = report.violations
        var kept = violations[...]
        if violations.count > max(limit, 0) {
            kept = (violations.filter { $0.severity == .error } + violations.filter { $0.severity != .error })
                .prefix(max(limit, 0))
        }
        self.init(kept.map { Item($0, localizer) })
        omitted = report.omittedCount + violations.count - kept.count
    }

    /// Makes the details of a request with invalid values.
    package init(_ items: [Item]) {
        let first = items.first { $0.severity == .error } ?? items.first
        self.init(title: "Unprocessable Content", status: 422, detail: first?.detail ?? "", errors: items)
    }

    /// Makes the details of a request that is not JSON.
    public init(_ error: InputError) {
        self.init(title: "Bad Request", status: 400, detail: "\(error) at byte \(error.offset)")
    }

    /// The details as compact JSON.
    public var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", type)
            writer.member("title", title)
            writer.member("status", status)
            if !detail.isEmpty { writer.member("detail", detail) }
            if let instance { writer.member("instance", instance) }
            if let errors {
                writer.member("errors") { $0.list { for item in errors { item.write(to: &$0) } } }
            }
            if omitted > 0 { writer.member("omitted", omitted) }
        }
        return writer.text
    }
}

extension ProblemDetails.Item {
    /// Makes an item from a violation, with a localized message.
    public init(_ violation: Violation, _ localizer: ReportLocalizer, value: AnyValue? = nil) {
        self.init(
            violation, detail: localizer.text(violation), label: localizer.label(violation.attribute), value: value)
    }

    package init(_ violation: Violation, detail: String, label: String, value: AnyValue? = nil) {
        self.init(
            detail: detail, pointer: "#" + Self.fragment(violation.path.pointer), code: violation.code,
            parameters: violation.parameters, attribute: violation.attribute, label: label,
            severity: violation.severity, value: value)
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("detail", detail)
            writer.member("pointer", pointer)
            writer.member("code", code.rawValue)
            if !parameters.list.isEmpty { writer.member("parameters", parameters) }
            writer.member("attribute", attribute)
            writer.member("label", label)
            writer.member("severity", severity.rawValue)
            if let value { writer.member("value") { $0.value(value) } }
        }
    }

    /// Makes the fragment of a URI from a JSON pointer (RFC 6901, section 6).
    private static func fragment(_ pointer: String) -> String {
        pointer.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = "-._~!$&'()*+,;=:@/?".unicodeScalars.contains(scalar) || (0x30...0x39).contains(byte)
            if scalar.isASCII, isPlain || scalar.properties.isAlphabetic {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

extension ProblemDetails: Encodable {
    private enum Keys: String, CodingKey { case type, title, status, detail, instance, errors, omitted }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(status, forKey: .status)
        if !detail.isEmpty { try container.encode(detail, forKey: .detail) }
        try container.encodeIfPresent(instance, forKey: .instance)
        try container.encodeIfPresent(errors, forKey: .errors)
        if omitted > 0 { try container.encode(omitted, forKey: .omitted) }
    }
}

extension ProblemDetails.Item: Encodable {
    private enum Keys: String, CodingKey { case detail, pointer, code, parameters, attribute, label, severity, value }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(detail, forKey: .detail)
        try container.encode(pointer, forKey: .pointer)
        try container.encode(code.rawValue, forKey: .code)
        if !parameters.list.isEmpty { try container.encode(parameters, forKey: .parameters) }
        try container.encode(attribute, forKey: .attribute)
        try container.encode(label, forKey: .label)
        try container.encode(severity, forKey: .severity)
        try container.encodeIfPresent(value, forKey: .value)
    }
}
