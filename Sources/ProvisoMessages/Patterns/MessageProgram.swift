/// A message compiled for writing: a flat list of steps without references, and all literal text in one buffer.
final class MessageProgram: Sendable {
    /// A contiguous range of steps, branches or bytes.
    struct Block: BitwiseCopyable, Sendable {
        let start: Int32
        let end: Int32

        var range: Range<Int> { Int(start)..<Int(end) }
        var isEmpty: Bool { start == end }
        static let empty = Block(start: 0, end: 0)
    }

    /// Literal text and the insert after it.
    struct Step: BitwiseCopyable, Sendable {
        let literal: Block
        let insert: Insert
    }

    /// What follows literal text; arguments and styles are indices, and -1 is the plain style.
    enum Insert: BitwiseCopyable, Sendable {
        case nothing
        case label
        /// The label at the start of the message, which may need an uppercase letter.
        case firstLabel
        /// The value as the catalog names it; the form is an index, and -1 is the usual form.
        case subject(form: Int32, isStart: Bool)
        case argument(Int32)
        case number(Int32, style: Int32)
        case date(Int32, style: Int32)
        case value(Int32, style: Int32)
        case plural(Int32)
        case select(Int32)
        case count
        /// The full stop of a sentence, which is not written after a stop that the text before it ends in: `31 дек. 2020 г.`
        case stop
    }

    struct Plural: BitwiseCopyable, Sendable {
        let argument: Int32
        /// The style of the number; negative for the plain style.
        let style: Int32
        let offset: Double
        let isOrdinal: Bool
        let exact: Block
        let categories: Block
        let other: Block
    }

    struct ExactBranch: BitwiseCopyable, Sendable {
        let value: Double
        let steps: Block
    }

    struct CategoryBranch: BitwiseCopyable, Sendable {
        let category: PluralCategory
        let steps: Block
    }

    struct Select: BitwiseCopyable, Sendable {
        let argument: Int32
        let branches: Block
        let other: Block
    }

    struct SelectBranch: BitwiseCopyable, Sendable {
        /// The keyword, as a range of the literal text.
        let keyword: Block
        let steps: Block
    }

    let source: String
    let names: [String]
    let placeholders: [MessagePattern.Placeholder]
    /// Whether the source is shown unchanged, instead of being parsed as a pattern.
    let isLiteral: Bool
    /// Whether all literal text is ASCII.
    let isASCII: Bool
    /// Whether the message or one of its branches starts with the label, in a script that has uppercase letters.
    let beginsWithLabel: Bool
    let main: Block
    let steps: FixedTable<Step>
    /// All literal text, followed by the padding that `TextWriter` may read after a piece.
    let literals: FixedTable<UInt8>
    let plurals: FixedTable<Plural>
    let exact: FixedTable<ExactBranch>
    let categories: FixedTable<CategoryBranch>
    let selects: FixedTable<Select>
    let keywords: FixedTable<SelectBranch>
    let numberStyles: [NumberStyle]
    let dateStyles: [DateStyle]
    let valueStyles: [ValueStyle]

    init(
        source: String, parts: [MessagePattern.Part], names: [String] = [],
        placeholders: [MessagePattern.Placeholder] = [], isLiteral: Bool = false
    ) {
        self.isLiteral = isLiteral
        (self.source, self.names, self.placeholders) = (source, names, placeholders)
        var layout = Layout()
        main = layout.add(parts, isStart: Self.firstLetter(of: parts)?.properties.isCased ?? false)
        beginsWithLabel = layout.beginsWithLabel
        isASCII = layout.literals.allSatisfy { $0 < 0x80 }
        steps = FixedTable(layout.steps)
        literals = FixedTable(layout.literals + TextWriter.padding)
        plurals = FixedTable(layout.plurals)
        exact = FixedTable(layout.exact)
        categories = FixedTable(layout.categories)
        selects = FixedTable(layout.selects)
        keywords = FixedTable(layout.keywords)
        (numberStyles, dateStyles, valueStyles) = (layout.numberStyles, layout.dateStyles, layout.valueStyles)
    }
}

extension MessageProgram {
    /// The first letter of the message's literal text, which shows whether its script has uppercase letters.
    private static func firstLetter(of parts: [MessagePattern.Part]) -> Unicode.Scalar? {
        for part in parts {
            let letter: Unicode.Scalar? =
                switch part {
                case .literal(let text): text.unicodeScalars.first { $0.properties.isAlphabetic }
                case .plural(let plural): firstLetter(of: plural.other)
                case .select(let select): firstLetter(of: select.other)
                case .label, .subject, .argument, .number, .date, .value, .count: nil
                }
            if let letter { return letter }
        }
        return nil
    }

    /// The tables of a program while it is built.
    private struct Layout {
        private(set) var beginsWithLabel = false
        private(set) var steps: [Step] = []
        private(set) var literals: [UInt8] = []
        private(set) var plurals: [Plural] = []
        private(set) var exact: [ExactBranch] = []
        private(set) var categories: [CategoryBranch] = []
        private(set) var selects: [Select] = []
        private(set) var keywords: [SelectBranch] = []
        private(set) var numberStyles: [NumberStyle] = []
        private(set) var dateStyles: [DateStyle] = []
        private(set) var valueStyles: [ValueStyle] = []

        /// Adds parts; the parts inside their branches are added first, so that each block is contiguous.
        ///
        /// `isStart` states that a label in first position may need an uppercase letter.
        mutating func add(_ parts: [MessagePattern.Part], isStart: Bool) -> Block {
            var block: [Step] = []
            var literal = Block.empty
            for (index, part) in parts.enumerated() {
                if case .literal(var text) = part {
                    if !literal.isEmpty { block.append(Step(literal: literal, insert: .nothing)) }
                    if index > 0, parts[index - 1].mayEndInStop, text.isStop {
                        block.append(Step(literal: .empty, insert: .stop))
                        text.removeFirst()
                    }
                    literal = Self.append(Array(text.utf8), to: &literals)
                } else {
                    block.append(Step(literal: literal, insert: insert(part, isStart: isStart && index == 0)))
                    literal = .empty
                }
            }
            if !literal.isEmpty { block.append(Step(literal: literal, insert: .nothing)) }
            return Self.append(block, to: &steps)
        }

        private mutating func insert(_ part: MessagePattern.Part, isStart: Bool) -> Insert {
            switch part {
            case .literal: .nothing
            case .label: label(isStart: isStart)
            case .subject(let form): subject(form, isStart: isStart)
            case .argument(let index): .argument(Int32(index))
            case .number(let index, let style):
                .number(Int32(index), style: place(of: style))
            case .date(let index, let style): .date(Int32(index), style: Self.index(of: style, in: &dateStyles))
            case .value(let index, let style): .value(Int32(index), style: Self.index(of: style, in: &valueStyles))
            case .plural(let plural): .plural(add(plural, isStart: isStart))
            case .select(let select): .select(add(select, isStart: isStart))
            case .count: .count
            }
        }

        private mutating func label(isStart: Bool) -> Insert {
            beginsWithLabel = beginsWithLabel || isStart
            return isStart ? .firstLabel : .label
        }

        private mutating func subject(_ form: LabelForm?, isStart: Bool) -> Insert {
            beginsWithLabel = beginsWithLabel || isStart
            let index = form.flatMap { LabelForm.allCases.firstIndex(of: $0) } ?? -1
            return .subject(form: Int32(index), isStart: isStart)
        }

        private mutating func add(_ plural: MessagePattern.Plural, isStart: Bool) -> Int32 {
            var (exact, categories): ([ExactBranch], [CategoryBranch]) = ([], [])
            for branch in plural.branches {
                switch branch.selector {
                case .exactly(let value):
                    exact.append(ExactBranch(value: value, steps: add(branch.parts, isStart: isStart)))
                case .category(let category):
                    categories.append(CategoryBranch(category: category, steps: add(branch.parts, isStart: isStart)))
                case .unknown: continue
                }
            }
            let laidOut = Plural(
                argument: Int32(plural.argument), style: place(of: plural.style), offset: plural.offset,
                isOrdinal: plural.isOrdinal, exact: Self.append(exact, to: &self.exact),
                categories: Self.append(categories, to: &self.categories), other: add(plural.other, isStart: isStart))
            plurals.append(laidOut)
            return Int32(plurals.count - 1)
        }

        private mutating func add(_ select: MessagePattern.Select, isStart: Bool) -> Int32 {
            var branches: [SelectBranch] = []
            for branch in select.branches {
                let keyword = Self.append(Array(branch.keyword.utf8), to: &literals)
                branches.append(SelectBranch(keyword: keyword, steps: add(branch.parts, isStart: isStart)))
            }
            let laidOut = Select(
                argument: Int32(select.argument), branches: Self.append(branches, to: &keywords),
                other: add(select.other, isStart: isStart))
            selects.append(laidOut)
            return Int32(selects.count - 1)
        }

        private mutating func place(of style: NumberStyle) -> Int32 {
            style == .plain ? -1 : Self.index(of: style, in: &numberStyles)
        }

        private static func append<Element>(_ elements: [Element], to table: inout [Element]) -> Block {
            table.append(contentsOf: elements)
            return Block(start: Int32(table.count - elements.count), end: Int32(table.count))
        }

        private static func index<Style: Equatable>(of style: Style, in table: inout [Style]) -> Int32 {
            if let known = table.firstIndex(of: style) { return Int32(known) }
            table.append(style)
            return Int32(table.count - 1)
        }
    }
}

extension MessagePattern.Part {
    /// Whether what the part shows can end in a full stop: a date or a name, but no number.
    fileprivate var mayEndInStop: Bool {
        switch self {
        case .label, .subject, .argument, .date, .value, .select: true
        case .literal, .number, .plural, .count: false
        }
    }
}

extension String {
    /// Whether it begins with a full stop that ends a sentence.
    fileprivate var isStop: Bool { first == "." && (utf8.count == 1 || dropFirst().first?.isWhitespace == true) }
}
