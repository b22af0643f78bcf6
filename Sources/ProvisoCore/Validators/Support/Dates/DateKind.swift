internal import ProvisoMessages

/// What a string of `date`, `datetime` or `time` is about.
package enum DateKind: Sendable {
    case date, datetime, time

    /// The word that messages choose their sentence by.
    package var word: String {
        switch self {
        case .date: "date"
        case .datetime: "datetime"
        case .time: "time"
        }
    }

    /// The default format, for messages.
    package var isoForm: String {
        switch self {
        case .date: "YYYY-MM-DD"
        case .datetime: "YYYY-MM-DDThh:mm:ssZ"
        case .time: "hh:mm:ss"
        }
    }
}

extension RuleTypeFacts.Guess {
    /// A guess of a format, in which most values have the first sign that is in it.
    init(_ rank: Int, format: String, signs: String? = nil, names: [String] = []) {
        let sign = format.contains(" ") ? " " : String(format.filter { "./-".contains($0) }.prefix(1))
        self.init(rank, signs: signs ?? sign, names: names, options: [AnyValue.Member("format", .text(format))])
    }
}

/// What `date`, `datetime` and `time` share: all of them, except for the kind.
///
/// The members below are public as requirements of `NamedValidator`.
protocol DateKindValidator: NamedValidator, DirectValidator {
    static var kind: DateKind { get }
    var settings: DateSettings { get }
    /// `nil` until the rule is bound to an attribute.
    var check: DateCheck? { get set }

    init(_ settings: DateSettings)
}

extension DateKindValidator {
    package var means: ValueMeaning {
        // Another attribute says in which zone it is.
        if settings.zoneAttribute != nil { return .time(nil) }
        let reading = TimeReading(Self.kind, settings).reading
        return settings.format == nil ? .time(reading) : .read(reading)
    }

    public static var options: [OptionDescription] { DateSettings.options(of: kind) }
    public static var codes: [CodeDescription] { DateSettings.codes }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(try DateSettings(options))
    }

    /// An empty value clears the attribute that receives the moment.
    public var skipsEmpty: Bool { settings.timestampAttribute == nil }

    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        check = try DateCheck(Self.kind, settings, try DateLinks(settings, binding))
    }

    public var kinds: ValueKindSet { .scalars }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let check else { return context.reportFault("\(Self.type) was not bound to an attribute") }
        check.validate(value, &context)
    }
}
