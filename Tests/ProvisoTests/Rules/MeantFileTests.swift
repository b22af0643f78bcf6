import Proviso
import Testing

/// Options that a reader understands and no file, text or address could ever meet.
struct MeantFileTests {
    @Test(arguments: [
        ("file, {extensions: .pdf}", "pdf"), ("file, {extensions: '*.pdf'}", "pdf"),
        ("image, {extensions: [png, .jpg]}", "jpg"), ("file, {extensions: image/png}", "png"),
        ("file, {mimeTypes: pdf}", "application/pdf"), ("file, {mimeTypes: .png}", "image/png"),
        ("file, {mimeTypes: image}", "image/*"), ("image, {mimeTypes: [image/png, image/jpg]}", "image/jpeg"),
        ("trim, {chars: z..a}", "a..z"),
    ]) func isSuggested(rule: String, meant: String) {
        let found = diagnostics("rules: [[a, \(rule)]]", registry: .standard)
        #expect(found.count == 1 && found[0].hasSuffix("; did you mean '\(meant)'?"), "\(found)")
    }

    @Test(arguments: [
        "file, {extensions: [pdf, tar.gz, '']}", "file, {mimeTypes: ['image/*', application/x-own]}",
        "trim, {chars: a..z}", "trim, {chars: '...'}", "email, {checkDNS: false}",
    ]) func isFine(rule: String) {
        #expect(diagnostics("rules: [[a, \(rule)]]", registry: .standard) == [])
    }

    @Test func aTimeThatNobodyWaits() {
        let found = diagnostics("rules: [[a, email, {timeout: 3}]]", registry: .standard)
        #expect(found.count == 1 && found[0].contains("no effect without 'checkDNS: true'"), "\(found)")
    }

    @Test func escapesInDoubleQuotes() {
        let found = diagnostics(#"rules: [[a, match, {pattern: "\d"}]]"#, registry: .standard)
        #expect(found.count == 1 && found[0].contains("single quotes"), "\(found)")
    }
}
