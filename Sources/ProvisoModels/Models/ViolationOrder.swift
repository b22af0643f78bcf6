internal import ProvisoCore

/// The order of a model's violations: that of its attributes, item by item, and at one value that of the rules.
struct ViolationOrder: Sendable {
    /// The place of an attribute among those of its model, and the models that it holds.
    private struct Place: Sendable {
        let number: Int
        let levels: Int
        let inner: ViolationOrder?
    }

    private let places: [String: Place]

    init(of model: ModelType) {
        let parts = Dictionary(model.parts().map { ($0.attribute, $0.nested) }) { first, _ in first }
        var places: [String: Place] = [:]
        for (number, name) in model.attributes().enumerated() {
            let nested = parts[name]
            places[name] = Place(
                number: number, levels: nested?.levels ?? 0, inner: nested.map { ViolationOrder(of: $0.model) })
        }
        self.places = places
    }

    /// The report with its violations in this order.
    func sorted(_ report: Report) -> Report {
        if report.violations.count < 2 { return report }
        return report.with(sorted(report.violations))
    }

    func sorted(_ violations: [Violation]) -> [Violation] {
        let keys = violations.map { key(of: $0.path) }
        let order = violations.indices.sorted { one, other in
            let isBefore = keys[one].lexicographicallyPrecedes(keys[other])
            return isBefore || one < other && !keys[other].lexicographicallyPrecedes(keys[one])
        }
        return order.map { violations[$0] }
    }

    /// Where a part of a path comes among others at the same place.
    private enum Key: Comparable {
        case number(Int)
        case name(String)
    }

    private func key(of path: ValuePath) -> [Key] {
        var (keys, model, levels) = ([Key](), self as ViolationOrder?, 0)
        for component in path.components {
            switch component {
            case .index(let index):
                keys.append(.number(index))
                levels -= 1
            case .each: levels -= 1
            case .key(let name):
                if levels <= 0, let place = model?.places[name] {
                    keys.append(.number(place.number))
                    (model, levels) = (place.inner, place.levels)
                } else {
                    keys.append(.name(name))
                    levels -= 1
                }
            }
        }
        return keys
    }
}
