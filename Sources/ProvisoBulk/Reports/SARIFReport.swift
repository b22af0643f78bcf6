internal import Proviso

/// Writes SARIF 2.1.0: one run, with a result for each finding and a reporting descriptor for each code.
package struct SARIFReport: ReportWriter {
    /// The rule ID for records that could not be read.
    private static let unreadable = "unreadable"

    package init() {}

    package var isWordy: Bool { true }
    package var wantsFingerprints: Bool { true }

    package var separator: String { "," }

    package var head: String {
        "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\","
            + "\"version\":\"2.1.0\",\"runs\":[{\"results\":["
    }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings { output += Self.result(finding).utf8 }
        guard let fault = outcome.fault else { return }
        let (file, number) = (outcome.file, outcome.number)
        var writer = JSONWriter()
        writer.object {
            $0.result(Self.unreadable, .error, fault.reason, file, fault.place, pointer: "")
            $0.member("properties") { $0.object { $0.member("record", number) } }
        }
        output += ",\n\(writer.text)".utf8
    }

    private static func result(_ finding: LocatedViolation) -> String {
        let violation = finding.violation
        var writer = JSONWriter(depth: LocatedViolation.depthInReports)
        writer.object {
            $0.result(
                violation.code.rawValue, violation.severity, finding.message, finding.shownPlace?.file,
                finding.shownPlace?.place ?? .none, pointer: finding.text.pointer)
            if let fingerprint = finding.fingerprint {
                $0.member("partialFingerprints") { $0.object { $0.member("provisoRecord/v1", fingerprint) } }
            }
            $0.member("properties") {
                $0.object {
                    if !finding.isOfTable { $0.member("record", finding.record) }
                    if finding.entry != nil { $0.member("files", finding.file) }
                    $0.member("attribute", violation.attribute)
                    $0.member("label", finding.label)
                    $0.member("rule", violation.rule.id)
                    $0.member("type", violation.rule.type.rawValue)
                    if let position = violation.rulePosition { $0.member("rulePosition", position.description) }
                    if let branch = violation.branch { $0.member("branch", branch.description) }
                    if let value = finding.value { $0.member("value") { $0.value(value) } }
                    if !finding.omitted.isEmpty { $0.member("more") { $0.kinds(finding.omitted) } }
                }
            }
        }
        return ",\n\(writer.text)"
    }

    package func tail(_ ending: Ending) -> String {
        let kinds = Dictionary(ending.summary.kinds.keys.map { ($0.code.rawValue, $0) }) { one, other in
            ViolationKind.precedes(one, other) ? one : other
        }
        var writer = JSONWriter()
        writer.object {
            $0.member("driver") {
                $0.object {
                    $0.member("name", "proviso")
                    $0.member("version", Version.current.description)
                    $0.member("rules") {
                        $0.list {
                            for (code, kind) in kinds.sorted(by: { $0.key < $1.key }) { $0.descriptor(code, kind) }
                            if ending.summary.unreadable > 0 { $0.descriptor(Self.unreadable, nil) }
                        }
                    }
                }
            }
            if let plugins = ending.summary.plugins {
                $0.member("extensions") { $0.list { for plugin in plugins { plugin.writeExtension(to: &$0) } } }
            }
        }
        return "\n],\"columnKind\":\"unicodeCodePoints\","
            + "\"invocations\":[\(Self.invocation(ending))],\"tool\":\(writer.text)}]}\n"
    }

    /// Whether the run could do its work, and what prevented it.
    private static func invocation(_ ending: Ending) -> String {
        let errors =
            (ending.hasFailed ? ["some of the data could not be read"] : [])
            + (ending.summary.faultNote.map { [$0] } ?? [])
        let notes =
            errors.map { ("error", $0) }
            + ending.summary.notes.map { note in
                note.hasPrefix("warning: ")
                    ? ("warning", String(note.dropFirst(9))) : ("note", String(note.dropFirst(6)))
            }
        var writer = JSONWriter()
        writer.object {
            $0.member("executionSuccessful", errors.isEmpty)
            if notes.isEmpty { return }
            $0.member("toolExecutionNotifications") {
                $0.list {
                    for (level, text) in notes {
                        $0.object {
                            $0.member("level", level)
                            $0.member("message") { $0.object { $0.member("text", text.plainMessage) } }
                        }
                    }
                }
            }
        }
        return writer.text
    }
}

extension String {
    /// The string as a plain text message: brackets would make links of it (SARIF 2.1.0, 3.11.6).
    fileprivate var plainMessage: String {
        var (result, backslashes) = ("", 0)
        for scalar in visible(keepsDirections: true).unicodeScalars {
            // A backslash before the bracket must not take the effect of ours.
            if scalar == "[" || scalar == "]" { result += String(repeating: "\\", count: backslashes + 1) }
            backslashes = scalar == "\\" ? backslashes + 1 : 0
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}

extension JSONWriter {
    /// The descriptor of a code: the English message, and the summary of its rule type.
    fileprivate mutating func descriptor(_ code: String, _ kind: ViolationKind?) {
        func text(_ text: String) -> (inout JSONWriter) -> Void { { $0.object { $0.member("text", text) } } }
        object {
            $0.member("id", code)
            guard let kind else { return $0.member("shortDescription", text("A record cannot be read.")) }
            let summary = RuleManual.summary(kind.type)
            let short = summary.isEmpty ? "The rule type \(kind.type) reports \(code)." : summary
            $0.member("shortDescription", text(short))
            let see = kind.type == DatasetRule.type ? "See: Docs/Dataset.md" : "See: proviso types \(kind.type)"
            let message = RuleManual.message(kind.code).map { "Message: \($0)\n" } ?? ""
            $0.member("help", text("\(message)Rule type: \(kind.type). \(see)"))
            $0.member("defaultConfiguration") {
                $0.object { $0.member("level", kind.severity == .info ? "note" : kind.severity.rawValue) }
            }
        }
    }

    fileprivate mutating func result(
        _ rule: String, _ severity: Severity, _ message: String, _ file: String?, _ place: SourcePlace, pointer: String
    ) {
        member("ruleId", rule)
        member("level", severity == .info ? "note" : severity.rawValue)
        member("message") { $0.object { $0.member("text", message.plainMessage) } }
        guard let file else { return }
        member("locations") {
            $0.list {
                $0.object {
                    $0.member("physicalLocation") {
                        $0.object {
                            $0.member("artifactLocation") { $0.artifact(file) }
                            // What is about all records has no line.
                            if place.line == 0 { return }
                            $0.member("region") {
                                $0.object {
                                    $0.member("startLine", place.line)
                                    $0.member("startColumn", place.column)
                                }
                            }
                        }
                    }
                    if pointer.isEmpty { return }
                    $0.member("logicalLocations") {
                        $0.list { $0.object { $0.member("fullyQualifiedName", pointer) } }
                    }
                }
            }
        }
    }

    /// Standard input is described, because a viewer cannot open it.
    private mutating func artifact(_ file: String) {
        object {
            $0.member("uri", file == "<stdin>" ? "stdin" : Self.uri(file))
            guard file == "<stdin>" else { return }
            $0.member("description") { $0.object { $0.member("text", "standard input") } }
        }
    }

    /// A path as a URI reference (RFC 3986).
    ///
    /// Colons are encoded, because a colon ends a scheme.
    private static func uri(_ path: String) -> String {
        path.utf8.reduce(into: path.hasPrefix("/") ? "file://" : "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }
}
