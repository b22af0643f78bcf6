public import EngineInterface
internal import Proviso

// The functions of proviso_engine.h that open, describe, reload and close; the header describes each.

@c @implementation
public func proviso_engine_version() -> UInt32 { UInt32(PROVISO_ENGINE_MAJOR) << 16 | UInt32(PROVISO_ENGINE_MINOR) }

@c @implementation
public func proviso_engine_open_file(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
    _ rules: UnsafeMutablePointer<proviso_engine_handle>?, _ error: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    opening(rules, error) { () throws(EngineFault) in
        let path = try CText.required(path, "path")
        var options = try CallOptions(CText.optional(options, "options"))
        let origin = RuleOrigin.path(
            path, variables: try options.values("variables") ?? [:], includeRoot: try options.text("includeRoot"))
        let base = try RuleBase(&options)
        try options.end()
        return try EngineRules(origin, base)
    }
}

@c @implementation
public func proviso_engine_open_text(
    _ text: UnsafePointer<CChar>?, _ count: Int, _ options: UnsafePointer<CChar>?,
    _ rules: UnsafeMutablePointer<proviso_engine_handle>?, _ error: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    opening(rules, error) { () throws(EngineFault) in
        var options = try CallOptions(CText.optional(options, "options"))
        let file = try options.text("file")
        let origin = RuleOrigin.text(
            RuleOrigin.RuleText(
                content: try ruleText(CText.bytes(text, count), file), file: file,
                directory: try options.text("directory"), includeRoot: try options.text("includeRoot"),
                variables: try options.values("variables") ?? [:], isUntrusted: try options.flag("untrusted") ?? false))
        let base = try RuleBase(&options)
        try options.end()
        return try EngineRules(origin, base)
    }
}

@c @implementation
public func proviso_engine_reload(
    _ rules: proviso_engine_handle, _ text: UnsafePointer<CChar>?, _ count: Int,
    _ error: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    answering(error) { () throws(EngineFault) in
        let content = text == nil && count == 0 ? nil : try ruleText(CText.bytes(text, count), nil)
        try openRules(rules).reload(content)
        return Int32(PROVISO_ENGINE_VALID)
    }
}

@c @implementation
public func proviso_engine_describe(
    _ rules: proviso_engine_handle, _ output: UnsafeMutablePointer<proviso_engine_output>?
) -> Int32 {
    answering(output) { () throws(EngineFault) in
        let description = try openRules(rules).description
        output?.put(description)
        return Int32(PROVISO_ENGINE_VALID)
    }
}

@c @implementation
public func proviso_engine_close(_ handle: proviso_engine_handle) -> Int32 {
    Int32(Handles.close(handle) ? PROVISO_ENGINE_VALID : PROVISO_ENGINE_BAD_HANDLE)
}

/// Opens rules and gives the caller a handle, or none with an error.
private func opening(
    _ handle: UnsafeMutablePointer<proviso_engine_handle>?, _ error: UnsafeMutablePointer<proviso_engine_output>?,
    _ open: () throws(EngineFault) -> EngineRules
) -> Int32 {
    answering(error) { () throws(EngineFault) in
        guard let handle else { throw .argument("rules: expected where to write the handle, found null") }
        handle.pointee = 0
        handle.pointee = Handles.open(try open())
        return Int32(PROVISO_ENGINE_VALID)
    }
}

/// The rules that a handle stands for.
func openRules(_ handle: proviso_engine_handle) throws(EngineFault) -> EngineRules {
    guard let rules = Handles.object(of: handle, EngineRules.self) else { throw .handle("a handle of rules") }
    return rules
}

private func ruleText(_ bytes: UnsafeRawBufferPointer, _ file: String?) throws(EngineFault) -> String {
    do throws(RuleSetError) {
        return try RuleSet.text(of: Array(bytes), file: file ?? "<rules>")
    } catch {
        throw .rules(error)
    }
}
