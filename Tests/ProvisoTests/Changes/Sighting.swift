import Proviso
import Synchronization

/// What somebody saw of the attribute `x` in the middle of a validation.
final class Sighting: Sendable {
    private let values = Mutex<[AnyValue]>([])

    var all: [AnyValue] { values.withLock { $0 } }

    func note(_ value: AnyValue) { values.withLock { $0.append(value) } }
}

/// A model that can hold whatever rules make of its values.
struct Probe: ValidatableModel, ParsableModel, Sendable {
    var x: AnyValue = nil
    var source: AnyValue = nil
    var other: AnyValue = "known"
    var y: AnyValue = "y"

    static let attributes: [Attribute<Probe>] = [
        Attribute("x", \.x), Attribute("source", \.source), Attribute("other", \.other), Attribute("y", \.y),
    ]
    static let ruleSet = RuleSet()
    static let methods: [ValidationMethod<Probe>] = [
        ValidationMethod("look", skipsEmpty: false) { probe, _, _ in Sightings.current?.note(probe.x) },
        ValidationMethod("lookAtValue", skipsEmpty: false) { _, value, _ in Sightings.current?.note(AnyValue(value)) },
        ValidationMethod("lookThroughContext", skipsEmpty: false) { _, _, context in
            _ = context.withModel(Probe.self) { Sightings.current?.note($0.x) }
        },
        ValidationMethod(async: "lookLater", skipsEmpty: false) { probe, _ in
            Sightings.current?.note(probe.x)
            return []
        },
    ]
}

enum Sightings {
    /// Who notes what the model's methods see.
    @TaskLocal static var current: Sighting?
}

/// A store that notes what it is asked.
struct WatchedStore: Store, AsyncStore {
    let sighting: Sighting

    func contains(_ values: [String: AnyValue], in collection: String, except: [String: AnyValue]) -> Bool {
        sighting.note(values["x"] ?? nil)
        return collection == "known"
    }
}
