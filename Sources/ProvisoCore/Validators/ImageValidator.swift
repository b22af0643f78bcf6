public import ProvisoMessages

/// Requires an image file, or several, with limits for its size in pixels.
///
/// It has all options of `file`. Then it reads the width and height from the header of a PNG, JPEG, GIF or WebP
/// file; other files are rejected. A file is required: an upload without a `path` is invalid. The image is not
/// decoded, so the rest of a file may still be damaged.
///
/// ```yaml
/// - [avatar, image, { extensions: [png, jpg], minWidth: 64, maxWidth: 2048, maxSize: 524288 }]
/// ```
public struct ImageValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "image"
    public static let about = RuleTypeFacts(
        .file,
        chapter: .files, place: 2,
        invalid: ["no-such-file.bin"] + FileCheck.uploads([:]),
        familiar: ["": "picture photo dimensions img"])
    public static let options =
        FileCheck.options + [
            OptionDescription("minWidth", .integer, "the minimum width in pixels", role: .minimum, floor: 0),
            OptionDescription("maxWidth", .integer, "the maximum width in pixels", role: .maximum),
            OptionDescription("minHeight", .integer, "the minimum height in pixels", role: .minimum, floor: 0),
            OptionDescription("maxHeight", .integer, "the maximum height in pixels", role: .maximum),
        ]
    public static let codes =
        FileCheck.codes + [
            CodeDescription("image.notImage", "file"), CodeDescription("image.underWidth", "file", "limit"),
            CodeDescription("image.overWidth", "file", "limit"), CodeDescription("image.underHeight", "file", "limit"),
            CodeDescription("image.overHeight", "file", "limit"),
        ]

    public var limits: FileLimits { check.limits }
    public let minWidth: Int?
    public let maxWidth: Int?
    public let minHeight: Int?
    public let maxHeight: Int?
    private let check: FileCheck

    public init(
        _ limits: FileLimits = FileLimits(), minWidth: Int? = nil, maxWidth: Int? = nil, minHeight: Int? = nil,
        maxHeight: Int? = nil
    ) {
        check = FileCheck(limits)
        self.minWidth = minWidth
        self.maxWidth = maxWidth
        self.minHeight = minHeight
        self.maxHeight = maxHeight
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        self.init(
            try FileLimits(options), minWidth: try options.count("minWidth"), maxWidth: try options.count("maxWidth"),
            minHeight: try options.count("minHeight"), maxHeight: try options.count("maxHeight"))
    }

    public func checkOptions() throws(OptionError) {
        try check.limits.check()
        let bounds = [
            ("minWidth", minWidth), ("maxWidth", maxWidth), ("minHeight", minHeight), ("maxHeight", maxHeight),
        ]
        for (name, bound) in bounds where bound ?? 0 < 0 {
            throw OptionError(option: name, reason: "must not be negative")
        }
        try Self.check(minWidth, maxWidth, "maxWidth")
        try Self.check(minHeight, maxHeight, "maxHeight")
    }

    private static func check(_ least: Int?, _ most: Int?, _ name: String) throws(OptionError) {
        guard let least, let most, least > most else { return }
        throw OptionError(option: name, reason: "no image has at least \(least) and at most \(most) pixels")
    }

    public var kinds: ValueKindSet { [.strings, .collections] }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        check.validate(value, &context, { measure($0, $1, &$2) }, needsContent: true)
    }

    private func measure(_ bytes: borrowing FileBytes, _ name: String, _ context: inout ValidationContext) {
        let file = ParameterValue.text(name)
        guard let size = ImageSize.measure(bytes) else { return context.report("image.notImage", ["file": file]) }
        if let minWidth, size.width < minWidth {
            context.report("image.underWidth", ["file": file, "limit": .integer(Int64(minWidth))])
        } else if let minHeight, size.height < minHeight {
            context.report("image.underHeight", ["file": file, "limit": .integer(Int64(minHeight))])
        } else if let maxWidth, size.width > maxWidth {
            context.report("image.overWidth", ["file": file, "limit": .integer(Int64(maxWidth))])
        } else if let maxHeight, size.height > maxHeight {
            context.report("image.overHeight", ["file": file, "limit": .integer(Int64(maxHeight))])
        }
    }
}

extension Constraint {
    /// Requires an image file.
    public static var image: Constraint { .validator(ImageValidator()) }

    /// Requires images within limits.
    public static func image(
        _ limits: FileLimits = FileLimits(), minWidth: Int? = nil, maxWidth: Int? = nil, minHeight: Int? = nil,
        maxHeight: Int? = nil
    ) -> Constraint {
        .validator(
            ImageValidator(
                limits, minWidth: minWidth, maxWidth: maxWidth, minHeight: minHeight, maxHeight: maxHeight))
    }
}
