import Foundation
import Proviso
import Testing

// The steps of Docs/FirstModel.md. A test of `SampleTests` compares them with the page; those here run them.

/// The first step: a type with rules.
private enum First {
    // sample: model
    struct Booking: ValidatableModel {
        var name = ""
        var email: String?
        var guests = 1

        static let attributes: [Attribute<Booking>] = [
            Attribute("name", \.name), Attribute("email", \.email), Attribute("guests", \.guests),
        ]
        static let ruleSet = RuleSet(
            rules: [
                Rule("name", .trim),
                Rule("name", .required),
                Rule("name", .string(min: 3, max: 40)),
                Rule("email", .email),
                Rule("guests", .integer(min: 1, max: 8)),
            ])
    }
    // end

    static func run(_ print: (String) -> Void) throws {
        // sample: validate
        let plan = try ModelPlan(Booking.self)  // once, for all threads
        var booking = Booking(name: " x ", email: "x@", guests: 9)
        let report = try plan.validate(&booking)
        for text in plan.localizer(preferring: "en").texts(report) { print(text) }
        print("The name is '\(booking.name)' now.")
        // end
    }
}

/// The second step: labels, a scenario, and a check of the type's own.
private enum Second {
    // sample: more
    struct Booking: ParsableModel {
        var name = ""
        var email: String?
        var guests = 1
        var rooms = 1

        static let attributes: [Attribute<Booking>] = [
            Attribute("name", \.name), Attribute("email", \.email), Attribute("guests", \.guests),
            Attribute("rooms", \.rooms, hasDefault: true),
        ]
        static let methods: [ValidationMethod<Booking>] = [
            ValidationMethod("checkRooms", codes: [CodeDescription("rooms.tooFew")]) { booking, value, context in
                if booking.rooms * 2 < booking.guests { context.report("rooms.tooFew") }
            }
        ]
        static let ruleSet = RuleSet(
            rules: [
                Rule("name", .trim),
                Rule("name", .required),
                Rule("name", .string(min: 3, max: 40)),
                Rule("email", .required, on: "online"),
                Rule("email", .email),
                Rule("guests", .integer(min: 1, max: 8)),
                Rule("rooms", .type("checkRooms")),
            ],
            labels: [
                "name": ["en": "Your name", "de": "Ihr Name"],
                "email": ["en": "E-mail address", "de": "E-Mail-Adresse"],
                "guests": ["en": "Guests", "de": "Gäste"], "rooms": ["en": "Rooms", "de": "Zimmer"],
            ],
            messages: [
                "en": ["rooms.tooFew": "A room is for two guests at most."],
                "de": ["rooms.tooFew": "Ein Zimmer ist für höchstens zwei Gäste."],
            ])
    }
    // end

    static func run(_ print: (String) -> Void) throws {
        // sample: german
        let plan = try ModelPlan(Booking.self)
        var booking = Booking(name: "Ada Lovelace", guests: 5, rooms: 2)
        let report = try plan.validate(&booking, scenario: "online")
        for text in plan.localizer(preferring: "de").texts(report) { print(text) }
        for violation in report.violations { print("\(violation.path.pointer) \(violation.code)") }
        // end
    }

    static func parse(_ print: (String) -> Void) throws {
        let plan = try ModelPlan(Booking.self)
        // sample: parse
        for json in [#"{"name": "Ada Lovelace", "guests": 2}"#, #"{"name": "Ada Lovelace", "guests": "two"}"#] {
            switch try plan.parse(json: json) {
            case .valid(let booking, _):
                print("\(booking.name), \(booking.rooms) room")
            case .invalid(let report):
                print(ProblemDetails(report, plan.localizer(preferring: "en")).json)
            }
        }
        // end
    }
}

struct FirstModelTests {
    /// The lines of the first block of text after a sample.
    private static func shown(after sample: String) throws -> [String] {
        let page = try String(
            contentsOf: RuleReferenceTests.root.appending(path: "Docs/FirstModel.md"), encoding: .utf8)
        let rest = try #require(page.components(separatedBy: "<!-- sample: \(sample) -->").last)
        let block = try #require(rest.components(separatedBy: "\n```text\n").dropFirst().first)
        return block.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
    }

    @Test(arguments: ["validate", "german", "parse"]) func theSamplePrintsWhatThePageShows(_ name: String) throws {
        var lines: [String] = []
        let steps: [String: ((String) -> Void) throws -> Void] = [
            "validate": First.run, "german": Second.run, "parse": Second.parse,
        ]
        let step = try #require(steps[name])
        try step { lines.append($0) }
        let shown = try Self.shown(after: name)
        #expect(lines == shown)
    }
}
