import Proviso
import ProvisoEditing

private let methods = [
    "completion", "hover", "definition", "references", "prepareRename", "rename", "codeAction", "documentSymbol",
    "formatting",
]

/// What an editor sends: messages of any bytes, a line each; and requests at places of a rule file that it opens.
@_cdecl("prv_fuzz_server")
public func fuzzServer(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(data.input(count))
    let text = String(decoding: bytes, as: UTF8.self)
    var server = LanguageServer(LanguageTools(format: { try? RuleFileFormat.formatted($0) }))
    expectJSON(server.receive(Array(#"{"id":0,"method":"initialize","params":{}}"#.utf8)))
    let item = AnyValue.object([
        AnyValue.Member("uri", .text("file:///r.yaml")), AnyValue.Member("languageId", .text("yaml")),
        AnyValue.Member("version", .integer(1)), AnyValue.Member("text", .text(text)),
    ])
    expectJSON(server.receive(message("didOpen", id: nil, .object([AnyValue.Member("textDocument", item)]))))
    work(&server)
    let lines = text.utf8.count { $0 == 0x0A } + 1
    for (index, method) in methods.enumerated() {
        let line = Int64((count * 7 + index * 3) % lines)
        let place = AnyValue.object([
            AnyValue.Member("line", .integer(line)),
            AnyValue.Member("character", .integer(Int64((count + index * 5) % 40))),
        ])
        let parameters = AnyValue.object([
            AnyValue.Member("textDocument", .object([AnyValue.Member("uri", .text("file:///r.yaml"))])),
            AnyValue.Member("position", place), AnyValue.Member("newName", .text("other")),
            AnyValue.Member("range", .object([AnyValue.Member("start", place), AnyValue.Member("end", place)])),
        ])
        expectJSON(server.receive(message(method, id: index + 1, parameters)))
        work(&server)
    }
    for line in bytes.split(separator: 0x0A).prefix(20) {
        expectJSON(server.receive(Array(line)))
        work(&server)
        if server.exitStatus != nil { break }
    }
    frames(bytes)
}

private func message(_ method: String, id: Int?, _ parameters: AnyValue) -> [UInt8] {
    let members = [
        id.map { AnyValue.Member("id", .integer(Int64($0))) },
        AnyValue.Member("method", .text("textDocument/" + method)),
        AnyValue.Member("params", parameters),
    ]
    return Array(AnyValue.object(members.compactMap { $0 }).json.utf8)
}

private func work(_ server: inout LanguageServer) {
    for _ in 0..<10 where server.hasWork { expectJSON(server.work()) }
}

private func expectJSON(_ messages: [String]) {
    for message in messages { check((try? AnyValue(json: message)) != nil, "the server writes JSON: \(message)") }
}

/// Messages are the same, whatever pieces they come in.
private func frames(_ bytes: [UInt8]) {
    func read(by size: Int) -> [MessageFrames.Frame] {
        var (frames, found) = (MessageFrames(), [MessageFrames.Frame]())
        for start in stride(from: 0, to: bytes.count, by: size) {
            frames.append(bytes[start..<min(start + size, bytes.count)])
            while let frame = frames.next() { found.append(frame) }
        }
        return found
    }
    check(read(by: max(bytes.count, 1)) == read(by: 3), "messages do not depend on their pieces")
}
