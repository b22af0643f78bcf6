import Proviso

/// What a rule wants of a value: to accept it, or to reject it.
struct Demand {
    let constraint: Constraint
    let options: OptionTable
    let isAccepted: Bool
    /// What the rule's type says of itself.
    let about: RuleTypeFacts
    /// What knows the rule's type, and those of rules within it.
    let registry: Registry
    private let known: [OptionDescription]

    init(_ constraint: Constraint, _ options: OptionTable, isAccepted: Bool, in registry: Registry) {
        (self.constraint, self.options, self.isAccepted, self.registry) = (constraint, options, isAccepted, registry)
        let definition = registry[constraint.type]
        about = definition?.about ?? RuleTypeFacts()
        known = definition?.options ?? []
    }

    /// The value of the first option that has a role and a value.
    subscript(role: OptionDescription.Role) -> AnyValue? {
        known.lazy.filter { $0.role == role }.compactMap { options[$0.name] }.first
    }

    /// The strings of all options that have a role.
    func texts(_ role: OptionDescription.Role) -> [String] {
        known.filter { $0.role == role }.flatMap { options[$0.name]?.words ?? [] }
    }

    /// What proposing values for it takes: each one is looked for among those of its options.
    var work: Int { 16 * options.values.values.reduce(4) { $0 + $1.size } }

    var isReversed: Bool { self[.reversal]?.bool ?? false }
    /// The pattern of a rule for strings.
    var pattern: String? { known.first { $0.kind == .pattern }.flatMap { options[$0.name]?.text } }
    /// The rule for items or keys.
    var inner: Constraint? { options.rules.values.first }

    /// Values that the type itself knows: for these options, and those of its examples.
    var accepted: [AnyValue] { (about.making?(options.values) ?? []) + about.valid }
}

/// Proposes values for an attribute from what all its rules want; the plan decides which of them are right.
struct ValueProposals {
    let demands: [Demand]
    let now: Int64
    var numbers: SeededGenerator
    /// What pays for plans and expressions that are tried.
    let effort: Effort
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

    init(_ demands: [Demand], now: Int64, numbers: SeededGenerator, effort: Effort) {
        (self.demands, self.now, self.numbers, self.effort) = (demands, now, numbers, effort)
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
        add(Self.kinds)
        return Array(found.prefix(limit))
    }

    func rejections(_ texts: [String], _ rejecting: [Demand]) -> [AnyValue] {
        var found: [AnyValue] = []
        for demand in rejecting where ![.required, .present, .count, .items].contains(demand.about.subject) {
            if demand.about.isAboutCharacters {
                found += texts.prefix(60).flatMap { text -> [AnyValue] in
                    [
                        .text(text.uppercased()), .text(text.lowercased()),
                        .text(String(text.map { $0.isNumber ? "x" : $0 })),
                    ]
                }
            }
            let pool = demand.about.subject == .pattern ? texts.prefix(6) : texts.prefix(3)
            found += pool.flatMap { TextValues.broken($0) }.map { .text($0) }
        }
        return found
    }

    mutating func read(_ demand: Demand) {
        if !demand.isAccepted { rejects += demand.about.invalid }
        switch demand.about.subject {
        case .number(let isWhole, let limits): readNumber(demand, isWhole: isWhole, limits)
        case .multiple: readMultiple(demand)
        case .comparison: readComparison(demand)
        case .length: readLength(demand)
        case .pattern: readPattern(demand)
        case .choice: readRange(demand)
        case .date: readDate(demand, .date)
        case .datetime: readDate(demand, .datetime)
        case .time: readDate(demand, .time)
        case .beginning: text.beginnings += demand.isAccepted ? demand.texts(.sought).prefix(2) : []
        case .end: text.ends += demand.isAccepted ? demand.texts(.sought).prefix(2) : []
        case .part: readContains(demand)
        case .lowercase: text.isLowercase = true
        case .uppercase: text.isUppercase = true
        case .characters(let character): readCharacters(demand, like: character)
        case .required:
            if let value = demand[.choices] { choices.append(value) }
            if !demand.isAccepted { rejects += [.absent, "", .null, "other", 0] }
        case .present: if !demand.isAccepted { rejects.append(.absent) }
        case .missing:
            if demand.isAccepted { choices += [.absent, .null] } else { rejects += ["x", 1, true, "", .null] }
        case .count: readCount(demand)
        case .items, .order, .difference, .keys: readList(demand)
        case .union:
            if !demand.isAccepted {
                let member = demand[.discriminator]?.text ?? "k"
                rejects += Self.kinds + [.object([AnyValue.Member(member, "no such shape")])]
            }
        case .shape: if !demand.isAccepted { rejects += Self.kinds }
        case .form, .schema, .boolean, .expression, .unique, .existing, .file, .remote: break
        }
        let accepted = demand.accepted
        if demand.isAccepted { choices += accepted }
        text.seeds += accepted.compactMap(\.text)
    }

    /// Values of all kinds.
    static let kinds: [AnyValue] = [
        "x", "Text", 1, 0, -1, 1.5, true, false, .list(["a"]), .list([]), .object([AnyValue.Member("k", "v")]),
        .object([]), .null, "", "~!~", "1", "2024-02-29", "a b", "UTC",
    ]

    mutating func readMultiple(_ demand: Demand) {
        wantsNumbers = true
        number.step = NumberValues.number(demand[.step])
        guard !demand.isAccepted, let step = number.step else { return }
        rejects += [NumberValues.sum(step, 0.5, times: 1), NumberValues.sum(step, 1, times: 1), 1, 7, 0.001]
            .compactMap { $0 }
    }

    mutating func readCharacters(_ demand: Demand, like character: String) {
        let count = max(1, demand[.minimum]?.int ?? 1)
        text.parts.append(String(repeating: character, count: count))
        guard !demand.isAccepted else { return }
        rejects += [.text(String(repeating: "7", count: max(count - 1, 1))), "abcdef", "ABCDEF", "123456"]
    }

    mutating func readNumber(_ demand: Demand, isWhole: Bool, _ limits: ClosedRange<Double>?) {
        wantsNumbers = true
        number.isWhole = number.isWhole || isWhole
        func limit(_ number: Double?) -> AnyValue? { number.map { .integer(Int64($0)) } }
        let low = NumberValues.number(demand[.minimum] ?? demand[.above] ?? limit(limits?.lowerBound))
        let high = NumberValues.number(demand[.maximum] ?? demand[.below] ?? limit(limits?.upperBound))
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
        let value = demand[.comparand] ?? demand.options.other ?? .absent
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
        let exact = demand[.size]?.int
        let (low, high) = (exact ?? demand[.minimum]?.int, exact ?? demand[.maximum]?.int)
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
        guard let pattern = demand.pattern else { return }
        let spelled = (demand.options.truth("ignoreCase") ? "(?i)" : "") + pattern
        let excludes = demand.isReversed
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
        let range = demand[.choices]?.list ?? []
        let (inside, outside) = (Array(range.prefix(300)), Self.strangers(to: range))
        choices += (demand.isAccepted != demand.isReversed) ? inside : outside
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

    mutating func readDate(_ demand: Demand, _ kind: DateValues.Kind) {
        let bounds = [demand[.minimum], demand[.maximum]].compactMap { $0 }.compactMap { bound -> Int64? in
            CivilParts.moment(bound) ?? bound.text.flatMap { CivilParts.relative($0, now: now) }
        }
        dates.append(DateValues(kind: kind, format: demand[.format]?.text, anchors: bounds, now: now))
        if !demand.isAccepted {
            rejects += dates.last.map { $0.candidates.map { .text($0) } } ?? []
            rejects += ["2024-02-30", "2024-13-01", "31.02.2024", "25:61", "no date", 1.5, "2024-1-1"]
        }
    }
}
