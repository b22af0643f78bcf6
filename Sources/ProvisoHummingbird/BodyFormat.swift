#if Server
internal import Hummingbird
package import HummingbirdCore
package import NIOCore
package import Proviso

/// The forms in which a body can have one record.
package enum BodyFormat: Sendable {
    case json, form

    /// The form that the media type of a request means; throws a `ProblemResponse` for any other.
    package init(_ request: Request) throws {
        guard let type = MediaType.name(of: request) else {
            self = .json
            return
        }
        switch type {
        case "application/x-www-form-urlencoded": self = .form
        case "application/json", "text/json": self = .json
        case _ where type.hasSuffix("+json"): self = .json
        default:
            throw ProblemResponse.unsupported(type, expected: "application/json or application/x-www-form-urlencoded")
        }
    }

    /// The record of a body; throws a `ProblemResponse` if it is none.
    package func record(_ body: ByteBuffer) throws -> AnyValue {
        try Compression.refuse(body.readableBytesView)
        switch self {
        case .json:
            do {
                return try AnyValue(json: Array(body.readableBytesView))
            } catch {
                throw ProblemResponse(ProblemDetails(error))
            }
        case .form:
            do {
                return try URLEncodedFormDecoder().decode(FormValue.self, from: String(buffer: body)).value
            } catch {
                throw ProblemResponse(
                    .badRequest, "The body is not a form: expected name=value&tags[]=value&address[city]=value.")
            }
        }
    }
}

/// The media types of requests.
package enum MediaType {
    /// The name without parameters, in lowercase letters; `nil` if the request has none.
    package static func name(of request: Request) -> String? {
        guard let field = request.headers[.contentType] else { return nil }
        let name = field.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        return name.isEmpty ? nil : name
    }
}

extension ProblemResponse {
    /// The answer to a body of another media type.
    package static func unsupported(_ type: String, expected: String) -> ProblemResponse {
        ProblemResponse(.unsupportedMediaType, "expected \(expected), found '\(type)' in Content-Type")
    }
}

/// What a form sends: objects, lists and strings; a string of digits stays one, so that rules decide what it is.
private struct FormValue: Decodable {
    let value: AnyValue

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= 64 else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "too deep"))
        }
        if let container = try? decoder.container(keyedBy: Name.self) {
            // A dictionary has no order, and reports should not depend on chance.
            let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            value = .object(
                try keys.map { AnyValue.Member($0.stringValue, try container.decode(FormValue.self, forKey: $0).value) }
            )
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [AnyValue] = []
            while !container.isAtEnd { items.append(try container.decode(FormValue.self).value) }
            value = .list(items)
        } else {
            value = .text(try decoder.singleValueContainer().decode(String.self))
        }
    }
}
#endif
