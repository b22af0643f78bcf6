/// The style in which a number is written.
package enum NumberStyle: Sendable, Hashable {
    case plain, integer, percent
    case skeleton(String)
}

/// The style in which a date or a time of day is written.
package struct DateStyle: Sendable, Hashable {
    package enum Length: Sendable, Hashable {
        case short, medium, long, full
        case skeleton(String)
    }

    package let isTime: Bool
    package let length: Length
}
