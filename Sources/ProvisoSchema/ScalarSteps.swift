internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore
internal import ProvisoMessages

/// `enum` and `const`, also several of them in `anyOf` or `oneOf`.
final class ValuesStep: SchemaStep, @unchecked Sendable {
    private let texts: TextTable
    private let others: ValueTable
    private let parameters: Parameters
    private let keyword: String

    init(_ values: [AnyValue], by keyword: String) {
        self.keyword = keyword
        texts = TextTable(values.compactMap { if case .text(let text) = $0 { text } else { nil } })
        others = ValueTable(values.filter { $0.kind != .text }, strict: true)
        parameters = InValidator.parameters(range: values)
    }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let value = unsafe Value(unsafe: node.pointee.value)
        if let text = value.text {
            if texts.contains(text.buffer) { return true }
        } else if run.pay(value.count), others.contains(value) {
            return true
        }
        return run.fail(node, by: keyword, "in.invalid", parameters)
    }
}

/// `minimum`, `maximum` and the exclusive ones.
final class BoundStep: SchemaStep, @unchecked Sendable {
    enum Side { case minimum, maximum, above, below }

    private let side: Side
    private let bound: Number
    private let whole: Int64?
    /// The keyword, if it is not the usual one of the side.
    private let format: String?

    init(_ side: Side, _ bound: Number, by format: String? = nil) {
        (self.side, self.bound, self.format) = (side, bound, format)
        whole = if case .integer(let number)? = bound.whole { number } else { nil }
    }

    override var kinds: ValueKindSet { SchemaType.number.kinds }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let raw = node.pointee.value
        let holds: Bool
        if raw.kind == ValueKind.integer.rawValue, let whole {
            holds = isWithin(raw.as.integer, whole)
        } else if let number = Number(unsafe Value(unsafe: raw)) {
            guard run.pay(forBytes: Int(raw.length)) else { return false }
            holds = isWithin(number, bound)
        } else {
            holds = true
        }
        return holds || run.fail(node, by: format ?? keyword, code, parameters)
    }

    @inline(__always)
    private func isWithin<Compared: Comparable>(_ value: Compared, _ bound: Compared) -> Bool {
        switch side {
        case .minimum: value >= bound
        case .maximum: value <= bound
        case .above: value > bound
        case .below: value < bound
        }
    }

    private var keyword: String {
        switch side {
        case .minimum: "minimum"
        case .maximum: "maximum"
        case .above: "exclusiveMinimum"
        case .below: "exclusiveMaximum"
        }
    }

    private var code: Code {
        switch side {
        case .minimum: "number.tooSmall"
        case .maximum: "number.tooBig"
        case .above: "compare.greater"
        case .below: "compare.less"
        }
    }

    private var parameters: Parameters {
        let value = ParameterValue(bound)
        switch side {
        case .minimum: return ["min": value]
        case .maximum: return ["max": value]
        case .above, .below: return NumberBounds.exclusive(value)
        }
    }
}

/// `multipleOf`.
final class MultipleStep: SchemaStep, @unchecked Sendable {
    private let divisor: MultipleOfValidator

    init(_ divisor: MultipleOfValidator) { self.divisor = divisor }

    override var kinds: ValueKindSet { SchemaType.number.kinds }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        guard run.pay(forBytes: Int(node.pointee.value.length)) else { return false }
        if divisor.divides(unsafe Value(unsafe: node.pointee.value)) ?? true { return true }
        return run.fail(node, by: "multipleOf", "multipleOf.invalid", ["of": ParameterValue(divisor.of)])
    }
}

/// `minLength` and `maxLength`, in code points.
final class LengthStep: SchemaStep, @unchecked Sendable {
    private let least, most: Int

    init(_ least: Int, _ most: Int) { (self.least, self.most) = (least, most) }

    override var kinds: ValueKindSet { .strings }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let raw = node.pointee.value
        // A code point takes one to four bytes: mostly the number of bytes decides.
        let bytes = Int(raw.length)
        if bytes <= most, bytes >= least, raw.flags & UInt32(PROVISO_FLAG_ASCII) != 0 || bytes / 4 >= least {
            return true
        }
        guard run.pay(forBytes: bytes), let text = unsafe Value(unsafe: raw).text else { return false }
        let count = text.codePointCount
        if count < least {
            return run.fail(
                node, by: "minLength", "string.tooShort", ["min": .integer(Int64(least)), "unit": "codePoints"])
        }
        return count <= most
            || run.fail(node, by: "maxLength", "string.tooLong", ["max": .integer(Int64(most)), "unit": "codePoints"])
    }
}

/// `pattern`.
final class PatternStep: SchemaStep, @unchecked Sendable {
    private let pattern: SchemaPattern
    private let text: String

    init(_ pattern: SchemaPattern, _ text: String) { (self.pattern, self.text) = (pattern, text) }

    override var kinds: ValueKindSet { .strings }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        guard run.pay(forBytes: Int(node.pointee.value.length), price: pattern.price) else { return false }
        if pattern.matches(node.pointee.value.textBytes) { return true }
        return run.fail(
            node, by: "pattern", "match.invalid", ["pattern": .text(text), "not": false, "kind": "required"])
    }
}

/// `format`, where it asserts.
final class FormatStep: SchemaStep, @unchecked Sendable {
    private let format: SchemaFormat

    init(_ format: SchemaFormat) { self.format = format }

    override var kinds: ValueKindSet { .strings }

    override func holds(_ node: UnsafePointer<prv_node>, _ run: inout SchemaRun) -> Bool {
        let bytes = node.pointee.value.textBytes
        guard run.pay(forBytes: bytes.count) else { return false }
        return format.accepts(bytes) || run.fail(node, by: "format", format.code, format.parameters)
    }
}
