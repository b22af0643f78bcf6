internal import Proviso
internal import ProvisoBulk

/// The report of one record: data, from which messages can be made in any locale as long as it is kept.
final class KeptReport: HandledObject, @unchecked Sendable {
    private let generation: Generation
    private let report: Report
    /// Where the value of each violation is in the JSON text.
    private let places: [SourcePlace]

    /// The name of the data in findings.
    private static let file = "<data>"

    /// Takes the result of a validation; the bytes are read now, because they belong to the caller.
    init(_ report: Report, of bytes: UnsafeRawBufferPointer, _ generation: Generation) {
        self.report = report
        self.generation = generation
        places = Self.places(of: report.violations, in: bytes)
    }

    var isValid: Bool { report.isValid }

    private static func places(of violations: [Violation], in bytes: UnsafeRawBufferPointer) -> [SourcePlace] {
        var places = [SourcePlace](repeating: SourcePlace(line: 1, column: 1), count: violations.count)
        bytes.withMemoryRebound(to: UInt8.self) { bytes in
            var counter = LineCounter(bytes)
            let order = violations.indices.sorted { (violations[$0].offset ?? 0) < (violations[$1].offset ?? 0) }
            for index in order {
                let place = counter.place(of: violations[index].offset ?? 0)
                places[index] = SourcePlace(line: place.line, column: place.column)
            }
        }
        return places
    }

    private func findings(_ localizer: ReportLocalizer) -> [LocatedViolation] {
        var findings = zip(report.violations, places).map { violation, place in
            LocatedViolation(
                violation: violation, file: Self.file, place: place, record: 1,
                text: ViolationText(violation, in: localizer))
        }
        if let last = findings.indices.last { findings[last].count(report.omitted) }
        return findings
    }

    /// The findings as one JSON object on each line.
    ///
    /// They are written as `NDJSONReport` writes them, without the strings that only other formats have: a program waits for them.
    func lines(_ locale: String?) throws(EngineFault) -> String {
        let localizer = try generation.localizer(locale)
        var lines = ""
        lines.reserveCapacity(report.violations.count * 512)
        for (index, violation) in report.violations.enumerated() {
            var writer = JSONWriter(depth: LocatedViolation.depthInReports)
            writer.object {
                $0.finding(
                    violation, in: Self.file, at: places[index], record: 1, label: localizer.label(of: violation),
                    message: ViolationText.message(of: violation, in: localizer))
                if index == report.violations.count - 1 { $0.more(report.omitted) }
            }
            lines += writer.text
            lines += "\n"
        }
        return lines
    }

    /// The report in a format, with its summary if the format has one.
    func rendered(_ form: ReportFormat, _ locale: String?) throws(EngineFault) -> [UInt8] {
        let localizer = try generation.localizer(locale)
        return form.writer().document(
            of: findings(localizer), rules: generation.plan.ruleSet.files.joined(separator: ", "),
            locale: localizer.localizer)
    }
}

extension Generation {
    /// Validates one JSON record; `nil` if there is nothing to report.
    func check(
        _ json: UnsafeRawBufferPointer, scenario: String?, locale: String?
    ) throws(EngineFault) -> KeptReport? {
        let steps = try steps(scenario)
        return try withRecord(size: json.count) { (record) throws(EngineFault) in
            do throws(InputError) {
                try record.fill(json: json)
            } catch {
                throw .json(error, in: json)
            }
            record.locale = locale
            let report = plan.run(steps, on: record, only: nil)
            return report.violations.isEmpty ? nil : KeptReport(report, of: json, self)
        }
    }
}
