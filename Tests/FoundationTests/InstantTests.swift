import Foundation
import Proviso
import ProvisoFoundation
import ProvisoMacros
import Testing

@Validatable
struct Meeting: ParsableModel {
    @Rules(.required) var start: Date
    @Rules(.compare(with: "start", operator: .greater)) var end: Date?
    @Rules(.safe) var others: [Date] = []
    @Rules(.safe) var note: String?

    init() { start = .distantPast }
}

@Validatable
struct Deadlines: ValidatableModel {
    @Rules(.date(min: "2024-05-01", max: "2024-05-31")) var day: Date?
    @Rules(.datetime(min: "2024-05-01T10:00:00Z", max: "2024-05-01T12:00:00+01:00")) var moment: Date?
    @Rules(.time(min: "08:00", max: "18:00")) var time: Date?
    @Rules(.compare(to: "2024-05-01T12:00:00+02:00", operator: .greaterOrEqual)) var late: Date?
    @Rules(.compare(to: "2024-05-01T12:00:00+02:00")) var same: Date?
}

struct InstantTests {
    static let wellFormed: [(String, Double)] = [
        ("2024-05-01T10:30:00Z", 1_714_559_400), ("2024-05-01t10:30:00z", 1_714_559_400),
        ("2024-05-01T12:30:00+02:00", 1_714_559_400), ("2024-05-01T10:30:00-00:00", 1_714_559_400),
        ("2024-05-01T10:30:00.5Z", 1_714_559_400.5), ("2024-05-01T10:30:00.500000000000000000000Z", 1_714_559_400.5),
        ("2024-02-29T00:00:00Z", 1_709_164_800), ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2017-01-01T00:59:60+01:00", 1_483_228_800), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.75Z", -0.25),
    ]
    static let malformed = [
        "2023-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-00-10T00:00:00Z", "2024-13-01T00:00:00Z",
        "2024-01-00T00:00:00Z", "1900-02-29T00:00:00Z", "2024-05-01T99:99:99Z", "2024-05-01T24:00:00Z",
        "2024-05-01T23:60:00Z", "2024-05-01T23:59:61Z", "2024-05-01T23:59:60Z", "2016-12-31T12:00:60Z",
        "2024-1-1T00:00:00Z", "2024-05-01T1:00:00Z", "2024-05-01T10:30:00+0100", "2024-05-01T10:30:00+24:00",
        "2024-05-01T10:30:00+01:60", "2024-05-01T10:30:00+01", "2024-05-01T10:30:00 Z", "2024-05-01T10:30:00Z ",
        " 2024-05-01T10:30:00Z", "2024-05-01T10:30:00", "2024-05-01T10:30Z", "2024-05-01 10:30:00Z", "2024-05-01",
        "2024-05-01T10:30:00.Z", "2024-05-01T10:30:00,5Z", "20240501T103000Z", "+2024-05-01T10:30:00Z",
        "12024-05-01T10:30:00Z", "2024-05-01T10:30:00Z\n", "٢٠٢٤-05-01T10:30:00Z", "", "now",
    ]

    @Test func textsOfRFC3339AreRead() throws {
        for (text, seconds) in Self.wellFormed {
            #expect(Date(attribute: .text(text)) == Date(timeIntervalSince1970: seconds), "\(text)")
            let report = try Meeting.validated(from: #"{"start": "\#(text)"}"#).report
            #expect(report.isValid, "\(text)")
        }
    }

    @Test func allOtherTextsAreReported() throws {
        for text in Self.malformed {
            #expect(Date(attribute: .text(text)) == nil, "\(text)")
            guard !text.isEmpty, let json = AnyValue.text(text).json as String? else { continue }
            let data = #"{"start": \#(json), "others": [\#(json)]}"#
            let found = try Meeting.validated(from: data).report.violations.map { "\($0.path) \($0.code)" }
            #expect(found == ["start date.invalid", "others.0 date.invalid"], "\(text)")
        }
    }

    @Test(arguments: [
        0, 0.5, -0.5, 0.001, 1_714_559_400.123, 1_714_559_400.123_456, 1_714_559_400.999_999_9, 253_402_300_799,
        -62_135_596_800, 7_777_777.000_000_25,
    ])
    func writtenMomentsAreReadAgain(_ seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Date(attribute: AnyValue(of: date)) == date)
        // Near 2001 a Date is finer than a nanosecond, which no text keeps.
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000 + seconds / 3)
        #expect(Date(attribute: AnyValue(of: now)) == now)
    }

    @Test func momentsOfAnyYearAreWritten() {
        #expect(AnyValue(of: Date(timeIntervalSince1970: 253_402_300_800)) == "+10000-01-01T00:00:00Z")
        #expect(AnyValue(of: Date(timeIntervalSince1970: -62_167_219_201)) == "-0001-12-31T23:59:59Z")
        for odd in [Double.nan, .infinity, -.infinity, 1e300, -1e18] {
            #expect(AnyValue(of: Date(timeIntervalSinceReferenceDate: odd)).text == nil)
        }
    }

    @Test(arguments: [
        (0.0, 0.5, true), (0.5, 0, false), (0, 0, false), (0, 0.001, true), (0.999, 1, true), (1, 0.999, false),
        (253_402_300_799, 253_402_300_800, true), (253_402_300_800, 253_402_300_799, false),
        (-62_167_219_201, -62_167_219_200, true), (-62_167_219_200, -62_167_219_201, false),
        (1e12, 2e12, true), (2e12, 1e12, false), (-2e12, -1e12, true), (-1e12, 0, true),
    ])
    func momentsAreComparedAsSuch(_ start: Double, _ end: Double, _ isValid: Bool) throws {
        var meeting = Meeting()
        meeting.start = Date(timeIntervalSince1970: start)
        meeting.end = Date(timeIntervalSince1970: end)
        let found = try meeting.validate().violations.map { "\($0.path) \($0.code)" }
        #expect(found == (isValid ? [] : ["end compare.greater"]))
    }

    @Test func boundsOfRulesAreMoments() throws {
        func found(_ change: (inout Deadlines) -> Void) throws -> [String] {
            var deadlines = Deadlines()
            change(&deadlines)
            return try deadlines.validate().violations.map { "\($0.path) \($0.code)" }
        }
        func date(_ text: String) throws -> Date { try #require(Date(attribute: .text(text))) }
        let rows: [(String, WritableKeyPath<Deadlines, Date?>, String?)] = [
            ("2024-05-01T00:00:00Z", \.day, nil), ("2024-05-31T23:59:59.5Z", \.day, nil),
            ("2024-04-30T23:59:59Z", \.day, "day date.tooSmall"), ("2024-06-01T00:00:00Z", \.day, "day date.tooBig"),
            ("2024-05-01T10:00:00.5Z", \.moment, nil), ("2024-05-01T11:00:00Z", \.moment, nil),
            ("2024-05-01T09:59:59.999Z", \.moment, "moment date.tooSmall"),
            ("2024-05-01T11:00:00.001Z", \.moment, "moment date.tooBig"),
            ("2024-05-01T08:00:00Z", \.time, nil), ("1999-05-01T18:00:00.25Z", \.time, "time date.tooBig"),
            ("2024-05-01T10:00:00Z", \.late, nil), ("2024-05-01T10:00:00.5Z", \.late, nil),
            ("2024-05-01T09:59:59.5Z", \.late, "late compare.greaterOrEqual"),
            ("2024-05-01T10:00:00Z", \.same, nil), ("2024-05-01T10:00:00.001Z", \.same, "same compare.equal"),
        ]
        for (text, property, line) in rows {
            let moment = try date(text)
            #expect(try found { $0[keyPath: property] = moment } == (line.map { [$0] } ?? []), "\(text) \(property)")
        }
        let far = Date(timeIntervalSince1970: 300_000_000_000)
        #expect(try found { $0.moment = far } == ["moment date.tooBig"])
        #expect(try found { $0.day = Date(timeIntervalSinceReferenceDate: .nan) } == ["day date.invalid"])
    }
}
