internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// What an expression reads in two rows that follow each other, of which copies are left.
extension BoundExpression {
    /// The values that it reads in a row, by the numbers of its variables, and those that it reads in it for the next row.
    func kept(
        _ raw: proviso_value, _ context: borrowing ValidationContext, _ before: [AttributeReference]
    ) -> KeptRow {
        var row = KeptRow()
        for index in sources.indices { row.own.append(Self.copied(self.raw(index, raw, context))) }
        for attribute in before { row.forNext.append(Self.copied(context.value(of: attribute).raw)) }
        return row
    }

    private static func copied(_ raw: proviso_value) -> AnyValue? {
        raw.kind == ValueKind.absent.rawValue ? nil : unsafe AnyValue(Value(unsafe: raw))
    }

    /// Whether it holds for a row and what it reads in the one before, or why it has no value; with `nil` there is none.
    ///
    /// What is missing decides against it.
    func holds(_ row: KeptRow, after before: [AnyValue?]?, locale: String?) -> Result<Bool, ExprError> {
        let arena = Arena()
        return withExtendedLifetime(arena) {
            let found = program.run(now: now) { index -> ExprValue? in
                var value = row.own[index]
                if case .previous(let number) = sources[index] { value = before?[number] }
                guard let found = value.flatMap({ ExprValue($0.raw(in: arena)) }) else { return nil }
                return inputReadings[index]?.value(found, locale: locale) ?? found
            }
            switch found {
            case .bool(let truth): return .success(truth)
            case let other where other.isMissing: return .success(false)
            case .error(let error): return .failure(error)
            case let other:
                return other.spelledTruth.map { .success($0) }
                    ?? .failure(ExprError(.argument, "its value is of the type \(other.typeName), not true or false"))
            }
        }
    }
}

/// Copies of the values that an expression reads.
struct KeptRow {
    /// The most bytes of a value that is kept.
    static let mostBytes = 1_000

    var own: [AnyValue?] = []
    var forNext: [AnyValue?] = []

    /// Whether a value is longer than one that is kept.
    var isLong: Bool {
        (own + forNext).contains { value in
            switch value {
            case .text(let text)?: return text.utf8.count > Self.mostBytes
            case .list?, .object?:
                var writer = JSONWriter()
                if let value { writer.value(value) }
                return writer.text.utf8.count > Self.mostBytes
            default: return false
            }
        }
    }
}
