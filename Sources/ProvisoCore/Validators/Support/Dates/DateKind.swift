/// What a text is about.
package enum DateKind: Sendable {
    case date, datetime, time

    /// The default form, for messages.
    var isoForm: String {
        switch self {
        case .date: "YYYY-MM-DD"
        case .datetime: "YYYY-MM-DDThh:mm:ssZ"
        case .time: "hh:mm:ss"
        }
    }
}
