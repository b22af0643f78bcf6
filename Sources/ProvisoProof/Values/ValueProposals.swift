import Proviso

/// What a rule wants of a value: to accept it, or to reject it.
struct Demand {
    let type: String
    let options: OptionTable
    let isAccepted: Bool
    let constraint: Constraint
}

/// Proposes values for an attribute from what all its rules want; the plan decides which of them are right.
struct ValueProposals {
    let demands: [Demand]
    let now: Int64
    var numbers: SeededGenerator
    /// A length or a number of items that is wanted exactly.
    var size: Int?
    /// A value that is wanted exactly, such as a bound.
    var exact: AnyValue?
    /// Values that plugins or collections give.
    var known: [AnyValue] = []
    /// How an inner rule proposes values; `nil` at the deepest level.
    var depth = 0

    var number = NumberValues()
    var text = TextValues()
    var choices: [AnyValue] = []
    var rejects: [AnyValue] = []
    var dates: [DateValues] = []
    var wantsNumbers = false
    var lists: [AnyValue] = []
    var counts: [Int] = []

    init(_ demands: [Demand], now: Int64, numbers: SeededGenerator) {
        (self.demands, self.now, self.numbers) = (demands, now, numbers)
    }

    /// The values, the likeliest first.
    mutating func values(limit: Int = 220) -> [AnyValue] {
        for demand in demands { read(demand) }
        if let size { (text.shortest, text.longest) = (size, size) }
        let texts = text.candidates(numbers)
        // A string that others accept, and that this rule probably rejects.
        let rejecting = demands.filter { !$0.isAccepted }
        if !rejecting.isEmpty { rejects += rejections(texts, rejecting) }
        var found: [AnyValue] = []
        var seen: Set<AnyValue> = []
        func add(_ values: [AnyValue]) { for value in values where seen.insert(value).inserted { found.append(value) } }
        add([exact].compactMap { $0 })
        add(known)
        add(Array(rejects.prefix(limit / 2 + 10)))
        if let size { add(listValues(counts: [size])) }
        add(choices)
        add(lists)
        if wantsNumbers { add(Array(number.candidates.prefix(40))) }
        for date in dates { add(date.candidates.map { .text($0) }) }
        add(texts.prefix(limit / 2).map { .text($0) })
        if wantsNumbers { add(number.candidates.prefix(12).map { .text($0.number?.plainText ?? "") }) }
        if !counts.isEmpty { add(listValues(counts: counts)) }
        add(FormatValues.kinds)
        return Array(found.prefix(limit))
    }

    func rejections(_ texts: [String], _ rejecting: [Demand]) -> [AnyValue] {
        var found: [AnyValue] = []
        for demand in rejecting where !["required", "present", "count", "each"].contains(demand.type) {
            if ["hasLower", "hasUpper", "hasDigit", "lowercase", "uppercase"].contains(demand.type) {
                found += texts.prefix(60).flatMap { text -> [AnyValue] in
                    [
                        .text(text.uppercased()), .text(text.lowercased()),
                        .text(String(text.map { $0.isNumber ? "x" : $0 })),
                    ]
                }
            }
            let pool = demand.type == "match" ? texts.prefix(6) : texts.prefix(3)
            found += pool.flatMap { TextValues.broken($0) }.map { .text($0) }
        }
        return found
    }

    mutating func read(_ demand: Demand) {
        let options = demand.options
        if !demand.isAccepted { rejects += FormatValues.rejected(demand.type) }
        switch demand.type {
        case "integer", "number", "double", "port", "latitude", "longitude": readNumber(demand)
        case "multipleOf":
            wantsNumbers = true
            number.step = NumberValues.number(options["of"])
            if !demand.isAccepted, let step = number.step {
                rejects += [NumberValues.sum(step, 0.5, times: 1), NumberValues.sum(step, 1, times: 1), 1, 7, 0.001]
                    .compactMap { $0 }
            }
        case "compare": readComparison(demand)
        case "string": readLength(demand)
        case "match": readPattern(demand)
        case "in": readRange(demand)
        case "date", "datetime", "time": readDate(demand)
        case "startsWith": text.beginnings += demand.isAccepted ? options.texts("value").prefix(2) : []
        case "endsWith": text.ends += demand.isAccepted ? options.texts("value").prefix(2) : []
        case "contains": readContains(demand)
        case "lowercase": text.isLowercase = true
        case "uppercase": text.isUppercase = true
        case "hasDigit", "hasLower", "hasUpper":
            let count = max(1, options.int("min") ?? 1)
            text.parts.append(
                String(repeating: demand.type == "hasDigit" ? "7" : demand.type == "hasLower" ? "b" : "B", count: count)
            )
            if !demand.isAccepted {
                rejects += [.text(String(repeating: "7", count: max(count - 1, 1))), "abcdef", "ABCDEF", "123456"]
            }
        case "required":
            if let value = options["requiredValue"] { choices.append(value) }
            if !demand.isAccepted { rejects += [.absent, "", .null, "other", 0] }
        case "present": if !demand.isAccepted { rejects.append(.absent) }
        case "absent", "prohibited", "isNull":
            if demand.isAccepted { choices += [.absent, .null] } else { rejects += ["x", 1, true, "", .null] }
        case "count": readCount(demand)
        case "each", "sorted", "distinct", "keys": readList(demand)
        case "oneOf":
            if !demand.isAccepted {
                rejects +=
                    FormatValues.kinds + [.object([AnyValue.Member(options["by"]?.text ?? "k", "no such shape")])]
            }
        case "shape": if !demand.isAccepted { rejects += FormatValues.kinds }
        default: break
        }
        if demand.isAccepted { choices += FormatValues.accepted(demand.type, options) }
        text.seeds += FormatValues.accepted(demand.type, options).compactMap(\.text)
    }

    mutating func readNumber(_ demand: Demand) {
        let options = demand.options
        wantsNumbers = true
        let isWhole = demand.type == "integer" || demand.type == "port"
        number.isWhole = number.isWhole || isWhole
        let limits: [String: (AnyValue, AnyValue)] = [
            "port": (1, 65_535), "latitude": (-90, 90), "longitude": (-180, 180),
        ]
        let low = NumberValues.number(options["min"] ?? options["above"] ?? limits[demand.type]?.0)
        let high = NumberValues.number(options["max"] ?? options["below"] ?? limits[demand.type]?.1)
        if demand.isAccepted {
            if let low { number.low = number.low.map { ($0.double ?? 0) > (low.double ?? 0) ? $0 : low } ?? low }
            if let high { number.high = number.high.map { ($0.double ?? 0) < (high.double ?? 0) ? $0 : high } ?? high }
            return
        }
        var outside = NumberValues(low: low, high: high, isWhole: isWhole)
        rejects += outside.candidates.prefix(24)
        outside.step = 1_000
        rejects += ["x", "1,5", 1.5, "1x", "12 34", true, .list([1])]
    }

    mutating func readComparison(_ demand: Demand) {
        let value = demand.options["compareValue"] ?? demand.options["compareAttribute="] ?? .absent
        guard value != .absent else { return }
        choices.append(value)
        if let number = NumberValues.number(value) {
            wantsNumbers = true
            self.number.anchors.append(number)
        } else if let moment = CivilParts.moment(value), value.text != nil {
            let isDate = (value.text?.utf8.count ?? 0) <= 10
            dates.append(DateValues(kind: isDate ? .date : .datetime, format: nil, anchors: [moment], now: now))
        }
        if let text = value.text {
            choices += [.text(text + "a"), .text("A" + text), .text(text.uppercased()), .text("")]
        }
        if case .boolean(let truth) = value { choices.append(.boolean(!truth)) }
    }

    mutating func readLength(_ demand: Demand) {
        let exact = demand.options.int("length")
        let (low, high) = (exact ?? demand.options.int("min"), exact ?? demand.options.int("max"))
        if demand.isAccepted {
            text.shortest = [text.shortest, low].compactMap { $0 }.max()
            text.longest = [text.longest, high].compactMap { $0 }.min()
            return
        }
        text.seeds += [
            low.map { String(repeating: "a", count: max(0, $0 - 1)) },
            high.map { String(repeating: "a", count: min($0, 100_000) + 1) },
        ].compactMap { $0 }
        // The lengths of candidates include those just outside.
        if text.shortest == nil { text.shortest = low }
        if text.longest == nil { text.longest = high }
        rejects += [1, 1.5, true, .list(["a"])]
        rejects += text.seeds.suffix(2).map { .text($0) }
    }

    mutating func readPattern(_ demand: Demand) {
        guard let pattern = demand.options["pattern"]?.text else { return }
        let spelled = (demand.options.truth("ignoreCase") ? "(?i)" : "") + pattern
        let excludes = demand.options.truth("not")
        guard demand.isAccepted == excludes else {
            if text.patterns.isEmpty || demand.isAccepted { text.patterns.append(spelled) }
            return
        }
        guard let node = PatternReader.read(spelled) else { return }
        var strings = PatternStrings(node, numbers)
        let made = strings.strings(lengths: text.lengths)
        if demand.isAccepted {
            text.seeds += made.prefix(3).flatMap { TextValues.broken($0) }
        } else {
            rejects += (excludes ? made : made.prefix(4).flatMap { TextValues.broken($0) }).map { .text($0) }
        }
    }

    mutating func readRange(_ demand: Demand) {
        let range = demand.options["range"]?.list ?? []
        let (inside, outside) = (Array(range.prefix(300)), Self.strangers(to: range))
        choices += (demand.isAccepted != demand.options.truth("not")) ? inside : outside
        if demand.options.truth("allowArray") {
            choices += [.list(inside), .list(outside), .list(Array(inside.prefix(1)))]
        }
        if !demand.isAccepted { rejects += choices }
    }

    static func strangers(to range: [AnyValue]) -> [AnyValue] {
        let near = range.prefix(8).flatMap { value -> [AnyValue] in
            if let text = value.text { return [.text(text + "x"), .text(text.uppercased()), .text(text.lowercased())] }
            return [NumberValues.sum(value, 1, times: 1), NumberValues.sum(value, 1, times: -1)].compactMap { $0 }
        }
        return (near + ["other", 999_983, "x", -1]).filter { !range.contains($0) }
    }

    mutating func readDate(_ demand: Demand) {
        let kind: DateValues.Kind = demand.type == "date" ? .date : demand.type == "time" ? .time : .datetime
        let options = demand.options
        let bounds = [options["min"], options["max"]].compactMap { $0 }.compactMap { bound -> Int64? in
            CivilParts.moment(bound) ?? bound.text.flatMap { CivilParts.relative($0, now: now) }
        }
        dates.append(DateValues(kind: kind, format: options["format"]?.text, anchors: bounds, now: now))
        if !demand.isAccepted {
            rejects += dates.last.map { $0.candidates.map { .text($0) } } ?? []
            rejects += ["2024-02-30", "2024-13-01", "31.02.2024", "25:61", "no date", 1.5, "2024-1-1"]
        }
    }
}
