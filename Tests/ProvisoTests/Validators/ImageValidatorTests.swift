import Foundation
import Proviso
import TestSupport
import Testing

/// `image`: a file that holds a picture of a certain size.
struct ImageValidatorTests {
    @Test func table() throws {
        let folder = try TemporaryFolder()
        let png = AnyValue.text(try folder.write("in/a.png", SampleImage.png(640, 480)))
        let fake = AnyValue.text(try folder.write("fake.png", Array("<?php".utf8)))
        let svg = AnyValue.text(try folder.write("a.svg", Array("<?xml version=\"1.0\"?>\n<svg/>".utf8)))
        let text = AnyValue.text(try folder.write("a.txt", Array("no image".utf8)))
        let rows: [Row] = [
            .accepts(png, ImageValidator(minWidth: 640, maxWidth: 640, minHeight: 480, maxHeight: 480)),
            .rejects(png, ImageValidator(minWidth: 641), "image.underWidth", ["limit": .integer(641)]),
            .rejects(png, ImageValidator(maxWidth: 639), "image.overWidth"),
            .rejects(png, ImageValidator(minHeight: 481), "image.underHeight"),
            .rejects(png, ImageValidator(maxHeight: 479), "image.overHeight", ["file": .text("a.png")]),
            .rejects(fake, ImageValidator(), "image.notImage", ["file": .text("fake.png")]),
            .rejects(svg, ImageValidator(), "image.notImage"), .rejects(text, ImageValidator(), "image.notImage"),
            .rejects(["name": "a.png", "size": 10, "type": "image/png"], ImageValidator(), "file.invalid"),
        ]
        for row in rows { row.run() }
    }

    @Test func measuresEachFormat() throws {
        let folder = try TemporaryFolder()
        for (index, bytes) in SampleImage.all.enumerated() {
            let path = AnyValue.text(try folder.write("image\(index)", bytes))
            Row.accepts(path, ImageValidator(minWidth: 640, maxHeight: 480)).run()
            Row.rejects(path, ImageValidator(minWidth: 641), "image.underWidth", ["limit": .integer(641)]).run()
            Row.rejects(path, ImageValidator(maxHeight: 479), "image.overHeight", ["limit": .integer(479)]).run()
        }
    }

    @Test func sizesAreRead() {
        for image in SampleImage.all {
            let size = ImageSize.measure(image)
            #expect(size?.width == 640 && size?.height == 480)
        }
        #expect(ImageSize.measure(SampleImage.png(0, 5)) == nil)
        #expect(ImageSize.measure(SampleImage.png(0xFFFF_FFFF, 5)) == nil)
        #expect(ImageSize.measure([]) == nil)
        // Segment after segment without a frame comes to an end.
        #expect(ImageSize.measure([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 100_000)) == nil)
        let empty = [UInt8]([0xFF, 0xE0, 0, 2])
        #expect(ImageSize.measure([0xFF, 0xD8] + (0..<100_000).flatMap { _ in empty }) == nil)
    }

    @Test func damagedImagesDoNoHarm() {
        var random = TestSupport.SeededGenerator(seed: 42)
        for image in SampleImage.all {
            // A head that is cut off says nothing, or what the whole one says.
            let whole = ImageSize.measure(image)
            for count in 0..<min(image.count, 64) {
                let size = ImageSize.measure(Array(image[..<count]))
                #expect(size == nil || size == whole && count >= 10)
            }
            for _ in 0..<3000 {
                var damaged = image
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: 0..<min(damaged.count, 48), using: &random)
                    damaged[Bool.random(using: &random) ? place : damaged.count - 1 - place] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
                damaged.removeLast(Int.random(in: 0..<min(damaged.count, 24), using: &random))
                if let size = ImageSize.measure(damaged), size.width < 1 || size.height < 1 { Issue.record("\(size)") }
            }
        }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("image", ["minWidth": 5, "maxWidth": 4]), "no image has").run()
        RefusedOptions(.type("image", ["minHeight": -1]), "must not be negative").run()
    }
}
