#if Server
internal import CommandTable
internal import Hummingbird
internal import HummingbirdCore
internal import Proviso
internal import ProvisoHummingbird

/// The parameters of a request's address.
struct Query {
    private var values: [String: String] = [:]

    /// Throws a `ProblemResponse` for a parameter that the route does not have, or that is given twice.
    init(_ request: Request, _ known: String...) throws {
        for (name, value) in request.uri.queryParameters {
            let name = String(name)
            guard known.contains(name) else {
                let near = Suggestion.hint(Suggestion.nearest(to: name, in: known))
                throw ProblemResponse(
                    .badRequest,
                    "unknown parameter '\(name.prefix(100))'\(near)"
                        + (known.isEmpty ? "" : " (expected \(known.joined(separator: ", ")))"))
            }
            // An empty value is that of a field that was left empty.
            if value.isEmpty { continue }
            if values.updateValue(String(value), forKey: name) != nil {
                throw ProblemResponse(.badRequest, "the parameter '\(name)' is given twice")
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// The value of a parameter that is an integer.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = NumberText.whole(text, as: Int.self), range.contains(number) else {
            throw ProblemResponse(
                .badRequest,
                "\(name): expected an integer from \(range.lowerBound) to \(range.upperBound), found '\(text.prefix(100))'"
            )
        }
        return number
    }

    /// The value of a parameter that has a few words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type
    ) throws -> Choice? {
        guard let text = values[name] else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = type.allCases.map(\.rawValue)
        throw ProblemResponse(
            .badRequest,
            "\(name): expected \(words.joined(separator: " or ")), found '\(text.prefix(100))'"
                + Suggestion.hint(Suggestion.nearest(to: text, in: words)))
    }
}
#endif
