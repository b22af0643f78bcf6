import Proviso
import Testing

/// `image`; the rows that it shares with `file` are in FileValidatorTests.
struct ImageValidatorTests {
    @Test func measuresEachFormat() throws {
        let folder = try TemporaryFolder()
        for (index, bytes) in SampleImage.all.enumerated() {
            let path = AnyValue.text(try folder.write("image\(index)", bytes))
            Row.accepts(path, ImageValidator(minWidth: 640, maxHeight: 480)).run()
            Row.rejects(path, ImageValidator(minWidth: 641), "image.underWidth", ["limit": .integer(641)]).run()
            Row.rejects(path, ImageValidator(maxHeight: 479), "image.overHeight", ["limit": .integer(479)]).run()
        }
        let text = AnyValue.text(try folder.write("a.txt", Array("no image".utf8)))
        Row.rejects(text, ImageValidator(), "image.notImage").run()
    }
}
