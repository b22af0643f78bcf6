internal import ICUBridge
internal import ProvisoMessages
internal import Synchronization

/// Reads numbers as people of one locale write them: the whole string or nothing, exactly, without ICU.
///
/// One sign may come first, digits are of one script, groups have the locale's sizes and separator. White space around
/// the number and direction marks are ignored. Exponents, infinities and parentheses are not accepted.
final class NumberReader: Sendable {
    struct Reading {
        let number: Number
        /// Whether there was no decimal separator.
        let isWhole: Bool
        /// The number if the only separator, which was read as that of groups, is the decimal point; only if needed.
        let alternative: Number?
    }

    /// A string of more code points is not a number that a person typed.
    private static let mostScalars = 100
    private static let percentSigns: [[UInt32]] = [[0x25], [0x66A], [0xFF05]]

    private let choices: [NumberSymbols]
    /// What is allowed before or after the number.
    private let affixes: [[UInt32]]
    private let takesAnyDigits: Bool
    private let findsAmbiguous: Bool

    private init?(_ input: NumberInput) {
        choices = NumberSymbols.choices(for: input.locale, percent: input.percent, currency: input.currency)
        guard let first = choices.first else { return nil }
        takesAnyDigits = input.takesAnyDigits
        findsAmbiguous = input.refusesAmbiguous
        var affixes = input.percent ? Self.percentSigns + [first.percent] : []
        if let currency = input.currency {
            let symbols = BridgeText.read { prv_icu_currency_symbols(input.locale, currency, $0, $1) } ?? ""
            affixes += (symbols.split(separator: "\n") + [Substring(currency)]).map(NumberSymbols.visible)
            affixes = affixes.map { $0.map(NumberSymbols.narrowed) }
            // One character for the letters of a symbol: ₨ for Rs.
            for (sign, letters) in NumberSymbols.signsOfLetters
            where affixes.contains(where: { $0 == letters || $0 == letters + [0x2E] }) { affixes.append([sign]) }
        }
        // The longest first: `$` begins `$b`.
        self.affixes = affixes.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
        guard bytes.count <= Self.mostScalars * 4 else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.mostScalars) { buffer in
            var count = 0
            var index = 0
            while index < bytes.count {
                guard count < Self.mostScalars else { return nil }
                let (scalar, width) = bytes.scalar(at: index)
                buffer[count] = scalar.value
                count += 1
                index += width
            }
            return read(Self.trimmed(UnsafeBufferPointer(rebasing: buffer[..<count])))
        }
    }

    /// Reads with the symbols that belong to the string's first digit.
    private func read(_ scalars: UnsafeBufferPointer<UInt32>) -> Reading? {
        for scalar in scalars {
            var isDigit = false
            for (place, symbols) in choices.enumerated() where symbols.digit(scalar) != nil {
                isDigit = true
                if let reading = read(scalars, symbols) { return compared(reading, scalars, choices[(place + 1)...]) }
            }
            if isDigit { return nil }
            if takesAnyDigits, let zero = Self.zero(scalar) { return read(scalars, choices[0].withZero(zero)) }
        }
        return nil
    }

    /// The reading with an alternative number, if the locale's other separators give one.
    ///
    /// In `en-AT` amounts have a comma between groups and plain numbers have it before decimals: "€1,000" may be 1.
    private func compared(
        _ reading: Reading, _ scalars: UnsafeBufferPointer<UInt32>, _ others: ArraySlice<NumberSymbols>
    ) -> Reading {
        guard findsAmbiguous, reading.alternative == nil else { return reading }
        let other = others.lazy.compactMap { self.read(scalars, $0)?.number }.first { $0 != reading.number }
        return Reading(number: reading.number, isWhole: reading.isWhole, alternative: other)
    }

    private func read(_ scalars: UnsafeBufferPointer<UInt32>, _ symbols: NumberSymbols) -> Reading? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostScalars + 2) { buffer in
            var scanner = NumberScanner(scalars: scalars, symbols: symbols, affixes: affixes, ascii: buffer)
            guard scanner.scan() else { return nil }
            guard let number = Self.number(buffer, scanner.count) else { return nil }
            var alternative: Number?
            if findsAmbiguous, scanner.isAmbiguous {
                scanner.insertPoint()
                alternative = Self.number(buffer, scanner.count)
            }
            return Reading(number: number, isWhole: !scanner.hasPoint, alternative: alternative)
        }
    }

    private static func number(_ ascii: UnsafeMutableBufferPointer<UInt8>, _ count: Int) -> Number? {
        ascii.baseAddress.flatMap { Number(text: BorrowedText(unsafeStart: $0, count: count)) }
    }

    private static func trimmed(_ scalars: UnsafeBufferPointer<UInt32>) -> UnsafeBufferPointer<UInt32> {
        func counts(_ scalar: UInt32) -> Bool {
            !NumberSymbols.isMark(scalar) && Unicode.Scalar(scalar)?.properties.isWhitespace != true
        }
        guard let first = scalars.firstIndex(where: counts), let last = scalars.lastIndex(where: counts) else {
            return UnsafeBufferPointer(rebasing: scalars[..<0])
        }
        return UnsafeBufferPointer(rebasing: scalars[first...last])
    }

    /// The zero of a digit's script; mathematical digits are not accepted.
    private static func zero(_ scalar: UInt32) -> UInt32? {
        guard !(0x1D7CE...0x1D7FF).contains(scalar), let properties = Unicode.Scalar(scalar)?.properties,
            properties.generalCategory == .decimalNumber, let value = properties.numericValue
        else { return nil }
        return scalar - UInt32(value)
    }

    private static let cache = Mutex<[NumberInput: NumberReader]>([:])
    /// ICU has some 850 locales, and a reader is small.
    private static let mostCached = 1_024

    /// The reader for an input with a fixed locale, or `nil` if the tag is not well-formed.
    static func shared(_ input: NumberInput) -> NumberReader? {
        if let known = cache.withLock({ $0[input] }) { return known }
        var canonical = input
        canonical.locale = LocaleTag.canonical(String(input.locale.map { $0 == "_" ? "-" : $0 })) ?? ""
        guard input.locale != NumberInput.request, let reader = NumberReader(canonical) else { return nil }
        cache.withLock { if $0.count < mostCached { $0[input] = reader } }
        return reader
    }
}

/// One attempt to read a string with the symbols of one row of digits; writes the number in ASCII.
private struct NumberScanner {
    private let symbols: NumberSymbols
    private let affixes: [[UInt32]]
    private let ascii: UnsafeMutableBufferPointer<UInt8>
    private let scalars: UnsafeBufferPointer<UInt32>
    private var place = 0
    private var end: Int
    /// How many bytes were written.
    private(set) var count = 0
    private(set) var hasPoint = false
    private var separators = 0

    init(
        scalars: UnsafeBufferPointer<UInt32>, symbols: NumberSymbols, affixes: [[UInt32]],
        ascii: UnsafeMutableBufferPointer<UInt8>
    ) {
        self.scalars = scalars
        end = scalars.count
        self.symbols = symbols
        self.affixes = affixes
        self.ascii = ascii
    }

    mutating func scan() -> Bool {
        var isSigned = sign()
        let isPrefixed = affix()
        if isPrefixed {
            skip(spacesToo: true)
            if !isSigned {
                isSigned = sign()
                if isSigned { skip(spacesToo: true) }
            }
        }
        if symbols.endsWithMinus, !isSigned, let last = scalars.last, symbols.isMinus(last) {
            write(UInt8(ascii: "-"))
            end -= 1
        }
        let start = count
        guard groups() else { return false }
        let whole = count - start
        guard fraction(), count > start, whole > 0 || hasPoint else { return false }
        if place < end, !isPrefixed {
            skip(spacesToo: true)
            guard affix() else { return false }
        }
        return place == end
    }

    /// Whether one separator, a comma or a full stop, with three digits after it, is the only separator.
    var isAmbiguous: Bool {
        guard separators == 1, !hasPoint, symbols.lastGroup == 3, let grouping = symbols.grouping else { return false }
        return [0x2C, 0x2E, 0xFF0C, 0xFF0E].contains(grouping)
    }

    /// Writes the decimal point before the last three digits.
    mutating func insertPoint() {
        for place in stride(from: count, to: count - 3, by: -1) { ascii[place] = ascii[place - 1] }
        ascii[count - 3] = UInt8(ascii: ".")
        count += 1
    }

    private mutating func sign() -> Bool {
        guard let first = next, symbols.isMinus(first) || symbols.isPlus(first) else { return false }
        if symbols.isMinus(first) { write(UInt8(ascii: "-")) }
        place += 1
        skip(spacesToo: false)
        return true
    }

    private mutating func affix() -> Bool {
        func begins(with affix: [UInt32]) -> Bool {
            scalars[place...].starts(with: affix) {
                $0 == $1 || NumberSymbols.narrowed($0) == $1 || NumberSymbols.isSpace($0) && NumberSymbols.isSpace($1)
            }
        }
        guard !affixes.isEmpty, let affix = affixes.first(where: begins) else { return false }
        place += affix.count
        skip(spacesToo: false)
        return true
    }

    /// Reads digits before the decimal separator; false if their groups have the wrong sizes.
    private mutating func groups() -> Bool {
        let start = count
        var size = 0
        while let first = next {
            if let digit = symbols.digit(first) {
                write(UInt8(ascii: "0") + digit)
                size += 1
            } else if symbols.isGrouping(first), size > 0, digit(at: place + 1) != nil {
                guard separators == 0 ? size <= symbols.otherGroup : size == symbols.otherGroup else { return false }
                separators += 1
                size = 0
            } else {
                break
            }
            place += 1
        }
        // 0.123 is never written for 123.
        return separators == 0 || size == symbols.lastGroup && ascii[start] != UInt8(ascii: "0")
    }

    /// Reads the decimal separator and its digits, if there are any; false for a separator without a digit.
    private mutating func fraction() -> Bool {
        guard next == symbols.decimal else { return true }
        place += 1
        hasPoint = true
        write(UInt8(ascii: "."))
        var hasDigits = false
        while let digit = digit(at: place) {
            write(UInt8(ascii: "0") + digit)
            place += 1
            hasDigits = true
        }
        return hasDigits
    }

    private mutating func skip(spacesToo: Bool) {
        while let next, NumberSymbols.isMark(next) || spacesToo && NumberSymbols.isSpace(next) { place += 1 }
    }

    private var next: UInt32? { place < end ? scalars[place] : nil }

    private func digit(at place: Int) -> UInt8? { place < end ? symbols.digit(scalars[place]) : nil }

    private mutating func write(_ byte: UInt8) {
        ascii[count] = byte
        count += 1
    }
}
