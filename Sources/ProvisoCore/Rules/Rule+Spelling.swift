internal import ProvisoMessages

/// Initializers that read like rule files: `Rule("username", "email", .required)`, attributes first.
extension Rule {
    /// Makes a rule from names separated by commas, a rule type and its options, and the scenarios it runs in.
    public init(
        _ attribute: String, _ body: Constraint, on: String..., except: [String] = [], when: Condition? = nil,
        unless: Condition? = nil, message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil,
        empty: Emptiness? = nil, nullable: Bool? = nil, skipOnError: Bool = true,
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error,
        bail: Bool = false, id: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            AttributeList.split(attribute), body, on: on, except: except, when: when.map { [$0] } ?? [],
            unless: unless.map { [$0] } ?? [], message: message, skipOnEmpty: skipOnEmpty, empty: empty,
            nullable: nullable, skipOnError: skipOnError, isEmpty: isEmpty, severity: severity, bail: bail, id: id,
            fileID: fileID, line: line, column: column)
    }

    /// Makes a rule with a list of scenarios.
    public init(
        _ attribute: String, _ body: Constraint, on: [String], except: [String] = [], when: Condition? = nil,
        unless: Condition? = nil, message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil,
        empty: Emptiness? = nil, nullable: Bool? = nil, skipOnError: Bool = true,
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error,
        bail: Bool = false, id: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            AttributeList.split(attribute), body, on: on, except: except, when: when.map { [$0] } ?? [],
            unless: unless.map { [$0] } ?? [], message: message, skipOnEmpty: skipOnEmpty, empty: empty,
            nullable: nullable, skipOnError: skipOnError, isEmpty: isEmpty, severity: severity, bail: bail, id: id,
            fileID: fileID, line: line, column: column)
    }

    /// Makes a rule for two attributes.
    public init(
        _ first: String, _ second: String, _ body: Constraint, on: String...,
        except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
        message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error, bail: Bool = false,
        id: String? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            [first, second], body, on: on, except: except, when: when.map { [$0] } ?? [],
            unless: unless.map { [$0] } ?? [], message: message, skipOnEmpty: skipOnEmpty, skipOnError: skipOnError,
            isEmpty: isEmpty, severity: severity, bail: bail, id: id, fileID: fileID, line: line, column: column)
    }

    /// Makes a rule for three attributes.
    public init(
        _ first: String, _ second: String, _ third: String, _ body: Constraint, on: String...,
        except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
        message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error, bail: Bool = false,
        id: String? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            [first, second, third], body, on: on, except: except, when: when.map { [$0] } ?? [],
            unless: unless.map { [$0] } ?? [], message: message, skipOnEmpty: skipOnEmpty, skipOnError: skipOnError,
            isEmpty: isEmpty, severity: severity, bail: bail, id: id, fileID: fileID, line: line, column: column)
    }

    /// Makes a rule for four attributes.
    public init(
        _ first: String, _ second: String, _ third: String, _ fourth: String, _ body: Constraint, on: String...,
        except: [String] = [], when: Condition? = nil, unless: Condition? = nil,
        message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil, skipOnError: Bool = true,
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error, bail: Bool = false,
        id: String? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            [first, second, third, fourth], body, on: on, except: except, when: when.map { [$0] } ?? [],
            unless: unless.map { [$0] } ?? [], message: message, skipOnEmpty: skipOnEmpty, skipOnError: skipOnError,
            isEmpty: isEmpty, severity: severity, bail: bail, id: id, fileID: fileID, line: line, column: column)
    }
}

extension SourcePosition {
    package init(fileID: StaticString, line: UInt, column: UInt) {
        self.init(file: "\(fileID)", line: Int(clamping: line), column: Int(clamping: column))
    }
}

extension RuleSetError.Diagnostic {
    /// A copy with a position, if the rule has none itself.
    func placed(at place: SourcePosition?) -> Self {
        guard position == nil, let place else { return self }
        return Self(position: place, rule: rule, reason: reason, suggestion: suggestion)
    }
}

extension Rule {
    /// The rule's problems with their positions; a rule written in Swift is also named.
    func located(_ found: [RuleSetError.Diagnostic], number: Int) -> [RuleSetError.Diagnostic] {
        guard isWrittenInSwift else { return found }
        let names = attributes.isEmpty ? "" : " of " + attributes.map { "'\($0)'" }.joined(separator: ", ")
        let subject = "rule \(id.map { "'\($0)'" } ?? String(number)), '\(constraint.type)'\(names)"
        return found.map {
            RuleSetError.Diagnostic(
                position: $0.position ?? position, rule: subject, reason: $0.reason, suggestion: $0.suggestion)
        }
    }
}

/// Reads lists of attributes in one string.
package enum AttributeList {
    /// Splits at commas and trims: "a, b" names two attributes.
    ///
    /// A comma in brackets or quotes is part of a name, as in "Price (EUR, net), id".
    package static func split(_ text: String) -> [String] {
        var (parts, enclosure) = ([String](), Enclosure())
        var start = text.utf8.startIndex
        for place in text.utf8.indices {
            let byte = text.utf8[place]
            if byte == UInt8(ascii: ","), !enclosure.isOpen {
                parts.append(Blanks.trim(String(text[start..<place])))
                start = text.utf8.index(after: place)
            }
            enclosure.read(byte)
        }
        // Without its other half a bracket or quote encloses nothing.
        guard enclosure.isOpen else { return parts + [Blanks.trim(String(text[start...]))] }
        return text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { Blanks.trim(String(Substring($0))) }
    }

    /// What encloses the bytes of a list.
    private struct Enclosure {
        private var brackets = 0
        private var quote: UInt8?
        private var last = UInt8(ascii: " ")

        var isOpen: Bool { brackets > 0 || quote != nil }

        mutating func read(_ byte: UInt8) {
            // A quote after a letter is an apostrophe.
            let isAfterWord = (last | 0x20) &- UInt8(ascii: "a") < 26 || last >= 0x80
            last = byte
            if let open = quote {
                if byte == open { quote = nil }
                return
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): if !isAfterWord { quote = byte }
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
            default: break
            }
        }
    }
}

extension String {
    /// Whether the text is empty or has only white space.
    package var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}

/// White space by Unicode's White_Space property.
package enum Blanks {
    package static func trim(_ text: String) -> String {
        let inked = UInt8(ascii: "!")...UInt8(ascii: "~")
        // Names begin and end with other ASCII characters, and Unicode's tables are slower.
        if let first = text.utf8.first, let last = text.utf8.last, inked ~= first, inked ~= last { return text }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
