import CProviso

/// A plugin in Swift from proviso.h alone: the rule type `example/roman`; its manifest is CProviso/manifest.c.
@c(proviso_plugin_entry_v1)
public func entry(_ host: UnsafePointer<proviso_host>?) -> UnsafePointer<proviso_plugin>? { plugin }

private func validate(
    _ instance: UnsafeRawPointer?, _ value: UnsafePointer<proviso_value>?, _ call: UnsafeMutablePointer<proviso_call>?
) -> Int32 {
    guard let value = value?.pointee, let call else { return Int32(PROVISO_FAULT_ARGUMENT) }
    if isRoman(UnsafeRawBufferPointer(start: value.as.text, count: Int(value.length))) { return Int32(PROVISO_VALID) }
    call.pointee.report?(call, 0, name("roman.invalid"), nil, 0)
    return Int32(PROVISO_INVALID)
}

/// Whether a string is thousands, hundreds, tens and ones, each written the one right way.
private func isRoman(_ text: UnsafeRawBufferPointer) -> Bool {
    var rest = text[...]
    for (one, five, ten) in [("M", "", ""), ("C", "D", "M"), ("X", "L", "C"), ("I", "V", "X")] {
        let digits =
            [one + ten, one + five, five + one + one + one, five + one + one, five + one, five]
            + [one + one + one, one + one, one]
        // Without a sign for five there is only the repetition of one.
        let known = five.isEmpty ? Array(digits.suffix(3)) : digits
        guard let digit = known.first(where: { rest.starts(with: $0.utf8) }) else { continue }
        rest = rest.dropFirst(digit.utf8.count)
    }
    return rest.isEmpty && !text.isEmpty
}

// What the host reads lives as long as the process, so nothing here is ever freed.

nonisolated(unsafe) private let plugin: UnsafePointer<proviso_plugin> = {
    var rule = proviso_rule()
    rule.size = UInt32(MemoryLayout<proviso_rule>.size)
    rule.type = name("example/roman")
    rule.validate = validate
    let catalogs = permanent([
        catalog("en", #"{"@@locale": "en", "roman.invalid": "{attribute} must be a Roman numeral."}"#),
        catalog("de", #"{"@@locale": "de", "roman.invalid": "{attribute} muss eine römische Zahl sein."}"#),
    ])
    var plugin = proviso_plugin()
    plugin.size = UInt32(MemoryLayout<proviso_plugin>.size)
    plugin.minor = PROVISO_ABI_MINOR
    plugin.id = name("org.example.roman")
    plugin.rules = permanent([permanent([rule])])
    plugin.rule_count = 1
    plugin.catalogs = catalogs
    plugin.catalog_count = 2
    return permanent([plugin])
}()

private func catalog(_ locale: StaticString, _ text: StaticString) -> proviso_catalog {
    proviso_catalog(locale: name(locale), text: name(text), length: UInt64(text.utf8CodeUnitCount))
}

private func name(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

private func permanent<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    copy.initialize(from: elements, count: elements.count)
    return UnsafePointer(copy)
}

private func permanent<Element>(_ elements: [UnsafePointer<Element>]) -> UnsafePointer<UnsafePointer<Element>?> {
    permanent(elements.map(Optional.some))
}
