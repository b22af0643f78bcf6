import Proviso

/// Numeric text, two lines of it: `Number` beside the JSON reader and beside doubles.
@_cdecl("prv_fuzz_number")
public func fuzzNumber(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let lines = data.input(count).split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = lines.compactMap { number(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 2 else { return }
    let (one, other) = (numbers[0], numbers[1])
    check((one < other) == (other > one), "\(one) and \(other) have one order")
    check([one < other, one == other, one > other].filter { $0 }.count == 1, "\(one) \(other): one of <, == and >")
    check(one != other || one.hashValue == other.hashValue, "\(one) and \(other) are equal and have one hash")
    // Rounding keeps the order: doubles that differ have the order of the numbers.
    guard let left = Double(one.plainText), let right = Double(other.plainText), left != right else { return }
    check((left < right) == (one < other), "\(one) and \(other) are in the order of their doubles")
}

/// The number that the input is, if any, after the checks of one number.
private func number(_ text: String) -> Number? {
    // JSON allows white space around a value, and the text of a number has none.
    let isBare = text.utf8.first.map { $0 > 0x20 } ?? false && text.utf8.last.map { $0 > 0x20 } ?? false
    let parsed = isBare ? try? AnyValue(json: text) : nil
    guard let number = Number(text) else {
        check(parsed.flatMap { Number($0) } == nil, "JSON takes '\(text)' for a number")
        return nil
    }
    check(Double(text) != nil, "'\(text)' is a number for Double too")
    check(Number(number.plainText) == number, "'\(text)' is read again from \(number.plainText)")
    check(number.isFinite && number.isWhole == (number.whole != nil), "'\(text)' is whole or is not")
    if let whole = number.whole { check(whole == number, "'\(text)' keeps its value as the whole number \(whole)") }
    check(number.step(ofDigits: 15, atLeast: -300) > 0, "the step at '\(text)' is more than nothing")
    if let read = parsed.flatMap({ Number($0) }) {
        check(read == number, "'\(text)' is \(number), and \(read) as JSON")
    }
    return number
}
