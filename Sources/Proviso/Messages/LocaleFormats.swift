internal import Synchronization

/// Everything needed to write values for one locale, made piece by piece when first asked for.
///
/// Safe from any thread. A piece is made outside any lock and published atomically (`AtomicLazyReference`: of two made
/// at once one is dropped), so reading one later is a load. Only `shared(_:)` takes a lock: once per localizer.
package final class LocaleFormats: Sendable {
    package let locale: String
    package let isRightToLeft: Bool
    private let plain = AtomicLazyReference<NumberWriter>()
    private let integer = AtomicLazyReference<NumberWriter>()
    private let percent = AtomicLazyReference<NumberWriter>()
    private let cardinal = AtomicLazyReference<PluralRules>()
    private let ordinal = AtomicLazyReference<PluralRules>()
    private let orList = AtomicLazyReference<ListWriter>()
    private let skeletons = KeyedChain<NumberStyle, NumberWriter>()
    private let dates = KeyedChain<DateKey, DateWriter>()

    private struct DateKey: Hashable, Sendable {
        let style: DateStyle
        let timeZone: String
    }

    package init(locale: String) {
        self.locale = locale
        isRightToLeft = LocaleTag.isRightToLeft(locale)
    }

    package func numbers(_ style: NumberStyle) -> NumberWriter? {
        switch style {
        case .plain: publish(plain) { NumberWriter(locale: locale, style: style) }
        case .integer: publish(integer) { NumberWriter(locale: locale, style: style) }
        case .percent: publish(percent) { NumberWriter(locale: locale, style: style) }
        case .skeleton: skeletons.value(for: style) { NumberWriter(locale: locale, style: style) }
        }
    }

    package func plurals(isOrdinal: Bool) -> PluralRules? {
        if isOrdinal { return publish(ordinal) { PluralRules(locale: locale, isOrdinal: true) } }
        return publish(cardinal) { PluralRules(locale: locale, isOrdinal: false) }
    }

    package var orLists: ListWriter? {
        publish(orList) { ListWriter(locale: locale, kind: .or) }
    }

    /// A date formatter; a time zone ICU does not know counts as UTC.
    package func dates(_ style: DateStyle, timeZone: String) -> DateWriter? {
        dates.value(for: DateKey(style: style, timeZone: timeZone)) {
            DateWriter(locale: locale, style: style, timeZone: timeZone)
                ?? DateWriter(locale: locale, style: style, timeZone: "UTC")
        }
    }

    private static let cache = Mutex<[String: LocaleFormats]>([:])
    /// Locales beyond this many are not remembered, so that no reader's wishes fill the memory.
    private static let mostCached = 256

    /// The formats of a locale, shared by all localizers.
    package static func shared(_ locale: String) -> LocaleFormats {
        cache.withLock { cache in
            if let known = cache[locale] { return known }
            let formats = LocaleFormats(locale: locale)
            if cache.count < mostCached { cache[locale] = formats }
            return formats
        }
    }
}

private func publish<Value: AnyObject>(
    _ reference: borrowing AtomicLazyReference<Value>, _ make: () -> Value?
) -> Value? {
    if let value = reference.load() { return value }
    return make().map { reference.storeIfNil($0) }
}

/// A small map that only grows: a chain of nodes, each published atomically, walked without a lock.
private final class KeyedChain<Key: Hashable & Sendable, Value: AnyObject & Sendable>: Sendable {
    private static var longest: Int { 32 }
    private let first = AtomicLazyReference<Node>()

    private final class Node: Sendable {
        let key: Key
        let value: Value
        let next = AtomicLazyReference<Node>()

        init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a key, made when it is new; beyond the longest chain it is made each time.
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
