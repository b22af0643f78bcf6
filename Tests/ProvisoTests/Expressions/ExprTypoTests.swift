import Foundation
import Proviso
import TestSupport
import Testing

/// One letter wrong in a name of an expression.
@Suite struct ExprTypoTests {
    private static let rules = """
        rules:
          - [[total, quantity, price, discount], number]
          - [[username, password, country, address.city], string]
          - [items.*.quantity, integer]
          - [items.*.price, number]
          - [items.*.product, string]
          - [[start, finish], date]
          - [total, expr, { must: EXPRESSION }]
        """

    private static let expressions = [
        "total == items.map(i, i.quantity * i.price).sum()", "quantity * price - discount == total",
        "total > 0 && discount <= price", "username.startsWith(country)", "username.size() > 3 && password.size() > 8",
        "!password.contains(username)", "password.matches('[0-9]')", "items.all(i, i.quantity > 0)",
        "items.exists(i, i.price > total)", "items.filter(i, i.price > 10.0).size() < 3",
        "items.map(i, i.product).distinct().size() == items.size()", "finish - start <= duration('720h')",
        "start.getFullYear() == finish.getFullYear()", "timestamp('2026-01-01T00:00:00Z') < finish",
        "math.greatest(price, discount) == price", "country in ['DE', 'AT'] || discount == 0",
        "username.lowerAscii() == username", "username.substring(0, 2) == country", "username.split('.').size() == 2",
        "string(quantity) == username", "int(username.substring(1, 3)) == quantity",
        "items.exists_one(i, i.product == username)", "address.city.size() > 1", "address.city == country",
        "items.map(i, i.price).max() <= total", "double(quantity) * price > discount", "username.trim() == username",
        "username.indexOf('@') > 0", "username.replace('a', 'b') == password", "now() - finish > duration('1h')",
    ]

    /// Members that are named in a string, and those of a value that may have any type.
    @Test(arguments: ["'ctiy' in address", "dyn(address).ctiy == 'Rome'", "'ctiy' in dyn(address)"])
    func membersAreKnownInStringsToo(expression: String) {
        let found = Self.refusal(expression)
        #expect(found?.contains("no rule names the member 'ctiy' of 'address'") == true, "\(found ?? "none")")
        #expect(Self.refusal(expression.replacing("ctiy", with: "city")) == nil)
        #expect(Self.refusal("'x' in items.map(i, i.product) && dyn(total) == 'x'") == nil)
    }

    private static func refusal(_ expression: String) -> String? {
        let quoted = "\"" + expression.replacing("\"", with: "\\\"") + "\""
        do {
            _ = try Plan(RuleSet(parsing: rules.replacing("EXPRESSION", with: quoted)))
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The names of an expression with their ranges; strings and short names are left out.
    private static func names(_ expression: String) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var place = expression.startIndex
        var isString = false
        while place < expression.endIndex {
            if expression[place] == "'" { isString.toggle() }
            guard !isString, expression[place].isLetter else {
                place = expression.index(after: place)
                continue
            }
            let end = expression[place...].firstIndex { !$0.isLetter && $0 != "_" } ?? expression.endIndex
            if expression.distance(from: place, to: end) > 3 { found.append(place..<end) }
            place = end
        }
        return found
    }

    private static func changed(_ name: Substring, _ random: inout SplitMix) -> String {
        var letters = Array(name)
        let place = Int(random.next() % UInt64(letters.count - 1)) + 1
        switch random.next() % 4 {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letters[place], at: place)
        case 2: letters.swapAt(place, place - 1)
        default: letters[place] = letters[place] == "q" ? "z" : "q"
        }
        return String(letters)
    }

    @Test func theExpressionsAreRight() {
        for expression in Self.expressions { #expect(Self.refusal(expression) == nil, "\(expression)") }
    }

    @Test func misspelledNamesAreErrorsWithSuggestions() {
        var random = SplitMix(state: 16)
        var (count, suggested) = (0, 0)
        while count < 300 {
            let expression = Self.expressions[count % Self.expressions.count]
            let names = Self.names(expression)
            let place = names[Int(random.next() % UInt64(names.count))]
            let name = expression[place]
            let wrong = Self.changed(name, &random)
            if wrong == name { continue }
            count += 1
            let typo = expression.replacingCharacters(in: place, with: wrong)
            guard let refusal = Self.refusal(typo) else {
                Issue.record("accepted: \(typo)")
                continue
            }
            if refusal.contains("did you mean '\(name)'") { suggested += 1 }
        }
        #expect(suggested * 100 >= count * 80, "\(suggested) of \(count)")
    }
}

/// A generator of random numbers that gives the same ones each time.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
