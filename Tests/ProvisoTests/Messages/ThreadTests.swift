import Foundation
import Proviso
import Synchronization
import Testing

@Suite struct ThreadTests {
    private static let codes = ["required.blank", "string.tooShort", "number.tooBig", "x.mixed"]
    private static let values = [
        Parameter(name: "min", value: .integer(21)), Parameter(name: "max", value: .number(1234.5)),
        Parameter(name: "d", value: .integer(86_400_000)),
        Parameter(name: "l", value: .list([.text("a"), .text("b")])),
    ]
    private static let mixed =
        "{attribute} {max, number, ::.00} {min, selectordinal, one{#st} other{#th}} {d, date, long} {l}"
    private static let digits = ["latn", "arab", "deva", "thai", "beng", "khmr", "mlym", "telu"]

    private static func texts(_ localizer: Localizer) -> [String] {
        codes.map { localizer.text(for: $0, parameters: values, label: "L") }
    }

    /// Catalogs nobody has used, so that the threads meet at the first compilation.
    private static func freshCatalogs() throws -> Catalogs {
        var result = Catalogs.none
        for locale in Catalogs.embedded.locales {
            let known = try #require(Catalogs.embedded.catalog(for: locale))
            var messages = ["x.mixed": mixed]
            for code in codes where code != "x.mixed" { messages[code] = known.source(for: code) }
            result = result.adding(try Catalog(locale: locale, messages: messages))
        }
        return result
    }

    @Test func eightThreadsEightLocalesNoneMixed() throws {
        let locales = Catalogs.embedded.locales
        #expect(locales.count >= 8)
        for round in 0..<8 {
            // Digits nobody has asked for yet, so that the number and date formats are new as well.
            let tags = locales.map { "\($0)-u-nu-\(Self.digits[round])" }
            let fresh = try Self.freshCatalogs(), expecting = try Self.freshCatalogs()
            let plan = tags.map { Localizer(preferring: [$0], in: fresh) }
            let wrong = Atomic<Int>(0)
            let results = Mutex<[Int: [[String]]]>([:])
            let group = DispatchGroup()
            for thread in 0..<8 {
                group.enter()
                Thread.detachNewThread {
                    let own = (0..<150).map { Self.texts(plan[(thread + $0) % plan.count]) }
                    results.withLock { $0[thread] = own }
                    group.leave()
                }
            }
            group.wait()
            let expected = tags.map { Self.texts(Localizer(preferring: [$0], in: expecting)) }
            for (thread, own) in results.withLock({ $0 }) {
                for (place, texts) in own.enumerated() where texts != expected[(thread + place) % expected.count] {
                    wrong.add(1, ordering: .relaxed)
                }
            }
            #expect(wrong.load(ordering: .relaxed) == 0)
            #expect(results.withLock { $0.count } == 8)
        }
    }

    @Test func aThousandRequestsEachInItsLanguage() throws {
        let locales = Catalogs.embedded.locales
        let fresh = try Self.freshCatalogs(), expecting = try Self.freshCatalogs()
        let expected = locales.map { Self.texts(Localizer(preferring: [$0], in: expecting)) }
        #expect(Set(expected.map { $0[0] }).count > locales.count * 8 / 10)
        let wrong = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 1_000) { request in
            let place = request % locales.count
            let localizer = Localizer(acceptLanguage: "\(locales[place]), en;q=0.1", in: fresh)
            if Self.texts(localizer) != expected[place] { wrong.withLock { $0.append(locales[place]) } }
        }
        #expect(wrong.withLock { $0 } == [])
    }
}
