internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// An expression over records of which nothing is known before they come.
package struct FreeExpression: Sendable {
    private let program: ExprProgram

    /// Throws for an expression that cannot be read; names are known only when a record has them.
    package init(_ text: String) throws(OptionError) {
        do throws(ExprSyntaxError) {
            program = try ExprCompiler.compile(
                try ExprParser.parse(text), zones: ExprZones.offset, isVariable: Self.isVariable)
        } catch {
            throw OptionError(
                reason: "\(error.reason), at \(ExprPlace.words(error.offset, in: text))",
                suggestion: error.suggestion)
        }
    }

    /// An expression that was read before, or a part of one.
    package init(_ node: ExprNode) throws(ExprSyntaxError) {
        program = try ExprCompiler.compile(node, zones: ExprZones.offset, isVariable: Self.isVariable)
    }

    private static func isVariable(_ name: String) -> Bool {
        !name.utf8.contains(UInt8(ascii: ".")) && !ExprCompiler.spaces.contains(name)
    }

    /// How many parts it has.
    package var size: Int { program.size }

    /// The names of the members that it reads.
    package var names: [String] { program.names }

    /// The value for a record; its members are variables, and `this` and `record` are the record itself.
    ///
    /// Throws the reason why the expression has no value; `note` gets the steps that it took.
    package func value(
        for record: AnyValue, now: Int64, note: ((Int) -> Void)? = nil
    ) throws(ExprError) -> AnyValue {
        let result = record.withValue { record -> Result<AnyValue, ExprError> in
            let raw = record.raw
            let value = program.run(now: ExprTime(seconds: now), note: note) { index in
                let name = program.names[index]
                if name == "this" || name == "record" { return ExprValue(raw) }
                if let member = raw.member(name) { return ExprValue(member.pointee.value) }
                // A member of that name is more than a type.
                return ExprCompiler.types[name].map { .type($0) }
            }
            let most = ExprLimits().steps
            if value.weight(atMost: most) > most { return .failure(.cost) }
            // Copied here: the value may be a part of the record.
            return value.error.map { .failure($0) } ?? .success(value.owned)
        }
        return try result.get()
    }
}

extension ExprValue {
    /// A copy as JSON has it: times are text, an optional is its value or null.
    package var owned: AnyValue {
        switch self {
        case .null, .error: return .null
        case .bool(let truth): return .boolean(truth)
        case .int(let number): return .integer(number)
        case .uint(let number): return Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
        case .double(let number):
            // JSON has no such numbers.
            return number.isFinite ? .double(number) : .text(Conversions.text(number))
        case .optional(let optional): return optional.value?.owned ?? .null
        case .type(let name): return .text(name)
        case .bytes: return .text(EncodingFunctions.encode(self).string ?? "")
        default: break
        }
        if let items = listItems { return .list(items.map(\.owned)) }
        if let count = mapCount {
            return .object(
                (0..<count).map { index in
                    let (key, value) = entry(index)
                    return AnyValue.Member(key.string ?? Conversions.string(key).string ?? "", value.owned)
                })
        }
        return .text(Conversions.string(self).string ?? "")
    }
}
