internal import Proviso

/// Findings that an earlier run accepted and that do not count: of each finding as many as there were.
package struct Baseline: Sendable {
    /// An accepted finding: its fingerprint and its severity.
    private struct Entry: Hashable {
        let fingerprint: Key
        let severity: Severity
    }

    /// The 128 bits of a fingerprint.
    struct Key: Hashable {
        private let high: UInt64
        private let low: UInt64

        /// Reads 32 hexadecimal digits.
        init?(_ text: String) {
            guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
                let low = UInt64(text.suffix(16), radix: 16)
            else { return nil }
            (self.high, self.low) = (high, low)
        }
    }

    static let version = 2

    /// The first line of a file of a version.
    static func mark(_ version: Int) -> [UInt8] { Array("{\"proviso\":\"baseline\",\"version\":\(version)}".utf8) }

    /// Why the file is not a baseline, and in which line.
    package struct Failure: Error {
        package let reason: String
    }

    /// The place of each entry in `counts`.
    private var places: [Entry: Int] = [:]
    /// How many findings each entry accepts, in the order of the file.
    private(set) var counts: [Int] = []

    /// Reads the output of `BaselineReport`, of this version or of the first one, which had no severities.
    package init(path: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: 1 << 30)
        } catch {
            throw Failure(reason: "\(path): \(error.reason)")
        }
        let lines = bytes.split(separator: .lineBreak)
        guard
            let version = (1...Self.version).first(where: {
                lines.first?.elementsEqual(Self.mark($0)) ?? false
            })
        else { throw Failure(reason: "\(path):1: expected a baseline as --write-baseline writes it") }
        for (index, line) in lines.enumerated().dropFirst() {
            guard add(line, version: version) else {
                throw Failure(
                    reason: "\(path):\(index + 1): expected an accepted finding as --write-baseline writes it")
            }
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>, version: Int) -> Bool {
        guard let value = try? AnyValue(json: Array(line)), let key = value["fingerprint"]?.string.flatMap(Key.init),
            value["code"]?.string != nil, value["attribute"]?.string != nil
        else { return false }
        // The severity of an entry of the first version is not known: it can have been an error.
        let severity = version == 1 ? .error : value["severity"]?.string.flatMap(Severity.init)
        let count = value["count"].map { $0.count } ?? 1
        guard let severity, let count else { return false }
        let entry = Entry(fingerprint: key, severity: severity)
        let place = places[entry] ?? counts.endIndex
        if place == counts.endIndex {
            places[entry] = place
            counts.append(0)
        }
        counts[place] = min(counts[place] + count, AnyValue.maximumCount)
        return true
    }

    /// The entries that accept a finding: first that of its own severity, then those of higher severities.
    func places(for fingerprint: String, _ severity: Severity) -> [Int] {
        guard let key = Key(fingerprint) else { return [] }
        let heavier = Severity.allCases.prefix { $0 != severity }
        return ([severity] + heavier.reversed()).compactMap { places[Entry(fingerprint: key, severity: $0)] }
    }
}
