internal import EngineInterface
internal import Proviso
internal import ProvisoBulk

/// An error of the C interface: a result below 0, with its reason as JSON.
struct EngineFault: Error {
    let status: Int32
    private let code: String
    private let message: String
    private var diagnostics: [RuleSetError.Diagnostic] = []
    private var place: (line: Int, column: Int)?
    /// What else the run said, and what it found in the records that it could read.
    var notes: [String] = []
    var summary: Summary?

    private init(_ status: Int, _ code: String, _ message: String) {
        self.status = Int32(status)
        self.code = code
        self.message = message
    }

    static func handle(_ what: String) -> EngineFault {
        EngineFault(
            Int(PROVISO_ENGINE_BAD_HANDLE), "handle",
            "expected \(what) that is open, found another number: was it closed?")
    }

    static func argument(_ message: String) -> EngineFault {
        EngineFault(Int(PROVISO_ENGINE_BAD_ARGUMENT), "argument", message)
    }

    static func plugin(_ message: String) -> EngineFault {
        EngineFault(Int(PROVISO_ENGINE_BAD_PLUGIN), "plugin", message)
    }

    static func unreadable(_ message: String) -> EngineFault {
        EngineFault(Int(PROVISO_ENGINE_BAD_INPUT), "input", message)
    }

    static var cancelled: EngineFault {
        EngineFault(Int(PROVISO_ENGINE_CANCELLED), "cancelled", "the run was cancelled before its end")
    }

    static func rules(_ error: RuleSetError) -> EngineFault {
        var fault =
            error.isFailure
            ? plugin(error.description) : EngineFault(Int(PROVISO_ENGINE_BAD_RULES), "rules", error.description)
        fault.diagnostics = error.diagnostics
        return fault
    }

    /// JSON that cannot be read, with the place of the mistake.
    static func json(_ error: InputError, in bytes: UnsafeRawBufferPointer) -> EngineFault {
        var fault = unreadable(error.description)
        fault.place = bytes.withMemoryRebound(to: UInt8.self) { bytes in
            var counter = LineCounter(bytes)
            return counter.place(of: error.offset)
        }
        return fault
    }

    var json: String {
        var writer = JSONWriter()
        writer.object {
            $0.member("code", code)
            $0.member("message", message)
            if let place {
                $0.member("line", place.line)
                $0.member("column", place.column)
            }
            if !notes.isEmpty { $0.member("notes", notes) }
            if let summary { $0.member("summary") { summary.write(to: &$0) } }
            guard !diagnostics.isEmpty else { return }
            $0.member("diagnostics") { $0.list { for diagnostic in diagnostics { $0.diagnostic(diagnostic) } } }
        }
        return writer.text
    }
}

extension JSONWriter {
    mutating func diagnostic(_ diagnostic: RuleSetError.Diagnostic) {
        object {
            if let position = diagnostic.position {
                if let file = position.file { $0.member("file", file) }
                $0.member("line", position.line)
                $0.member("column", position.column)
            }
            if let rule = diagnostic.rule { $0.member("rule", rule) }
            $0.member("reason", diagnostic.reason)
            if let suggestion = diagnostic.suggestion { $0.member("suggestion", suggestion) }
        }
    }
}
