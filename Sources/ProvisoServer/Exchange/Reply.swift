#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Proviso

extension HTTPField.Name {
    /// The version of the rules that answered.
    static let rulesVersion = HTTPField.Name("Proviso-Rules-Version")
}

/// Makes answers.
enum Reply {
    /// An answer of JSON.
    static func json(
        _ status: HTTPResponse.Status = .ok, version: String? = nil, language: String? = nil,
        _ body: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter()
        writer.object(body)
        return text(
            writer.text + "\n", type: "application/json", headers: headers(version: version, language: language),
            status: status)
    }

    /// An answer of any type.
    static func text(
        _ text: String, type: String, headers: HTTPFields = [:], status: HTTPResponse.Status = .ok
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// What says which rules answered, in which language.
    static func headers(version: String?, language: String?) -> HTTPFields {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        if let version, let name = HTTPField.Name.rulesVersion { headers[name] = version }
        if let language {
            headers[.contentLanguage] = language
            headers[.vary] = "Accept-Language"
        }
        return headers
    }
}
#endif
