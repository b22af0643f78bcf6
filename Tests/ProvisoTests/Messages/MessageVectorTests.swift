import Foundation
import Proviso
import TestSupport
import Testing

/// Rows of other libraries' own tests, where they are at hand.
@Suite struct MessageVectorTests {
    private struct Row: Decodable {
        let locale: String
        let pattern: String
        let args: Arguments
        let expected: String
    }

    private enum Argument: Decodable {
        case integer(Int64), number(Double), text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                self = .integer(number)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var value: ParameterValue {
            switch self {
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .text(let text): .text(text)
            }
        }
    }

    private struct Arguments: Decodable {
        let values: [String: ParameterValue]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let named = try? container.decode([String: Argument].self) {
                values = named.mapValues(\.value)
            } else {
                let row = try container.decode([Argument].self)
                values = Dictionary(uniqueKeysWithValues: row.enumerated().map { ("\($0)", $1.value) })
            }
        }
    }

    private static var file: URL? { VectorRow.folder?.appending(path: "message_format.json") }

    /// A missing argument shows as ICU shows it, by its name; Yii2 leaves the whole placeholder.
    private static let differing = [
        "Incorrect password (length must be from {min, number} to {max, number} symbols).":
            "Incorrect password (length must be from {min} to {max} symbols)."
    ]

    @Test(.enabled(if: file != nil, VectorRow.reason))
    func formatsAsRecorded() throws {
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: #require(Self.file)))
        #expect(!rows.isEmpty)
        eachRow(rows) { row in
            let text = try format(row.pattern, row.args.values, locale: row.locale)
            #expect(text == (Self.differing[row.expected] ?? row.expected), "\(row.pattern)")
        }
    }
}
