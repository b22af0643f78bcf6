import Proviso

/// What the values of one attribute are like.
final class AttributeProfile {
    /// Strings that often stand for a missing value.
    static let nullWords: Set<String> = [
        "NA", "N/A", "n/a", "#N/A", "NULL", "null", "None", "nil", "NaN", "nan", "-", "--", "?", "\\N", "(null)",
    ]

    /// Longer strings are not compared with words that mean null.
    private static let longestWord = 100

    let path: String
    let key: String
    /// Absent values are those that the objects around it do not have.
    private(set) var present = 0
    private(set) var nulls = 0
    private(set) var blanks = 0
    private(set) var booleans = 0
    private(set) var integers = 0
    private(set) var numbers = 0
    private(set) var texts = 0
    private(set) var lists = 0
    private(set) var objects = 0
    /// Strings that spell integers and other numbers.
    private(set) var integerTexts = 0
    private(set) var numberTexts = 0
    private(set) var leadingZeros = 0
    private(set) var (minimum, maximum) = (Double.infinity, -Double.infinity)
    private(set) var (shortest, longest) = (Int.max, 0)
    private(set) var longestList = 0
    /// How often codes of digits and uppercase letters have each length.
    private(set) var codeLengths: [Int: Int] = [:]
    /// How often words that may mean null occur.
    private(set) var words: [String: Int] = [:]
    private(set) var sketch = ValueSketch()

    init(path: String, key: String) { (self.path, self.key) = (path, key) }

    /// The values that are neither null nor blank, nor a word that may mean null.
    var values: Int { booleans + integers + numbers + texts }
    var numeric: Int { integers + numbers + integerTexts + numberTexts }

    func add(_ value: AnyValue) {
        present += 1
        switch value {
        case .absent, .null: nulls += 1
        case .boolean(let truth):
            booleans += 1
            sketch.add(truth ? "true" : "false")
        case .integer, .unsigned: addNumber(value, isWhole: true)
        case .double(let number): addNumber(value, isWhole: number == number.rounded())
        case .decimal: addNumber(value, isWhole: false)
        case .text(let text): add(text)
        case .list(let items):
            lists += 1
            longestList = max(longestList, items.count)
        case .object: objects += 1
        }
    }

    private func addNumber(_ value: AnyValue, isWhole: Bool) {
        if isWhole { integers += 1 } else { numbers += 1 }
        widen(value.double)
        sketch.add(value.json)
    }

    private func widen(_ number: Double?) {
        guard let number else { return }
        (minimum, maximum) = (min(minimum, number), max(maximum, number))
    }

    private func add(_ text: String) {
        if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            blanks += 1
            return
        }
        if text.utf8.count <= Self.longestWord, Self.nullWords.contains(text) { return words[text, default: 0] += 1 }
        addText(text, times: 1)
    }

    /// Whether the value is null or blank, or a word that means null.
    static func isMissing(_ value: AnyValue, _ nulls: Set<String>) -> Bool {
        switch value {
        case .absent, .null: true
        case .text(let text):
            text.utf8.count <= longestWord && nulls.contains(text) || text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        default: false
        }
    }

    /// Counts a word as a value after all.
    func countWord(_ word: String) {
        guard let count = words.removeValue(forKey: word) else { return }
        addText(word, times: count)
    }

    private func addText(_ text: String, times: Int) {
        texts += times
        let length = text.unicodeScalars.count
        (shortest, longest) = (min(shortest, length), max(longest, length))
        for _ in 0..<times { sketch.add(text) }
        if length <= 24, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }) {
            codeLengths[length, default: 0] += times
        }
        guard length <= 40, let first = text.utf8.first, first < 0x3A, let number = Double(text), number.isFinite
        else { return }
        let digits = text.utf8.drop { $0 == 0x2D || $0 == 0x2B }
        let isWhole = digits.allSatisfy { (0x30...0x39).contains($0) }
        if isWhole { integerTexts += times } else { numberTexts += times }
        if isWhole, digits.count > 1, digits.first == 0x30 { leadingZeros += times }
        widen(number)
    }
}
