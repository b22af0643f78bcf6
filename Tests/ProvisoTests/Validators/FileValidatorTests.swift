import Foundation
import Proviso
import TestSupport
import Testing

/// `file`: a path or the description of an upload.
struct FileValidatorTests {
    private static func limits(_ change: (inout FileLimits) -> Void = { _ in }) -> FileLimits {
        var limits = FileLimits()
        change(&limits)
        return limits
    }
    private static func file(_ change: (inout FileLimits) -> Void = { _ in }) -> FileValidator {
        FileValidator(limits(change))
    }
    private static func upload(_ name: String, _ size: Int64 = 10, _ type: String = "image/png") -> AnyValue {
        ["name": .text(name), "size": .integer(size), "type": .text(type)]
    }

    static let rows: [Row] = [
        .accepts(upload("a.png"), file()),
        .rejects(nil, file(), "file.uploadRequired"),
        .rejects([], file(), "file.uploadRequired"),
        .rejects(["error": 4], file(), "file.uploadRequired"),
        .rejects(["name": "a.png", "error": 3], file(), "file.invalid"),
        .rejects(5, file(), "file.invalid"),
        .rejects(["size": 5], file(), "file.invalid"),
        .rejects("/nonesuch/file", file(), "file.invalid"),
        .rejects("/", file(), "file.invalid"),
        .rejects("/dev/zero", file(), "file.invalid"),
        .rejects("/etc/passwd\0.png", file(), "file.invalid"),
        .rejects([upload("a.png"), upload("b.png")], file(), "file.tooMany", ["limit": .integer(1)]),
        .accepts([upload("a.png"), upload("b.png")], file { $0.maxFiles = 0 }),
        .rejects([upload("a.png"), nil, ["error": 4]], file { ($0.minFiles, $0.maxFiles) = (2, 0) }, "file.tooFew"),
        .accepts(upload("a.PNG"), file { $0.extensions = ["jpg", "png"] }),
        .rejects(
            upload("a.png.exe"), file { $0.extensions = ["png"] }, "file.wrongExtension", ["file": .text("a.png.exe")]),
        .rejects(upload("png"), file { $0.extensions = ["png"] }, "file.wrongExtension"),
        .rejects(upload("a.png\n"), file { $0.extensions = ["png"] }, "file.wrongExtension"),
        .rejects(upload("a.png", 10, "text/html"), file { $0.extensions = ["png"] }, "file.wrongExtension"),
        .accepts(
            upload("a.png", 10, "text/html"),
            file { ($0.extensions, $0.checkExtensionByMimeType) = (["png"], false) }),
        .accepts(upload("a.csv", 10, "text/plain"), file { $0.extensions = ["csv"] }),
        .accepts(upload("README", 10, "text/plain"), file { $0.extensions = ["", "txt"] }),
        .accepts(upload("a.png"), file { $0.mimeTypes = ["text/*", "IMAGE/*"] }),
        .rejects(upload("a.png"), file { $0.mimeTypes = ["image/"] }, "file.wrongMimeType"),
        .rejects(upload("a.png"), file { $0.mimeTypes = ["*jpeg"] }, "file.wrongMimeType"),
        .accepts(upload("a.png"), file { $0.mimeTypes = ["i*g*/*n*g"] }),
        .accepts(upload("a.png"), file { ($0.minSize, $0.maxSize) = (10, 10) }),
        .rejects(upload("a.png"), file { $0.minSize = 11 }, "file.tooSmall", ["limit": .integer(11)]),
        .rejects(upload("a.png"), file { $0.maxSize = 9 }, "file.tooBig", ["limit": .integer(9)]),
        .rejects(["name": "a"], file { $0.maxSize = 9 }, "file.tooBig"),
        .rejects(["name": "a", "size": -1], file { $0.maxSize = 9 }, "file.tooBig"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func filesAreLookedInto() throws {
        let folder = try TemporaryFolder()
        let png = try folder.write("in/a.png", SampleImage.png(640, 480))
        let fake = try folder.write("fake.png", Array("<?php".utf8))
        let text = try folder.write("a.csv", Array("a,\u{E9}\n".utf8))
        let odt = try folder.write(
            "a.odt",
            [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26)
                + Array("mimetypeapplication/vnd.oasis.opendocument.text".utf8))
        let svg = try folder.write("a.svg", Array("<?xml version=\"1.0\"?>\n<svg/>".utf8))
        let rows: [Row] = [
            .accepts(.text(png), Self.file { $0.extensions = ["png"] }),
            .accepts(.text(png), Self.file { $0.mimeTypes = ["image/png"] }),
            .accepts(
                ["name": "b.png", "path": .text(png), "type": "text/html"], Self.file { $0.extensions = ["png"] }),
            .rejects(.text(fake), Self.file { $0.extensions = ["png"] }, "file.wrongExtension"),
            .rejects(
                ["name": "a.png", "path": .text(fake), "type": "image/png"], Self.file { $0.mimeTypes = ["image/*"] },
                "file.wrongMimeType"),
            .rejects(
                ["name": "a.png", "path": .text(fake), "size": 900], Self.file { $0.minSize = 6 }, "file.tooSmall"),
            .accepts(.text(text), Self.file { $0.extensions = ["csv"] }),
            .accepts(.text(text), Self.file { $0.mimeTypes = ["text/*"] }),
            .accepts(.text(odt), Self.file { $0.extensions = ["odt"] }),
            .accepts(.text(odt), Self.file { $0.mimeTypes = ["application/vnd*"] }),
            .accepts(.text(svg), Self.file { $0.extensions = ["svg"] }),
        ]
        for row in rows { row.run() }
    }

    @Test func noWayLeadsOutOfTheDirectory() throws {
        let folder = try TemporaryFolder()
        let outside = try folder.write("secret", [65])
        let inside = try folder.write("up/deep/a.txt", [65])
        try folder.write("up-and-away/b.txt", [65])
        try folder.link("up/link.txt", to: outside)
        try folder.link("up/near.txt", to: "deep/a.txt")
        try folder.link("up/folder", to: folder.path)
        #expect(mkfifo("\(folder.path)/up/pipe", 0o600) == 0)
        let up = "\(folder.path)/up"
        let validator = Self.file { $0.directory = up }
        let rows: [Row] = [
            .accepts(.text(inside), validator), .accepts("deep/a.txt", validator), .accepts("./deep//a.txt", validator),
            .rejects(.text(outside), validator, "file.invalid"),
            .rejects("../secret", validator, "file.invalid"),
            .rejects("deep/../../secret", validator, "file.invalid"),
            .rejects(.text("\(up)/../secret"), validator, "file.invalid"),
            .rejects(.text("\(folder.path)/up-and-away/b.txt"), validator, "file.invalid"),
            .rejects("link.txt", validator, "file.invalid"),
            .rejects("near.txt", validator, "file.invalid"),
            .rejects("folder/secret", validator, "file.invalid"),
            .rejects("pipe", validator, "file.invalid"),
            .rejects("deep", validator, "file.invalid"),
            .rejects(".", validator, "file.invalid"),
            .rejects("/", validator, "file.invalid"),
            .rejects(["name": "x.txt", "path": "../secret"], validator, "file.invalid"),
        ]
        for row in rows { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("file", ["minSize": 5, "maxSize": 4]), "no file has"),
            RefusedOptions(.type("file", ["minFiles": 5, "maxFiles": 4]), "less than minFiles"),
            RefusedOptions(.type("file", ["directory": ""]), "must name a directory"),
            RefusedOptions(.type("file", ["extension": "png"]), "unknown option", suggestion: "extensions"),
        ]
        for row in rows { row.run() }
    }

    /// A path is cut at its slashes as the system cuts it, also where a combining mark follows one.
    @Test func aMarkBehindASlashLeadsNowhere() throws {
        let folder = try TemporaryFolder()
        try folder.write("inside/a.txt", Array("x".utf8))
        try folder.write("\u{301}secret.txt", Array("x".utf8))
        try folder.write("inside/\u{301}b.txt", Array("x".utf8))
        let file = Self.file { $0.directory = "\(folder.path)/inside" }
        #expect(file.violations(of: "a.txt").isEmpty && file.violations(of: "\u{301}b.txt").isEmpty)
        #expect(file.violations(of: .text("\(folder.path)/inside/\u{301}b.txt")).isEmpty)
        #expect(file.violations(of: "../\u{301}secret.txt").map(\.code) == ["file.invalid"])
        #expect(file.violations(of: "\u{301}/../\u{301}secret.txt").map(\.code) == ["file.invalid"])
    }

    /// Names and types are looked at byte by byte.
    @Test func namesAreComparedByTheirBytes() {
        let png = Self.file { limits in
            limits.extensions = ["png"]
            limits.checkExtensionByMimeType = false
        }
        #expect(png.violations(of: Self.upload("a.PNG")).isEmpty)
        #expect(
            !png.violations(of: Self.upload("a.\u{301}png")).isEmpty && !png.violations(of: Self.upload("png")).isEmpty)
        let images = Self.file { $0.mimeTypes = ["image/*"] }
        #expect(images.violations(of: Self.upload("a", 10, "image/x")).isEmpty)
        let long = "image/" + String(repeating: "x", count: 250)
        #expect(images.violations(of: Self.upload("a", 10, long)).map(\.code) == ["file.wrongMimeType"])
    }
}
