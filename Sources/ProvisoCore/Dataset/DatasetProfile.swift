internal import ProvisoMessages

/// How values were spread in an earlier run, for rules with `drift`: JSON, a line for each figure and group.
///
/// ```
/// {"proviso":"profile","version":1}
/// {"figure":"drift(region)","categories":[["north",2],["south",2],["west",1]]}
/// {"figure":"drift(amount)","by":["region"],"group":["north"],"numbers":[["10.5",1],["20.25",1]]}
/// ```
package struct DatasetProfile: Sendable {
    /// Why bytes are not a profile.
    package struct Failure: Error {
        package let reason: String
    }

    /// What was measured.
    private struct Figure: Hashable {
        let name: String
        let by: [String]
        let kind: Distribution.Kind

        init(_ step: DatasetStep) { (name, by, kind) = (step.rule.name, step.rule.by, step.spread) }

        init(_ name: String, _ by: [String], _ kind: Distribution.Kind) {
            (self.name, self.by, self.kind) = (name, by, kind)
        }
    }

    private static let version = 1
    private var figures: [Figure: [GroupKey: Distribution]] = [:]

    /// Reads what `Dataset.profile` has written.
    package init(parsing bytes: [UInt8]) throws(Failure) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let head = lines.first.flatMap({ try? AnyValue(json: Array($0)) }), head["proviso"] == .text("profile"),
            case .integer(let version)? = head["version"]
        else { throw Failure(reason: "it is not a profile, as --write-profile writes it") }
        guard version == Self.version else {
            throw Failure(
                reason:
                    "it is a profile of version \(version), and this program reads version \(Self.version): write it "
                    + "again with --write-profile")
        }
        for (index, line) in lines.enumerated().dropFirst() {
            guard let value = try? AnyValue(json: Array(line)), add(value) else {
                throw Failure(reason: "line \(index + 1) is malformed: write it again with --write-profile")
            }
        }
    }

    private mutating func add(_ value: AnyValue) -> Bool {
        guard case .text(let name)? = value["figure"], let by = Self.names(value["by"]),
            let group = Self.names(value["group"]), by.count == group.count
        else { return false }
        let found: Distribution
        if let categories = value["categories"] {
            guard let counts = CategoryMeasure.counts(categories) else { return false }
            found = .categories(counts)
        } else if let numbers = value["numbers"] ?? value["classes"] {
            var sketch = QuantileSketch(isGrouped: !by.isEmpty)
            guard sketch.restore(numbers) else { return false }
            found = .numbers(sketch)
        } else {
            return false
        }
        let figure = Figure(name, by.compactMap(\.self), found.kind)
        return figures[figure, default: [:]].updateValue(found, forKey: GroupKey(group)) == nil
    }

    /// A list of strings and of null, or nothing.
    private static func names(_ value: AnyValue?) -> [String?]? {
        guard let value else { return [] }
        guard case .list(let items) = value else { return nil }
        var names: [String?] = []
        for item in items {
            switch item {
            case .text(let text): names.append(text)
            case .null: names.append(nil)
            default: return nil
            }
        }
        return names
    }

    /// Why a rule cannot be compared with it; `nil` if it can.
    package func fault(of step: DatasetStep) -> String? {
        let own = Figure(step)
        if figures[own] != nil { return nil }
        let by = own.by.isEmpty ? "" : " by \(own.by.joined(separator: ", "))"
        let other: Distribution.Kind = own.kind == .numbers ? .categories : .numbers
        let reason =
            figures[Figure(own.name, own.by, other)] == nil
            ? "it has no '\(own.name)'\(by)"
            : "it has \(other.words) for '\(own.name)'\(by), which has \(own.kind.words) now"
        return "\(reason): write it again with --write-profile"
    }

    /// What it has for a group of a rule.
    func distribution(_ step: DatasetStep, _ group: GroupKey) -> Distribution? { figures[Figure(step)]?[group] }

    /// The lines of what was measured for rules with `drift`; what cannot be measured has none.
    static func text(_ figures: [DatasetFigure]) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("proviso", "profile")
            $0.member("version", version)
        }
        var (text, written) = (writer.text + "\n", Set<Figure>())
        for figure in figures where figure.step.rule.measure == .drift && !figure.isCrowded && !figure.isOverfull {
            let rule = figure.step.rule
            guard written.insert(Figure(figure.step)).inserted, figure.whole.failures == 0 else { continue }
            for entry in rule.by.isEmpty ? [figure.whole] : figure.sortedGroups where entry.failures == 0 {
                guard let found = (entry.measure as? any DistributionMeasure)?.distribution else { continue }
                text += line(rule, entry.group, found) + "\n"
            }
        }
        return text
    }

    private static func line(_ rule: DatasetRule, _ group: [String?], _ found: Distribution) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("figure", rule.name)
            if !rule.by.isEmpty {
                $0.member("by", rule.by)
                $0.member("group") { $0.value(AnyValue.list(group.map { $0.map { .text($0) } ?? .null })) }
            }
            switch found {
            case .categories(let counts): $0.member("categories") { $0.value(CategoryMeasure.stored(counts)) }
            case .numbers(let sketch): $0.member(sketch.isExact ? "numbers" : "classes") { $0.value(sketch.stored) }
            }
        }
        return writer.text
    }
}

/// What a rule about all records is compared with that neither the data nor the rule has.
package enum DatasetExpectation: Sendable {
    /// The figure of another file.
    case number(Number)
    /// The profile of an earlier run.
    case profile(DatasetProfile)
    /// The profile that this run writes: there is none to compare with.
    case firstProfile
}
