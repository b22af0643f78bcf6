/// The kind of a date string.
package enum DateKind: Sendable {
    case date, datetime, time

    /// The default format, for messages.
    var isoForm: String {
        switch self {
        case .date: "YYYY-MM-DD"
        case .datetime: "YYYY-MM-DDThh:mm:ssZ"
        case .time: "hh:mm:ss"
        }
    }
}
