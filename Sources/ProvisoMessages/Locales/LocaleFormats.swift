internal import Synchronization

/// The formatters for one locale, each created on first use.
///
/// Safe to use from any thread. A formatter is created outside any lock and `Published`, so a later read is one atomic
/// load. Only `shared(_:)`, which a new localizer calls, takes a lock; dates also take one inside the bridge.
package final class LocaleFormats: Sendable {
    package let locale: String
    package let isRightToLeft: Bool
    private let plain = Published<NumberWriter>()
    private let integer = Published<NumberWriter>()
    private let percent = Published<NumberWriter>()
    private let cardinal = Published<PluralRules>()
    private let ordinal = Published<PluralRules>()
    private let orList = Published<ListWriter>()
    private let andList = Published<ListWriter>()
    private let unitList = Published<ListWriter>()
    private let nameWriter = Published<NameWriter>()
    private let skeletons = KeyedChain<NumberStyle, NumberWriter>()
    private let dates = KeyedChain<DateKey, DateWriter>()

    private struct DateKey: Hashable, Sendable {
        let style: DateStyle
        let timeZone: String
        let isGregorian: Bool
    }

    package init(locale: String) {
        self.locale = locale
        isRightToLeft = LocaleTag.isRightToLeft(locale)
    }

    package func numbers(_ style: NumberStyle) -> NumberWriter? {
        switch style {
        case .plain: plain.value { NumberWriter(locale: locale, style: style) }
        case .integer: integer.value { NumberWriter(locale: locale, style: style) }
        case .percent: percent.value { NumberWriter(locale: locale, style: style) }
        case .skeleton: skeletons.value(for: style) { NumberWriter(locale: locale, style: style) }
        }
    }

    /// Writes a number in the plain style; false if ICU fails.
    func writePlain(_ number: Numeral, to out: inout TextWriter) -> Bool {
        if let plain = plain.lent { return plain._withUnsafeGuaranteedRef { $0.write(number, to: &out) } }
        return numbers(.plain)?.write(number, to: &out) ?? false
    }

    /// The category of a number in the plain style; `nil` if only the formatted number determines it.
    func plainCategory(of number: Numeral, isOrdinal: Bool) -> PluralCategory? {
        guard let rules = isOrdinal ? ordinal.lent : cardinal.lent else {
            return plurals(isOrdinal: isOrdinal)?.plainCategory(of: number)
        }
        return rules._withUnsafeGuaranteedRef { $0.plainCategory(of: number) }
    }

    package func plurals(isOrdinal: Bool) -> PluralRules? {
        if isOrdinal { return ordinal.value { PluralRules(locale: locale, isOrdinal: true) } }
        return cardinal.value { PluralRules(locale: locale, isOrdinal: false) }
    }

    package var orLists: ListWriter? {
        orList.value { ListWriter(locale: locale, kind: .or) }
    }

    package var andLists: ListWriter? {
        andList.value { ListWriter(locale: locale, kind: .and) }
    }

    package var unitLists: ListWriter? {
        unitList.value { ListWriter(locale: locale, kind: .units) }
    }

    package func lists(_ kind: ListWriter.Kind) -> ListWriter? {
        switch kind {
        case .and: andLists
        case .or, .neither: orLists
        case .units: unitLists
        }
    }

    package var names: NameWriter? {
        nameWriter.value { NameWriter(locale: locale) }
    }

    /// A date formatter; a time zone that ICU does not know counts as UTC.
    ///
    /// The calendar is that of the locale; with `isGregorian`, only if the locale's tag names it.
    package func dates(_ style: DateStyle, timeZone: String, isGregorian: Bool = false) -> DateWriter? {
        dates.value(for: DateKey(style: style, timeZone: timeZone, isGregorian: isGregorian)) {
            let locale = isGregorian ? LocaleTag.gregorian(locale) : locale
            return DateWriter(locale: locale, style: style, timeZone: timeZone)
                ?? DateWriter(locale: locale, style: style, timeZone: "UTC")
        }
    }

    private static let cache = Mutex<[String: LocaleFormats]>([:])
    /// The maximum number of cached locales, because requests control which locales are used.
    private static let mostCached = 256

    /// The formatters of a locale, shared by all localizers.
    package static func shared(_ locale: String) -> LocaleFormats {
        cache.withLock { cache in
            if let known = cache[locale] { return known }
            let formats = LocaleFormats(locale: locale)
            if cache.count < mostCached { cache[locale] = formats }
            return formats
        }
    }
}

/// A small map that only grows: a linked list of nodes, each published atomically and read without a lock.
///
/// The class puts no constraints on its keys: a program that creates one would search for their conformance for 10 µs.
private final class KeyedChain<Key: Sendable, Value: AnyObject & Sendable>: Sendable {
    private let first = Published<Node>()

    private final class Node: Sendable {
        let key: Key
        let value: Value
        let next = Published<Node>()

        init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }
}

extension KeyedChain where Key: Equatable {
    private static var longest: Int { 32 }

    /// The value of a key, created if the key is new.
    ///
    /// Once the list has its maximum length, the values of further keys are created on every call.
    func value(for key: Key, _ make: () -> Value?) -> Value? {
        var last: Node?
        var length = 0
        var node = first.load()
        while let current = node {
            if current.key == key { return current.value }
            last = current
            length += 1
            node = current.next.load()
        }
        guard let value = make() else { return nil }
        guard length < Self.longest else { return value }
        append(Node(key: key, value: value), after: last)
        return value
    }

    private func append(_ node: Node, after last: Node?) {
        var place = last
        while true {
            let winner = place.map { $0.next.storeIfNil(node) } ?? first.storeIfNil(node)
            if winner === node || winner.key == node.key { return }
            place = winner
        }
    }
}
