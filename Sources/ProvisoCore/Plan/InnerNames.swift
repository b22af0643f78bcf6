internal import ProvisoMessages

/// The members that rules know through shapes, rules for items and lists of keys, beside those that their paths name.
///
/// Shapes may hold themselves, so members are found when a path needs them.
final class InnerNames {
    private typealias Path = [ValuePath.Component]

    /// The rules of the record, or of a shape, by their paths.
    private struct Scope {
        /// The paths, and what they lead through.
        var paths: Set<Path> = []
        var members: [Path: Path] = [:]
        var parts: [Path: [Constraint]] = [:]
        /// Whether one of its rules says something of what is in its value.
        var looksInside = false
        /// The rule types without options at each path: the same again says nothing new, and types can double.
        var noted: Set<Noted> = []
        /// How many rules for items may still be noted; a plan with more is refused for another reason.
        var rest = 20_000

        /// Adds a path, and what it leads through.
        mutating func add(_ path: Path) {
            var path = path
            while paths.insert(path).inserted, let last = path.popLast() { members[path, default: []].append(last) }
        }
    }

    private struct Noted: Hashable {
        let type: RuleType
        let path: Path
    }

    /// A place in the record, or in a value that a shape is for.
    private struct Level: Hashable {
        let scope: Int
        let path: Path
    }

    /// A shape that a rule contains.
    private struct Inline: Hashable {
        let level: Level
        let part: Int
        let name: String
    }

    private let registry: Registry
    private let shapes: [String: RuleShape]
    private let writtenOut: (Constraint) -> [Constraint]
    private var scopes: [Scope] = []
    private var named: [String: Int] = [:]
    private var inline: [Inline: Int] = [:]
    private var found: [Path: [Level]] = [:]

    /// Takes the rules of the record, or of a shape, by the names of their attributes.
    init(
        _ rules: [String: [Constraint]], shapes: [String: RuleShape], registry: Registry,
        _ writtenOut: @escaping (Constraint) -> [Constraint]
    ) {
        (self.registry, self.shapes, self.writtenOut) = (registry, shapes, writtenOut)
        _ = add(rules.sorted { $0.key < $1.key })
    }

    /// The members of an attribute that are known; `*` for its items.
    func members(of name: String) -> [String] {
        guard scopes[0].looksInside else { return [] }
        let levels = levels(at: ValuePath(name).components)
        var (names, more) = ([String](), [String]())
        for level in levels {
            names += (scopes[level.scope].members[level.path] ?? []).map(Self.text)
            for part in scopes[level.scope].parts[level.path] ?? [] {
                names += [part.text(.discriminator)].compactMap(\.self)
                let definition = registry[part.type]
                names += part.keys([.allowedKeys], definition)
                more += part.keys([.requiredKeys, .prohibitedKeys], definition)
            }
        }
        // Keys that must be there, or must not, say nothing of others.
        return names.isEmpty ? [] : (names + more).withoutRepetition()
    }

    /// Whether a path leads to something that a rule names, or leads through it; with `listed` also a key in a list.
    func contains(_ name: String, listed: Bool = true) -> Bool {
        guard scopes[0].looksInside else { return false }
        let path = ValuePath(name).components
        if !levels(at: path).isEmpty { return true }
        guard listed, let last = path.last else { return false }
        return members(of: ValuePath(Array(path.dropLast())).description).contains(Self.text(last))
    }

    /// The members of the object that the last part of a path is in, by their paths.
    func siblings(of name: String) -> [String] {
        let above = Array(ValuePath(name).components.dropLast())
        return members(of: ValuePath(above).description).map { member in
            ValuePath(above + [member == "*" ? .each : .key(member)]).description
        }
    }

    private static func text(_ component: ValuePath.Component) -> String {
        if case .key(let key) = component { key } else { "*" }
    }

    /// The places that a path leads to: in the record, and in the shapes on the way.
    private func levels(at path: Path) -> [Level] {
        if let known = found[path] { return known }
        guard path.count <= Record.maximumDepth else { return [] }
        var levels: [Level] = []
        if let last = path.last {
            for level in self.levels(at: Array(path.dropLast())) {
                let inner = Level(scope: level.scope, path: level.path + [last])
                if scopes[level.scope].paths.contains(inner.path) { levels.append(inner) }
            }
        } else {
            levels = [Level(scope: 0, path: [])]
        }
        var (seen, index) = (Set(levels), 0)
        while index < levels.count {
            levels += scopesApplied(at: levels[index]).map { Level(scope: $0, path: []) }
                .filter { seen.insert($0).inserted }
            index += 1
        }
        found[path] = levels
        return levels
    }

    /// The shapes that rules apply to the value at a place.
    private func scopesApplied(at level: Level) -> [Int] {
        var applied: [Int] = []
        for (index, part) in (scopes[level.scope].parts[level.path] ?? []).enumerated() {
            if let name = part.nameOfShape, let shape = shapes[name] {
                if named[name] == nil { named[name] = add(shape.rules) }
                applied += [named[name]].compactMap(\.self)
            }
            for shape in part.shapesWithin {
                let key = Inline(level: level, part: index, name: shape.name)
                if inline[key] == nil { inline[key] = add(shape.shape.rules) }
                applied += [inline[key]].compactMap(\.self)
            }
        }
        return applied
    }

    private func add(_ rules: [Rule]) -> Int {
        add(rules.flatMap { rule in rule.attributes.map { (RuleSet.plain($0), [rule.constraint]) } })
    }

    private func add(_ rules: [(key: String, value: [Constraint])]) -> Int {
        var scope = Scope()
        for (name, constraints) in rules {
            let path = ValuePath(name).components
            guard path.count <= Record.maximumDepth else { continue }
            scope.add(path)
            for constraint in constraints { note(constraint, at: path, depth: 0, in: &scope) }
        }
        scopes.append(scope)
        return scopes.count - 1
    }

    /// Notes what a rule says of the members of its value, or of its items.
    private func note(_ constraint: Constraint, at path: Path, depth: Int, in scope: inout Scope) {
        if depth > 0 {
            let isBare = constraint.options.isEmpty && constraint.check == nil && constraint.replacement == nil
            if isBare, !scope.noted.insert(Noted(type: constraint.type, path: path)).inserted { return }
            scope.rest -= 1
            if scope.rest < 0 { return }
        }
        for part in writtenOut(constraint) {
            if part.nameOfShape != nil || !part.shapesWithin.isEmpty
                || !part.keys([.allowedKeys, .requiredKeys, .prohibitedKeys], registry[part.type]).isEmpty
            {
                scope.parts[path, default: []].append(part)
                scope.looksInside = true
            }
            guard depth < Record.maximumDepth, registry.about(part.type).subject == .items else { continue }
            for inner in part.inner {
                scope.looksInside = true
                scope.add(path + [.each])
                note(inner, at: path + [.each], depth: depth + 1, in: &scope)
            }
        }
    }
}

extension Constraint {
    /// The shape of the rule set that it applies.
    fileprivate var nameOfShape: String? {
        (check?.holder as? ValidatorHolder<ShapeValidator>)?.validator.name ?? text(.shape)
    }

    /// The shapes that it contains.
    fileprivate var shapesWithin: [NamedShape] {
        options.values.flatMap { option -> [NamedShape] in
            if case .shapes(let shapes) = option { shapes } else { [] }
        }
    }

    /// The keys that its options with some roles list.
    func keys(_ roles: [OptionDescription.Role], _ definition: RuleDefinition?) -> [String] {
        if options.isEmpty { return [] }
        let (reader, known) = (OptionReader(options), definition?.options ?? [])
        var keys: [String] = []
        for option in known where option.role.map(roles.contains) ?? false {
            keys += ((try? reader.texts(option.name)) ?? nil) ?? []
        }
        return keys
    }
}
