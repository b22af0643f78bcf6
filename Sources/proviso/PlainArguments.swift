import ArgumentParser
import Proviso
import ProvisoBulk

extension CheckRun {
    /// Reads the commonest command lines by itself, as ArgumentParser takes longer to start than a small file to check.
    ///
    /// Nil for what it does not know and what is wrong: ArgumentParser reads all, and says what it refuses.
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == "check" else { return nil }
        self.init(rules: RuleOptions(rules: ""))
        var arguments = arguments.dropFirst()
        var given: Set<String> = []
        while let argument = arguments.popFirst() {
            guard Self.isOption(argument) else {
                data.append(argument)
                continue
            }
            guard let value = arguments.popFirst(), !value.isEmpty, !Self.isOption(value) else { return nil }
            // What is given twice is refused, with the option's name.
            let name = Self.longNames[argument] ?? argument
            guard given.insert(name).inserted else { return nil }
            switch name {
            case "--rules": rules.rules = value
            case "--scenario": rules.scenario = value
            case "--locale": language.locale = value
            case "--output": writing.output = value
            case "--jobs":
                guard let jobs = Int(value) else { return nil }
                reading.jobs = jobs
            case "--format":
                guard let format = ReportFormat(rawValue: value) else { return nil }
                writing.format = format
            default: return nil
            }
        }
        guard !rules.rules.isEmpty, (try? language.validate()) != nil, (try? validate()) != nil else { return nil }
    }

    private static let longNames = ["-r": "--rules", "-f": "--format", "-o": "--output"]

    private static func isOption(_ argument: String) -> Bool { argument.utf8.first == UInt8(ascii: "-") }
}
