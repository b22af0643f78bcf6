import Proviso

private let settings = ["en", "ar-u-nu-arab", "fr", "ja-u-ca-japanese"].map {
    MessageFormatter.Setting(formats: LocaleFormats.shared($0), isolates: true)
}

private let values: [ParameterValue] = [
    .text("a{b}'c"), .integer(1), .integer(.min), .number(0.5), .number(-1e300), .decimal("123456789012345678901.5"),
    .list([.text("x"), .integer(2)]),
]

/// A message in ICU MessageFormat syntax: read, and written in some locales with values of all kinds.
@_cdecl("prv_fuzz_message")
public func fuzzMessage(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let source = String(decoding: data.input(count), as: UTF8.self)
    _ = try? MessagePattern(checkingQuotes: source)
    do {
        let pattern = try MessagePattern(source)
        check(pattern.names.count <= MessagePattern.maximumArguments, "names are bounded")
        check(pattern.source == source, "the source is kept")
        check(Set(pattern.placeholders.map(\.name)).isSubset(of: pattern.names), "placeholders have names")
        for (index, setting) in settings.enumerated() {
            let parameters = pattern.names.enumerated().map { place, name in
                Parameter(name: name, value: values[(place + index + count) % values.count])
            }
            _ = write(pattern, parameters, setting)
        }
        _ = write(pattern, [], settings[0])
    } catch {
        check((0...source.utf8.count).contains(error.offset), "an error lies in the source, not at \(error.offset)")
    }
}

private func write(
    _ pattern: MessagePattern, _ parameters: [Parameter], _ setting: MessageFormatter.Setting
) -> String {
    MessageFormatter.string(pattern, parameters: parameters, label: "Name", setting: setting) { $0 }
}
