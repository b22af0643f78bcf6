import ArgumentParser
import Glibc
import Proviso

/// One run of `check` over its inputs.
final class CheckRun {
    private let plan: Plan
    private let steps: StepList
    private let format: CheckCommand.Format
    private let localizer: ReportLocalizer
    private let record: Record
    private var summary = Summary()
    private var progress = Progress()
    private var output = Output(descriptor: STDOUT_FILENO)
    private var hasFailed = false
    private var findings = 0

    init(plan: Plan, scenario: String, language: LanguageOptions, format: CheckCommand.Format) throws {
        self.plan = plan
        self.format = format
        steps = try plan.stepList(scenario)
        localizer = plan.localizer(language.localizer(in: plan.catalogs))
        record = Record(for: plan)
        record.locale = language.tags.first
    }

    func check(_ paths: [String]) -> ExitCode {
        if format == .json { output.write("{\"violations\":[") }
        for path in paths { check(path) }
        progress.finish()
        if format == .json { finishJSON() }
        output.flush()
        report()
        if let failure = output.failure {
            Messages.error("cannot write: \(failure.reason)")
            hasFailed = true
        }
        return hasFailed ? .failure : summary.invalid > 0 ? .invalid : .success
    }

    private func check(_ path: String) {
        let source: RecordSource
        do throws(SystemError) {
            source = try RecordSource(path: path)
        } catch {
            return fail("\(path): \(error.reason)")
        }
        do throws(SourceError) {
            while let raw = try source.next() {
                check(raw, from: source.name)
                progress.update(records: summary.records, invalid: summary.invalid)
            }
        } catch {
            fail("\(source.name):\(error.line): \(error.reason)")
        }
    }

    private func check(_ raw: RecordSource.RawRecord, from file: String) {
        do throws(InputError) {
            try record.fill(json: raw.bytes, capacity: raw.capacity)
        } catch {
            summary.records += 1
            summary.unreadable += 1
            let place = SourcePlace(of: error.offset, in: raw)
            return fail("\(file):\(place.line):\(place.column): \(error)")
        }
        let report = plan.run(steps, on: record, only: nil, model: nil, type: nil)
        summary.count(report)
        for violation in report.violations {
            let place = SourcePlace(of: violation.offset ?? 0, in: raw)
            write(
                Finding(
                    violation: violation, file: file, place: place, record: summary.records, localizer: localizer))
        }
    }

    private func write(_ finding: Finding) {
        progress.finish()
        switch format {
        case .text: output.write(finding.line)
        case .ndjson: output.write(finding.json + "\n")
        case .json: output.write((findings > 0 ? ",\n" : "\n") + finding.json)
        }
        findings += 1
    }

    private func finishJSON() {
        var writer = JSONWriter()
        summary.write(to: &writer)
        output.write("\n],\"summary\":\(writer.text)}\n")
    }

    private func fail(_ text: String) {
        progress.finish()
        // Findings written so far come first, so that both streams read in the order of the data.
        output.flush()
        hasFailed = true
        Messages.error(text)
    }

    private func report() {
        for line in summary.lines() { Messages.line(line) }
        LanguageOptions.reportFallback(of: localizer.localizer)
    }
}
